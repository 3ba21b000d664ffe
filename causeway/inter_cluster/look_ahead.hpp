/// Look-ahead functions: F_j says how well cluster j, once it holds the message, would pass it on to the
/// clusters that still wait for it (B).
///
/// They are kept up to date round by round instead of being computed anew, so that a whole schedule of n
/// clusters costs about n^2 log n. Source: Bhat, Raghavendra, Prasanna; Steffenel, sections 5.4 to 5.6.
#pragma once

#include "causeway/inter_cluster/cluster_problem.hpp"

#include <memory>

namespace causeway::inter_cluster {

/// State: which clusters wait. At first all but the root.
class LookAhead {
public:
    LookAhead() = default;
    LookAhead(const LookAhead&) = delete;
    LookAhead& operator=(const LookAhead&) = delete;
    virtual ~LookAhead() = default;

    /// F_j for a cluster j that waits; 0 when no other waits, infinite when others do and j has a link to none.
    [[nodiscard]] virtual Seconds of(int j) = 0;

    /// Cluster k waits no longer.
    virtual void informed(int k) = 0;
};

// Each needs a root that exists, and a problem that outlives it.

/// F_j = min over k in B\{j} of g_jk + L_jk.
[[nodiscard]] std::unique_ptr<LookAhead> least_transfer(const ClusterProblem& problem);

/// F_j = min over k in B\{j} of g_jk + L_jk + T_k.
[[nodiscard]] std::unique_ptr<LookAhead> least_completion(const ClusterProblem& problem);

/// F_j = max over k in B\{j}, among those that j has a link to, of g_jk + L_jk + T_k.
[[nodiscard]] std::unique_ptr<LookAhead> greatest_completion(const ClusterProblem& problem);

/// F_j = mean over k in B\{j}, among those that j has a link to, of g_jk + L_jk.
[[nodiscard]] std::unique_ptr<LookAhead> mean_transfer(const ClusterProblem& problem);

/// F_j = mean over the links from A and j to B\{j} of g_ik + L_ik.
[[nodiscard]] std::unique_ptr<LookAhead> mean_transfer_over_cut(const ClusterProblem& problem);

}  // namespace causeway::inter_cluster
