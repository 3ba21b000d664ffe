#include "causeway/fit/ethernet_fit.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/fit/ethernet_equations.hpp"
#include "causeway/fit/non_negative_least_squares.hpp"
#include "causeway/statistics/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace causeway::fit {

namespace {

using base::InputError;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using model::OneToMany;
using platform::AffineCost;
using platform::Ethernet;

/// Half the width of a 95 % interval in standard deviations; equations are many.
constexpr double kDeviations = 1.96;
/// Which receiver answers last settles in a few rounds; where it does not, the two are equal.
constexpr int kMostRounds = 50;
/// A host does not fit whose equations are wrong by so many times the median host's error, and by more than this part.
constexpr double kMisfit = 3.0;
constexpr double kLeastMisfit = 0.03;

[[noreturn]] void refuse(const std::string& source, std::string found, std::string accepted) {
    throw InputError({.source = source, .place = {}, .found = std::move(found), .accepted = std::move(accepted)});
}

void check_samples(const EthernetSamples& samples, const std::string& source) {
    const std::size_t n = samples.hosts.size();
    std::vector<char> has_round_trip(n, 0);
    std::set<Bytes> sizes;
    for (const EthernetSample& sample : samples.samples) {
        if (sample.experiment == EthernetExperiment::kRoundTrip) {
            has_round_trip[static_cast<std::size_t>(sample.from.front())] = 1;
            has_round_trip[static_cast<std::size_t>(sample.to.front())] = 1;
            sizes.insert(sample.size);
        }
    }
    if (n < 3) {
        refuse(source, fmt::format("{} host{}", n, n == 1 ? "" : "s"),
               "at least 3 hosts: between two of them only the sums C_i + C_j and t_i + t_j + 1/beta_ij show, and only "
               "a third host tells whose part is whose");
    }
    for (std::size_t host = 0; host < n; ++host) {
        if (has_round_trip[host] == 0) {
            refuse(source, fmt::format("no round trip of host '{}'", samples.hosts[host]),
                   "round trips of every host with at least two others");
        }
    }
    if (sizes.size() < 2) {
        refuse(source, fmt::format("round trips of one size, {}", base::to_text(*sizes.begin())),
               "round trips of two sizes at least: C is what does not grow with the size");
    }
}

AffineCost cost_of(const EthernetUnknowns& unknowns, std::size_t host, const VectorXd& values) {
    const int per_byte = unknowns.per_byte[host];
    return {Seconds(values[unknowns.fixed[host]]), SecondsPerByte(per_byte >= 0 ? values[per_byte] : 0.0)};
}

base::SquareMatrix<SecondsPerByte> wires_of(const EthernetUnknowns& unknowns, const VectorXd& values) {
    base::SquareMatrix<SecondsPerByte> result(unknowns.wire.size());
    for (int from = 0; from < result.size(); ++from) {
        for (int to = 0; to < result.size(); ++to) {
            if (unknowns.wire(from, to) >= 0) {
                result(from, to) = SecondsPerByte(values[unknowns.wire(from, to)]);
            }
        }
    }
    return result;
}

/// [host] the median absolute difference of its equations, and those for which it stands out.
void judge_hosts(const EthernetEquations& equations, const VectorXd& differences, EthernetFit& fit) {
    std::vector<std::vector<double>> of_host(fit.hosts.size());
    for (std::size_t i = 0; i < equations.samples().size(); ++i) {
        const EthernetSample& sample = *equations.samples()[i];
        for (const std::vector<int>* side : {&sample.from, &sample.to}) {
            for (const int host : *side) {
                of_host[static_cast<std::size_t>(host)].push_back(std::abs(differences[static_cast<Index>(i)]));
            }
        }
    }
    for (const std::vector<double>& errors : of_host) {
        fit.host_errors.push_back(errors.empty() ? 0.0 : statistics::median(errors));
    }
    const double usual = statistics::median(fit.host_errors);
    for (std::size_t host = 0; host < fit.hosts.size(); ++host) {
        if (fit.host_errors[host] > std::max(kLeastMisfit, kMisfit * usual)) {
            fit.misfits.push_back(static_cast<int>(host));
            fit.remarks.push_back(
                fmt::format("the data of host '{}' do not fit: half of its equations are wrong by "
                            "more than {:.0f} %, those of the median host by {:.1f} %",
                            fit.hosts[host], 100.0 * fit.host_errors[host], 100.0 * usual));
        }
    }
}

/// The change point S between the branches of equation 6: the sampled size up to which sends at once, and above which
/// sends one by one explain the times best. Nothing where the first explain all.
std::optional<Bytes> threshold_of(EthernetFit& fit, const EthernetSamples& samples) {
    struct Misses {
        double at_once = 0.0;
        double one_by_one = 0.0;
    };
    std::map<Bytes, Misses> by_size;
    for (const EthernetSample& sample : samples.samples) {
        // To a single receiver both branches are the same.
        if (sample.experiment != EthernetExperiment::kOneToMany || sample.to.size() < 2) {
            continue;
        }
        // Whether C_0 counts once or for each message is another question.
        const auto miss = [&](OneToMany way) {
            const double once = std::log(sample.time / fit.predicted(sample, way));
            const double each =
                std::log(sample.time / model::one_to_many_paying_each(fit.parameters, sample.from.front(), sample.to,
                                                                      sample.size, way));
            return std::min(once * once, each * each);
        };
        Misses& misses = by_size[sample.size];
        misses.at_once += miss(OneToMany::kAtOnce);
        misses.one_by_one += miss(OneToMany::kOneByOne);
    }
    if (by_size.empty()) {
        return std::nullopt;
    }
    double total = 0.0;
    for (const auto& [size, misses] : by_size) {
        total += misses.one_by_one;
    }
    double least = total;  // all one by one
    std::optional<Bytes> best = Bytes(0);
    for (const auto& [size, misses] : by_size) {
        total += misses.at_once - misses.one_by_one;
        if (total < least) {
            least = total;
            best = size;
        }
    }
    if (best == by_size.rbegin()->first) {
        fit.remarks.push_back(
            fmt::format("no threshold: up to {}, the largest message to several hosts that was "
                        "measured, sends went side by side",
                        base::to_text(*best)));
        return std::nullopt;
    }
    return best;
}

/// Gamma and tau: what broadcasts take beyond the longest way down the tree.
std::optional<AffineCost> broadcast_of(EthernetFit& fit, const EthernetSamples& samples) {
    std::vector<const EthernetSample*> used;
    std::set<Bytes> sizes;
    for (const EthernetSample& sample : samples.samples) {
        if (sample.experiment == EthernetExperiment::kBroadcast) {
            used.push_back(&sample);
            sizes.insert(sample.size);
        }
    }
    if (used.empty()) {
        return std::nullopt;
    }
    const Index unknowns = sizes.size() > 1 ? 2 : 1;
    MatrixXd equations(static_cast<Index>(used.size()), unknowns);
    VectorXd right(static_cast<Index>(used.size()));
    for (std::size_t i = 0; i < used.size(); ++i) {
        const auto row = static_cast<Index>(i);
        const double time = used[i]->time.value();
        equations(row, 0) = 1.0 / time;
        if (unknowns == 2) {
            equations(row, 1) = static_cast<double>(used[i]->size.value()) / time;
        }
        right[row] = 1.0 - fit.predicted(*used[i]).value() / time;
    }
    const NonNegativeSolution solution = non_negative_least_squares(equations, right);
    if (unknowns == 1) {
        fit.remarks.emplace_back("broadcasts of one size only: all that they take beyond the tree counts as fixed");
    }
    return AffineCost{Seconds(solution.values[0]), SecondsPerByte(unknowns == 2 ? solution.values[1] : 0.0)};
}

}  // namespace

