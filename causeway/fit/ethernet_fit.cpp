#include "causeway/fit/ethernet_fit.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/fit/ethernet_costs.hpp"
#include "causeway/fit/ethernet_regimes.hpp"
#include "causeway/fit/many_to_one_fit.hpp"
#include "causeway/fit/non_negative_least_squares.hpp"
#include "causeway/fit/robust_weights.hpp"
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

/// So large a part of a host's equations fits, where the host does.
constexpr double kPartThatFits = 0.8;
/// A host does not fit whose equations beyond that part are wrong by so many times the median host's, and by more than
/// this part of the time.
constexpr double kMisfit = 3.0;
constexpr double kLeastMisfit = 0.03;
/// Weights of broadcasts, which are few, settle in so many rounds.
constexpr int kRobustRounds = 10;
/// A time is far off that is wrong by so many times what is usual.
constexpr double kFarOff = 6.0;

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

/// [host] the median absolute error of its equations, and the hosts that stand out by a higher quantile.
void judge_hosts(const std::vector<EquationError>& errors, EthernetFit& fit) {
    std::vector<std::vector<double>> of_host(fit.hosts.size());
    for (const EquationError& one : errors) {
        for (const std::vector<int>* side : {&one.sample->from, &one.sample->to}) {
            for (const int host : *side) {
                of_host[static_cast<std::size_t>(host)].push_back(std::abs(one.error));
            }
        }
    }
    std::vector<double> high;
    for (std::vector<double>& some : of_host) {
        fit.host_errors.push_back(some.empty() ? 0.0 : statistics::median(some));
        const auto place = some.begin() + static_cast<std::ptrdiff_t>(kPartThatFits * static_cast<double>(some.size()));
        std::nth_element(some.begin(), place, some.end());
        high.push_back(place == some.end() ? 0.0 : *place);
    }
    const double usual = statistics::median(high);
    for (std::size_t host = 0; host < fit.hosts.size(); ++host) {
        if (high[host] > std::max(kLeastMisfit, kMisfit * usual)) {
            fit.misfits.push_back(static_cast<int>(host));
            fit.remarks.push_back(fmt::format(
                "the data of host '{}' do not fit: {:.0f} % of its equations are wrong by more than {:.0f} %, "
                "those of the median host by {:.1f} %",
                fit.hosts[host], 100.0 * (1.0 - kPartThatFits), 100.0 * high[host], 100.0 * usual));
        }
    }
}

/// Times that do not fit at all.
void tell_outliers(const std::vector<EquationError>& errors, double usual, EthernetFit& fit) {
    const double far = std::max(kLeastMisfit, kFarOff * usual);
    const auto count = std::count_if(errors.begin(), errors.end(),
                                     [far](const EquationError& one) { return std::abs(one.error) > far; });
    if (count > 0) {
        fit.remarks.push_back(fmt::format("{} of {} times are more than {:.0f} % off and count for little", count,
                                          errors.size(), 100.0 * far));
    }
}

void take_costs(const EthernetCosts& costs, EthernetFit& fit) {
    fit.parameters.hosts = costs.hosts;
    fit.parameters.wire = costs.wire;
    fit.half_widths = costs.half_widths;
    fit.wire_half_widths = costs.wire_half_widths;
    fit.is_measured = costs.is_measured;
    fit.separates_hosts_from_wires = costs.separates_hosts_from_wires;
    fit.one_to_two_fixed = costs.one_to_two_fixed;
    fit.residual = costs.residual;
}

/// Samples up to a size, or of longer messages.
EthernetSamples part_of(const EthernetSamples& samples, Bytes size, bool longer) {
    EthernetSamples result{samples.hosts, {}};
    std::copy_if(samples.samples.begin(), samples.samples.end(), std::back_inserter(result.samples),
                 [&](const EthernetSample& sample) { return (sample.size > size) == longer; });
    return result;
}

/// Where long messages begin, if samples between the changes of the costs leave it open the size that sends wait from.
Bytes beginning_of_long(const EthernetSamples& samples, Bytes change, const std::optional<WaitingSends>& waiting) {
    Bytes next = Bytes(std::numeric_limits<std::int64_t>::max());
    for (const EthernetSample& sample : samples.samples) {
        if (sample.experiment == EthernetExperiment::kRoundTrip && sample.size > change) {
            next = std::min(next, sample.size);
        }
    }
    const bool is_between =
        waiting && waiting->wait_above && *waiting->wait_above >= change && *waiting->wait_above < next;
    return is_between ? *waiting->wait_above : change;
}

