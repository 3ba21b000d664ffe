/// What can be read out of a library file.
#include "causeway/tuning/mpich_library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace causeway::tuning {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;
using namespace std::string_literals;

const std::string kLibrary =
    "\x7f"s
    "ELF\0{\"collective=bcast\":{\"composition=MPIDI_alpha\":{}}}\0"s
    "{\"collective=bcast\":{\"comm_type=intra\":{\"algorithm=MPIR_Bcast_intra_binomial\":{}}}}\0"s
    "MPIR_Bcast_intra_smp\0MPIR_Bcast_allcomm_nb\0MPIR_Bcast_inter_linear\0"s
    "MPIR_Bcast_intra_scatter_ring_allgather\0MPIR_Reduce_scatter_block_intra_pairwise"s;

TEST(MpichLibrary, ItsSelectionIsTheTextThatNamesAlgorithms) {
    EXPECT_THAT(mpich_selection(kLibrary),
                Optional("{\"collective=bcast\":{\"comm_type=intra\":{\"algorithm=MPIR_Bcast_intra_binomial\":{}}}}"s));
    EXPECT_EQ(mpich_selection("nothing of this kind"), std::nullopt);
}

TEST(MpichLibrary, AlgorithmsOfIntracommunicatorsAreNamed) {
    EXPECT_THAT(
        mpich_algorithms(kLibrary),
        ElementsAre("MPIR_Bcast_allcomm_nb", "MPIR_Bcast_intra_binomial", "MPIR_Bcast_intra_scatter_ring_allgather",
                    "MPIR_Bcast_intra_smp", "MPIR_Reduce_scatter_block_intra_pairwise"));
}

TEST(MpichLibrary, WordsOfADescriptionAreToldFromWhatRunsIntoThem) {
    const std::string description =
        "Variable to select bcast algorithmauto - Internal algorithm selection (can be overridden with X)binomial"
        "       - Force Binomial Treenb    - Force nonblocking algorithmsmp - Force smp algorithmof_tomorrow - unknown"
        "scatter_ring_allgather - Force Scatter-Ring";
    EXPECT_THAT(mpich_values(description, "bcast", mpich_algorithms(kLibrary)),
                ElementsAre("", "MPIR_Bcast_intra_binomial", "MPIR_Bcast_allcomm_nb", "MPIR_Bcast_intra_smp", "",
                            "MPIR_Bcast_intra_scatter_ring_allgather"));
    EXPECT_THAT(mpich_values("auto - itselfpairwise - Force", "reduce_scatter_block", mpich_algorithms(kLibrary)),
                ElementsAre("", "MPIR_Reduce_scatter_block_intra_pairwise"));
    EXPECT_THAT(mpich_values("Segment size in bytes", "bcast", mpich_algorithms(kLibrary)), ElementsAre());
}

}  // namespace
}  // namespace causeway::tuning
