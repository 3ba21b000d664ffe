/// Trees as JSON: what plan files (plan_json.hpp) have of each.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/plan/tree.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace causeway::plan {

/// The cluster of this name. Throws InputError.
[[nodiscard]] int cluster_index(const base::JsonInput& input, const platform::Platform& platform);

/// The members of a JSON object that make a tree.
inline constexpr std::array<std::string_view, 9> kTreeKeys{"shape",         "root",   "bytes", "block_bytes", "order",
                                                           "cluster_sends", "period", "exit",  "local"};

/// They are read from an object that may have others. Throws InputError, as all of these do.
[[nodiscard]] Tree read_tree(const base::JsonInput& input, const platform::Platform& platform);

/// What of each cluster's data a tree carries.
[[nodiscard]] std::vector<ClusterPart> read_parts(const base::JsonInput& input, const platform::Platform& platform);

/// The size of the blocks that data of that size is cut into.
[[nodiscard]] Bytes read_block(const base::JsonInput& input, Bytes message);

/// The member "root" of an object.
[[nodiscard]] int read_root(const base::JsonInput& input);

/// The members of a tree, and what it carries, if that is said.
[[nodiscard]] base::JsonOutput to_json(const Tree& tree, const platform::Platform& platform);

}  // namespace causeway::plan
