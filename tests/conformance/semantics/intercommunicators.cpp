/// Collectives between two groups: whether they are planned inside the groups or not, results are the MPI library's.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace conformance {
namespace {

class BetweenGroups : public testing::Test {
protected:
    void SetUp() override {
        const Communicator world = described("the world", MPI_COMM_WORLD);
        if (world.size < 2) {
            GTEST_SKIP() << "needs two groups";
        }
        is_first_ = world.rank % 3 == 0;  // groups of unlike sizes
        MPI_Comm_split(MPI_COMM_WORLD, is_first_ ? 0 : 1, world.rank, &group_);
        MPI_Intercomm_create(group_, 0, MPI_COMM_WORLD, is_first_ ? 1 : 0, 5, &inter_);
        own_ = described("a group", group_);
        int others = 0;
        MPI_Comm_remote_size(inter_, &others);
        others_ = static_cast<std::size_t>(others);
    }
    void TearDown() override {
        if (inter_ != MPI_COMM_NULL) {
            MPI_Comm_free(&inter_);
            MPI_Comm_free(&group_);
        }
    }

    /// Whoever takes an array for one of as many entries as the own group has processes finds a part of a datatype that
    /// is none.
    void forbid_what_follows(Argument& argument) const {
        MPI_Datatype none = MPI_DATATYPE_NULL;
        std::memset(&none, 0x11, sizeof none);
        for (std::size_t i = others_; i < static_cast<std::size_t>(own_.size); ++i) {
            argument.counts.push_back(1);
            argument.places.push_back(0);
            argument.byte_places.push_back(0);
            argument.datatypes.push_back(none);
        }
    }

    /// How much a process has for each of the other group, in ints, and which group the root is in.
    struct Exchange {
        int to_each_other;
        bool is_root_in_first;
    };

    /// One call by both names.
    void expect_equal_by_both_names(const Collective& collective, Form form, MPI_Comm comm, Exchange exchange) {
        const auto to_each_other = static_cast<std::size_t>(exchange.to_each_other);
        std::vector<int> results[2];
        for (const Library library : {Library::kStandard, Library::kProfiled}) {
            std::vector<int> send(to_each_other * others_);
            std::iota(send.begin(), send.end(), 100000 * own_.rank + (is_first_ ? 1 : 7));
            // MPI_Reduce_scatter_block: the groups give each other as much, whatever their sizes.
            std::vector<int>& receive = results[library == Library::kStandard ? 0 : 1];
            receive.assign(to_each_other * others_, -1);
            Call call;
            call.library = library;
            call.form = form;
            call.comm = comm;
            call.operation = MPI_SUM;
            // Where it is no rank of the other group, MPICH 4.0.2 itself dies in MPI_Ibcast.
            const int root = exchange.is_root_in_first ? 0 : std::min(own_.size, static_cast<int>(others_)) - 1;
            call.root = is_first_ != exchange.is_root_in_first ? root : own_.rank == root ? MPI_ROOT : MPI_PROC_NULL;
            const auto argument = [&](std::vector<int>& data) {
                Argument made{data.data(),
                              exchange.to_each_other,
                              MPI_INT,
                              std::vector<int>(others_, exchange.to_each_other),
                              {}};
                for (std::size_t i = 0; i < others_; ++i) {
                    made.places.push_back(static_cast<int>(i) * exchange.to_each_other);
                }
                made.give_each_its_datatype();
                forbid_what_follows(made);
                return made;
            };
            call.send = argument(send);
            call.receive = argument(receive);
            if (collective.has_one_buffer && call.root == MPI_ROOT) {
                receive = send;
            }
            MPI_Request request = MPI_REQUEST_NULL;
            EXPECT_EQ(collective.start(call, &request), MPI_SUCCESS) << collective.name;
            if (request != MPI_REQUEST_NULL) {
                EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
            }
        }
        EXPECT_EQ(results[0], results[1]) << collective.name << " (" << to_text(form) << ")";
    }

