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

    void add_broadcasts(const std::vector<Bytes>& sizes) {
        std::vector<int> order{0};
        for (const int host : others()) {
            order.push_back(host);
        }
        for (const Bytes size : sizes) {
            add(EthernetExperiment::kBroadcast, {0}, others(), size, model::binomial_broadcast(truth_, order, size));
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
            const platform::AffineCost& receiver = truth_.hosts[static_cast<std::size_t>(x)];
            return 2.0 * receiver.fixed + receiver.per_byte * size + truth_.wire(root, x) * size;
        };
        const platform::AffineCost& sender = truth_.hosts[static_cast<std::size_t>(root)];
        return 4.0 * sender.fixed + 2.0 * (sender.per_byte * size) + std::max(answered(j), answered(k));
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
