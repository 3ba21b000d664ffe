#include "causeway/base/json_input.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/one_line.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace causeway::base {

namespace {

/// "line 3, column 7" of the `number`-th byte, counted from 1.
std::string line_and_column(std::string_view text, std::size_t number) {
    const std::string_view before = text.substr(0, std::max<std::size_t>(number, 1) - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return fmt::format("line {}, column {}", line, before.size() - line_start + 1);
}

/// A value as a message shows it: whole if short, its beginning if long.
std::string shown(const nlohmann::json& value) {
    constexpr std::size_t kLongest = 60;
    constexpr std::size_t kMostElements = kLongest / 2;  // an element and its comma
    if (value.is_structured() && value.size() > kMostElements) {
        return fmt::format("{} of {}", value.is_array() ? "an array" : "an object", value.size());
    }
    return one_line(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), kLongest);
}

/// Refuses what nests deeper than any file of ours: who walks through values calls itself for each level.
void require_shallow(std::string_view text, const std::string& source) {
    constexpr int kDeepest = 100;
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        if (is_quoted) {
            at += letter == '\\' ? 1 : 0;
            is_quoted = letter != '"';
        } else if (letter == '"') {
            is_quoted = true;
        } else if (letter == '[' || letter == '{') {
            if (++depth > kDeepest) {
                throw InputError({.source = source,
                                  .place = line_and_column(text, at + 1),
                                  .found = fmt::format("values nested more than {} deep", kDeepest),
                                  .accepted = fmt::format("at most {} levels", kDeepest)});
            }
        } else if (letter == ']' || letter == '}') {
            --depth;
        }
    }
}

std::string place_of_member(const std::string& object, std::string_view key) {
    return object.empty() ? std::string(key) : fmt::format("{}.{}", object, key);
}

std::string place_of_element(const std::string& array, std::size_t index) {
    return fmt::format("{}[{}]", array, index);
}

/// Keeps what is read, and knows where the reader is and whether an object has a key twice, of which JSON readers keep
/// the last without a word. (The library's own parser can tell both, but then looks through all of an array after each
/// object in it.)
class Reader final : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit Reader(std::string source) : source_(std::move(source)) {}

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& value) override { return add(std::move(value)); }
    bool start_object(std::size_t) override { return begin(nlohmann::json::object()); }
    bool start_array(std::size_t) override { return begin(nlohmann::json::array()); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }

    bool key(string_t& key) override {
        Open& object = open_.back();
        object.key = std::move(key);
        if (object.value.contains(object.key)) {
            throw InputError({.source = source_,
                              .place = place(),
                              .found = fmt::format("the key {} twice in one object", shown(object.key)),
                              .accepted = "every key once"});
        }
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
        if (const auto* too_large = dynamic_cast<const nlohmann::json::out_of_range*>(&error)) {
            throw *too_large;
        }
        throw dynamic_cast<const nlohmann::json::parse_error&>(error);
    }

    /// Of the value that is parsed now.
    [[nodiscard]] std::string place() const {
        std::string place;
        for (const Open& open : open_) {
            place =
                open.value.is_object() ? place_of_member(place, open.key) : place_of_element(place, open.value.size());
        }
        return place;
    }

    /// All of it, once it is read.
    [[nodiscard]] nlohmann::json take() { return std::move(document_); }

private:
    struct Open {
        nlohmann::json value;  ///< what of it is complete
        std::string key = {};  ///< of an object's member that is parsed
    };

    bool begin(nlohmann::json value) {
        open_.push_back({std::move(value)});
        return true;
    }

    bool end() {
        nlohmann::json complete = std::move(open_.back().value);
        open_.pop_back();
        return add(std::move(complete));
    }

    bool add(nlohmann::json value) {
        if (open_.empty()) {
            document_ = std::move(value);
        } else if (open_.back().value.is_object()) {
            open_.back().value.emplace(open_.back().key, std::move(value));
        } else {
            open_.back().value.push_back(std::move(value));
        }
        return true;
    }

    std::string source_;
    std::vector<Open> open_;  ///< objects and arrays, outermost first
    nlohmann::json document_;
};

}  // namespace

JsonInput::JsonInput(std::shared_ptr<const nlohmann::json> document, const nlohmann::json* value, std::string source,
                     std::string place)
    : document_(std::move(document)), value_(value), source_(std::move(source)), place_(std::move(place)) {}

JsonInput JsonInput::parse(std::string_view text, std::string source) {
    require_shallow(text, source);
    Reader reader(source);
    try {
        nlohmann::json::sax_parse(text, &reader);
        auto document = std::make_shared<const nlohmann::json>(reader.take());
        const nlohmann::json* root = document.get();
        return {std::move(document), root, std::move(source), ""};
    } catch (const nlohmann::json::parse_error& error) {
        const bool ended = error.byte > text.size();
        throw InputError({.source = std::move(source),
                          .place = line_and_column(text, error.byte),
                          .found = ended ? "the end of the file" : "text that is not JSON",
                          .accepted = ended ? "a complete JSON document" : "JSON (RFC 8259)"});
    } catch (const nlohmann::json::out_of_range&) {
        throw InputError({.source = std::move(source),
                          .place = reader.place(),
                          .found = "a number too large to be represented",
                          .accepted = "numbers up to 1.7e308"});
    }
}

JsonInput JsonInput::read_file(const std::string& path) {
    return parse(base::read_file(path), path);
}

JsonInput JsonInput::from_msgpack(std::string_view bytes, std::string source) {
    try {
        auto document = std::make_shared<const nlohmann::json>(nlohmann::json::from_msgpack(bytes));
        const nlohmann::json* root = document.get();
        return {std::move(document), root, std::move(source), ""};
    } catch (const nlohmann::json::parse_error& error) {
        throw InputError({.source = std::move(source),
                          .place = fmt::format("byte {}", error.byte),
                          .found = "bytes that are not MessagePack",
                          .accepted = "what another process of the same version has packed"});
    }
}