    MPI_Comm group_ = MPI_COMM_NULL;
    MPI_Comm inter_ = MPI_COMM_NULL;
    bool is_first_ = true;
    Communicator own_{};
    std::size_t others_ = 0;
};

TEST_F(BetweenGroups, WhatTheRootAloneGivesIsNotLookedAtByOthers) {
    // By its number the root is a rank of the other group, and that one has no arrays.
    static const int* const kNone = reinterpret_cast<const int*>(std::uintptr_t{16});
    std::vector<int> counts(others_, 1);
    std::vector<int> places(others_);
    std::iota(places.begin(), places.end(), 0);
    const int root = !is_first_ ? 0 : own_.rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    const bool gives = root == MPI_ROOT;
    for (int call = 0; call < 3; ++call) {
        std::vector<int> parts(others_, -1);
        const int own = 100 * own_.rank + call;
        EXPECT_EQ(MPI_Gatherv(&own, 1, MPI_INT, parts.data(), gives ? counts.data() : kNone,
                              gives ? places.data() : kNone, gives ? MPI_INT : MPI_DATATYPE_NULL, root, inter_),
                  MPI_SUCCESS);
        for (std::size_t other = 0; gives && other < others_; ++other) {
            EXPECT_EQ(parts[other], 100 * static_cast<int>(other) + call);
        }
        int received = -1;
        EXPECT_EQ(MPI_Scatterv(parts.data(), gives ? counts.data() : kNone, gives ? places.data() : kNone,
                               gives ? MPI_INT : MPI_DATATYPE_NULL, &received, 1, MPI_INT, root, inter_),
                  MPI_SUCCESS);
        EXPECT_EQ(received, is_first_ ? -1 : own);
    }
}

TEST_F(BetweenGroups, CollectivesGiveTheMpiLibrarysResults) {
    for (const Collective* collective : all_collectives()) {
        // Scans are not defined; reduce-scatter needs groups that divide the data alike.
        if (collective->name == "scan" || collective->name == "exscan" || collective->name == "reduce_scatter" ||
            collective->name == "reduce_scatter_block") {
            continue;
        }
        for (const Form form : kFormsOfAll) {
            MPI_Comm unknown = MPI_COMM_NULL;  // by the first call it is found to have two groups
            MPI_Comm_dup(inter_, &unknown);
            for (const bool is_root_in_first : {true, false}) {
                for (const int to_each_other : {1, 500, 500, 9000}) {
                    expect_equal_by_both_names(*collective, form, unknown, {to_each_other, is_root_in_first});
                }
            }
            MPI_Comm_free(&unknown);
        }
    }
}

/// Every second int of a row.
class EverySecond {
public:
    EverySecond() {
        MPI_Type_vector(kInts, 1, 2, MPI_INT, &type_);
        MPI_Type_commit(&type_);
    }
    EverySecond(const EverySecond&) = delete;
    EverySecond& operator=(const EverySecond&) = delete;
    ~EverySecond() { MPI_Type_free(&type_); }

    static constexpr int kInts = 40;
    static constexpr std::size_t kSpan = 2 * kInts - 1;  ///< ints from its first to its last

    [[nodiscard]] MPI_Datatype type() const { return type_; }

private:
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

TEST_F(BetweenGroups, BothSidesMayDescribeTheirDataDifferently) {
    const EverySecond every_second;
    constexpr auto kInts = static_cast<std::size_t>(EverySecond::kInts);
    for (int round = 0; round < 3; ++round) {
        std::vector<int> sparse(EverySecond::kSpan);
        std::iota(sparse.begin(), sparse.end(), 1000 * (own_.rank + 1) + round);
        std::vector<int> dense(kInts * others_, -1);
        MPI_Allgather(sparse.data(), 1, every_second.type(), dense.data(), EverySecond::kInts, MPI_INT, inter_);
        for (std::size_t i = 0; i < dense.size(); ++i) {
            const auto rank = static_cast<int>(i / kInts);
            EXPECT_EQ(dense[i], 1000 * (rank + 1) + round + 2 * static_cast<int>(i % kInts));
        }
        const bool is_root = is_first_ && own_.rank == 0;
        std::vector<int> row(kInts, is_first_ ? round : -1);
        std::vector<int> every(EverySecond::kSpan, -1);
        if (is_first_) {
            MPI_Bcast(row.data(), EverySecond::kInts, MPI_INT, is_root ? MPI_ROOT : MPI_PROC_NULL, inter_);
        } else {
            MPI_Bcast(every.data(), 1, every_second.type(), 0, inter_);
        }
        for (std::size_t i = 0; i < every.size(); ++i) {
            EXPECT_EQ(every[i], !is_first_ && i % 2 == 0 ? round : -1);
        }
    }
}

extern "C" void conformance_sum_downwards(void* in, void* in_out, int* count, MPI_Datatype*) {
    for (int i = 0; i < *count; ++i) {
        static_cast<int*>(in_out)[-2 * i] += static_cast<int*>(in)[-2 * i];
    }
}

TEST_F(BetweenGroups, ElementsMayStandBelowEachOther) {
    constexpr int kElements = 50;
    constexpr std::size_t kFirst = 2 * kElements - 2;  // of the ints, the last one that an element stands in
    MPI_Datatype downwards = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_INT, 0, -2 * static_cast<MPI_Aint>(sizeof(int)), &downwards);
    MPI_Type_commit(&downwards);
    MPI_Op sum = MPI_OP_NULL;
    MPI_Op_create(conformance_sum_downwards, 1, &sum);
    for (int round = 0; round < 3; ++round) {
        std::vector<int> own(kFirst + 1, own_.rank + 1);
        std::vector<int> result(kFirst + 1, -1);
        MPI_Allreduce(&own[kFirst], &result[kFirst], kElements, downwards, sum, inter_);
        const int others = static_cast<int>(others_);
        for (std::size_t i = 0; i < result.size(); ++i) {
            EXPECT_EQ(result[i], i % 2 == 0 ? others * (others + 1) / 2 : -1) << i;
        }
    }
    MPI_Op_free(&sum);
    MPI_Type_free(&downwards);
}

}  // namespace
}  // namespace conformance
