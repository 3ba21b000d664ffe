/// What hosts and wires of a switched Ethernet cost messages of one kind, short or long, by all equations together.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/platform/ethernet.hpp"

#include <optional>
#include <vector>

namespace causeway::fit {

/// How wrong an equation is; relative to the measured time.
struct EquationError {
    const EthernetSample* sample = nullptr;
    double error = 0.0;
};

struct EthernetCosts {
    std::vector<platform::AffineCost> hosts;
    base::SquareMatrix<SecondsPerByte> wire;
    /// [host] half the width of the interval that holds the parameter with 95 % probability, if errors are independent.
    std::vector<platform::AffineCost> half_widths;
    base::SquareMatrix<SecondsPerByte> wire_half_widths;  ///< [host][host]
    base::SquareMatrix<char> is_measured;                 ///< [host][host] whether there was a round trip of that pair
    bool separates_hosts_from_wires = true;               ///< as EthernetFit
    std::vector<Seconds> one_to_two_fixed;                ///< [host] D_i
    double residual = 0.0;              ///< root of the mean squared relative error of the equations, weighted
    double usual_error = 0.0;           ///< of an equation that is no outlier: a standard deviation
    std::vector<EquationError> errors;  ///< [equation]
};

/// Solves the equations of the round trips and one-to-two experiments among the samples, whose answers cost `answers`
/// (EthernetEquations), so that outliers count for little (robust_weights.hpp). Nothing where some parameters are left
/// open. `samples` outlives the result's errors. Throws SolverError.
[[nodiscard]] std::optional<EthernetCosts> fit_costs(const EthernetSamples& samples, std::vector<Seconds> answers = {});

}  // namespace causeway::fit
