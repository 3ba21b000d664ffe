/// From measurements to the parameters of unequal hosts on a switched Ethernet.
///
/// Source: Lastovetsky, Mkwawa and O'Flynn, section 4.1, who solve a few equations exactly. Here all equations are
/// solved together by least squares of relative errors, and nothing comes out negative. In their notation:
///
///     round trip i, j of M bytes       2 (C_i + C_j) + 2 M (t_i + t_j + 1/beta_ij)
///     one to two i -> j, k of M bytes  D_i + 2 t_i M + max over x = j, k of [2 C_x + M (t_x + 1/beta_ix)]
///
/// Empty round trips among three hosts tell their C apart; what the sender pays for each of two messages, whatever the
/// receivers do, tells t_i from 1/beta_ij. D_i is 4 C_i if nothing that the sender does overlaps with waiting for the
/// answers; as that depends on the network it is an unknown of its own where two sizes tell it from t_i.
///
/// Where the times of messages jump or bend at some size (ethernet_regimes.hpp), longer ones have parameters of their
/// own by equations of their own. Outliers count for little (robust_weights.hpp).
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/fit/ethernet_threshold.hpp"
#include "causeway/model/ethernet_times.hpp"
#include "causeway/platform/ethernet.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::fit {

/// How well the model meets the samples of one experiment; errors are relative to the measured times.
struct ExperimentErrors {
    EthernetExperiment experiment = EthernetExperiment::kRoundTrip;
    int count = 0;
    double mean = 0.0;   ///< of the absolute values
    double worst = 0.0;  ///< absolute
    /// Of one to many: the mean error if one of the two branches of equation 6 stood for all sizes.
    double mean_at_once = 0.0;
    double mean_one_by_one = 0.0;
    /// Of one to many: the mean error, with the right branch, if each message costs its sender C_0.
    double mean_paying_each = 0.0;
};

struct EthernetFit {
    std::vector<std::string> hosts;
    platform::Ethernet parameters;
    /// [host] half the width of the interval that holds the parameter with 95 % probability, if errors are independent.
    std::vector<platform::AffineCost> half_widths;
    /// [host][host] the same of `parameters.wire`.
    base::SquareMatrix<SecondsPerByte> wire_half_widths;
    base::SquareMatrix<char> is_measured;  ///< [host][host] whether there was a round trip of that pair
    /// False without one-to-two experiments: t_i and 1/beta_ij cannot be told apart, `parameters.wire` is the sum
    /// t_i + t_j + 1/beta_ij and every t_i is 0.
    bool separates_hosts_from_wires = true;
    std::vector<Seconds> one_to_two_fixed;       ///< [host] D_i
    std::vector<Seconds> long_one_to_two_fixed;  ///< [host] the same of `parameters.long_messages`; empty without
    std::optional<WaitingSends> sends_wait;      ///< absent: there were no late sends
    double residual = 0.0;            ///< root of the mean squared relative error of the equations, of outliers less
    std::vector<double> host_errors;  ///< [host] median absolute relative error of the equations it is in
    std::vector<int> misfits;         ///< hosts whose data do not fit
    std::vector<ExperimentErrors> errors;  ///< of the experiments that there are
    std::vector<std::string> remarks;      ///< for people

    /// What the model says for an experiment among these hosts (indices of `hosts`).
    [[nodiscard]] Seconds predicted(const EthernetSample& sample,
                                    model::OneToMany way = model::OneToMany::kByThreshold) const;
};

/// Throws InputError, which names `source`, when the samples cannot determine the parameters: fewer than three hosts, a
/// host without round trips, one size only; SolverError.
[[nodiscard]] EthernetFit fit_ethernet(const EthernetSamples& samples, const std::string& source);

/// The errors of the fit for samples, among them ones that it was not made from. Throws InputError, which names
/// `source`, for a host that the fit does not know.
[[nodiscard]] std::vector<ExperimentErrors> errors_of(const EthernetFit& fit, const EthernetSamples& samples,
                                                      const std::string& source);

/// The samples with the hosts numbered as in the fit. Throws InputError, which names `source`, for an unknown host.
[[nodiscard]] EthernetSamples numbered_as(const EthernetFit& fit, const EthernetSamples& samples,
                                          const std::string& source);

}  // namespace causeway::fit
