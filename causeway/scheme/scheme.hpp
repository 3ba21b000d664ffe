/// How a collective operation is carried out over broadcast trees: the family of schemes.
///
/// The trees are those of broadcast plans (module plan): between clusters and inside them, in all the shapes that the
/// strategies and heuristics have. What goes down such a tree in a broadcast comes up it in a reduction or a gather.
///
/// To add a scheme: write one file beside the others that defines a `Scheme` constant, and add its name to schemes.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/base/units.hpp"
#include "causeway/schedule/collective.hpp"
#include "causeway/schedule/rank_tree.hpp"
#include "causeway/schedule/schedule.hpp"
#include "causeway/scheme/exchanges.hpp"
#include "causeway/scheme/neighbourhood.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace causeway::scheme {

/// The operations of MPI that schemes are for.
enum class Operation {
    kBroadcast,
    kReduce,
    kAllreduce,
    kBarrier,
    kGather,
    kScatter,
    kAllgather,
    kAlltoall,
    kReduceScatter,
    kScan,
    kNeighborAllgather,
    kNeighborAlltoall,
};

/// "broadcast", "reduce_scatter".
[[nodiscard]] std::string_view name_of(Operation operation);

/// As MPI calls it: "bcast", "reduce_scatter". Settings go by these.
[[nodiscard]] std::string_view mpi_name_of(Operation operation);

/// The operation of that name, either of the two, if there is one.
[[nodiscard]] std::optional<Operation> find_operation(std::string_view name);

/// Every operation.
[[nodiscard]] const std::vector<Operation>& operations();

/// Whether who has something for whom is a property of the communicator, its topology.
[[nodiscard]] bool is_among_neighbours(Operation operation);

/// Whether one rank is the root.
[[nodiscard]] bool is_rooted(Operation operation);

/// Whether no process is through before all have come.
[[nodiscard]] bool synchronises(Operation operation);

/// Whether the length of its data goes ahead of it (mpi/opening.hpp), so that a process is ready to receive once that
/// is there.
[[nodiscard]] bool tells_length_ahead(Operation operation);

/// Whether data of several processes becomes one.
[[nodiscard]] bool combines(Operation operation);

/// Whether data only comes up the trees of the operation: it goes down those of a network that is turned round.
[[nodiscard]] bool comes_up(Operation operation);

/// Whether every process has blocks of its own; else all have the same blocks.
[[nodiscard]] bool has_owned_blocks(Operation operation);

/// Whether what a process has for one other is blocks of its own (Built::exchanges).
[[nodiscard]] bool has_blocks_of_pairs(Operation operation);

/// Which trees a scheme works over.
enum class Trees {
    kByRank,      ///< none that is given, and no notice of clusters: rounds, or a tree, over the ranks
    kNone,        ///< no tree: everybody sends to everybody whom it concerns
    kWhole,       ///< one, from the operation's root or any, that all of the data goes down, or up, as the tree cuts it
    kOne,         ///< one, from the operation's root, or from any process where it has none
    kPerCluster,  ///< one from each cluster
    kShared,      ///< several from any, from the operation's root if it has one, which share what processes have
};

/// Whether data may take one of several trees.
[[nodiscard]] bool takes_several_trees(Trees trees);

/// Whether what processes have is divided between them by Layout::parts.
[[nodiscard]] bool shares_data(Trees trees);

/// Trees from any process that share data (Trees::kShared). So many clusters have a tree each by every rule; more, by
/// the shortest ways alone (cluster_trees.hpp).
inline constexpr std::size_t kMostSharedTrees = 16;
/// The same of an operation: of an all-to-all so many from each cluster.
[[nodiscard]] std::size_t most_shared_trees(Operation operation);

/// What a schedule is built for.
struct Layout {
    int processes = 1;
    int root = 0;  ///< of an operation that has one
    /// Broadcasts of one block over each tree, with the programs of all processes; of Trees::kWhole that of all blocks.
    std::vector<schedule::Schedule> trees = {};
    /// [tree][process]: how many parts of its data take the tree, of equal parts on all trees; of schemes with several.
    std::vector<std::vector<int>> parts = {};
    /// [tree][process]: of a thousand, after how much of the time of all data what it has on the tree begins to leave
    /// the root; of a scatter over Trees::kShared.
    std::vector<std::vector<int>> late = {};
    /// Blocks of its data that a process is ahead by what a message takes to another cluster; of Trees::kShared.
    int lag = 1;
    /// Clusters in the order in which a root serves them (Scheme::takes_turns); after them those that are not here.
    std::vector<int> turns = {};
    /// Of operations among neighbours.
    Neighbourhood neighbourhood = {};
    /// [process]: which processes are near each other; empty: all are.
    std::vector<int> cluster_of_process = {};
    /// Blocks of the data that all processes have alike; blocks of each process where they have their own; of an
    /// all-to-all, of what each has for each other one; once for each edge, of one among neighbours.
    int num_blocks = 1;
    schedule::Grain grain = schedule::Grain::kCombined;
    /// Of reductions: whether operands are combined in the order of the ranks, where the trees allow it.
    bool in_rank_order = false;
    /// The programs of this process alone.
    std::optional<int> only = {};
};

