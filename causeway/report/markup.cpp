#include "causeway/report/markup.hpp"

namespace causeway::report {

std::string escaped(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            default: {
                const auto code = static_cast<unsigned char>(c);
                const bool is_control = (code < 0x20U && c != '\n' && c != '\t') || code == 0x7FU;
                result += is_control ? std::string("\xEF\xBF\xBD") : std::string(1, c);
            }
        }
    }
    return result;
}

}  // namespace causeway::report
