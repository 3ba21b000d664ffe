#include "causeway/tuning/mpich_library.hpp"

#include <algorithm>
#include <cctype>

namespace causeway::tuning {

namespace {

bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/// "Reduce_scatter_block" of "reduce_scatter_block".
std::string capitalised(std::string_view collective) {
    std::string text(collective);
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

/// The algorithm whose word is the longest end of `letters`, which may begin with the end of what was said before.
std::string algorithm_at_end(std::string_view letters, const std::string& collective,
                             const std::set<std::string>& algorithms) {
    for (; !letters.empty(); letters.remove_prefix(1)) {
        for (const char* const kind : {"_intra_", "_allcomm_"}) {
            const std::string name = "MPIR_" + collective + kind + std::string(letters);
            if (algorithms.contains(name)) {
                return name;
            }
        }
    }
    return {};
}

}  // namespace

std::optional<std::string> mpich_selection(std::string_view library) {
    constexpr std::string_view kBegin = "{\"collective=";
    for (std::size_t at = library.find(kBegin); at != std::string_view::npos; at = library.find(kBegin, at + 1)) {
        const std::string_view text = library.substr(at, library.find('\0', at) - at);
        if (text.find("\"algorithm=MPIR_Bcast_intra_") != std::string_view::npos) {
            return std::string(text);
        }
    }
    return std::nullopt;
}

std::set<std::string> mpich_algorithms(std::string_view library) {
    constexpr std::string_view kBegin = "MPIR_";
    std::set<std::string> names;
    for (std::size_t at = library.find(kBegin); at != std::string_view::npos; at = library.find(kBegin, at + 1)) {
        std::size_t end = at;
        while (end < library.size() &&
               (is_of_word(library[end]) || std::isupper(static_cast<unsigned char>(library[end])) != 0)) {
            ++end;
        }
        const std::string_view name = library.substr(at, end - at);
        if (name.find("_intra_") != std::string_view::npos || name.find("_allcomm_") != std::string_view::npos) {
            names.emplace(name);
        }
    }
    return names;
}

std::vector<std::string> mpich_values(std::string_view description, std::string_view collective,
                                      const std::set<std::string>& algorithms) {
    constexpr std::string_view kAuto = "auto";
    const std::string prefix = capitalised(collective);
    std::vector<std::string> values;
    for (std::size_t at = 0; at < description.size();) {
        if (!is_of_word(description[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < description.size() && is_of_word(description[end])) {
            ++end;
        }
        const std::size_t after = description.find_first_not_of(' ', end);
        const std::string_view letters = description.substr(at, end - at);
        at = end;
        if (after == end || after == std::string_view::npos || description.substr(after, 2) != "- ") {
            continue;
        }
        if (values.empty() && letters.ends_with(kAuto)) {
            values.emplace_back();
        } else if (!values.empty()) {
            values.push_back(algorithm_at_end(letters, prefix, algorithms));
        }
    }
    return values;
}

}  // namespace causeway::tuning
