#include "causeway/base/json_output.hpp"

#include "causeway/base/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

namespace causeway::base {

struct JsonOutput::Member {
    std::string name;
    JsonOutput value;
};

/// To and from the library's values.
class JsonConversion {
public:
    using Library = nlohmann::ordered_json;

    static Library to_library(const JsonOutput& output) {
        return std::visit([](const auto& value) { return of(value); }, output.value_);
    }

    static JsonOutput from_library(const Library& value) {
        switch (value.type()) {
            case Library::value_t::boolean:
                return value.get<bool>();
            case Library::value_t::number_integer:
                return value.get<std::int64_t>();
            case Library::value_t::number_unsigned:
                return value.get<std::uint64_t>();
            case Library::value_t::number_float:
                return value.get<double>();
            case Library::value_t::string:
                return value.get<std::string>();
            case Library::value_t::array: {
                JsonOutput result = JsonOutput::array();
                for (const Library& element : value) {
                    result.push_back(from_library(element));
                }
                return result;
            }
            case Library::value_t::object: {
                JsonOutput result = JsonOutput::object();
                for (const auto& [name, member] : value.items()) {
                    result[name] = from_library(member);
                }
                return result;
            }
            default:
                return nullptr;
        }
    }

    static std::string to_depth(const JsonOutput& output, int depth, std::size_t indent) {
        const auto* const array = std::get_if<JsonOutput::Array>(&output.value_);
        const auto* const object = std::get_if<JsonOutput::Object>(&output.value_);
        if (depth == 0 || (array == nullptr && object == nullptr) || output.empty()) {
            return output.dump();
        }
        const std::string line = "\n" + std::string(indent + 1, ' ');
        std::string elements;
        const auto append = [&](const std::string& name, const JsonOutput& element) {
            elements += elements.empty() ? line : "," + line;
            elements += name + to_depth(element, depth - 1, indent + 1);
        };
        if (array != nullptr) {
            for (const JsonOutput& element : *array) {
                append("", element);
            }
            return "[" + elements + "\n" + std::string(indent, ' ') + "]";
        }
        for (const JsonOutput::Member& member : *object) {
            append(JsonOutput(member.name).dump() + ": ", member.value);
        }
        return "{" + elements + "\n" + std::string(indent, ' ') + "}";
    }

    /// The member's name, if that is what an element of a list is.
    static const std::string* name_of(const JsonOutput& element) {
        const auto* const pair = std::get_if<JsonOutput::Array>(&element.value_);
        return pair != nullptr && pair->size() == 2 ? std::get_if<std::string>(&pair->front().value_) : nullptr;
    }

    static JsonOutput::Member* find(JsonOutput::Object& object, std::string_view name) {
        const auto found = std::find_if(object.begin(), object.end(),
                                        [&](const JsonOutput::Member& member) { return member.name == name; });
        return found == object.end() ? nullptr : &*found;
    }

    static JsonOutput::Object& object_of(JsonOutput& output) {
        if (output.is_null()) {
            output.value_ = JsonOutput::Object();
        }
        assert(std::holds_alternative<JsonOutput::Object>(output.value_));
        return std::get<JsonOutput::Object>(output.value_);
    }

    static JsonOutput::Array& array_of(JsonOutput& output) {
        if (output.is_null()) {
            output.value_ = JsonOutput::Array();
        }
        assert(std::holds_alternative<JsonOutput::Array>(output.value_));
        return std::get<JsonOutput::Array>(output.value_);
    }

private:
    template <typename Scalar>
    static Library of(const Scalar& value) {
        return Library(value);
    }

    static Library of(const JsonOutput::Array& elements) {
        Library result = Library::array();
        for (const JsonOutput& element : elements) {
            result.push_back(to_library(element));
        }
        return result;
    }

