/// From what `causeway tree` is asked about to all that it says.
#pragma once

#include "tree_outcome.hpp"
#include "tree_subject.hpp"

#include <string>

namespace causeway::app {

/// Both outlive it. `outcome` has everything that is known of the subject without looking at trees.
class TreeAnswering {
public:
    TreeAnswering(const TreeSubject& subject, TreeOutcome& outcome) : subject_(subject), outcome_(outcome) {}

    /// Fills in trees and ways, what messages take over them, and the timetable of the best, verified. Throws
    /// SolverError.
    void compare(const study::TreeQuestion& question);

    /// Fills in the plan over the best trees of a comparison on a platform. Throws Error where there is none.
    void plan();

private:
    [[nodiscard]] study::TreeComparison compared(const graph::Graph& graph, const study::TreeQuestion& question) const;
    void add_times();
    void set_timetable(std::string of, study::TimedSeries timed);

    const TreeSubject& subject_;
    TreeOutcome& outcome_;
    study::BestTrees best_;  ///< of a comparison
};

}  // namespace causeway::app
