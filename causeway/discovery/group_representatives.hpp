/// A few hosts of each group go through a clustering method; the groups follow them.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/known_distances.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace causeway::discovery {

/// Says which pairs to measure next, learns from what was found, and ends with clusters. The representatives of a
/// group are its first few hosts. They are measured with each other, the first and the last one with those of other
/// groups, and all of them with those of groups so near that the method might join the two: between others the
/// first ones speak for all.
///
/// Of groups that are much nearer to each other than to the rest one speaks for all of them, and so for those among
/// them: what it is away from the rest, the others are by the triangle inequality as well, but for what they are away
/// from it, which is within the tolerance. So sites are measured with each other, and local networks with those
/// of their own site. Small groups speak for themselves: they may be hosts that were disturbed when landmarks saw them.
class GroupRepresentatives {
public:
    /// `groups`: all hosts once, ascending, groups in the order of their first hosts.
    GroupRepresentatives(std::vector<std::vector<int>> groups, KnownDistances known, double tolerance);

    /// What is to be measured now, rounds one after another; none when all is known.
    [[nodiscard]] const std::vector<Round>& wanted() const { return wanted_; }

    /// The distances of what was wanted, in the order of its rounds, stars and rays. Distances that differ by less
    /// than `resolution` are not known to differ.
    void learn(const std::vector<double>& distances, double resolution);

    /// The clusters that `method` makes of the representatives, with all hosts of their groups; where it parts those of
    /// a group of more than its representatives, most of them decide. When nothing is wanted. `names`: [host].
    [[nodiscard]] clustering::Partition partition(const clustering::Method& method,
                                                  const std::vector<std::string>& names) const;

    /// [host] its group.
    [[nodiscard]] std::vector<int> group_of_host() const;

    /// The distance between two different hosts as they are compared: as measured, or what the first hosts of the
    /// groups say that speak for theirs, or, in one group, the first two. `group_of`: of `group_of_host`.
    [[nodiscard]] double between(int a, int b, const std::vector<int>& group_of) const;

    /// What was measured, here and before.
    [[nodiscard]] const KnownDistances& known() const { return known_; }

private:
    enum class Stage { kRepresentatives, kNearGroups, kDetours, kOver };

    [[nodiscard]] base::SquareMatrix<double> known_between_groups() const;
    [[nodiscard]] std::optional<double> nearness(std::size_t speaker, const std::vector<std::size_t>& groups,
                                                 const base::SquareMatrix<double>& known) const;
    void find_speakers(std::vector<std::size_t> groups, const base::SquareMatrix<double>& known);
    [[nodiscard]] std::pair<std::size_t, std::size_t> speakers_for(std::size_t one, std::size_t other) const;
    [[nodiscard]] bool speak_for_themselves(std::size_t one, std::size_t other) const;
    void go_on();
    [[nodiscard]] std::vector<int> representatives(std::size_t group) const;
    [[nodiscard]] std::vector<HostPair> pairs_of_representatives() const;
    [[nodiscard]] std::vector<HostPair> pairs_of_near_groups() const;
    [[nodiscard]] std::vector<HostPair> pairs_slower_than_a_detour() const;
    [[nodiscard]] double width(std::size_t group) const;

    std::vector<std::vector<int>> groups_;
    KnownDistances known_;
    double tolerance_;
    std::vector<std::vector<std::size_t>> speakers_;  ///< [group]: the outermost first, itself last; small: none
    Stage stage_ = Stage::kRepresentatives;
    std::vector<Round> wanted_;
    int looks_ = 0;  ///< at detours
};

}  // namespace causeway::discovery
