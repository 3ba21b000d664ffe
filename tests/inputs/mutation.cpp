#include "mutation.hpp"

#include "absurd_values.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::test {

namespace {

using base::Random;
using Json = nlohmann::ordered_json;

/// No input grows beyond this by its changes.
constexpr std::size_t kLargest = std::size_t{1} << 20U;

std::size_t below(std::size_t limit, Random& random) {
    return limit == 0 ? 0 : static_cast<std::size_t>(random.next() % limit);
}

template <typename Values>
const auto& any_of(const Values& values, Random& random) {
    return values[below(std::size(values), random)];
}

/// How often something is repeated: mostly a few times, seldom many.
std::size_t repetitions(Random& random) {
    constexpr std::array<std::size_t, 7> kTimes{1, 1, 1, 2, 3, 10, 100};
    constexpr std::array<std::size_t, 4> kManyTimes{1000, 3000, 20'000, 100'000};
    return random.below(100) == 0 ? any_of(kManyTimes, random) : any_of(kTimes, random);
}

std::string long_text(Random& random) {
    return std::string(repetitions(random), static_cast<char>('a' + random.below(26)));
}

// JSON.

void collect(Json& value, std::vector<Json*>& values) {
    values.push_back(&value);
    if (value.is_structured()) {
        for (Json& element : value) {
            collect(element, values);
        }
    }
}

Json any_scalar(Random& random) {
    switch (random.below(10)) {
        case 0:
            return nullptr;
        case 1:
            return random.below(2) == 0;
        case 2:
            return Json::object();
        case 3:
            return Json::array();
        case 4:
            return std::string(any_of(kTexts, random));
        case 5:
            return long_text(random);
        default: {
            const std::string_view number = any_of(kNumbers, random);
            Json parsed = Json::parse(number, nullptr, false);
            return parsed.is_discarded() ? Json(std::string(number)) : parsed;
        }
    }
}

/// Somewhat more or less, or of the other sign.
void change_number(Json& value, Random& random) {
    const auto number = value.get<double>();
    constexpr std::array<double, 9> kFactors{-1.0, 0.0, 0.1, 0.5, 0.99, 1.01, 2.0, 10.0, 1e6};
    const double changed = number * any_of(kFactors, random);
    constexpr double kWhole = 1e15;
    if (changed == static_cast<double>(static_cast<std::int64_t>(std::clamp(changed, -kWhole, kWhole)))) {
        value = static_cast<std::int64_t>(changed) + random.below(3) - 1;
    } else {
        value = changed;
    }
}

void change_array(Json& array, const Json& other, Random& random) {
    if (array.empty() || random.below(4) == 0) {
        array.insert(array.begin() + static_cast<std::ptrdiff_t>(below(array.size() + 1, random)), other);
        return;
    }
    const auto place = static_cast<std::ptrdiff_t>(below(array.size(), random));
    switch (random.below(3)) {
        case 0:
            array.erase(array.begin() + place);
            break;
        case 1: {
            const Json copy = array[static_cast<std::size_t>(place)];
            const std::size_t times = repetitions(random);
            const std::size_t size = copy.dump(-1, ' ', false, Json::error_handler_t::replace).size() + 1;
            for (std::size_t i = 0; i < std::min(times, kLargest / 4 / size); ++i) {
                array.push_back(copy);
            }
            break;
        }
        default:
            std::swap(array[static_cast<std::size_t>(place)], array[below(array.size(), random)]);
    }
}

/// `keys`: all of the document.
void change_object(Json& object, const Json& other, const std::vector<std::string>& keys, Random& random) {
    if (object.empty() || random.below(3) == 0) {
        object[keys.empty() || random.below(8) == 0 ? long_text(random) : any_of(keys, random)] = other;
        return;
    }
    const auto any_member = [&] {
        return std::next(object.begin(), static_cast<std::ptrdiff_t>(below(object.size(), random)));
    };
    const auto member = any_member();
    if (random.below(2) == 0) {
        object.erase(member);
    } else {
        std::swap(member.value(), any_member().value());
    }
}

/// Arrays, or objects, around `value`, so many; as text, since values that nest deeply cannot be handled at all.
std::string nested(const std::string& value, Random& random) {
    const std::size_t depth = repetitions(random) * 5;
    const bool arrays = random.below(2) == 0;
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) {
        text += arrays ? "[" : "{\"a\":";
    }
    text += value;
    if (random.below(4) != 0) {
        text += std::string(depth, arrays ? ']' : '}');
    }
    return text;
}

