/// What a program has under way on MPI_COMM_SELF: nothing that a collective does is matched with it.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <string>

namespace conformance {
namespace {

constexpr int kTag = 0;
constexpr int kToken = 4711;

/// Every collective, with all kinds of datatypes.
void call_everything() {
    const Catalogue catalogue;
    const Communicator world = described("the world", MPI_COMM_WORLD);
    expect_equal(cases_over(catalogue, world, 12, 7));
}

TEST(MessagesToOneself, ThatWaitAreLeftToTheProgram) {
    int sent = kToken;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(&sent, 1, MPI_INT, 0, kTag, MPI_COMM_SELF, &request);
    call_everything();
    int is_there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &is_there, &status);
    ASSERT_EQ(is_there, 1);
    EXPECT_EQ(status.MPI_TAG, kTag);
    int count = 0;
    MPI_Get_count(&status, MPI_INT, &count);
    ASSERT_EQ(count, 1);
    int received = 0;
    MPI_Recv(&received, 1, MPI_INT, 0, kTag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    EXPECT_EQ(received, kToken);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &is_there, &status);
    EXPECT_EQ(is_there, 0);
}

TEST(MessagesToOneself, ThatAreWaitedForComeFromTheProgram) {
    std::string received(1000, ' ');
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(received.data(), static_cast<int>(received.size()), MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF,
              &request);
    call_everything();
    int has_come = 0;
    MPI_Test(&request, &has_come, MPI_STATUS_IGNORE);
    ASSERT_EQ(has_come, 0);
    const std::string sent(1000, 'x');
    MPI_Send(sent.data(), static_cast<int>(sent.size()), MPI_BYTE, 0, kTag, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(received, sent);
}

}  // namespace
}  // namespace conformance
