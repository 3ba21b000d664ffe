/// Who carries operations on that are left to threads: whoever waits, and our own thread where nobody does.
#include "causeway/calls/outstanding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

namespace causeway::calls {
namespace {

/// Done after so many turns, of which it knows whose they were.
class Counted final : public Outstanding {
public:
    explicit Counted(int turns) : left_(turns) {}

    /// Turns do not count before.
    void open() { is_open_ = true; }

    [[nodiscard]] bool advance() noexcept override {
        if (!is_open_) {
            return false;
        }
        const std::thread::id one = std::this_thread::get_id();
        const bool is_of_program = std::find(program_.begin(), program_.end(), one) != program_.end();
        ++(is_of_program ? by_program_ : by_our_thread_);
        if (--left_ == 0) {
            is_done_.count_down();
            return true;
        }
        return false;
    }

    [[nodiscard]] bool is_done() const { return is_done_.try_wait(); }
    void wait() const { is_done_.wait(); }
    [[nodiscard]] int by_program() const { return by_program_; }
    [[nodiscard]] int by_our_thread() const { return by_our_thread_; }

private:
    const std::vector<std::thread::id> program_{std::this_thread::get_id()};
    int left_;
    std::atomic<bool> is_open_{false};
    std::atomic<int> by_program_{0};
    std::atomic<int> by_our_thread_{0};
    std::latch is_done_{1};
};

class LeftToThreads : public ::testing::Test {
protected:
    static void SetUpTestSuite() { begin_progress(ProgressEngine::kThread); }
    static void TearDownTestSuite() { end_progress(); }

    static std::shared_ptr<Counted> begun(int turns) {
        auto one = std::make_shared<Counted>(turns);
        let_go_on(one);
        return one;
    }
};

TEST_F(LeftToThreads, WhoWaitsCarriesOnAndOurThreadKeepsOut) {
    constexpr int kTurns = 5000;
    const auto one = begun(kTurns);
    EXPECT_TRUE(is_left_to_threads());
    EXPECT_TRUE(carry_on_until([&] {
        one->open();
        return one->is_done();
    }));
    // It may have been about to have a turn when the wait began.
    EXPECT_LE(one->by_our_thread(), 1);
    EXPECT_EQ(one->by_program(), kTurns - one->by_our_thread());
    EXPECT_FALSE(is_left_to_threads());
}

TEST_F(LeftToThreads, OurThreadCarriesOnWhereNobodyWaits) {
    const auto one = begun(20);
    one->open();
    one->wait();
    EXPECT_EQ(one->by_our_thread(), 20);
    EXPECT_EQ(one->by_program(), 0);
}

TEST_F(LeftToThreads, OurThreadGoesOnAfterAWaitForSomethingElse) {
    const auto one = begun(10);
    const auto other = begun(10);
    other->open();
    EXPECT_TRUE(carry_on_until([&] { return other->is_done(); }));
    one->open();
    one->wait();
    EXPECT_EQ(one->by_our_thread(), 10);
}

TEST_F(LeftToThreads, ATestIsATurn) {
    const auto one = begun(1);
    one->open();
    while (!one->is_done()) {
        carry_on();  // unless our thread is at it
    }
    EXPECT_EQ(one->by_program() + one->by_our_thread(), 1);
}

TEST_F(LeftToThreads, AWaitEndsWhereNothingIsLeft) {
    EXPECT_FALSE(carry_on_until([] { return false; }));
    const auto one = begun(3);
    one->open();
    EXPECT_FALSE(carry_on_until([] { return false; }));
    EXPECT_TRUE(one->is_done());
}

TEST_F(LeftToThreads, WhatIsThrownWhileWaitingLeavesTheRestToOurThread) {
    const auto one = begun(10);
    EXPECT_THROW((void)carry_on_until([]() -> bool { throw 1; }), int);
    one->open();
    one->wait();
    EXPECT_EQ(one->by_our_thread(), 10);
}

TEST_F(LeftToThreads, SeveralThreadsMayWaitAtOnce) {
    constexpr int kThreads = 4;
    for (int round = 0; round < 50; ++round) {
        std::vector<std::shared_ptr<Counted>> all;
        for (int i = 0; i < kThreads; ++i) {
            all.push_back(begun(100 + i));
        }
        std::vector<std::jthread> threads;
        for (const auto& one : all) {
            threads.emplace_back([&one] {
                (void)carry_on_until([&] {
                    one->open();
                    return one->is_done();
                });
            });
        }
        threads.clear();
        for (const auto& one : all) {
            EXPECT_TRUE(one->is_done());
        }
    }
}

}  // namespace
}  // namespace causeway::calls