// Lines.

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

template <typename Strings>
std::string joined(const Strings& strings, char separator) {
    std::string text;
    for (const std::string& string : strings) {
        text += (&string == &strings.front() ? "" : std::string(1, separator)) + string;
        if (text.size() > kLargest) {
            break;
        }
    }
    return text;
}

/// Erases one, doubles one (or makes many of it), exchanges two, or takes one of `others`.
void change_list(std::vector<std::string>& list, const std::vector<std::string>& others, Random& random) {
    if (list.empty()) {
        list = others;
        return;
    }
    const std::size_t place = below(list.size(), random);
    const auto at = list.begin() + static_cast<std::ptrdiff_t>(place);
    switch (random.below(5)) {
        case 0:
            list.erase(at);
            break;
        case 1: {
            const std::string copy = *at;
            list.insert(at, std::min(repetitions(random), kLargest / 2 / (copy.size() + 1)), copy);
            break;
        }
        case 2:
            std::swap(list[place], list[below(list.size(), random)]);
            break;
        case 3:
            list[place] = others[below(others.size(), random)];
            break;
        default:
            list.insert(at, others[below(others.size(), random)]);
    }
}

std::string with_changed_cells(const std::string& line, Random& random) {
    constexpr std::array<char, 4> kSeparators{',', ' ', '\t', '='};
    char separator = any_of(kSeparators, random);
    for (const char usual : kSeparators) {
        separator = line.find(separator) == std::string::npos ? usual : separator;
    }
    std::vector<std::string> cells(1);
    for (const char letter : line) {
        if (letter == separator) {
            cells.emplace_back();
        } else {
            cells.back() += letter;
        }
    }
    const std::vector<std::string> others{std::string(any_of(kNumbers, random)), std::string(any_of(kTexts, random)),
                                          long_text(random), any_of(cells, random)};
    change_list(cells, others, random);
    return joined(cells, separator);
}

}  // namespace

std::string with_changed_values(const std::string& text, Random& random) {
    constexpr int kDeepest = 200;  // who changes values calls himself for each level
    const auto is_shallow = [](int depth, Json::parse_event_t, const Json&) { return depth < kDeepest; };
    Json document = Json::parse(text, is_shallow, false);
    if (document.is_discarded()) {
        return text;
    }
    std::vector<Json*> values;
    collect(document, values);
    std::vector<std::string> keys;
    for (const Json* value : values) {
        if (value->is_object()) {
            for (const auto& [key, ignored] : value->items()) {
                keys.push_back(key);
            }
        }
    }
    Json& value = *any_of(values, random);
    const Json other = random.below(2) == 0 ? any_scalar(random) : *any_of(values, random);
    if (value.is_array() && random.below(4) != 0) {
        change_array(value, other, random);
    } else if (value.is_object() && random.below(4) != 0) {
        change_object(value, other, keys, random);
    } else if (value.is_number() && random.below(2) != 0) {
        change_number(value, random);
    } else if (random.below(40) == 0) {
        constexpr std::string_view kMark = "put it here";
        value = kMark;
        std::string result = document.dump(-1, ' ', false, Json::error_handler_t::replace);
        const std::string quoted = "\"" + std::string(kMark) + "\"";
        const std::size_t at = result.find(quoted);
        return result.replace(at, quoted.size(), nested("1", random));
    } else {
        value = other;
    }
    return document.dump(random.below(2) == 0 ? -1 : 1, ' ', false, Json::error_handler_t::replace);
}

std::string with_changed_lines(const std::string& text, const std::string& other, Random& random) {
    std::vector<std::string> lines = lines_of(text);
    if (random.below(3) == 0) {
        change_list(lines, lines_of(other), random);
    } else {
        std::string& line = lines[below(lines.size(), random)];
        line = with_changed_cells(line, random);
    }
    return joined(lines, '\n');
}

