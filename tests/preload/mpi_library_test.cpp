/// Which variant is loaded for which MPI library.
#include "causeway/preload/mpi_library.hpp"

#include <gmock/gmock.h>

#include <array>
#include <string>

namespace causeway::preload {
namespace {

using testing::HasSubstr;

constexpr std::array kBoth = {Variant{Family::kOpenMpi, 40, "open"}, Variant{Family::kMpich, 12, "mpich"}};

std::string file_for(const std::string& version, const std::string& soname) {
    const Choice choice = choose_variant({version, soname}, kBoth);
    EXPECT_EQ(choice.variant == nullptr, !choice.why_none.empty());
    return choice.variant != nullptr ? choice.variant->file : "none: " + choice.why_none;
}

TEST(MpiLibrary, IsKnownByItsVersionAndTheNumberOfItsInterface) {
    EXPECT_EQ(file_for("Open MPI v4.1.4, package: Debian OpenMPI", "libmpi.so.40"), "open");
    EXPECT_EQ(file_for("Open MPI v5.0.3, package: Open MPI root@host", "libmpi.so.40"), "open");
    EXPECT_EQ(file_for("MPICH Version:\t4.0.2", "libmpich.so.12"), "mpich");
    EXPECT_EQ(file_for("MPICH Version:      4.2.1", "libmpi.so.12"), "mpich");
    EXPECT_EQ(file_for("Intel(R) MPI Library 2021.10 for Linux* OS", "libmpi.so.12"), "mpich");
    EXPECT_EQ(file_for("MVAPICH2 Version      :\t2.3.7", "libmpi.so.12"), "mpich");
    EXPECT_EQ(file_for("MPI VERSION    : CRAY MPICH version 8.1.25", "libmpi_gnu_91.so.12"), "mpich");
}

TEST(MpiLibrary, OfAnotherInterfaceIsNamedWithWhatThereIs) {
    EXPECT_THAT(file_for("Open MPI v1.10.7, package: x", "libmpi.so.12"),
                HasSubstr("Open MPI v1.10.7, package: x (libmpi.so.12)"));
    EXPECT_THAT(file_for("Open MPI v1.10.7", "libmpi.so.12"),
                HasSubstr("Open MPI with interface 40, MPICH with interface 12"));
    EXPECT_THAT(file_for("HPE MPT 2.26", "libmpi.so"), HasSubstr("HPE MPT 2.26"));
    EXPECT_THAT(file_for("MPICH Version: 1.4", "libmpich.so.3"), HasSubstr("none: "));
}

TEST(MpiLibrary, WithTheStandardInterfaceIsRefusedByName) {
    EXPECT_THAT(file_for("MPICH Version: 5.0.0", "libmpi_abi.so.0"),
                HasSubstr("standard binary interface of MPI (libmpi_abi.so.0)"));
    EXPECT_THAT(file_for("Open MPI v6.0.0", "libmpi_abi.so.0"), HasSubstr("none: "));
}

TEST(MpiLibrary, InterfaceNumbers) {
    EXPECT_EQ(interface_number_of("libmpi.so.40"), 40);
    EXPECT_EQ(interface_number_of("libmpi.so.40.30.4"), 40);
    EXPECT_EQ(interface_number_of("libmpi.so"), std::nullopt);
    EXPECT_EQ(interface_number_of("libmpi.so."), std::nullopt);
    EXPECT_EQ(interface_number_of("libmpi.so.x"), std::nullopt);
    EXPECT_EQ(interface_number_of(""), std::nullopt);
}

// A library that was made for one program alone has no name by which others find it.
TEST(MpiLibrary, WithoutANumberIsKnownByItsFamily) {
    EXPECT_EQ(file_for("MPICH Version: 4.1", ""), "mpich");
}

}  // namespace
}  // namespace causeway::preload
