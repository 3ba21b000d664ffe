/// What launchers tell a process in its environment.
#include "causeway/process/ranks.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace causeway::process {
namespace {

/// A process that no launcher has started, whoever has started this one.
class Ranks : public testing::Test {
protected:
    Ranks() {
        for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
            ::unsetenv(variable);
        }
    }

    static void tell(const char* variable, const char* rank) { ::setenv(variable, rank, 1); }
};

TEST_F(Ranks, AProcessThatNoLauncherStartedSpeaksForItself) {
    EXPECT_TRUE(may_speak());
    EXPECT_FALSE(is_launched());
    EXPECT_FALSE(is_launched_for("openmpi"));
    EXPECT_FALSE(is_launched_for("mpich"));
}

TEST_F(Ranks, TheFirstOfAJobSpeaks) {
    for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
        tell(variable, "0");
        EXPECT_TRUE(may_speak()) << variable;
        tell(variable, "10");
        EXPECT_FALSE(may_speak()) << variable;
        ::unsetenv(variable);
    }
}

TEST_F(Ranks, TheRankThatTheMpiLibrarysLauncherTellsCounts) {
    tell("SLURM_PROCID", "0");  // of the daemon that Slurm started on this host, or of the job's script
    tell("OMPI_COMM_WORLD_RANK", "3");
    EXPECT_FALSE(may_speak());
}

TEST_F(Ranks, TheVariableTellsTheMpiLibrary) {
    tell("PMI_RANK", "1");
    EXPECT_TRUE(is_launched());
    EXPECT_TRUE(is_launched_for("mpich"));
    EXPECT_FALSE(is_launched_for("openmpi"));
    tell("PMIX_RANK", "1");
    EXPECT_TRUE(is_launched_for("openmpi"));
}

TEST_F(Ranks, AJobsScriptUnderSlurmIsNoRank) {
    tell("SLURM_PROCID", "0");
    EXPECT_FALSE(is_launched());
}

}  // namespace
}  // namespace causeway::process