    static Library of(const JsonOutput::Object& members) {
        Library result = Library::object();
        for (const JsonOutput::Member& member : members) {
            result[member.name] = to_library(member.value);
        }
        return result;
    }
};

JsonOutput::JsonOutput(std::nullptr_t) : value_(nullptr) {}
JsonOutput::JsonOutput(bool value) : value_(value) {}
JsonOutput::JsonOutput(int value) : value_(std::int64_t{value}) {}
JsonOutput::JsonOutput(long value) : value_(std::int64_t{value}) {}
JsonOutput::JsonOutput(long long value) : value_(std::int64_t{value}) {}
JsonOutput::JsonOutput(unsigned value) : value_(std::uint64_t{value}) {}
JsonOutput::JsonOutput(unsigned long value) : value_(std::uint64_t{value}) {}
JsonOutput::JsonOutput(unsigned long long value) : value_(std::uint64_t{value}) {}
JsonOutput::JsonOutput(double value) : value_(value) {}
JsonOutput::JsonOutput(const char* value) : value_(std::string(value)) {}
JsonOutput::JsonOutput(std::string_view value) : value_(std::string(value)) {}
JsonOutput::JsonOutput(std::string value) : value_(std::move(value)) {}

JsonOutput::JsonOutput(std::initializer_list<JsonOutput> elements) {
    if (!std::all_of(elements.begin(), elements.end(), JsonConversion::name_of)) {
        value_ = Array(elements);
        return;
    }
    Object& object = value_.emplace<Object>();
    for (const JsonOutput& element : elements) {
        const std::string& name = *JsonConversion::name_of(element);
        if (JsonConversion::find(object, name) == nullptr) {
            object.push_back({name, std::get<Array>(element.value_).back()});
        }
    }
}

JsonOutput::JsonOutput(const JsonOutput& other) = default;
JsonOutput::JsonOutput(JsonOutput&& other) noexcept = default;
JsonOutput& JsonOutput::operator=(const JsonOutput& other) = default;
JsonOutput& JsonOutput::operator=(JsonOutput&& other) noexcept = default;
JsonOutput::~JsonOutput() = default;

JsonOutput JsonOutput::array(std::initializer_list<JsonOutput> elements) {
    JsonOutput result;
    result.value_ = Array(elements);
    return result;
}

JsonOutput JsonOutput::object() {
    JsonOutput result;
    result.value_ = Object();
    return result;
}

JsonOutput JsonOutput::parse(std::string_view text) {
    try {
        return JsonConversion::from_library(JsonConversion::Library::parse(text));
    } catch (const JsonConversion::Library::exception& error) {
        throw Error(error.what());
    }
}

bool JsonOutput::is_null() const {
    return std::holds_alternative<std::nullptr_t>(value_);
}

bool JsonOutput::empty() const {
    const auto* const array = std::get_if<Array>(&value_);
    const auto* const object = std::get_if<Object>(&value_);
    return is_null() || (array != nullptr && array->empty()) || (object != nullptr && object->empty());
}

JsonOutput& JsonOutput::operator[](std::string_view key) {
    Object& object = JsonConversion::object_of(*this);
    Member* const known = JsonConversion::find(object, key);
    return known != nullptr ? known->value : object.emplace_back(Member{std::string(key), nullptr}).value;
}

JsonOutput& JsonOutput::operator[](std::size_t index) {
    Array& array = JsonConversion::array_of(*this);
    assert(index < array.size());
    return array[index];
}

JsonOutput& JsonOutput::back() {
    Array& array = JsonConversion::array_of(*this);
    assert(!array.empty());
    return array.back();
}

void JsonOutput::push_back(JsonOutput element) {
    JsonConversion::array_of(*this).push_back(std::move(element));
}

void JsonOutput::append(JsonOutput other) {
    for (JsonOutput& element : JsonConversion::array_of(other)) {
        push_back(std::move(element));
    }
}

void JsonOutput::update(JsonOutput other) {
    for (Member& member : JsonConversion::object_of(other)) {
        (*this)[member.name] = std::move(member.value);
    }
}

void JsonOutput::erase(std::string_view key) {
    std::erase_if(JsonConversion::object_of(*this), [&](const Member& member) { return member.name == key; });
}

void JsonOutput::erase(std::size_t index) {
    Array& array = JsonConversion::array_of(*this);
    assert(index < array.size());
    array.erase(array.begin() + static_cast<std::ptrdiff_t>(index));
}

std::string JsonOutput::dump(int indent, NotUtf8 strings) const {
    using Handler = JsonConversion::Library::error_handler_t;
    const Handler handler = strings == NotUtf8::kReplace ? Handler::replace : Handler::strict;
    try {
        return JsonConversion::to_library(*this).dump(indent, ' ', false, handler);
    } catch (const JsonConversion::Library::exception& error) {
        throw Error(error.what());
    }
}

std::string JsonOutput::dump_to_depth(int depth) const {
    return JsonConversion::to_depth(*this, depth, 0);
}

std::string JsonOutput::to_msgpack() const {
    std::string bytes;
    JsonConversion::Library::to_msgpack(JsonConversion::to_library(*this), bytes);
    return bytes;
}

}  // namespace causeway::base
