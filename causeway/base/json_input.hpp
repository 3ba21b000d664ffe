/// Reading JSON so that every complaint names the file, the place in it, what was found and what
/// is accepted.
#pragma once

#include "causeway/base/units.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::base {

/// A value inside a JSON document together with the way to it.
///
/// Every reading function throws InputError when the value is not of the kind asked for.
class JsonInput {
public:
    /// Parses `text`; `source` is the file's name for messages.
    [[nodiscard]] static JsonInput parse(std::string_view text, std::string source);

    /// Reads and parses the file at `path`.
    [[nodiscard]] static JsonInput read_file(const std::string& path);

    /// Requires an object whose keys are all among `keys`; an unknown key is refused by its name.
    void require_keys_among(std::initializer_list<std::string_view> keys) const;

    /// Requires `"causeway": kind` and `"version": version` (the head of every file of ours).
    void require_head(std::string_view kind, int version) const;

    [[nodiscard]] bool is_object() const;
    [[nodiscard]] bool is_array() const;
    [[nodiscard]] bool is_number() const;
    [[nodiscard]] bool is_null() const;

    /// The member called `key`, which must be there.
    [[nodiscard]] JsonInput member(std::string_view key) const;
    /// The member called `key`, if it is there and not null.
    [[nodiscard]] std::optional<JsonInput> optional_member(std::string_view key) const;
    /// The elements of an array.
    [[nodiscard]] std::vector<JsonInput> elements() const;

    [[nodiscard]] std::string string() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] double number() const;
    /// A whole number in [least, most].
    [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
    [[nodiscard]] Seconds non_negative_seconds() const;
    [[nodiscard]] Bytes non_negative_bytes() const;
    [[nodiscard]] BytesPerSecond positive_rate() const;

    /// Throws the InputError for this place; `found` defaults to the value itself, shortened.
    [[noreturn]] void refuse(std::string_view accepted) const;
    [[noreturn]] void refuse(std::string_view found, std::string_view accepted) const;

    [[nodiscard]] const std::string& source() const { return source_; }
    [[nodiscard]] const std::string& place() const { return place_; }
    [[nodiscard]] const nlohmann::json& value() const { return *value_; }

private:
    JsonInput(std::shared_ptr<const nlohmann::json> document, const nlohmann::json* value, std::string source,
              std::string place);

    std::shared_ptr<const nlohmann::json> document_;
    const nlohmann::json* value_;
    std::string source_;
    std::string place_;
};

}  // namespace causeway::base
