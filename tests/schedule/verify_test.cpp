/// The verifier is the oracle of every algorithm, so it is tested against broken schedules: one that
/// accepts any of them is worth nothing.
#include "causeway/schedule/verify.hpp"

#include "causeway/base/error.hpp"
#include "tests/schedule/samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace causeway::schedule {
namespace {

using base::ScheduleError;
using ::testing::HasSubstr;

using enum ActionKind;

/// Good broadcasts from 0, with every repetition written out so that single operations can be broken.
std::vector<Schedule> good_schedules() {
    std::vector<Schedule> result;
    for (const int p : {2, 3, 5, 7, 8, 9}) {
        for (const int blocks : {1, 2, 3, 7}) {
            result.push_back(unrolled(chain(p, blocks)));
            result.push_back(unrolled(tree(p, blocks)));
            result.push_back(unrolled(segment(tree(p, 1), blocks)));
        }
        result.push_back(unrolled(scatter_and_exchange(p)));
    }
    return result;
}

std::vector<Action>& body_of(Schedule& schedule, std::size_t process) {
    return schedule.programs[process].sections[0].body;
}

/// Calls `breaks(broken, process, position)` on a fresh copy for every operation of every good schedule; it
/// breaks the copy and says whether it could. Every broken copy must be rejected.
template <typename Break>
void expect_every_mutant_rejected(const Break& breaks) {
    int mutants = 0;
    int accepted = 0;
    for (const Schedule& good : good_schedules()) {
        for (std::size_t process = 0; process < good.programs.size(); ++process) {
            for (std::size_t i = 0; i < good.programs[process].sections[0].body.size(); ++i) {
                Schedule mutant = good;
                if (!breaks(mutant, process, i)) {
                    continue;
                }
                ++mutants;
                try {
                    verify(mutant, broadcast(0));
                    ++accepted;
                    ADD_FAILURE() << "accepted: operation " << i << " of process " << process << " broken, "
                                  << good.num_processes() << " processes, " << good.num_blocks << " blocks";
                } catch (const ScheduleError&) {
                }
                ASSERT_LT(accepted, 5) << "and so on";
            }
        }
    }
    EXPECT_GT(mutants, 50) << "the mutation found too little to break";
}

TEST(Verify, AcceptsGoodSchedules) {
    for (const Schedule& good : good_schedules()) {
        EXPECT_NO_THROW(verify(good, broadcast(0))) << good.num_processes() << ", " << good.num_blocks;
    }
    EXPECT_NO_THROW(verify(tree(1, 5), broadcast(0)));
}

TEST(Verify, RejectsAMissingOperation) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        std::vector<Action>& body = body_of(mutant, process);
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
    });
}

TEST(Verify, RejectsADoubledOperation) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        std::vector<Action>& body = body_of(mutant, process);
        const Action twice = body[i];
        body.insert(body.begin() + static_cast<std::ptrdiff_t>(i), twice);
        return true;
    });
}

TEST(Verify, RejectsADoubledTransfer) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        const Action operation = body_of(mutant, process)[i];
        if (operation.kind != kSend) {
            return false;
        }
        body_of(mutant, process).push_back(operation);
        body_of(mutant, static_cast<std::size_t>(operation.peer))
            .push_back({kReceive, static_cast<int>(process), operation.blocks});
        return true;
    });
}

TEST(Verify, RejectsAnotherBlock) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        Action& operation = body_of(mutant, process)[i];
        if (mutant.num_blocks == 1 || operation.blocks.count != 1) {
            return false;
        }
        operation.blocks.first = (operation.blocks.first + 1) % mutant.num_blocks;
        return true;
    });
}

TEST(Verify, RejectsFewerBlocksThanTheOtherSideHas) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        Action& operation = body_of(mutant, process)[i];
        --operation.blocks.count;
        return operation.blocks.count > 0;
    });
}

TEST(Verify, RejectsAnotherPeer) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        Action& operation = body_of(mutant, process)[i];
        const int before = operation.peer;
        do {
            operation.peer = (operation.peer + 1) % mutant.num_processes();
        } while (operation.peer == static_cast<int>(process));
        return operation.peer != before;
    });
}

TEST(Verify, RejectsAnotherKind) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        Action& operation = body_of(mutant, process)[i];
        operation.kind = operation.kind == kSend ? kReceive : kSend;
        return true;
    });
}

TEST(Verify, RejectsPeersThatAreNotThere) {
    for (const int offset : {0, 1, 2}) {
        expect_every_mutant_rejected([offset](Schedule& mutant, std::size_t process, std::size_t i) {
            const int nobody[] = {-1, mutant.num_processes(), static_cast<int>(process)};
            body_of(mutant, process)[i].peer = nobody[offset];
            return true;
        });
    }
}

TEST(Verify, RejectsASendBeforeItsReceive) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        std::vector<Action>& body = body_of(mutant, process);
        const Action send = body[i];
        if (process == 0 || send.kind != kSend) {
            return false;
        }
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
        body.insert(body.begin(), send);
        return true;
    });
}

TEST(Verify, RejectsReceivesFromOnePeerInAnotherOrder) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        std::vector<Action>& body = body_of(mutant, process);
        const auto next = std::find_if(body.begin() + static_cast<std::ptrdiff_t>(i) + 1, body.end(),
                                       [&](const auto& o) { return o.kind == kReceive && o.peer == body[i].peer; });
        if (body[i].kind != kReceive || next == body.end()) {
            return false;
        }
        std::swap(body[i], *next);
        return true;
    });
}

