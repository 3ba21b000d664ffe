/// Whole files, read and written.
#include "causeway/base/files.hpp"

#include "causeway/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::base {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, gone afterwards.
class Files : public ::testing::Test {
protected:
    Files() { fs::create_directory(folder_); }
    ~Files() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

    [[nodiscard]] std::ptrdiff_t num_entries() const {
        return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    }

private:
    fs::path folder_ = fs::path(::testing::TempDir()) /
                       (std::string("causeway_files_") +
                        ::testing::UnitTest::GetInstance()->current_test_info()->name() + std::to_string(::getpid()));
};

/// While it lives no file can grow beyond `bytes`: as if the disk were full.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST_F(Files, WhatIsWrittenIsReadByteForByte) {
    const std::string text("line\n\0\xff end without newline", 28);
    write_file(path("f"), text);
    EXPECT_EQ(read_file(path("f")), text);
    write_file(path("f"), "");
    EXPECT_EQ(read_file(path("f")), "");
    EXPECT_EQ(num_entries(), 1) << "no temporary file is left";
}

TEST_F(Files, AWriteThatFailsLeavesTheOldFileWholeAndNothingElse) {
    write_file(path("f"), "the old text");
    {
        const FileSizeLimit limit(4096);
        EXPECT_THROW(write_file(path("f"), std::string(1 << 20, 'x')), Error);
    }
    EXPECT_EQ(read_file(path("f")), "the old text");
    EXPECT_EQ(num_entries(), 1) << "no temporary file is left";
}

/// Writes two texts in turn until it is killed, and tells each turn through `told`.
[[noreturn]] void write_for_ever(const std::string& path, const std::string& one, const std::string& other, int told) {
    while (true) {
        write_file(path, one);
        write_file(path, other);
        static_cast<void>(::write(told, "x", 1));
    }
}

TEST_F(Files, AWriterKilledAtAnyMomentLeavesAWholeFile) {
    const std::string one(300'000, '1');
    const std::string other(500'000, '2');
    write_file(path("f"), one);
    constexpr int kKills = 40;
    for (int kill = 0; kill < kKills; ++kill) {
        std::array<int, 2> pipe{};
        ASSERT_EQ(::pipe(pipe.data()), 0);
        const pid_t writer = ::fork();
        ASSERT_GE(writer, 0);
        if (writer == 0) {
            write_for_ever(path("f"), one, other, pipe[1]);
        }
        // After a turn or two, and then some more work, so that the moments differ.
        char turn = 0;
        for (int i = 0; i <= kill % 2; ++i) {
            ASSERT_EQ(::read(pipe[0], &turn, 1), 1);
        }
        for (int i = 0; i < kill; ++i) {
            const std::string seen = read_file(path("f"));
            EXPECT_TRUE(seen == one || seen == other) << "while it is written";
        }
        ::kill(writer, kill % 3 == 0 ? SIGTERM : SIGKILL);
        ::waitpid(writer, nullptr, 0);
        ::close(pipe[0]);
        ::close(pipe[1]);
        const std::string left = read_file(path("f"));
        EXPECT_TRUE(left == one || left == other) << "kill " << kill << " left " << left.size() << " bytes";
    }
}

TEST_F(Files, WhatAKilledWriterLeftIsRemovedLater) {
    const auto make = [&](const std::string& name, std::chrono::hours age) {
        write_file(path(name), "half a te");
        fs::last_write_time(path(name), fs::file_time_type::clock::now() - age);
    };
    make("f.123.tmp", std::chrono::hours(2));
    make("f.124.tmp", std::chrono::hours(0));  // of a writer that is at work
    make("g.123.tmp", std::chrono::hours(2));  // of another file
    make("f.x.tmp", std::chrono::hours(2));    // somebody else's
    write_file(path("f"), "text");
    EXPECT_FALSE(fs::exists(path("f.123.tmp")));
    EXPECT_TRUE(fs::exists(path("f.124.tmp")));
    EXPECT_TRUE(fs::exists(path("g.123.tmp")));
    EXPECT_TRUE(fs::exists(path("f.x.tmp")));
    EXPECT_EQ(read_file(path("f")), "text");
}

TEST_F(Files, AFolderThatIsNotThereIsAnErrorThatNamesThePath) {
    try {
        write_file(path("absent/f"), "text");
        FAIL() << "written";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr(path("absent/f")));
    }
    EXPECT_EQ(num_entries(), 0);
}

TEST_F(Files, ADeviceIsWrittenDirectly) {
    EXPECT_NO_THROW(write_file("/dev/null", "text"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Files, AFolderIsNeitherReadNorReplaced) {
    fs::create_directory(path("d"));
    EXPECT_THROW((void)read_file(path("d")), InputError);
    EXPECT_THROW(write_file(path("d"), "text"), Error);
    EXPECT_TRUE(fs::is_directory(path("d")));
}

TEST_F(Files, AFileThatIsNotThereIsWrongInput) {
    EXPECT_THROW((void)read_file(path("absent")), InputError);
}

}  // namespace
}  // namespace causeway::base
