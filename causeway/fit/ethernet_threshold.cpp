#include "causeway/fit/ethernet_threshold.hpp"

#include "causeway/base/text.hpp"
#include "causeway/fit/change_point.hpp"
#include "causeway/model/ethernet_times.hpp"
#include "causeway/statistics/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace causeway::fit {

namespace {

using model::OneToMany;

/// By how far both branches of equation 6 are off the median times, squared logarithms.
ChangePoint change_of_branches(const platform::Ethernet& parameters, const EthernetSamples& samples) {
    std::map<Bytes, std::map<OneToMany, std::vector<double>>> ratios;
    for (const EthernetSample& sample : samples.samples) {
        // To a single receiver both branches are the same.
        if (sample.experiment != EthernetExperiment::kOneToMany || sample.to.size() < 2) {
            continue;
        }
        for (const OneToMany way : {OneToMany::kAtOnce, OneToMany::kOneByOne}) {
            const int root = sample.from.front();
            // Whether C_0 counts once or for each message is another question.
            const double once =
                std::log(sample.time / model::one_to_many(parameters, root, sample.to, sample.size, way));
            const double each =
                std::log(sample.time / model::one_to_many_paying_each(parameters, root, sample.to, sample.size, way));
            ratios[sample.size][way].push_back(std::abs(once) < std::abs(each) ? once : each);
        }
    }
    ChangePoint result;
    for (const auto& [size, of_way] : ratios) {
        const auto squared = [&ways = of_way](OneToMany way) {
            const double ratio = statistics::median(ways.at(way));
            return ratio * ratio;
        };
        result.add(size, {squared(OneToMany::kAtOnce), squared(OneToMany::kOneByOne)});
    }
    return result;
}

}  // namespace

std::optional<WaitingSends> waiting_sends(const EthernetSamples& samples) {
    std::map<Bytes, std::vector<double>> times;
    for (const EthernetSample& sample : samples.samples) {
        if (sample.experiment == EthernetExperiment::kLateSend) {
            times[sample.size].push_back(sample.time.value());
        }
    }
    if (times.empty()) {
        return std::nullopt;
    }
    ChangePoint looks;
    for (const auto& [size, some] : times) {
        const bool waits = statistics::median(some) > kLateness.value() / 2.0;
        looks.add(size, {waits ? 1.0 : 0.0, waits ? 0.0 : 1.0});
    }
    const Bytes change = looks.best();
    WaitingSends result;
    if (change >= times.begin()->first) {
        result.return_up_to = change;
    }
    if (change < times.rbegin()->first) {
        result.wait_above = change;
    }
    return result;
}

ThresholdFit threshold_of(const platform::Ethernet& parameters, const EthernetSamples& samples) {
    const std::optional<WaitingSends> waiting = waiting_sends(samples);
    const ChangePoint branches = change_of_branches(parameters, samples);
    ThresholdFit result;
    if (waiting && !waiting->wait_above) {
        result.remarks.push_back(
            fmt::format("no blocking send up to {} waits for its receiver", base::to_text(*waiting->return_up_to)));
    }
    if (branches.empty()) {
        result.threshold = waiting ? waiting->wait_above : std::nullopt;
        return result;
    }
    const Bytes change = branches.best();
    const Bytes next = branches.after(change);
    if (next == change) {
        result.remarks.push_back(fmt::format(
            "no threshold: up to {}, the largest message to several hosts that was measured, sends went side "
            "by side",
            base::to_text(change)));
        if (waiting && waiting->wait_above && *waiting->wait_above < change) {
            result.remarks.push_back(fmt::format("although blocking sends of more than {} wait for their receivers",
                                                 base::to_text(*waiting->wait_above)));
        }
        return result;
    }
    result.threshold = change;
    if (waiting && waiting->wait_above) {
        if (*waiting->wait_above >= change && *waiting->wait_above < next) {
            result.threshold = *waiting->wait_above;
        } else {
            result.remarks.push_back(
                fmt::format("blocking sends of more than {} wait for their receivers, but to several hosts those of "
                            "more than {} go one "
                            "by one",
                            base::to_text(*waiting->wait_above), base::to_text(change)));
        }
    }
    return result;
}

}  // namespace causeway::fit