TEST(Verify, RejectsATransferLeftOutOnBothSides) {
    expect_every_mutant_rejected([](Schedule& mutant, std::size_t process, std::size_t i) {
        std::vector<Action>& body = body_of(mutant, process);
        const Action send = body[i];
        if (send.kind != kSend) {
            return false;
        }
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
        std::vector<Action>& other = body_of(mutant, static_cast<std::size_t>(send.peer));
        other.erase(std::find(other.begin(), other.end(), Action{kReceive, static_cast<int>(process), send.blocks}));
        return true;
    });
}

TEST(Verify, RejectsABroadcastFromAnotherRoot) {
    for (const Schedule& good : good_schedules()) {
        EXPECT_THROW(verify(good, broadcast(1)), ScheduleError);
    }
}

TEST(Verify, RejectsWhatTheRootIsSentAlthoughItHoldsEverything) {
    Builder builder(2, 1);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(1, 0, {0, 1});
    EXPECT_THROW(verify(builder.finish(), broadcast(0)), ScheduleError);
}

TEST(Verify, RejectsACycleThatWaitsForItself) {
    Schedule schedule;
    schedule.num_blocks = 2;
    schedule.programs = {
        {{{.body = {{kSend, 1, {0, 1}}, {kSend, 2, {1, 1}}}}}},
        {{{.body = {{kReceive, 2, {1, 1}}, {kReceive, 0, {0, 1}}, {kSend, 2, {0, 1}}}}}},
        {{{.body = {{kReceive, 1, {0, 1}}, {kReceive, 0, {1, 1}}, {kSend, 1, {1, 1}}}}}},
    };
    try {
        verify(schedule, broadcast(0));
        FAIL() << "accepted";
    } catch (const ScheduleError& error) {
        EXPECT_THAT(error.what(), HasSubstr("waits for ever"));
    }
    for (std::size_t p : {1U, 2U}) {
        std::swap(body_of(schedule, p)[0], body_of(schedule, p)[1]);
        std::swap(body_of(schedule, p)[1], body_of(schedule, p)[2]);
    }
    EXPECT_NO_THROW(verify(schedule, broadcast(0))) << "what comes from outside first, it goes through";
}

/// Two trees, 0>1>2 for even and 0>2>1 for odd blocks; what a process passes on, it got a repetition earlier.
Schedule two_trees_in_turn(int num_blocks) {
    Builder builder(3, num_blocks);
    builder.begin_section(num_blocks / 2 + 2, 2);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(0, 2, {1, 1});
    builder.transfer(1, 2, {0 - 2, 1});
    builder.transfer(2, 1, {1 - 2, 1});
    return builder.finish();
}

TEST(Verify, AcceptsPeriodicSchedulesOfAnyLength) {
    for (int num_blocks = 1; num_blocks <= 9; ++num_blocks) {
        EXPECT_NO_THROW(verify(two_trees_in_turn(num_blocks), broadcast(0))) << num_blocks << " blocks";
    }
}

TEST(Verify, RejectsAPeriodicScheduleThatEndsTooEarly) {
    Schedule schedule = two_trees_in_turn(6);
    for (Program& program : schedule.programs) {
        program.sections[0].repetitions = 3;
    }
    EXPECT_THROW(verify(schedule, broadcast(0)), ScheduleError);
}

TEST(Verify, RejectsSectionsThatMakeNoSense) {
    const auto broken = [](auto change) {
        Schedule schedule = chain(2, 3);
        for (Program& program : schedule.programs) {
            change(program.sections[0]);
        }
        return schedule;
    };
    EXPECT_THROW(verify(broken([](Section& s) { s.body[0].blocks.first = -1; }), broadcast(0)), ScheduleError);
    EXPECT_THROW(verify(broken([](Section& s) { s.body[0].blocks.count = 0; }), broadcast(0)), ScheduleError);
    EXPECT_THROW(verify(broken([](Section& s) { s.body[0].blocks.count = -1; }), broadcast(0)), ScheduleError);
    EXPECT_THROW(verify(broken([](Section& s) { s.repetitions = 0; }), broadcast(0)), ScheduleError);
    EXPECT_THROW(verify(broken([](Section& s) { s.repetitions = 2; }), broadcast(0)), ScheduleError);
    EXPECT_THROW(verify(broken([](Section& s) { s.stride = 0; }), broadcast(0)), ScheduleError);
    EXPECT_THROW(verify(broken([](Section& s) { s.stride = -1; }), broadcast(0)), ScheduleError);
    EXPECT_THROW(verify(broken([](Section& s) { s.stride = std::numeric_limits<int>::max(); }), broadcast(0)),
                 ScheduleError);
}

TEST(Verify, SaysWhoLacksWhat) {
    Builder builder(3, 2);
    builder.transfer(0, 1, {0, 2});
    builder.transfer(0, 2, {0, 1});
    try {
        verify(builder.finish(), broadcast(0));
        FAIL() << "accepted";
    } catch (const ScheduleError& error) {
        EXPECT_STREQ(error.what(), "at the end of the broadcast process 2 lacks block 1");
    }
}

TEST(Verify, RejectsBlocksThatComeAsOthersUnlessTheScheduleRenumbers) {
    Schedule schedule{.num_blocks = 2, .programs = std::vector<Program>(2)};
    schedule.programs[0].sections = {{.body = {{kSend, 1, {0, 1}}, {kSend, 1, {1, 1}}}}};
    schedule.programs[1].sections = {{.body = {{kReceive, 0, {1, 1}}, {kReceive, 0, {0, 1}}}}};
    EXPECT_THROW(verify(schedule, broadcast(0)), ScheduleError);
    schedule.renumbers = true;
    EXPECT_NO_THROW(verify(schedule, broadcast(0)));
    schedule.programs[1].sections[0].body[0].blocks = {0, 2};
    EXPECT_THROW(verify(schedule, broadcast(0)), ScheduleError);
}

}  // namespace
}  // namespace causeway::schedule
