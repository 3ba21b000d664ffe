/// JSON to be written: a tree of values that is filled in as the file or the message is to be, then made text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace causeway::base {

/// A value of a JSON document. Members of objects stay in the order in which they came.
///
/// Whoever writes JSON includes this and not the library behind it, which takes a compiler seconds a file; for the same
/// reason all that is no template is defined in the .cpp.
class JsonOutput {
public:
    /// What becomes of strings that are not UTF-8.
    enum class NotUtf8 {
        kRefuse,   ///< Error
        kReplace,  ///< by U+FFFD where they are not
    };

    // NOLINTBEGIN(google-explicit-constructor): documents are written down as lists of plain values
    JsonOutput(std::nullptr_t = nullptr);
    JsonOutput(bool value);
    JsonOutput(int value);
    JsonOutput(long value);
    JsonOutput(long long value);
    JsonOutput(unsigned value);
    JsonOutput(unsigned long value);
    JsonOutput(unsigned long long value);
    JsonOutput(double value);  ///< null unless finite
    JsonOutput(const char* value);
    JsonOutput(std::string_view value);
    JsonOutput(std::string value);
    template <typename Element>
    JsonOutput(const std::vector<Element>& elements) : JsonOutput(array()) {
        for (const auto& element : elements) {
            push_back(element);
        }
    }
    template <typename Value>
    JsonOutput(const std::optional<Value>& value) : JsonOutput(value ? JsonOutput(*value) : JsonOutput()) {}
    /// An object if every element is an array of two of which the first is a string, else an array. Of members of one
    /// name the first counts.
    JsonOutput(std::initializer_list<JsonOutput> elements);
    template <typename Pointed>
    JsonOutput(Pointed*) = delete;  // which would become a bool
    // NOLINTEND(google-explicit-constructor)

    JsonOutput(const JsonOutput& other);
    JsonOutput(JsonOutput&& other) noexcept;
    JsonOutput& operator=(const JsonOutput& other);
    JsonOutput& operator=(JsonOutput&& other) noexcept;
    ~JsonOutput();

    /// An array, also where a list could be an object.
    [[nodiscard]] static JsonOutput array(std::initializer_list<JsonOutput> elements = {});
    /// An object without members.
    [[nodiscard]] static JsonOutput object();
    /// A document that is text already. Throws Error for what is no JSON.
    [[nodiscard]] static JsonOutput parse(std::string_view text);

    [[nodiscard]] bool is_null() const;
    /// Whether it is null, or an array or an object without elements.
    [[nodiscard]] bool empty() const;

    /// The member called `key` of an object, made as null if it is not there; null becomes an object.
    [[nodiscard]] JsonOutput& operator[](std::string_view key);
    /// Of an array that has it.
    [[nodiscard]] JsonOutput& operator[](std::size_t index);
    /// The last element of an array that has one.
    [[nodiscard]] JsonOutput& back();
    /// Appends to an array; null becomes one.
    void push_back(JsonOutput element);
    /// Takes over the elements of another array, behind its own.
    void append(JsonOutput other);
    /// Takes over the members of another object, in place of those of the same name.
    void update(JsonOutput other);
    /// Removes a member of an object, if it is there.
    void erase(std::string_view key);
    /// Removes an element of an array that has it.
    void erase(std::size_t index);

    /// On one line; with `indent`, every element on a line of its own, indented by so much for each level.
    [[nodiscard]] std::string dump(int indent = -1, NotUtf8 strings = NotUtf8::kRefuse) const;
    /// As dump(1) down to `depth` levels, everything deeper on one line, with spaces between: a file people can read.
    [[nodiscard]] std::string dump_to_depth(int depth) const;
    /// As MessagePack, which leaves strings as they are, whatever their encoding: JsonInput::from_msgpack() reads it.
    [[nodiscard]] std::string to_msgpack() const;

private:
    friend class JsonConversion;

    struct Member;
    using Array = std::vector<JsonOutput>;
    using Object = std::vector<Member>;

    std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_;
};

}  // namespace causeway::base
