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

/// C_0 + t_0 sum M_j + { the sum over receivers (one by one), or the maximum (at once), of C_j + t_j M_j + M_j /
/// beta_0j } (equation 6); 0 for no `receivers`. Of C_0 the paper counts one, not one for each message. Of unequal
/// messages those longer than S count in the sum and the others in the maximum, and both terms are added: a message
/// that nobody waits for is on its way while others are waited for, but the last one may be such a one. `sizes`:
/// [receiver] M_j.
[[nodiscard]] Seconds one_to_many(const platform::Ethernet& ethernet, int root, const std::vector<int>& receivers,
                                  const std::vector<Bytes>& sizes, OneToMany way = OneToMany::kByThreshold);

/// The same for equal messages.
[[nodiscard]] Seconds one_to_many(const platform::Ethernet& ethernet, int root, const std::vector<int>& receivers,
                                  Bytes size, OneToMany way = OneToMany::kByThreshold);

/// The same, but C_0 counts once for each message, as every message costs its sender: (n - 1) C_0 more.
[[nodiscard]] Seconds one_to_many_paying_each(const platform::Ethernet& ethernet, int root,
                                              const std::vector<int>& receivers, Bytes size,
                                              OneToMany way = OneToMany::kByThreshold);

/// How the sends of several hosts to one go together.
enum class ManyToOne {
    kAtOnce,    ///< side by side
    kOneByOne,  ///< one after another
    kBySize     ///< as platform::ManyToOne has it, with the mean of what escalations cost; without one at once
};

/// n (C_0 + t_0 M) + { the sum over senders (one by one), or the maximum (at once), of C_i + t_i M + M / beta_i0 } for
/// n `senders` of M bytes each to `root`; 0 for none.
///
/// Source: Lastovetsky and O'Flynn 2007 (platform::ManyToOne).
[[nodiscard]] Seconds many_to_one(const platform::Ethernet& ethernet, int root, const std::vector<int>& senders,
                                  Bytes size, ManyToOne way = ManyToOne::kBySize);

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
