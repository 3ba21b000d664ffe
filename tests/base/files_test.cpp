/// Whole files, read and written.
#include "causeway/base/files.hpp"

#include "causeway/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>

#include <sys/resource.h>
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
