#include "causeway/tuning/choices.hpp"

#include <algorithm>
#include <cmath>

namespace causeway::tuning {

std::size_t best_of(std::span<const Measured> measured) {
    const auto is_faster = [](const Measured& a, const Measured& b) { return a.time < b.time; };
    const auto fastest = std::min_element(measured.begin(), measured.end(), is_faster);
    const Seconds good_enough = (1.0 + kLeastGain) * fastest->time;
    const auto good_one = [&](const auto& is_simple) {
        return std::find_if(measured.begin(), measured.end(),
                            [&](const Measured& one) { return one.time <= good_enough && is_simple(one.choice); });
    };
    auto best = good_one([](const Choice& choice) { return choice.is_left_to_library(); });
    if (best == measured.end()) {
        best = good_one([&](const Choice& choice) {
            return choice.algorithm == fastest->choice.algorithm && choice.segment == Bytes(0);
        });
    }
    return static_cast<std::size_t>((best == measured.end() ? fastest : best) - measured.begin());
}

std::vector<SizeChoice> for_all_sizes(std::span<const ChosenAt> chosen) {
    std::vector<SizeChoice> sizes;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        Bytes from{0};
        if (i > 0) {
            const auto smaller = static_cast<double>(chosen[i - 1].size.value());
            const auto larger = static_cast<double>(chosen[i].size.value());
            from = Bytes(std::llround(std::ceil(std::sqrt(smaller * larger))));
        }
        if (sizes.empty() || sizes.back().choice != chosen[i].choice) {
            sizes.push_back({from, chosen[i].choice});
        }
    }
    return sizes;
}

}  // namespace causeway::tuning
