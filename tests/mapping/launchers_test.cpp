/// Launchers' files and command lines.
#include "causeway/mapping/launcher/launcher.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace causeway::mapping {
namespace {

using testing::ElementsAre;
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

std::vector<std::string> with_variables(const char* launcher, const std::vector<std::string>& words) {
    const std::vector<Variable> variables = {{"A", "1"}, {"B", "x y"}};
    return launchers().at(launcher, "test").with_variables(words, variables);
}

TEST(Launchers, OpenMpiExportsVariablesToEveryBlockOfAJob) {
    EXPECT_THAT(with_variables("open-mpi", {"mpirun", "-n", "2", "./p", ":", "-n", "1", "./q"}),
                ElementsAre("mpirun", "-x", "A=1", "-x", "B=x y", "-n", "2", "./p", ":", "-x", "A=1", "-x", "B=x y",
                            "-n", "1", "./q"));
}

TEST(Launchers, OthersTakeThemOnce) {
    EXPECT_THAT(with_variables("mpich", {"mpiexec", "-n", "2", "./p", ":", "./q"}),
                ElementsAre("mpiexec", "-genv", "A", "1", "-genv", "B", "x y", "-n", "2", "./p", ":", "./q"));
    EXPECT_THAT(with_variables("slurm", {"srun", "./p"}), ElementsAre("srun", "--export=ALL,A=1,B=x y", "./p"));
    const std::vector<Variable> lists{{"A", "bcast,reduce"}, {"B", "it's 1,2"}, {"C", "3"}};
    EXPECT_EQ(launchers().at("slurm", "test").with_variables(std::vector<std::string>{"srun", "./p"}, lists).at(1),
              "--export=ALL,'A=bcast,reduce',\"B=it's 1,2\",C=3");
}

TEST(Launchers, WhatACommandLineSaysItselfStaysAndLibrariesAreJoined) {
    const std::vector<Variable> variables = {{"LD_PRELOAD", "ours.so"}, {"A", "1"}};
    const auto with = [&](const char* launcher, const std::vector<std::string>& words) {
        return launchers().at(launcher, "test").with_variables(words, variables);
    };
    EXPECT_THAT(with("open-mpi", {"mpirun", "-x", "LD_PRELOAD=theirs.so", "./p", ":", "-x", "A=2", "./q"}),
                ElementsAre("mpirun", "-x", "A=1", "-x", "LD_PRELOAD=ours.so:theirs.so", "./p", ":", "-x",
                            "LD_PRELOAD=ours.so", "-x", "A=2", "./q"));
    EXPECT_THAT(with("mpich", {"mpiexec", "-genv", "LD_PRELOAD", "theirs.so", "./p"}),
                ElementsAre("mpiexec", "-genv", "A", "1", "-genv", "LD_PRELOAD", "ours.so:theirs.so", "./p"));
    EXPECT_THAT(with("mpich", {"mpiexec", "-env", "LD_PRELOAD", "theirs.so", "./p", ":", "./q"}),
                ElementsAre("mpiexec", "-genv", "LD_PRELOAD", "ours.so", "-genv", "A", "1", "-env", "LD_PRELOAD",
                            "ours.so:theirs.so", "./p", ":", "./q"));
}

TEST(Launchers, AreKnownByWhatTheySayOfThemselves) {
    const auto named = [](std::string_view version) -> std::string_view {
        std::string_view name = "none";
        for (const Launcher* launcher : launchers().members()) {
            if (launcher->says(version)) {
                EXPECT_EQ(name, "none");
                name = launcher->name;
            }
        }
        return name;
    };
    EXPECT_EQ(named("mpirun (Open MPI) 4.1.4\n\nReport bugs to http://www.open-mpi.org/community/help/"), "open-mpi");
    EXPECT_EQ(named("mpirun (Open MPI) 5.0.3"), "open-mpi");
    EXPECT_EQ(named("prterun (PRRTE) 3.0.5"), "open-mpi");
    EXPECT_EQ(named("HYDRA build details:\n    Version: 4.0.2"), "mpich");
    EXPECT_EQ(named("Intel(R) MPI Library for Linux* OS, Version 2021.10 Build 20230619"), "mpich");
    EXPECT_EQ(named("slurm 22.05.8"), "slurm");
    EXPECT_EQ(named("bash, version 5"), "none");
}

}  // namespace
}  // namespace causeway::mapping