std::string with_changed_tags(const std::string& text, Random& random) {
    std::vector<std::string> pieces(1);
    for (const char letter : text) {
        if (letter == '<' || (!pieces.back().empty() && pieces.back().back() == '>')) {
            pieces.emplace_back();
        }
        pieces.back() += letter;
    }
    if (random.below(2) == 0) {
        change_list(pieces, std::vector<std::string>(pieces), random);
    } else {  // between two quotation marks
        std::string& piece = any_of(pieces, random).empty() ? pieces.front() : pieces[below(pieces.size(), random)];
        const std::size_t begin = piece.find('"');
        const std::size_t end = begin == std::string::npos ? begin : piece.find('"', begin + 1);
        if (end != std::string::npos) {
            const std::array<std::string, 3> others{std::string(any_of(kNumbers, random)),
                                                    std::string(any_of(kTexts, random)), long_text(random)};
            piece.replace(begin + 1, end - begin - 1, any_of(others, random));
        }
    }
    std::string result;
    for (const std::string& piece : pieces) {
        result += piece;
        if (result.size() > kLargest) {
            break;
        }
    }
    return result;
}

std::string with_changed_number(const std::string& text, Random& random) {
    const auto is_digit = [](char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; };
    const auto may_go_on = [&](char letter) {
        return is_digit(letter) || letter == '.' || letter == 'e' || letter == 'E' || letter == '-' || letter == '+';
    };
    std::vector<std::pair<std::size_t, std::size_t>> numbers;  // begin, end
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (is_digit(text[at])) {
            std::size_t end = at;
            while (end < text.size() && may_go_on(text[end])) {
                ++end;
            }
            numbers.emplace_back(at, end);
            at = end;
        }
    }
    if (numbers.empty()) {
        return text;
    }
    const auto [begin, end] = any_of(numbers, random);
    std::string changed = text;
    changed.replace(
        begin, end - begin,
        random.below(8) == 0 ? std::string(repetitions(random), '9') : std::string(any_of(kNumbers, random)));
    return changed;
}

std::string with_changed_bytes(const std::string& text, const std::string& other, Random& random) {
    constexpr std::array<std::string_view, 16> kPieces{std::string_view("\0", 1),
                                                       "\xff",
                                                       "\xef\xbb\xbf",
                                                       "\r",
                                                       "\n",
                                                       "\"",
                                                       "[",
                                                       "{",
                                                       "<",
                                                       "<!DOCTYPE a",
                                                       "\xc0\x80",
                                                       ",,,",
                                                       "#",
                                                       "\\u",
                                                       "\\ud8",
                                                       "&#0;"};
    std::string changed = text;
    const std::size_t at = below(changed.size() + 1, random);
    switch (random.below(7)) {
        case 0:
            if (at < changed.size()) {
                changed[at] = static_cast<char>(random.below(256));
            }
            break;
        case 1:
            changed.erase(at, below(16, random) + 1);
            break;
        case 2: {
            const std::string_view piece = any_of(kPieces, random);
            const std::size_t times = std::min(repetitions(random), kLargest / 2 / piece.size());
            std::string inserted;
            for (std::size_t i = 0; i < times; ++i) {
                inserted += piece;
            }
            changed.insert(at, inserted);
            break;
        }
        case 3:
            changed.resize(at);
            break;
        case 4: {  // the one up to here, the other from there
            const std::size_t there = below(other.size() + 1, random);
            changed = changed.substr(0, at) + other.substr(there);
            break;
        }
        case 5:
            changed.insert(at, changed.substr(below(changed.size() + 1, random), below(200, random)));
            break;
        default:
            if (at < changed.size()) {
                changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1 << random.below(8)));
            }
    }
    return changed;
}

std::string mutated(std::span<const std::string> seeds, Form form, Random& random) {
    std::string text = seeds[below(seeds.size(), random)];
    const std::string& other = seeds[below(seeds.size(), random)];
    constexpr std::array<int, 8> kChanges{1, 1, 1, 1, 2, 2, 3, 8};
    const int changes = random.below(200) == 0 ? 0 : any_of(kChanges, random);
    for (int change = 0; change < changes && text.size() < kLargest; ++change) {
        const int kind = random.below(10);
        if (kind < 7) {
            switch (form) {
                case Form::kJson:
                    text = with_changed_values(text, random);
                    break;
                case Form::kLines:
                    text = with_changed_lines(text, other, random);
                    break;
                case Form::kXml:
                    text = with_changed_tags(text, random);
                    break;
            }
        } else if (kind == 7) {
            text = with_changed_number(text, random);
        } else {
            text = with_changed_bytes(text, other, random);
        }
    }
    return text;
}

}  // namespace causeway::test
