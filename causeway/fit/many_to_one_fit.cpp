#include "causeway/fit/many_to_one_fit.hpp"

#include "causeway/fit/change_point.hpp"
#include "causeway/fit/plogp_fit.hpp"
#include "causeway/model/ethernet_times.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace causeway::fit {

namespace {

/// An escalated operation takes more than so many times what others do.
constexpr double kFarBeyond = 3.0;
/// So many of a size escalate, and so large a part of them, where sizes escalate.
constexpr int kFewestEscalations = 2;
constexpr double kLeastPart = 0.05;

struct AtSize {
    std::vector<const EthernetSample*> samples;
    Seconds undisturbed;
    std::vector<Seconds> excess;  ///< of each escalation

    [[nodiscard]] bool escalates() const {
        const auto count = static_cast<double>(excess.size());
        return count >= kFewestEscalations && count >= kLeastPart * static_cast<double>(samples.size());
    }
};

std::map<Bytes, AtSize> by_size_of(const EthernetSamples& samples) {
    std::map<Bytes, AtSize> result;
    for (const EthernetSample& sample : samples.samples) {
        // From a single sender all is the same.
        if (sample.experiment == EthernetExperiment::kManyToOne && sample.from.size() > 1) {
            result[sample.size].samples.push_back(&sample);
        }
    }
    for (auto& [size, at_size] : result) {
        std::vector<double> times;
        for (const EthernetSample* sample : at_size.samples) {
            times.push_back(sample->time.value());
        }
        at_size.undisturbed = Seconds(undisturbed(times));
        for (const double time : times) {
            const Seconds excess = Seconds(time) - at_size.undisturbed;
            if (excess > kLeastEscalation && Seconds(time) > kFarBeyond * at_size.undisturbed) {
                at_size.excess.push_back(excess);
            }
        }
    }
    return result;
}

ChangePoint::Misses misses_of(const platform::Ethernet& parameters, const AtSize& at_size) {
    const EthernetSample& sample = *at_size.samples.front();
    const auto squared = [&](model::ManyToOne way) {
        const double ratio = std::log(at_size.undisturbed /
                                      model::many_to_one(parameters, sample.to.front(), sample.from, sample.size, way));
        return ratio * ratio;
    };
    return {squared(model::ManyToOne::kAtOnce), squared(model::ManyToOne::kOneByOne)};
}

}  // namespace

std::optional<platform::ManyToOne> many_to_one_of(const platform::Ethernet& parameters,
                                                  const EthernetSamples& samples) {
    const std::map<Bytes, AtSize> by_size = by_size_of(samples);
    if (by_size.empty()) {
        return std::nullopt;
    }
    ChangePoint change;
    for (const auto& [size, at_size] : by_size) {
        change.add(size, misses_of(parameters, at_size));
    }
    platform::ManyToOne result;
    const Bytes largest = by_size.rbegin()->first;
    if (const Bytes up_to = change.best(); up_to < largest) {
        result.serial_above = up_to;
    }
    result.parallel_up_to = result.serial_above.value_or(largest);
    Bytes before(0);
    bool escalates = false;
    std::size_t count = 0;
    std::size_t escalated = 0;
    for (const auto& [size, at_size] : by_size) {
        if (result.serial_above && size > *result.serial_above) {
            break;
        }
        if (!escalates && at_size.escalates()) {
            escalates = true;
            result.parallel_up_to = before;
        }
        if (escalates) {
            count += at_size.samples.size();
            escalated += at_size.excess.size();
            for (const Seconds excess : at_size.excess) {
                result.escalation += excess;
            }
        }
        before = size;
    }
    if (escalated > 0) {
        result.escalation = result.escalation / static_cast<double>(escalated);
        result.escalation_probability = static_cast<double>(escalated) / static_cast<double>(count);
    }
    return result;
}

}  // namespace causeway::fit
