/// Samples that a switched Ethernet with known parameters would give, with noise.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/model/ethernet_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace causeway::fit {

/// Hosts that differ up to fourfold in both costs, on wires of 20 to 31 MB/s.
inline platform::Ethernet unequal_hosts(int num_hosts) {
    platform::Ethernet result;
    for (int host = 0; host < num_hosts; ++host) {
        const double slowness = 1.0 + 3.0 * ((host * 5) % num_hosts) / num_hosts;
        result.hosts.push_back({Seconds(4e-5 * slowness), SecondsPerByte(1e-8 * (5.0 - slowness))});
    }
    result.wire = base::SquareMatrix<SecondsPerByte>(num_hosts);
    for (int from = 0; from < num_hosts; ++from) {
        for (int to = 0; to < num_hosts; ++to) {
            result.wire(from, to) = SecondsPerByte(3.2e-8 * (1.0 + 0.5 * ((from + to) % 3) / 2.0));
        }
    }
    result.threshold = Bytes(1024);
    result.broadcast = platform::AffineCost{Seconds(3e-4), SecondsPerByte(2e-8)};
    return result;
}

/// The same, whose messages of more than `above` shake hands first, which takes two messages more of which each host
/// pays its part, and are copied once less.
inline platform::Ethernet with_long_messages(platform::Ethernet ethernet, Bytes above) {
    ethernet.long_messages = platform::LongMessages{above, ethernet.hosts, ethernet.wire};
    for (platform::AffineCost& cost : ethernet.long_messages->hosts) {
        cost = {3.0 * cost.fixed, SecondsPerByte(0.7 * cost.per_byte.value())};
    }
    return ethernet;
}

/// Every experiment that the parameters need, times multiplied by 1 + `noise` times a normal deviate's like.
class SyntheticEthernet {
public:
    SyntheticEthernet(platform::Ethernet truth, double noise, std::uint64_t seed)
        : truth_(std::move(truth)), noise_(noise), random_(seed) {
        for (int host = 0; host < truth_.num_hosts(); ++host) {
            samples_.hosts.push_back(fmt::format("h{}", host));
        }
    }

    void add_round_trips(const std::vector<Bytes>& sizes) {
        for_pairs([&](int i, int j) {
            for (const Bytes size : sizes) {
                add(EthernetExperiment::kRoundTrip, {i}, {j}, size, 2.0 * model::point_to_point(truth_, i, j, size));
            }
        });
    }

    void add_one_to_two(const std::vector<Bytes>& sizes) {
        for (int root = 0; root < truth_.num_hosts(); ++root) {
            for_pairs([&](int j, int k) {
                for (const Bytes size : sizes) {
                    if (root != j && root != k) {
                        add(EthernetExperiment::kOneToTwo, {root}, {j, k}, size, one_to_two(root, j, k, size));
                    }
                }
            });
        }
    }

    void add_one_to_many(const std::vector<Bytes>& sizes) {
        for (const Bytes size : sizes) {
            add(EthernetExperiment::kOneToMany, {0}, others(), size, model::one_to_many(truth_, 0, others(), size));
        }
    }

    /// Each several times, of which some escalate as the truth has it.
    void add_many_to_one(const std::vector<Bytes>& sizes, int times) {
        for (const Bytes size : sizes) {
            const auto& many = truth_.many_to_one;
            const bool may_escalate =
                many && size > many->parallel_up_to && !(many->serial_above && size > *many->serial_above);
            const bool one_by_one = many && many->serial_above && size > *many->serial_above;
            const Seconds undisturbed = model::many_to_one(
                truth_, 0, others(), size, one_by_one ? model::ManyToOne::kOneByOne : model::ManyToOne::kAtOnce);
            for (int i = 0; i < times; ++i) {
                const bool escalates = may_escalate && random_.between(0.0, 1.0) < many->escalation_probability;
                add(EthernetExperiment::kManyToOne, others(), {0}, size,
                    escalates ? undisturbed + many->escalation : undisturbed);
            }
        }
    }

    /// Of sends that wait from `waits_above` on.
    void add_late_sends(const std::vector<Bytes>& sizes, Bytes waits_above) {
        for (const Bytes size : sizes) {
            add(EthernetExperiment::kLateSend, {0}, {1}, size, size > waits_above ? kLateness : Seconds(2e-5));
        }
    }

    /// Makes each time so many times as long with this probability: somebody else had the processor.
    void add_spikes(double probability, double times) {
        for (EthernetSample& sample : samples_.samples) {
            if (random_.between(0.0, 1.0) < probability) {
                sample.time = random_.between(1.0, times) * sample.time;
            }
        }
    }

    void add_broadcasts(const std::vector<Bytes>& sizes) {
        std::vector<int> order{0};
        for (const int host : others()) {
            order.push_back(host);
        }
        for (const Bytes size : sizes) {
            add(EthernetExperiment::kBroadcast, {0}, others(), size, model::binomial_broadcast(truth_, order, size));
        }
    }

    /// What the parameters need: so many rounds of round trips and one to two, and of one to many and broadcasts.
    void add_rounds(int rounds, const std::vector<Bytes>& sizes, const std::vector<Bytes>& collective_sizes) {
        for (int round = 0; round < rounds; ++round) {
            add_round_trips(sizes);
            add_one_to_two(sizes);
            add_one_to_many(collective_sizes);
            add_broadcasts(collective_sizes);
        }
    }

    [[nodiscard]] EthernetSamples& samples() { return samples_; }

private:
    template <typename Use>
    void for_pairs(const Use& use) const {
        for (int i = 0; i < truth_.num_hosts(); ++i) {
            for (int j = i + 1; j < truth_.num_hosts(); ++j) {
                use(i, j);
            }
        }
    }

    [[nodiscard]] std::vector<int> others() const {
        std::vector<int> result;
        for (int host = 1; host < truth_.num_hosts(); ++host) {
            result.push_back(host);
        }
        return result;
    }

    [[nodiscard]] Seconds one_to_two(int root, int j, int k, Bytes size) const {
        const auto answered = [&](int x) {
            return truth_.cost(x, Bytes(0)).fixed + truth_.beyond_sender(root, x, size);
        };
        const platform::AffineCost& sender = truth_.cost(root, size);
        const Seconds answers = 2.0 * truth_.cost(root, Bytes(0)).fixed;
        return answers + 2.0 * sender.of(size) + std::max(answered(j), answered(k));
    }

    void add(EthernetExperiment experiment, std::vector<int> from, std::vector<int> to, Bytes size, Seconds time) {
        // The sum of twelve uniform numbers has the variance of a standard normal one.
        double deviate = -6.0;
        for (int i = 0; i < 12; ++i) {
            deviate += random_.between(0.0, 1.0);
        }
        samples_.samples.push_back({experiment, std::move(from), std::move(to), size, (1.0 + noise_ * deviate) * time});
    }

    platform::Ethernet truth_;
    double noise_;
    base::Random random_;
    EthernetSamples samples_;
};

}  // namespace causeway::fit
