#include "causeway/diagnosis/facts_text.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"

#include <limits>
#include <type_traits>

namespace causeway::diagnosis {

namespace {

template <typename Value>
constexpr bool kIsQuantity =
    std::is_same_v<Value, Seconds> || std::is_same_v<Value, Bytes> || std::is_same_v<Value, BytesPerSecond>;
template <typename Value>
constexpr bool kIsPlain = std::is_same_v<Value, std::string> || std::is_arithmetic_v<Value>;

// Declared before they are used: those that call each other stand in no order.
template <typename Value>
base::JsonOutput written(const std::optional<Value>& value);
template <typename Value>
base::JsonOutput written(const std::vector<Value>& values);
template <typename Value>
void read_into(std::optional<Value>& value, const base::JsonInput& input);
template <typename Value>
void read_into(std::vector<Value>& values, const base::JsonInput& input);

template <typename Value>
base::JsonOutput written(const Value& value) {
    if constexpr (kIsPlain<Value>) {
        return base::JsonOutput(value);  // in braces it would be a list
    } else if constexpr (kIsQuantity<Value>) {
        return base::JsonOutput(value.value());
    } else {
        auto object = base::JsonOutput::object();
        Value::visit_fields(value, [&](std::string_view name, const auto& field) { object[name] = written(field); });
        return object;
    }
}

template <typename Value>
base::JsonOutput written(const std::optional<Value>& value) {
    return value ? written(*value) : base::JsonOutput(nullptr);
}

template <typename Value>
base::JsonOutput written(const std::vector<Value>& values) {
    auto array = base::JsonOutput::array();
    for (const Value& value : values) {
        array.push_back(written(value));
    }
    return array;
}

template <typename Value>
void read_into(Value& value, const base::JsonInput& input) {
    if constexpr (std::is_same_v<Value, std::string>) {
        value = input.string();
    } else if constexpr (std::is_same_v<Value, bool>) {
        value = input.boolean();
    } else if constexpr (std::is_same_v<Value, double>) {
        value = input.number();
    } else if constexpr (std::is_integral_v<Value>) {
        value = input.integer(std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max());
    } else if constexpr (std::is_same_v<Value, Bytes>) {
        value =
            Bytes(input.integer(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
    } else if constexpr (kIsQuantity<Value>) {
        value = Value(input.number());
    } else {
        Value::visit_fields(value, [&](std::string_view name, auto& field) {
            if (const auto member = input.optional_member(name)) {
                read_into(field, *member);
            }
        });
    }
}

template <typename Value>
void read_into(std::optional<Value>& value, const base::JsonInput& input) {
    read_into(value.emplace(), input);
}

template <typename Value>
void read_into(std::vector<Value>& values, const base::JsonInput& input) {
    for (const base::JsonInput& element : input.elements()) {
        read_into(values.emplace_back(), element);
    }
}

}  // namespace

std::string to_text(const Facts& facts) {
    return written(facts).to_msgpack();
}

Facts facts_in(std::string_view text) {
    Facts facts;
    read_into(facts, base::JsonInput::from_msgpack(text, "facts of another rank"));
    return facts;
}

}  // namespace causeway::diagnosis
