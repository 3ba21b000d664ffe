#include "causeway/graph/xml_input.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/trimmed.hpp"

#include <fmt/format.h>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>
#include <vector>

namespace causeway::graph {

namespace {

constexpr std::size_t kDeepest = 100;  // more than any format has; the parser is recursive

/// What the parser does not look at: whether end tags have the names of the elements they end, and how deep elements
/// nest. What does not end at all is left to the parser.
class Tags {
public:
    Tags(std::string_view text, const std::string& source) : text_(text), source_(source) {}

    void check() {
        std::size_t at = text_.find('<');
        while (at != std::string_view::npos) {
            const std::size_t end = end_of(at);
            if (end == std::string_view::npos) {
                return;
            }
            const std::string_view tag = text_.substr(at, end - at);  // without its last '>'
            if (tag.starts_with("</")) {
                close(base::trimmed(tag.substr(2)), at);
            } else if (!tag.starts_with("<!") && !tag.starts_with("<?") && !tag.ends_with('/')) {
                open(tag.substr(1, tag.find_first_of(" \t\r\n") - 1), at);
            }
            at = text_.find('<', end);
        }
    }

private:
    /// The position of the '>' that ends what begins at `at`.
    [[nodiscard]] std::size_t end_of(std::size_t at) const {
        const std::string_view rest = text_.substr(at);
        for (const auto& [begin, end] :
             {std::pair<std::string_view, std::string_view>{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}}) {
            if (rest.starts_with(begin)) {
                const std::size_t found = text_.find(end, at + begin.size());
                return found == std::string_view::npos ? found : found + end.size() - 1;
            }
        }
        char quote = '\0';
        int brackets = 0;  // of a document type with declarations
        for (; at < text_.size(); ++at) {
            const char letter = text_[at];
            if (quote != '\0') {
                quote = letter == quote ? '\0' : quote;
            } else if (letter == '"' || letter == '\'') {
                quote = letter;
            } else if (letter == '[' || letter == ']') {
                brackets += letter == '[' ? 1 : -1;
            } else if (letter == '>' && brackets <= 0) {
                return at;
            }
        }
        return std::string_view::npos;
    }

    void open(std::string_view name, std::size_t at) {
        open_.push_back(name);
        if (open_.size() > kDeepest) {
            refuse(at, fmt::format("elements nested more than {} deep", kDeepest),
                   fmt::format("at most {} levels", kDeepest));
        }
    }

    void close(std::string_view name, std::size_t at) {
        if (open_.empty() || open_.back() != name) {
            refuse(at, fmt::format("the end of '{}'", name),
                   open_.empty() ? "the beginning of an element" : fmt::format("the end of '{}'", open_.back()));
        }
        open_.pop_back();
    }

    [[noreturn]] void refuse(std::size_t at, std::string found, std::string accepted) const {
        const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        throw base::InputError({.source = source_,
                                .place = fmt::format("line {}", line),
                                .found = std::move(found),
                                .accepted = std::move(accepted)});
    }

    std::string_view text_;
    const std::string& source_;
    std::vector<std::string_view> open_;  ///< names, outermost element first
};

bool is_utf8(std::string_view text) {
    try {
        (void)nlohmann::json(text).dump();  // strict: throws for bytes that are no UTF-8
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

void require_utf8(std::string_view text, const std::string& source) {
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (!is_utf8(text.substr(0, end))) {
            throw base::InputError({.source = source,
                                    .place = fmt::format("line {}", line),
                                    .found = "bytes that are not UTF-8",
                                    .accepted = "XML in UTF-8"});
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace

boost::property_tree::ptree parse_xml(std::string_view text, const std::string& source) {
    require_utf8(text, source);
    Tags(text, source).check();
    try {
        namespace xml = boost::property_tree::xml_parser;
        std::istringstream stream{std::string(text)};
        boost::property_tree::ptree result;
        xml::read_xml(stream, result, xml::no_comments | xml::trim_whitespace);
        return result;
    } catch (const boost::property_tree::xml_parser_error& error) {
        throw base::InputError({.source = source,
                                .place = fmt::format("line {}", error.line()),
                                .found = fmt::format("text that is not XML ({})", error.message()),
                                .accepted = "well-formed XML"});
    }
}

}  // namespace causeway::graph
