/// Unequal hosts on a switched Ethernet: how long communications take, in closed form.
///
/// Source: Lastovetsky, Mkwawa and O'Flynn, section 3, equations 5 to 8; the notation is theirs. These are the paper's
/// forms as printed; `SwitchedEthernet` is the model for schedules, and docs/models.md says where the two differ.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/ethernet.hpp"

#include <vector>

namespace causeway::model {

/// T_ij(M) = C_i + t_i M + C_j + t_j M + M / beta_ij (equation 5).
[[nodiscard]] Seconds point_to_point(const platform::Ethernet& ethernet, int from, int to, Bytes size);

/// How the sends of one host to several go.
enum class OneToMany {
    kAtOnce,      ///< side by side: the sender does not wait
    kOneByOne,    ///< each when the one before has arrived
    kByThreshold  ///< one by one if the message is longer than S, at once if not, or if there is no S
};

/// C_0 + t_0 n M + { the sum over receivers (one by one), or the maximum (at once), of C_j + t_j M + M / beta_0j }
/// (equation 6) for n `receivers` of M bytes each; 0 for none. Of C_0 the paper counts one, not one for each message.
[[nodiscard]] Seconds one_to_many(const platform::Ethernet& ethernet, int root, const std::vector<int>& receivers,
                                  Bytes size, OneToMany way = OneToMany::kByThreshold);

/// The same, but C_0 counts once for each message, as every message costs its sender: (n - 1) C_0 more.
[[nodiscard]] Seconds one_to_many_paying_each(const platform::Ethernet& ethernet, int root,
                                              const std::vector<int>& receivers, Bytes size,
                                              OneToMany way = OneToMany::kByThreshold);

struct HostPair {
    int from = 0;
    int to = 0;
};

/// The longest of T_ij(M) (equation 7): pairs without a common host do not hinder each other. 0 for none.
[[nodiscard]] Seconds disjoint_pairs(const platform::Ethernet& ethernet, const std::vector<HostPair>& pairs,
                                     Bytes size);

/// The longest way from the root to a leaf of the binomial tree, whose hops cost T_ij(M) each. `order`: the hosts in
/// the order of the ranks from the root on; the tree is that of the strategy `binomial_tree`. 0 for one host.
[[nodiscard]] Seconds longest_binomial_path(const platform::Ethernet& ethernet, const std::vector<int>& order,
                                            Bytes size);

/// The longest way + Gamma + tau M (equation 8); Gamma and tau are 0 where they were not measured, and for one host.
[[nodiscard]] Seconds binomial_broadcast(const platform::Ethernet& ethernet, const std::vector<int>& order, Bytes size);

}  // namespace causeway::model
