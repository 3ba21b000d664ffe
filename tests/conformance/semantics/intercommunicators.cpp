/// Collectives between two groups: nothing is planned for them, and results are the MPI library's.
#include "tests/conformance/semantics/by_both_names.hpp"

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

    /// One call by both names, with `counts` ints for each process of the other group.
    void expect_equal_by_both_names(const Collective& collective, Form form, MPI_Comm comm) {
        constexpr int kToEachOther = 500;
        std::vector<int> results[2];
        for (const Library library : {Library::kStandard, Library::kProfiled}) {
            std::vector<int> send(kToEachOther * others_);
            std::iota(send.begin(), send.end(), 100000 * own_.rank + (is_first_ ? 1 : 7));
            // MPI_Reduce_scatter_block: the groups give each other as much, whatever their sizes.
            std::vector<int>& receive = results[library == Library::kStandard ? 0 : 1];
            receive.assign(kToEachOther * others_, -1);
            Call call;
            call.library = library;
            call.form = form;
            call.comm = comm;
            call.operation = MPI_SUM;
            call.root = is_first_ ? 0 : own_.rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
            const auto argument = [&](std::vector<int>& data) {
                Argument made{data.data(), kToEachOther, MPI_INT, std::vector<int>(others_, kToEachOther), {}};
                for (std::size_t i = 0; i < others_; ++i) {
                    made.places.push_back(static_cast<int>(i) * kToEachOther);
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
            for (int repetition = 0; repetition < 2; ++repetition) {
                expect_equal_by_both_names(*collective, form, unknown);
            }
            MPI_Comm_free(&unknown);
        }
    }
}

}  // namespace
}  // namespace conformance
