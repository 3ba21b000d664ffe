/// The equations that round trips and one-to-two experiments give for the parameters of a switched Ethernet.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/fit/ethernet_samples.hpp"

#include <Eigen/Core>

#include <vector>

namespace causeway::fit {

/// Where each unknown stands; -1: there is no such unknown.
struct EthernetUnknowns {
    std::vector<int> fixed;        ///< [host] C_i
    std::vector<int> per_byte;     ///< [host] t_i
    base::SquareMatrix<int> wire;  ///< [host][host] 1/beta_ij, the same both ways
    std::vector<int> one_to_two;   ///< [host] D_i
    int count = 0;
};

/// The unknowns of which `samples` say something. Without one-to-two experiments of more than 0 bytes there is no t_i.
[[nodiscard]] EthernetUnknowns unknowns_of(const EthernetSamples& samples);

/// The linear equations of the round trips and one-to-two experiments among the samples, each divided by its measured
/// time, so that differences are relative errors.
class EthernetEquations {
public:
    /// `answers`: [host] C_i of the empty answers of one-to-two experiments, where that is known; empty where answers
    /// cost the same unknown C_i as the messages. `samples` and `unknowns` outlive the equations.
    EthernetEquations(const EthernetSamples& samples, const EthernetUnknowns& unknowns, std::vector<Seconds> answers);

    /// [equation] the sample that it is of.
    [[nodiscard]] const std::vector<const EthernetSample*>& samples() const { return used_; }

    /// For the receivers that were thought to answer last: to begin with those with the slower round trips.
    [[nodiscard]] const Eigen::MatrixXd& matrix() const { return matrix_; }
    [[nodiscard]] const Eigen::VectorXd& right() const { return right_; }

    /// Makes the receivers last that answer last with these values; whether any changed.
    bool choose_last(const Eigen::VectorXd& values);

private:
    [[nodiscard]] Eigen::RowVectorXd row_of(const EthernetSample& sample, int last) const;
    /// What is known of the time, as a part of it.
    [[nodiscard]] double known_of(const EthernetSample& sample, int last) const;
    void set_equation(std::size_t number);

    const EthernetUnknowns& unknowns_;
    std::vector<Seconds> answers_;
    std::vector<const EthernetSample*> used_;
    std::vector<int> last_;  ///< [equation] the receiver that answers last; -1 of round trips
    Eigen::MatrixXd matrix_;
    Eigen::VectorXd right_;
};

}  // namespace causeway::fit