struct Built {
    schedule::Strands strands;  ///< of an all-to-all one: parts that go straight are sent ahead of it
    int num_blocks = 1;
    /// [process]: its own blocks, if it has some; empty where all have the same, and of an all-to-all. Where a barrier
    /// or an allreduce has some, everybody gets those of all; of a scan, those of the ranks up to its own.
    std::vector<schedule::BlockRange> of_process = {};
    /// [block] of an all-to-all, of one among neighbours too: what goes along several edges from one neighbour to
    /// another stands in their order.
    Exchanges exchanges = {};
};

/// MPI libraries whose algorithms are known.
enum class MpiLibrary { kOpenMpi, kMpich };

/// How blocks that take the same edge go over it.
enum class Grains {
    kByItself,  ///< each is a message
    kAny,       ///< as Layout::grain says
    kCombined,  ///< as schedule::Grain::kCombined
};

/// What a process does in a round of a flat algorithm.
struct Round {
    int to = 0;     ///< whom it sends to
    int from = 0;   ///< from whom it receives
    int parts = 1;  ///< how much it sends, in P-ths of all data: what one process has
};

/// An algorithm in which every process sends one message in each round; null: it is none.
struct FlatRounds {
    int (*count)(int processes) = nullptr;  ///< about, where nothing says what they are
    /// What they are, from 0 on. Null: it is not said, as they are few enough to look at each message.
    Round (*round)(int processes, int round, int process) = nullptr;
};

struct Scheme {
    std::string_view name;     ///< also the name of its file
    std::string_view summary;  ///< one line for people
    std::string_view source;   ///< paper, section
    Operation operation = Operation::kReduce;
    Trees trees = Trees::kNone;
    bool divides = false;  ///< whether every process takes its part of data that all have alike: P blocks at least
    /// Whether data may pass through processes that it is not for.
    bool relays = true;
    bool takes_turns = false;  ///< whether the root sends to clusters one after another, in the order of Layout::turns
    Grains grains = Grains::kByItself;
    /// Whether everybody gets what each process contributes, in blocks of its own (Built::of_process), and combines it.
    bool gathers_operands = false;
    /// Whether the first edge of its tree's root should be in the middle of the tree: all else meets there.
    bool has_middle_edge = false;
    /// Longer messages (plan::Plan::message) are not for it; nothing: it takes any.
    std::optional<Bytes> most = {};
    /// Nor are more processes, unless it is asked for.
    std::optional<int> most_processes = {};
    FlatRounds rounds = {};
    Built (*build)(const Layout&) = nullptr;
};

/// All schemes.
[[nodiscard]] const base::Registry<Scheme>& schemes();

/// Those of one operation, in the order of the list.
[[nodiscard]] std::vector<const Scheme*> schemes_of(Operation operation);

/// What a schedule of the operation has to do, for verify().
[[nodiscard]] schedule::Collective promise_of(Operation operation, const Layout& layout, const Built& built);

// ---- what schemes are made of -------------------------------------------------------------------------

/// Of what processes have of their own, what the others want.
enum class Wanted {
    kAll,
    kUpToSelf,  ///< what processes up to their own number have
};

/// Of an all-to-all: the blocks alone that the programs of this process deal with, numbered anew. Programs repeat
/// nothing.
[[nodiscard]] Built with_own_blocks(Built built, int process);

/// Without the programs of others, if only one is wanted.
[[nodiscard]] schedule::Schedule only_of(schedule::Schedule schedule, std::optional<int> only);

/// The layout's tree, of one block, carried out backwards.
[[nodiscard]] schedule::Schedule reduction_up(const Layout& layout);

/// The trees of a layout, and the blocks of each process over them.
struct OwnedTrees {
    std::vector<schedule::RankTree> trees;
    schedule::Ownership ownership;

    /// What a scheme over them begins with: no strands yet.
    [[nodiscard]] Built built() const { return {{}, ownership.num_blocks, ownership.of_process}; }
};

/// The layout's trees, a star from its root if it has none, with `Layout::num_blocks` blocks for each process: numbered
/// along the preorder of the first tree that its data takes, the processes of the first tree before those of the next.
[[nodiscard]] OwnedTrees owned_over(const Layout& layout);

/// The same over these trees, in the place of the layout's.
[[nodiscard]] OwnedTrees owned_over(const Layout& layout, std::vector<schedule::RankTree> trees);

/// The processes of each cluster of a layout, clusters in the order of their first processes.
[[nodiscard]] std::vector<std::vector<int>> clusters_of(const Layout& layout);

/// [tree]: of these blocks those that take it: of each process as many as its parts (Layout::parts) say, the first ones
/// over the first tree; rounded so that those of its cluster together keep to the parts.
[[nodiscard]] std::vector<schedule::Ownership> over_trees(const schedule::Ownership& ownership, const Layout& layout);

}  // namespace causeway::scheme
