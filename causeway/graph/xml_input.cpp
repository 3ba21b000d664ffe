#include "causeway/graph/xml_input.hpp"

#include "causeway/base/error.hpp"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::graph {

namespace {

constexpr std::size_t kDeepest = 100;                  // more than any format has
constexpr std::size_t kPiece = std::size_t{1} << 20U;  // what Expat takes at once, whose lengths are int

bool is_space(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

std::string without_needless_space(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        if (!is_space(letter)) {
            result += letter;
        } else if (!result.empty() && result.back() != ' ') {
            result += ' ';
        }
    }
    if (result.ends_with(' ')) {
        result.pop_back();
    }
    return result;
}

/// What Expat tells of, put together. Its functions are called from C: none may throw.
class Builder {
public:
    explicit Builder(const std::string& source)
        : source_(source), parser_(::XML_ParserCreate(nullptr), &::XML_ParserFree) {
        if (!parser_) {
            throw std::bad_alloc();
        }
        ::XML_SetUserData(parser_.get(), this);
        ::XML_SetElementHandler(parser_.get(), &on_start, &on_end);
        ::XML_SetCharacterDataHandler(parser_.get(), &on_text);
    }

    [[nodiscard]] Element parse(std::string_view text) {
        do {
            const std::string_view piece = text.substr(0, kPiece);
            text.remove_prefix(piece.size());
            if (::XML_Parse(parser_.get(), piece.data(), static_cast<int>(piece.size()), text.empty() ? 1 : 0) !=
                XML_STATUS_OK) {
                refuse();
            }
        } while (!text.empty());
        return std::move(root_);
    }

private:
    static void XMLCALL on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
        static_cast<Builder*>(self)->safely([&](Builder& builder) { builder.start(name, attributes); });
    }
    static void XMLCALL on_end(void* self, const XML_Char* /*name*/) {
        static_cast<Builder*>(self)->safely([](Builder& builder) { builder.end(); });
    }
    static void XMLCALL on_text(void* self, const XML_Char* text, int length) {
        static_cast<Builder*>(self)->safely(
            [&](Builder& builder) { builder.texts_.back().append(text, static_cast<std::size_t>(length)); });
    }

    template <typename Action>
    void safely(Action action) noexcept {
        if (thrown_) {
            return;  // Expat may tell of one more thing after it was stopped
        }
        try {
            action(*this);
        } catch (...) {
            thrown_ = std::current_exception();
            ::XML_StopParser(parser_.get(), XML_FALSE);
        }
    }

    void start(const XML_Char* name, const XML_Char** attributes) {
        if (open_.size() == kDeepest) {
            throw fault(fmt::format("elements nested more than {} deep", kDeepest),
                        fmt::format("at most {} levels", kDeepest));
        }
        Element& element = open_.empty() ? root_ : open_.back()->children.emplace_back();
        element.name = name;
        for (; *attributes != nullptr; attributes += 2) {
            element.attributes.emplace_back(attributes[0], attributes[1]);
        }
        open_.push_back(&element);
        texts_.emplace_back();
    }

    void end() {
        open_.back()->text = without_needless_space(texts_.back());
        open_.back()->children.shrink_to_fit();
        open_.pop_back();
        texts_.pop_back();
    }

    [[noreturn]] void refuse() const {
        if (thrown_) {
            std::rethrow_exception(thrown_);
        }
        const XML_Error code = ::XML_GetErrorCode(parser_.get());
        if (code == XML_ERROR_NO_MEMORY) {
            throw std::bad_alloc();
        }
        throw fault(fmt::format("text that is not XML ({})", ::XML_ErrorString(code)),
                    code == XML_ERROR_TAG_MISMATCH && !open_.empty()
                        ? fmt::format("the end of '{}'", open_.back()->name)
                        : "well-formed XML");
    }

    [[nodiscard]] base::InputError fault(std::string found, std::string accepted) const {
        return base::InputError({.source = source_,
                                 .place = fmt::format("line {}", ::XML_GetCurrentLineNumber(parser_.get())),
                                 .found = std::move(found),
                                 .accepted = std::move(accepted)});
    }

    const std::string& source_;
    std::unique_ptr<XML_ParserStruct, decltype(&::XML_ParserFree)> parser_;
    Element root_;
    std::vector<Element*> open_;      ///< outermost first; only the last one gets children, so that none of them moves
    std::vector<std::string> texts_;  ///< [open element] its own
    std::exception_ptr thrown_;
};

}  // namespace

const std::string* Element::attribute(std::string_view of_name) const {
    const auto found =
        std::find_if(attributes.begin(), attributes.end(), [&](const auto& each) { return each.first == of_name; });
    return found == attributes.end() ? nullptr : &found->second;
}

const Element* Element::child(std::string_view of_name) const {
    const auto found =
        std::find_if(children.begin(), children.end(), [&](const Element& each) { return each.name == of_name; });
    return found == children.end() ? nullptr : &*found;
}

Element parse_xml(std::string_view text, const std::string& source) {
    return Builder(source).parse(text);
}

}  // namespace causeway::graph
