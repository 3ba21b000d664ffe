#include "causeway/mapping/launcher/launcher.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace causeway::mapping {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kHosts{"a0", "a0", "b0", "a0", "b1"};

std::string file_of(const char* launcher) {
    return launchers().at(launcher, "test").file(kHosts);
}

TEST(Launchers, OpenMpiGetsARankfileWithTheSlotsOfEachHostInTurn) {
    EXPECT_EQ(file_of("open-mpi"),
              "rank 0=a0 slot=0\nrank 1=a0 slot=1\nrank 2=b0 slot=0\nrank 3=a0 slot=2\nrank 4=b1 slot=0\n");
}

TEST(Launchers, MpichGetsHostsWithHowManyNeighboursTheyTake) {
    EXPECT_EQ(file_of("mpich"), "a0:2\nb0:1\na0:1\nb1:1\n");
}

TEST(Launchers, SlurmGetsAHostForEachProcess) {
    EXPECT_EQ(file_of("slurm"), "a0\na0\nb0\na0\nb1\n");
}

TEST(Launchers, EveryOneSaysHowItsFileIsUsed) {
    for (const Launcher* launcher : launchers().members()) {
        EXPECT_THAT(std::string(launcher->usage), HasSubstr("{}"));
        EXPECT_FALSE(launcher->summary.empty());
        EXPECT_FALSE(launcher->source.empty());
    }
}

}  // namespace
}  // namespace causeway::mapping
