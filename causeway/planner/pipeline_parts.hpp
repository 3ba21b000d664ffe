/// What pipelines over one tree and over several are made of: strategies inside the clusters, sizes of segments.
#pragma once

#include "causeway/planner/tree_candidates.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace causeway::planner {

/// The strategies that can be part of a pipeline, each in the degrees that are worth a look. Of two that are the same
/// for one segment the one that cuts stands for both, unless the other was asked for. (Any strategy is one for one
/// segment: a message that is too large to go as a whole takes what was asked for.)
[[nodiscard]] std::vector<strategy::TunedStrategy> pipeline_strategies(const Task& task);

/// What every cluster does with the segments.
[[nodiscard]] std::vector<plan::LocalChoice> inside_clusters(const Task& task, const strategy::TunedStrategy& tuned,
                                                             Bytes segment);

/// The tree from `root` along these sends, whose data goes as a whole.
[[nodiscard]] plan::Tree whole_tree(int root, Bytes message, std::string order, std::vector<plan::ClusterSend> sends,
                                    std::vector<plan::LocalChoice> local);

/// The sizes of segments that are worth a look, ascending: the one that was asked for, or those that cut the message.
[[nodiscard]] std::vector<Bytes> pipeline_segments(const Task& task);

/// A plan for segments of the given size; nothing where there is none.
using TreeOfSegment = std::function<std::optional<plan::Tree>(Bytes segment)>;

/// The plan, of those of `plan_of` for all sizes of segments that are worth a look, with the least closed form.
/// `links` are those that segments cross: none of the sizes is one for which messages shake hands on them.
[[nodiscard]] std::optional<TreeCandidate> best_segmented(const Task& task, std::span<const plan::ClusterSend> links,
                                                          const TreeOfSegment& tree_of);

}  // namespace causeway::planner
