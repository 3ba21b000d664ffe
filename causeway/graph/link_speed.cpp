#include "causeway/graph/link_speed.hpp"

#include "causeway/graph/number.hpp"

#include <array>
#include <cctype>
#include <regex>
#include <string>
#include <vector>

namespace causeway::graph {

namespace {

constexpr double kOc1 = 51.84e6;  // bit/s
constexpr double kStm1 = 155.52e6;

struct NamedRate {
    std::string_view name;
    double bits_per_second;
};
constexpr std::array kNamedRates{NamedRate{"T1", 1.544e6},   NamedRate{"DS1", 1.544e6}, NamedRate{"T3", 44.736e6},
                                 NamedRate{"DS3", 44.736e6}, NamedRate{"E1", 2.048e6},  NamedRate{"E3", 34.368e6},
                                 NamedRate{"GIGE", 1000.0e6}};

double unit_of(char letter) {
    switch (letter) {
        case 'K':
            return 1e3;
        case 'M':
            return 1e6;
        case 'G':
            return 1e9;
        default:
            return 1e12;  // T
    }
}

/// The rates, in bits per second, that stand in a text in capitals.
std::vector<double> rates_in(const std::string& text) {
    // A number with a unit; OC-n or STM-n; a name without its hyphen. Whole words only.
    static const std::regex pattern(
        R"((?:^|[^A-Z0-9.])(?:(\d+(?:\.\d+)?) *([KMGT])(?:BPS|BP/S|B/S|BITS?(?:/S)?|BE|B|E|IGE)?|(OC|STM) ?-? ?(\d+)C?|((?:T|E|DS)-?[13]|GIGE))(?=$|[^A-Z0-9]))");
    std::vector<double> result;
    for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern); match != std::sregex_iterator();
         ++match) {
        if ((*match)[1].matched) {
            result.push_back(number_in((*match)[1].str()).value_or(0.0) * unit_of((*match)[2].str().front()));
        } else if ((*match)[3].matched) {
            result.push_back(number_in((*match)[4].str()).value_or(0.0) * ((*match)[3].str() == "OC" ? kOc1 : kStm1));
        } else {
            std::string name = (*match)[5].str();
            std::erase(name, '-');
            for (const NamedRate& rate : kNamedRates) {
                if (rate.name == name) {
                    result.push_back(rate.bits_per_second);
                }
            }
        }
    }
    return result;
}

/// Whether a text in capitals says that its number is a bound, a count of links or one end of a range.
bool is_vague(const std::string& text) {
    static const std::regex pattern(R"([<>~]|\d *[X*+] *\d|\d[A-Z]* *- *\d)");
    return std::regex_search(text, pattern);
}

}  // namespace

std::optional<BytesPerSecond> speed_in(std::string_view label) {
    constexpr std::size_t kLongest = 200;  // more is prose, and too much for a recursive matcher
    if (label.size() > kLongest) {
        return std::nullopt;
    }
    std::string text(label);
    for (char& letter : text) {
        letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
    const std::vector<double> rates = rates_in(text);
    if (rates.size() != 1 || !(rates.front() > 0.0) || is_vague(text)) {
        return std::nullopt;
    }
    return BytesPerSecond(rates.front() / kBitsPerByte);
}

}  // namespace causeway::graph
