/// Which hosts are alike, where they are too many to measure every pair: landmarks, groups, confirmation.
///
/// A landmark is measured with all hosts of a group; at first that is all hosts. Hosts at like distances from it, seen
/// also from all landmarks before, are a group; those far from it get a landmark of their own, and so on, until
/// every group is near its own landmark: the number of landmarks grows with what there is to tell apart. Farther
/// landmarks know nothing of what is inside a group, so it is confirmed by rounds of random disjoint pairs:
///
///     landmark a: b c d at 50 us | e f g h i j at 5 ms      {a b c d}, near a: to be confirmed; {e ... j} are open
///     landmark e: f g at 50 us   | h i j at 9 ms            {e f g}: to be confirmed; {h i j} are open
///     landmark h: i j at 50 us                              {h i j}: to be confirmed
///     pairs: b-c, c-d, f-g, i-j at 50 us                    confirmed; a pair at 10 us splits its group,
///                                                           and so do pairs at 5 ms
///
/// A pair that is much shorter than the way to the landmark betrays smaller groups inside, many that are much longer
/// two groups on both sides of the landmark: such a group gets another landmark. A few hosts of each group, its
/// representatives, are then measured with those of near groups, one with those of all others; they go through the
/// clustering method that was asked for, and the groups follow them. Too many groups do no harm: the method joins them.
///
/// About 2 N pairs for the landmarks, N / 2 for each round of confirmation, of N (N - 1) / 2 in all. What it may miss:
/// a part of g hosts in a group of m is met by none of the k rounds of pairs with a probability of about exp(-k g^2 /
/// 2m): 0.04 for 20 of 1000 hosts, 0.003 for 20 of 100.
///
/// Source: bins of hosts by their distances to landmarks: Ratnasamy, Handley, Karp, Shenker, "Topologically-aware
/// overlay construction and server selection", INFOCOM 2002; landmarks for each group and the confirmation are ours.
#pragma once

#include "causeway/discovery/known_distances.hpp"

#include <vector>

namespace causeway::discovery {

/// Says which pairs to measure next, learns from what was found, and ends with groups. Equal answers lead to equal
/// questions.
class HostGroups {
public:
    /// Tells the hosts of each of `sets`, which are disjoint and not empty, apart; nobody else's. `known`: what was
    /// measured before. `tolerance`: by how much alike distances may differ (0.2: by 20 %).
    HostGroups(KnownDistances known, std::vector<std::vector<int>> sets, double tolerance);

    /// What is to be measured now, rounds one after another; none when the search is over.
    [[nodiscard]] const std::vector<Round>& wanted() const { return wanted_; }

    /// The distances of what was wanted, in the order of its rounds, stars and rays. Distances that differ by less
    /// than `resolution` are not known to differ.
    void learn(const std::vector<double>& distances, double resolution);

    /// Ends the search for lack of time: what was not told apart so far stays together, and counts as unconfirmed.
    /// Nothing that was wanted needs to be measured.
    void settle();

    /// The hosts of each group, ascending; groups in the order of their first hosts. Complete when nothing is wanted.
    [[nodiscard]] const std::vector<std::vector<int>>& groups() const { return groups_; }

    [[nodiscard]] const KnownDistances& known() const { return known_; }
    [[nodiscard]] int num_landmarks() const { return num_landmarks_; }
    /// Hosts in groups that were not confirmed.
    [[nodiscard]] int num_unconfirmed() const { return num_unconfirmed_; }

private:
    /// Hosts that no landmark has told apart yet, and the next one.
    struct Open {
        std::vector<int> hosts;  ///< ascending, two at least
        int landmark = 0;        ///< one of them
    };

    /// Hosts near their landmark that may be a group.
    struct Candidate {
        int landmark = 0;
        std::vector<int> others;  ///< ascending
        double least = 0.0;       ///< of their distances to the landmark
        double most = 0.0;
        std::vector<HostPair> pairs;     ///< that confirm it
        std::vector<HostPair> suspects;  ///< that are looked at again
        int looks = 0;
    };

    void split(const Open& open);
    void reopen(std::vector<int> hosts, int landmark);
    void propose(int landmark, std::vector<int> others);
    void judge(Candidate candidate);
    void add_group(std::vector<int> hosts);
    [[nodiscard]] std::vector<HostPair> confirming_pairs(const Candidate& candidate) const;
    [[nodiscard]] std::vector<int> unknown_to_landmark(const Open& open) const;
    [[nodiscard]] std::vector<HostPair> pairs_to_measure(const Candidate& candidate) const;
    void use_what_is_known();
    void ask();

    double tolerance_;
    KnownDistances known_;
    std::vector<Round> wanted_;
    std::vector<Open> open_;
    std::vector<Candidate> candidates_;
    std::vector<std::vector<int>> groups_;
    int num_landmarks_ = 0;
    int num_unconfirmed_ = 0;
};

}  // namespace causeway::discovery