void JsonInput::require_keys_among(std::initializer_list<std::string_view> keys) const {
    require_keys_among(std::span(keys.begin(), keys.size()));
}

void JsonInput::require_keys_among(std::span<const std::string_view> keys) const {
    if (!value_->is_object()) {
        refuse(fmt::format("an object with the keys {}", fmt::join(keys, ", ")));
    }
    for (const auto& [key, ignored] : value_->items()) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            throw InputError({.source = source_,
                              .place = place_,
                              .found = fmt::format("the unknown key '{}'", key),
                              .accepted = fmt::format("{}", fmt::join(keys, ", "))});
        }
    }
}

std::vector<std::string> JsonInput::keys() const {
    if (!value_->is_object()) {
        refuse("an object");
    }
    std::vector<std::string> keys;
    for (const auto& [key, ignored] : value_->items()) {
        keys.push_back(key);
    }
    return keys;
}

void JsonInput::require_head(std::string_view kind, int version) const {
    if (!value_->is_object()) {
        refuse(fmt::format("an object with \"causeway\": \"{}\"", kind));
    }
    const JsonInput found_kind = member("causeway");
    if (found_kind.string() != kind) {
        found_kind.refuse(fmt::format("\"{}\"", kind));
    }
    const JsonInput found_version = member("version");
    if (!found_version.value_->is_number_integer() || *found_version.value_ != version) {
        found_version.refuse(fmt::format("{}", version));
    }
}

bool JsonInput::is_object() const {
    return value_->is_object();
}
bool JsonInput::is_array() const {
    return value_->is_array();
}
bool JsonInput::is_number() const {
    return value_->is_number();
}
bool JsonInput::is_string() const {
    return value_->is_string();
}
bool JsonInput::is_null() const {
    return value_->is_null();
}

JsonInput JsonInput::member(std::string_view key) const {
    if (!value_->is_object()) {
        refuse(fmt::format("an object with the key '{}'", key));
    }
    const auto found = value_->find(std::string(key));
    if (found == value_->end()) {
        refuse(fmt::format("no key '{}'", key), fmt::format("an object with the key '{}'", key));
    }
    return {document_, &*found, source_, place_of_member(place_, key)};
}

std::optional<JsonInput> JsonInput::optional_member(std::string_view key) const {
    if (!value_->is_object()) {
        refuse("an object");
    }
    const auto found = value_->find(std::string(key));
    if (found == value_->end() || found->is_null()) {
        return std::nullopt;
    }
    return member(key);
}

JsonElements JsonInput::elements() const {
    if (!value_->is_array()) {
        refuse("an array");
    }
    return JsonElements(*this);
}

std::size_t JsonElements::size() const {
    return array_.value_->size();
}

JsonInput JsonElements::operator[](std::size_t index) const {
    return {array_.document_, &(*array_.value_)[index], array_.source_, place_of_element(array_.place_, index)};
}

std::string JsonInput::string() const {
    if (!value_->is_string()) {
        refuse("a string");
    }
    return value_->get<std::string>();
}

bool JsonInput::boolean() const {
    if (!value_->is_boolean()) {
        refuse("true or false");
    }
    return value_->get<bool>();
}

double JsonInput::number() const {
    if (!value_->is_number()) {
        refuse("a number");
    }
    return value_->get<double>();
}

std::int64_t JsonInput::integer(std::int64_t least, std::int64_t most) const {
    const std::string accepted = fmt::format("a whole number from {} to {}", least, most);
    if (!value_->is_number()) {
        refuse(accepted);
    }
    // Written as 1e6 a whole number is a double, and from 2^63 on it is no std::int64_t.
    constexpr std::uint64_t kBeyond = std::uint64_t{1} << 63U;
    if (value_->is_number_float()) {
        const auto real = value_->get<double>();
        if (real != std::floor(real) || std::abs(real) >= static_cast<double>(kBeyond)) {
            refuse(accepted);
        }
    } else if (value_->is_number_unsigned() && value_->get<std::uint64_t>() >= kBeyond) {
        refuse(accepted);
    }
    const auto result = value_->get<std::int64_t>();
    if (result < least || result > most) {
        refuse(accepted);
    }
    return result;
}

Seconds JsonInput::non_negative_seconds() const {
    if (!value_->is_number() || !(value_->get<double>() >= 0.0)) {
        refuse("a number of seconds >= 0");
    }
    return Seconds(value_->get<double>());
}

Bytes JsonInput::non_negative_bytes() const {
    constexpr std::int64_t kLargest = std::int64_t{1} << 53;  // exact in a double, as JSON numbers often are
    if (!value_->is_number() || !(value_->get<double>() >= 0.0)) {
        refuse("a number of bytes >= 0");
    }
    return Bytes(integer(0, kLargest));
}

std::optional<BytesPerSecond> JsonInput::optional_positive_rate(std::string_view key) const {
    const std::optional<JsonInput> rate = optional_member(key);
    return rate ? std::optional(rate->positive_rate()) : std::nullopt;
}

BytesPerSecond JsonInput::positive_rate() const {
    if (!value_->is_number() || !(value_->get<double>() > 0.0)) {
        refuse("a number of bytes per second > 0");
    }
    return BytesPerSecond(value_->get<double>());
}

void JsonInput::refuse(std::string_view accepted) const {
    refuse(shown(*value_), accepted);
}

void JsonInput::refuse(std::string_view found, std::string_view accepted) const {
    throw InputError(
        {.source = source_, .place = place_, .found = std::string(found), .accepted = std::string(accepted)});
}

}  // namespace causeway::base
