/// Processes that join later: the communicator with them works like any other.
#include "tests/conformance/semantics/by_both_names.hpp"
#include "tests/conformance/semantics/with_parents.hpp"

#include <filesystem>
#include <string>

namespace conformance {
namespace {

TEST(Spawned, ProcessesTakePartInCollectives) {
    // Beside this program; a path that was compiled in would be another one in every clone.
    const std::string child = std::filesystem::read_symlink("/proc/self/exe").replace_filename("spawned_program");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm between = MPI_COMM_NULL;
    std::vector<int> codes(kChildren, MPI_SUCCESS);
    const int code = MPI_Comm_spawn(child.c_str(), MPI_ARGV_NULL, kChildren, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between,
                                    codes.data());
    if (code != MPI_SUCCESS || between == MPI_COMM_NULL) {
        GTEST_SKIP() << "the MPI library can not start processes here";
    }
    MPI_Comm all = MPI_COMM_NULL;
    MPI_Intercomm_merge(between, 0, &all);
    EXPECT_TRUE(collectives_are_right(all));
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&between);
}

}  // namespace
}  // namespace conformance