Seconds EthernetFit::predicted(const EthernetSample& sample, OneToMany way) const {
    const int from = sample.from.front();
    switch (sample.experiment) {
        case EthernetExperiment::kRoundTrip:
            return 2.0 * model::point_to_point(parameters, from, sample.to.front(), sample.size);
        case EthernetExperiment::kOneToTwo: {
            const AffineCost& sender = parameters.hosts[static_cast<std::size_t>(from)];
            Seconds last;
            for (const int to : sample.to) {
                const AffineCost& receiver = parameters.hosts[static_cast<std::size_t>(to)];
                last =
                    std::max(last, receiver.fixed + receiver.of(sample.size) + parameters.wire(from, to) * sample.size);
            }
            return one_to_two_fixed[static_cast<std::size_t>(from)] + 2.0 * (sender.per_byte * sample.size) + last;
        }
        case EthernetExperiment::kOneToMany:
            return model::one_to_many(parameters, from, sample.to, sample.size, way);
        case EthernetExperiment::kBroadcast: {
            std::vector<int> order{from};
            order.insert(order.end(), sample.to.begin(), sample.to.end());
            return model::binomial_broadcast(parameters, order, sample.size);
        }
        case EthernetExperiment::kDisjointPairs: {
            std::vector<model::HostPair> pairs;
            for (std::size_t i = 0; i < sample.from.size(); ++i) {
                pairs.push_back({sample.from[i], sample.to[i]});
            }
            return model::disjoint_pairs(parameters, pairs, sample.size);
        }
    }
    return Seconds(0.0);
}

