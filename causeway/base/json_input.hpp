/// Reading JSON so that every complaint names the file, the place in it, what was found and what
/// is accepted.
#pragma once

#include "causeway/base/units.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::base {

class JsonElements;

/// A value inside a JSON document together with the way to it.
///
/// Every reading function throws InputError when the value is not of the kind asked for.
class JsonInput {
public:
    /// Parses `text`; `source` is the file's name for messages. Throws InputError for what is no JSON, nests deeper
    /// than any file of ours, or has a key twice in one object.
    [[nodiscard]] static JsonInput parse(std::string_view text, std::string source);

    /// Reads and parses the file at `path`.
    [[nodiscard]] static JsonInput read_file(const std::string& path);

    /// What JsonOutput::to_msgpack() wrote. Throws InputError for other bytes.
    [[nodiscard]] static JsonInput from_msgpack(std::string_view bytes, std::string source);

    /// Requires an object whose keys are all among `keys`; an unknown key is refused by its name.
    void require_keys_among(std::span<const std::string_view> keys) const;
    void require_keys_among(std::initializer_list<std::string_view> keys) const;

    /// Requires `"causeway": kind` and `"version": version` (the head of every file of ours).
    void require_head(std::string_view kind, int version) const;

    [[nodiscard]] bool is_object() const;
    [[nodiscard]] bool is_array() const;
    [[nodiscard]] bool is_number() const;
    [[nodiscard]] bool is_string() const;
    [[nodiscard]] bool is_null() const;

    /// Of an object, in their order.
    [[nodiscard]] std::vector<std::string> keys() const;
    /// The member called `key`, which must be there.
    [[nodiscard]] JsonInput member(std::string_view key) const;
    /// The member called `key`, if it is there and not null.
    [[nodiscard]] std::optional<JsonInput> optional_member(std::string_view key) const;
    /// The elements of an array.
    [[nodiscard]] JsonElements elements() const;

    [[nodiscard]] std::string string() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] double number() const;
    /// A whole number in [least, most].
    [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
    [[nodiscard]] Seconds non_negative_seconds() const;
    [[nodiscard]] Bytes non_negative_bytes() const;
    [[nodiscard]] BytesPerSecond positive_rate() const;
    /// Of the member called `key`, if it is there and not null.
    [[nodiscard]] std::optional<BytesPerSecond> optional_positive_rate(std::string_view key) const;

    /// Throws the InputError for this place; `found` defaults to the value itself, shortened.
    [[noreturn]] void refuse(std::string_view accepted) const;
    [[noreturn]] void refuse(std::string_view found, std::string_view accepted) const;

    [[nodiscard]] const std::string& source() const { return source_; }
    [[nodiscard]] const std::string& place() const { return place_; }

private:
    friend class JsonElements;

    JsonInput(std::shared_ptr<const nlohmann::json> document, const nlohmann::json* value, std::string source,
              std::string place);

    std::shared_ptr<const nlohmann::json> document_;
    const nlohmann::json* value_;
    std::string source_;
    std::string place_;
};

/// The elements of an array, each made when it is asked for: a list of all would be many times the file.
class JsonElements {
public:
    class Iterator {
    public:
        using value_type = JsonInput;
        using difference_type = std::ptrdiff_t;

        Iterator(const JsonElements& elements, std::size_t index) : elements_(&elements), index_(index) {}
        JsonInput operator*() const { return (*elements_)[index_]; }
        Iterator& operator++() {
            ++index_;
            return *this;
        }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        const JsonElements* elements_;
        std::size_t index_;
    };

    /// `array` is one.
    explicit JsonElements(JsonInput array) : array_(std::move(array)) {}

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] JsonInput operator[](std::size_t index) const;
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }

private:
    JsonInput array_;
};

}  // namespace causeway::base
