/// Which of MPI's own operators are applied to which datatypes.
#include "causeway/mpi/predefined_operators.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace causeway::mpi {
namespace {

const std::vector<MPI_Op>& operators() {
    static const std::vector<MPI_Op> kAll{MPI_MAX,  MPI_MIN, MPI_SUM,  MPI_PROD, MPI_LAND,   MPI_LOR,
                                          MPI_LXOR, MPI_BOR, MPI_BAND, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
    return kAll;
}

const std::vector<MPI_Datatype>& datatypes() {
    static const std::vector<MPI_Datatype> kAll{MPI_CHAR,
                                                MPI_BYTE,
                                                MPI_INT,
                                                MPI_LONG_LONG_INT,
                                                MPI_UINT8_T,
                                                MPI_FLOAT,
                                                MPI_LONG_DOUBLE,
                                                MPI_C_BOOL,
                                                MPI_CXX_BOOL,
                                                MPI_C_DOUBLE_COMPLEX,
                                                MPI_DOUBLE_INT,
                                                MPI_2INT,
                                                MPI_AINT,
                                                MPI_OFFSET,
                                                MPI_COUNT,
                                                MPI_INTEGER,
                                                MPI_INTEGER1,
                                                MPI_INTEGER2,
                                                MPI_INTEGER4,
                                                MPI_INTEGER8,
                                                MPI_REAL,
                                                MPI_REAL4,
                                                MPI_REAL8,
                                                MPI_LOGICAL,
                                                MPI_DOUBLE_PRECISION,
                                                MPI_COMPLEX,
                                                MPI_COMPLEX8,
                                                MPI_COMPLEX16,
                                                MPI_DOUBLE_COMPLEX,
                                                MPI_CXX_DOUBLE_COMPLEX,
                                                MPI_2REAL,
                                                MPI_PACKED,
                                                MPI_CXX_FLOAT_COMPLEX};
    return kAll;
}

TEST(PredefinedOperators, AreAppliedToWhatTheMpiLibraryAppliesThemTo) {
    int is_initialized = 0;
    MPI_Initialized(&is_initialized);
    ASSERT_NE(is_initialized, 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (const MPI_Datatype datatype : datatypes()) {
        for (const MPI_Op op : operators()) {
            if (datatype == MPI_DATATYPE_NULL || !may_be_applied(op, datatype)) {
                continue;
            }
            alignas(64) std::array<char, 64> in{};
            alignas(64) std::array<char, 64> inout{};
            EXPECT_EQ(MPI_Reduce_local(in.data(), inout.data(), 1, datatype, op), MPI_SUCCESS);
        }
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

TEST(PredefinedOperators, AreAppliedToFortransTypesOfGivenSize) {
    for (const MPI_Datatype datatype :
         {MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_REAL4, MPI_REAL8, MPI_COMPLEX8, MPI_COMPLEX16}) {
        EXPECT_TRUE(datatype == MPI_DATATYPE_NULL || may_be_applied(MPI_SUM, datatype));
    }
    EXPECT_TRUE(is_exact(MPI_SUM, MPI_INTEGER8));
    EXPECT_FALSE(is_exact(MPI_SUM, MPI_REAL8));
    EXPECT_TRUE(is_exact(MPI_MAX, MPI_REAL8));
}

TEST(PredefinedOperators, TakeFortransIntegersForNoTruthValues) {
    EXPECT_FALSE(may_be_applied(MPI_LAND, MPI_INTEGER));
    EXPECT_TRUE(may_be_applied(MPI_LAND, MPI_INT));
    EXPECT_TRUE(may_be_applied(MPI_BAND, MPI_INTEGER));
}

}  // namespace
}  // namespace causeway::mpi