EthernetFit fit_ethernet(const EthernetSamples& samples, const std::string& source) {
    check_samples(samples, source);
    const EthernetUnknowns unknowns = unknowns_of(samples);
    EthernetEquations equations(samples, unknowns);
    EthernetFit fit;
    fit.hosts = samples.hosts;
    fit.separates_hosts_from_wires = unknowns.per_byte.front() >= 0;
    if (rank_of(equations.matrix()) < unknowns.count) {
        refuse(source, "samples that leave some parameters open",
               fit.separates_hosts_from_wires
                   ? "round trips of two sizes between the pairs of triangles of hosts, and one-to-two experiments of "
                     "more than 0 bytes from every host to two with which it has round trips"
                   : "round trips of two sizes between the pairs of triangles of hosts");
    }
    const VectorXd right = VectorXd::Ones(equations.matrix().rows());
    NonNegativeSolution solution = non_negative_least_squares(equations.matrix(), right);
    for (int round = 0; round < kMostRounds && equations.choose_last(solution.values); ++round) {
        solution = non_negative_least_squares(equations.matrix(), right);
    }
    const VectorXd widths = kDeviations * solution.deviations;
    for (std::size_t host = 0; host < fit.hosts.size(); ++host) {
        fit.parameters.hosts.push_back(cost_of(unknowns, host, solution.values));
        fit.half_widths.push_back(cost_of(unknowns, host, widths));
        const int own = unknowns.one_to_two[host];
        fit.one_to_two_fixed.push_back(own >= 0 ? Seconds(solution.values[own])
                                                : 4.0 * fit.parameters.hosts.back().fixed);
    }
    fit.parameters.wire = wires_of(unknowns, solution.values);
    fit.wire_half_widths = wires_of(unknowns, widths);
    fit.is_measured = base::SquareMatrix<char>(static_cast<int>(fit.hosts.size()), 0);
    for (int from = 0; from < fit.is_measured.size(); ++from) {
        for (int to = 0; to < fit.is_measured.size(); ++to) {
            fit.is_measured(from, to) = unknowns.wire(from, to) >= 0 ? 1 : 0;
        }
    }
    fit.residual = solution.residual;
    if (!fit.separates_hosts_from_wires) {
        fit.remarks.emplace_back(
            "no one-to-two experiments: what a byte costs cannot be divided among the hosts and the wire between them");
    }
    judge_hosts(equations, equations.matrix() * solution.values - right, fit);
    fit.parameters.threshold = threshold_of(fit, samples);
    fit.parameters.broadcast = broadcast_of(fit, samples);
    fit.errors = errors_of(fit, samples, source);
    return fit;
}

EthernetSamples numbered_as(const EthernetFit& fit, const EthernetSamples& samples, const std::string& source) {
    std::vector<int> number;
    for (const std::string& host : samples.hosts) {
        const auto found = std::find(fit.hosts.begin(), fit.hosts.end(), host);
        if (found == fit.hosts.end()) {
            refuse(source, fmt::format("the unknown host '{}'", host), base::joined(fit.hosts));
        }
        number.push_back(static_cast<int>(found - fit.hosts.begin()));
    }
    EthernetSamples result{fit.hosts, samples.samples};
    for (EthernetSample& sample : result.samples) {
        for (std::vector<int>* side : {&sample.from, &sample.to}) {
            for (int& host : *side) {
                host = number[static_cast<std::size_t>(host)];
            }
        }
    }
    return result;
}

std::vector<ExperimentErrors> errors_of(const EthernetFit& fit, const EthernetSamples& samples,
                                        const std::string& source) {
    std::vector<ExperimentErrors> result;
    for (const EthernetSample& sample : numbered_as(fit, samples, source).samples) {
        auto place = std::find_if(result.begin(), result.end(),
                                  [&](const ExperimentErrors& one) { return one.experiment == sample.experiment; });
        if (place == result.end()) {
            result.push_back({.experiment = sample.experiment});
            place = result.end() - 1;
        }
        const auto error = [&](OneToMany way) { return std::abs(fit.predicted(sample, way) / sample.time - 1.0); };
        const double with_threshold = error(OneToMany::kByThreshold);
        ++place->count;
        place->mean += with_threshold;
        place->worst = std::max(place->worst, with_threshold);
        place->mean_at_once += error(OneToMany::kAtOnce);
        place->mean_one_by_one += error(OneToMany::kOneByOne);
        if (sample.experiment == EthernetExperiment::kOneToMany) {
            place->mean_paying_each +=
                std::abs(model::one_to_many_paying_each(fit.parameters, sample.from.front(), sample.to, sample.size) /
                             sample.time -
                         1.0);
        }
    }
    for (ExperimentErrors& one : result) {
        one.mean_paying_each /= one.count;
        one.mean /= one.count;
        one.mean_at_once /= one.count;
        one.mean_one_by_one /= one.count;
    }
    std::sort(result.begin(), result.end(),
              [](const ExperimentErrors& a, const ExperimentErrors& b) { return a.experiment < b.experiment; });
    return result;
}

}  // namespace causeway::fit
