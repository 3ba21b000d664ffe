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
#include <optional>
#include <string>

#include <sys/resource.h>
#include <sys/stat.h>
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
    make("f.0123456789abcdef.tmp", std::chrono::hours(2));
    make("f.124.tmp", std::chrono::hours(0));  // of a writer that is at work
    make("g.123.tmp", std::chrono::hours(2));  // of another file
    make("f.x.tmp", std::chrono::hours(2));    // somebody else's
    write_file(path("f"), "text");
    EXPECT_FALSE(fs::exists(path("f.123.tmp")));
    EXPECT_FALSE(fs::exists(path("f.0123456789abcdef.tmp")));
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

TEST_F(Files, WhatMayNeverEndIsNotRead) {
    for (const std::string& endless : {std::string("/dev/zero"), path("pipe")}) {
        ASSERT_TRUE(endless == "/dev/zero" || ::mkfifo(endless.c_str(), 0600) == 0);
        try {
            (void)read_file(endless);
            FAIL() << endless << " was read";
        } catch (const InputError& error) {
            EXPECT_EQ(error.fault().source, endless);
            EXPECT_EQ(error.fault().found, "a pipe or a device");
        }
    }
    EXPECT_THROW(write_file(path("pipe"), "text"), Error) << "nobody reads: no reason to wait";
}

TEST_F(Files, ATooLargeFileIsRefusedBeforeItIsRead) {
    write_file(path("f"), "");
    fs::resize_file(path("f"), kLargestFile + 1);  // takes no room
    try {
        (void)read_file(path("f"));
        FAIL() << "read";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("1073741825 bytes"));
    }
}

TEST_F(Files, FilesWithoutAStatedSizeAreReadWhole) {
    EXPECT_THAT(read_file("/proc/self/status"), ::testing::HasSubstr("Pid:"));
}

TEST_F(Files, ALinkIsReplacedAndWhereItLeadsStaysAsItIs) {
    write_file(path("victim"), "precious");
    fs::create_symlink(path("victim"), path("f"));
    write_file(path("f"), "text");
    EXPECT_EQ(read_file(path("victim")), "precious");
    EXPECT_FALSE(fs::is_symlink(path("f")));
    EXPECT_EQ(read_file(path("f")), "text");
}

TEST_F(Files, LinksAtNamesThatCanBeGuessedAreNotFollowed) {
    write_file(path("victim"), "precious");
    fs::create_symlink(path("victim"), path("f." + std::to_string(::getpid()) + ".tmp"));
    write_file(path("f"), "text");
    EXPECT_EQ(read_file(path("victim")), "precious");
    EXPECT_EQ(read_file(path("f")), "text");
}

/// The permissions of a file.
unsigned mode_of(const std::string& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
}

TEST_F(Files, OnlyTheOwnerMayWriteToANewFileWhateverTheUmask) {
    const mode_t before = ::umask(0);
    write_file(path("f"), "text");
    make_own_folder(path("a/b/"));
    ::umask(S_IRWXG | S_IRWXO);
    write_file(path("g"), "text");
    ::umask(before);
    EXPECT_EQ(mode_of(path("f")), 0644U);
    EXPECT_EQ(mode_of(path("g")), 0600U);
    EXPECT_EQ(mode_of(path("a")), 0700U);
    EXPECT_EQ(mode_of(path("a/b")), 0700U);
    fs::permissions(path("f"), fs::perms(0620));
    write_file(path("f"), "a private text stays private");
    EXPECT_EQ(mode_of(path("f")), 0600U);
}

TEST_F(Files, AForeignHandIsWhoeverElseMayWrite) {
    write_file(path("f"), "text");
    EXPECT_EQ(foreign_hand(path("f")), std::nullopt);
    EXPECT_EQ(foreign_hand(path("absent")), std::nullopt);
    const auto says = [&](const std::string& name, const std::string& what) {
        const auto reason = foreign_hand(path(name));
        return reason && reason->find(what) != std::string::npos;
    };
    fs::permissions(path("f"), fs::perms(0664));
    EXPECT_TRUE(says("f", "others may write to " + path("f")));
    fs::permissions(path("f"), fs::perms(0644));
    fs::permissions(path("."), fs::perms(0777));
    EXPECT_TRUE(says("f", "others may write to"));
    EXPECT_TRUE(says(".", "others may write to"));
    fs::permissions(path("."), fs::perms(01777));
    EXPECT_EQ(foreign_hand(path("f")), std::nullopt) << "nobody else may put anything in its place";
    fs::permissions(path("."), fs::perms(0700));
    fs::create_directory(path("open"));
    write_file(path("open/g"), "text");
    fs::create_symlink(path("open/g"), path("link"));
    EXPECT_EQ(foreign_hand(path("link")), std::nullopt);
    fs::permissions(path("open"), fs::perms(0777));
    EXPECT_TRUE(says("link", "others may write to " + path("open")));
}

/// Whether `holds` when another user asks; only root can become one.
bool holds_for(uid_t user, bool (*holds)(const std::string&), const std::string& path) {
    const pid_t other = ::fork();
    if (other == 0) {
        ::_exit(::setuid(user) == 0 && holds(path) ? 0 : 1);
    }
    int status = 0;
    ::waitpid(other, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(Files, WhatBelongsToRootIsTrustedAndWhatBelongsToAnotherUserIsNot) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can be several users";
    }
    constexpr uid_t kOne = 4711;
    constexpr uid_t kOther = 4712;
    const auto trusts = [](const std::string& file) { return !foreign_hand(file); };
    fs::permissions(path("."), fs::perms(0755));
    write_file(path("f"), "text");
    EXPECT_TRUE(holds_for(kOne, trusts, path("f")));
    ASSERT_EQ(::chown(path("f").c_str(), kOne, kOne), 0);
    EXPECT_TRUE(holds_for(kOne, trusts, path("f")));
    EXPECT_FALSE(holds_for(kOther, trusts, path("f")));
    EXPECT_EQ(foreign_hand(path("f")), path("f") + " belongs to another user") << "root does not trust it either";
    ASSERT_EQ(::chown(path("f").c_str(), 0, 0), 0);
    ASSERT_EQ(::chown(path(".").c_str(), kOther, kOther), 0);
    EXPECT_FALSE(holds_for(kOne, trusts, path("f"))) << "who has the folder may put another file there";
}

TEST_F(Files, AnotherUsersLinkToADeviceWhereAllMayWriteIsReplaced) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can be several users";
    }
    constexpr uid_t kOther = 4712;
    fs::permissions(path("."), fs::perms(01777));
    fs::create_symlink("/dev/null", path("f"));
    ASSERT_EQ(::lchown(path("f").c_str(), kOther, kOther), 0);
    write_file(path("f"), "text");
    EXPECT_EQ(read_file(path("f")), "text");
}

TEST_F(Files, AFileThatIsNotThereIsWrongInput) {
    EXPECT_THROW((void)read_file(path("absent")), InputError);
}

}  // namespace
}  // namespace causeway::base
