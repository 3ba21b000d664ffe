/// Collectives between two groups: nothing is planned for them, and results are the MPI library's.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <numeric>

namespace conformance {
namespace {

class BetweenHalves : public testing::Test {
protected:
    void SetUp() override {
        const Communicator world = described("the world", MPI_COMM_WORLD);
        if (world.size < 2) {
            GTEST_SKIP() << "needs two groups";
        }
        is_first_ = world.rank % 2 == 0;
        MPI_Comm_split(MPI_COMM_WORLD, is_first_ ? 0 : 1, world.rank, &half_);
        MPI_Intercomm_create(half_, 0, MPI_COMM_WORLD, is_first_ ? 1 : 0, 5, &inter_);
        own_ = described("a half", half_);
        int others = 0;
        MPI_Comm_remote_size(inter_, &others);
        others_ = static_cast<std::size_t>(others);
    }
    void TearDown() override {
        if (inter_ != MPI_COMM_NULL) {
            MPI_Comm_free(&inter_);
            MPI_Comm_free(&half_);
        }
    }

    /// One call by both names, with `counts` ints for each process of the other group.
    void expect_equal_by_both_names(const Collective& collective, Form form) {
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
            call.comm = inter_;
            call.operation = MPI_SUM;
            call.root = is_first_ ? 0 : own_.rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
            const auto argument = [&](std::vector<int>& data) {
                Argument made{data.data(), kToEachOther, MPI_INT, std::vector<int>(others_, kToEachOther), {}};
                for (std::size_t i = 0; i < others_; ++i) {
                    made.places.push_back(static_cast<int>(i) * kToEachOther);
                }
                made.give_each_its_datatype();
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

    MPI_Comm half_ = MPI_COMM_NULL;
    MPI_Comm inter_ = MPI_COMM_NULL;
    bool is_first_ = true;
    Communicator own_{};
    std::size_t others_ = 0;
};

TEST_F(BetweenHalves, CollectivesGiveTheMpiLibrarysResults) {
    for (const Collective* collective : all_collectives()) {
        // Scans are not defined; reduce-scatter needs groups that divide the data alike.
        if (collective->name == "scan" || collective->name == "exscan" || collective->name == "reduce_scatter" ||
            collective->name == "reduce_scatter_block") {
            continue;
        }
        for (const Form form : kFormsOfAll) {
            for (int repetition = 0; repetition < 2; ++repetition) {
                expect_equal_by_both_names(*collective, form);
            }
        }
    }
}

}  // namespace
}  // namespace conformance
