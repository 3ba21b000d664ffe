#include "causeway/fit/ethernet_costs.hpp"

#include "causeway/fit/ethernet_equations.hpp"
#include "causeway/fit/non_negative_least_squares.hpp"
#include "causeway/fit/robust_weights.hpp"

#include <utility>

namespace causeway::fit {

namespace {

using Eigen::Index;
using Eigen::VectorXd;
using platform::AffineCost;

/// Half the width of a 95 % interval in standard deviations; equations are many.
constexpr double kDeviations = 1.96;
/// Which receiver answers last, and which equations are outliers, settles in a few rounds; where it does not, the two
/// receivers are equal.
constexpr int kMostRounds = 30;
/// Weights that change by less are settled.
constexpr double kSettled = 1e-2;

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

struct Weighted {
    NonNegativeSolution solution;
    VectorXd differences;
};

Weighted solve(EthernetEquations& equations) {
    VectorXd roots = VectorXd::Ones(equations.right().size());
    Weighted result;
    for (int round = 0; round < kMostRounds; ++round) {
        result.solution =
            non_negative_least_squares(roots.asDiagonal() * equations.matrix(), roots.cwiseProduct(equations.right()));
        const bool changed = equations.choose_last(result.solution.values);
        result.differences = equations.matrix() * result.solution.values - equations.right();
        const VectorXd next = robust_weights(result.differences).cwiseSqrt();
        const double change = (next - roots).cwiseAbs().maxCoeff();
        if (!changed && change < kSettled) {
            break;
        }
        roots = next;
    }
    return result;
}

}  // namespace

std::optional<EthernetCosts> fit_costs(const EthernetSamples& samples, std::vector<Seconds> answers) {
    const EthernetUnknowns unknowns = unknowns_of(samples);
    EthernetEquations equations(samples, unknowns, std::move(answers));
    if (equations.samples().empty() || rank_of(equations.matrix()) < unknowns.count) {
        return std::nullopt;
    }
    const Weighted solved = solve(equations);
    const VectorXd& values = solved.solution.values;
    const VectorXd widths = kDeviations * solved.solution.deviations;
    EthernetCosts result;
    result.separates_hosts_from_wires = unknowns.per_byte.front() >= 0;
    for (std::size_t host = 0; host < samples.hosts.size(); ++host) {
        result.hosts.push_back(cost_of(unknowns, host, values));
        result.half_widths.push_back(cost_of(unknowns, host, widths));
        const int own = unknowns.one_to_two[host];
        result.one_to_two_fixed.push_back(own >= 0 ? Seconds(values[own]) : 4.0 * result.hosts.back().fixed);
    }
    result.wire = wires_of(unknowns, values);
    result.wire_half_widths = wires_of(unknowns, widths);
    result.is_measured = base::SquareMatrix<char>(unknowns.wire.size(), 0);
    for (int from = 0; from < unknowns.wire.size(); ++from) {
        for (int to = 0; to < unknowns.wire.size(); ++to) {
            result.is_measured(from, to) = unknowns.wire(from, to) >= 0 ? 1 : 0;
        }
    }
    result.residual = solved.solution.residual;
    result.usual_error = usual_difference(solved.differences);
    for (std::size_t i = 0; i < equations.samples().size(); ++i) {
        result.errors.push_back({equations.samples()[i], solved.differences[static_cast<Index>(i)]});
    }
    return result;
}

}  // namespace causeway::fit