std::vector<Seconds> fixed_of(const std::vector<AffineCost>& hosts) {
    std::vector<Seconds> result;
    std::transform(hosts.begin(), hosts.end(), std::back_inserter(result),
                   [](const AffineCost& cost) { return cost.fixed; });
    return result;
}

/// The least squares solution in which outliers count for little.
NonNegativeSolution robust_solution(const MatrixXd& equations, const VectorXd& right) {
    NonNegativeSolution solution = non_negative_least_squares(equations, right);
    for (int round = 0; round < kRobustRounds; ++round) {
        const VectorXd roots = robust_weights(equations * solution.values - right).cwiseSqrt();
        solution = non_negative_least_squares(roots.asDiagonal() * equations, roots.cwiseProduct(right));
    }
    return solution;
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
    const NonNegativeSolution solution = robust_solution(equations, right);
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
            Seconds last;
            for (const int to : sample.to) {
                const Seconds answer = parameters.hosts[static_cast<std::size_t>(to)].fixed;
                last = std::max(last, answer + parameters.beyond_sender(from, to, sample.size));
            }
            const bool is_long = parameters.long_messages && sample.size > parameters.long_messages->above;
            return (is_long ? long_one_to_two_fixed : one_to_two_fixed)[static_cast<std::size_t>(from)] +
                   2.0 * (parameters.cost(from, sample.size).per_byte * sample.size) + last;
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
        case EthernetExperiment::kManyToOne:
            return model::many_to_one(parameters, sample.to.front(), sample.from, sample.size);
        case EthernetExperiment::kLateSend:
            break;
    }
    return Seconds(0.0);
}

EthernetFit fit_ethernet(const EthernetSamples& samples, const std::string& source) {
    check_samples(samples, source);
    const std::optional<WaitingSends> waiting = waiting_sends(samples);
    std::optional<Bytes> change = change_of_costs(samples);
    if (change) {
        change = beginning_of_long(samples, *change, waiting);
    }
    EthernetFit fit;
    fit.hosts = samples.hosts;
    fit.sends_wait = waiting;
    std::optional<EthernetCosts> long_costs;
    const EthernetSamples short_samples = change ? part_of(samples, *change, false) : EthernetSamples{};
    const EthernetSamples long_samples = change ? part_of(samples, *change, true) : EthernetSamples{};
    std::optional<EthernetCosts> costs = change ? fit_costs(short_samples) : std::nullopt;
    if (costs) {
        long_costs = fit_costs(long_samples, fixed_of(costs->hosts));
    }
    if (!long_costs || long_costs->separates_hosts_from_wires != costs->separates_hosts_from_wires) {
        // One line for all sizes, where two leave parameters open.
        long_costs.reset();
        costs = fit_costs(samples);
    }
    if (!costs) {
        refuse(
            source, "samples that leave some parameters open",
            "round trips of two sizes between the pairs of triangles of hosts, and, of one-to-two experiments if there "
            "are any, some of more than 0 bytes from every host to two with which it has round trips");
    }
    take_costs(*costs, fit);
    std::vector<EquationError> equation_errors = costs->errors;
    if (long_costs) {
        fit.parameters.long_messages = platform::LongMessages{*change, long_costs->hosts, long_costs->wire};
        fit.long_one_to_two_fixed = long_costs->one_to_two_fixed;
        equation_errors.insert(equation_errors.end(), long_costs->errors.begin(), long_costs->errors.end());
        const auto n = static_cast<double>(costs->errors.size());
        const auto m = static_cast<double>(long_costs->errors.size());
        fit.residual = std::sqrt(
            (n * costs->residual * costs->residual + m * long_costs->residual * long_costs->residual) / (n + m));
        fit.remarks.push_back(
            fmt::format("messages of more than {} cost otherwise than shorter ones", base::to_text(*change)));
    }
    if (!fit.separates_hosts_from_wires) {
        fit.remarks.emplace_back(
            "no one-to-two experiments: what a byte costs cannot be divided among the hosts and the wire between them");
    }
    judge_hosts(equation_errors, fit);
    tell_outliers(equation_errors, std::max(costs->usual_error, long_costs ? long_costs->usual_error : 0.0), fit);
    ThresholdFit threshold = threshold_of(fit.parameters, samples);
    fit.parameters.threshold = threshold.threshold;
    fit.remarks.insert(fit.remarks.end(), threshold.remarks.begin(), threshold.remarks.end());
    fit.parameters.broadcast = broadcast_of(fit, samples);
    fit.parameters.many_to_one = many_to_one_of(fit.parameters, samples);
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
        if (sample.experiment == EthernetExperiment::kLateSend) {
            continue;  // tells which way sends go, not what they cost
        }
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
