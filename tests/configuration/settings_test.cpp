/// Settings from the environment and from files: who wins, what is refused, what must be equal on all ranks.
#include "causeway/configuration/settings.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace causeway::configuration {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A folder of its own for every test, removed at the end.
class SettingsTest : public testing::Test {
protected:
    SettingsTest()
        : folder_(std::filesystem::temp_directory_path() /
                  ("causeway-settings-" + std::to_string(::getpid()) + "-" +
                   testing::UnitTest::GetInstance()->current_test_info()->name())) {
        std::filesystem::create_directories(folder_);
    }
    ~SettingsTest() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
        const std::string path = folder_ / name;
        base::write_file(path, text);
        return path;
    }

    [[nodiscard]] std::string missing_file() const { return folder_ / "missing.conf"; }

private:
    std::filesystem::path folder_;
};

/// What reading says.
std::string complaint(const Sources& sources) {
    try {
        (void)Settings::read(sources);
    } catch (const base::InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST_F(SettingsTest, AProgressThreadIsForTheEnvironment) {
    EXPECT_EQ(Settings::read({{}, {}}).progress_thread(), std::nullopt);
    EXPECT_EQ(Settings::read({{"CAUSEWAY_PROGRESS_THREAD=0"}, {}}).progress_thread(), false);
    EXPECT_EQ(Settings::read({{"CAUSEWAY_PROGRESS_THREAD=1"}, {}}).progress_thread(), true);
    EXPECT_THAT(complaint({{"CAUSEWAY_PROGRESS_THREAD=2"}, {}}), HasSubstr("0 or 1"));
    EXPECT_THAT(complaint({{}, {file("causeway.conf", "progress_thread = 1\n")}}),
                AllOf(HasSubstr("causeway.conf, line 1"), HasSubstr("CAUSEWAY_PROGRESS_THREAD")));
}

TEST_F(SettingsTest, MonitoringFilesComeInTheirOrder) {
    EXPECT_THAT(Settings::read({{"CAUSEWAY_MONITORING= b.csv,,a.csv "}, {}}).monitoring_files(),
                ElementsAre("b.csv", "a.csv"));
    EXPECT_THAT(Settings::read({{"CAUSEWAY_MONITORING="}, {}}).monitoring_files(), ElementsAre());
}

TEST_F(SettingsTest, NothingSetMeansDefaults) {
    const Settings settings = Settings::read({});
    for (const Setting& setting : all_settings()) {
        EXPECT_FALSE(settings.value(setting.name)) << setting.name;
    }
    EXPECT_FALSE(settings.platform_file());
    EXPECT_FALSE(settings.cache_directory());  // no home to put it in
    EXPECT_FALSE(settings.all_disabled());
    EXPECT_FALSE(settings.is_disabled("bcast"));
    EXPECT_FALSE(settings.forced_strategy("bcast"));
    EXPECT_EQ(settings.verbosity(), 0);
    EXPECT_FALSE(settings.report_file());
}

TEST_F(SettingsTest, TheEnvironmentWinsOverTheNearerFileAndThatOverTheFarther) {
    const std::string near = file("near.conf", "verbose = 1\nplatform = near.json\n");
    const std::string far = file("far.conf", "verbose = 2\nplatform = far.json\nreport = far-report.json\n");
    const Settings settings = Settings::read({{"CAUSEWAY_VERBOSE=3"}, {near, far}});
    EXPECT_EQ(settings.verbosity(), 3);
    EXPECT_EQ(settings.value("verbose")->origin, "environment");
    EXPECT_EQ(settings.platform_file(), "near.json");
    EXPECT_EQ(settings.value("platform")->origin, near + ", line 2");
    EXPECT_EQ(settings.report_file(), std::filesystem::current_path() / "far-report.json") << "wherever we go";
    EXPECT_EQ(settings.value("report")->origin, far + ", line 3");
}

TEST_F(SettingsTest, AFileThatIsNotThereIsSkippedUnlessItWasNamed) {
    EXPECT_EQ(Settings::read({{}, {missing_file()}}).verbosity(), 0);
    EXPECT_THAT(complaint({{"CAUSEWAY_CONF=" + missing_file()}, {missing_file()}}), HasSubstr("missing.conf"));
}

TEST_F(SettingsTest, AFileThatOthersMayHaveWrittenIsIgnoredAndNamedUnlessItWasAskedFor) {
    const std::string path = file("causeway.conf", "report = /somebody's/file\n");
    EXPECT_EQ(Settings::read({{}, {path}}).report_file(), "/somebody's/file");
    EXPECT_THAT(Settings::read({{}, {path}}).ignored_files(), testing::IsEmpty());
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::filesystem::permissions(folder, std::filesystem::perms(0777));
    const Settings settings = Settings::read({{}, {path}});
    EXPECT_FALSE(settings.report_file());
    EXPECT_THAT(settings.ignored_files(),
                ElementsAre(AllOf(HasSubstr(path + " is ignored: others may write to"), HasSubstr("CAUSEWAY_CONF"))));
    EXPECT_EQ(Settings::read({{"CAUSEWAY_CONF=" + path}, {path}}).report_file(), "/somebody's/file");
    (void)file("causeway.conf", "what is wrong in there is no matter");
    EXPECT_EQ(complaint({{}, {path}}), "accepted");
    std::filesystem::permissions(folder, std::filesystem::perms(0755));
    std::filesystem::permissions(path, std::filesystem::perms(0666));
    EXPECT_EQ(Settings::read({{}, {path}}).ignored_files().size(), 1U);
}

TEST_F(SettingsTest, WhatIsNoVariableIsNoSetting) {
    EXPECT_EQ(complaint({{"CAUSEWAY_CACHE", "CAUSEWAY_"}, {}}), "accepted");
}

TEST_F(SettingsTest, FilesHaveCommentsBlankLinesAndBothSpellings) {
    const std::string path = file("causeway.conf",
                                  "# what this cluster needs\n"
                                  "\n"
                                  "   \t\n"
                                  "  verbose=2   # loud\n"
                                  "CAUSEWAY_PLATFORM =  /etc/our platform.json  \r\n"
                                  "strategy = bcast:segmented_chain@16K");
    const Settings settings = Settings::read({{}, {path}});
    EXPECT_EQ(settings.verbosity(), 2);
    EXPECT_EQ(settings.value("verbose")->origin, path + ", line 4");
    EXPECT_EQ(settings.platform_file(), "/etc/our platform.json");
    EXPECT_EQ(settings.forced_strategy("bcast"), "segmented_chain@16K");
}

TEST_F(SettingsTest, AnUnknownVariableIsAnsweredWithTheKnownOnes) {
    const std::string text = complaint({{"PATH=/bin", "CAUSEWAY_STRATGY=bcast:flat_tree"}, {}});
    EXPECT_THAT(text, HasSubstr("CAUSEWAY_STRATGY"));
    for (const Setting& setting : all_settings()) {
        EXPECT_THAT(text, HasSubstr(std::string(setting.variable)));
    }
    EXPECT_THAT(text, HasSubstr("CAUSEWAY_CONF"));
}

TEST_F(SettingsTest, VariablesOfOtherPartsAndOtherProgramsAreLeftAlone) {
    EXPECT_EQ(complaint({{"CAUSEWAY_TESTBED_STATE=/tmp", "CAUSEWAYS=3", "X=CAUSEWAY_Y=1"}, {}}), "accepted");
}

TEST_F(SettingsTest, AnUnknownNameInAFileIsAnsweredWithFileLineAndTheKnownOnes) {
    const std::string path = file("causeway.conf", "verbose = 1\n\nstratgy = bcast:flat_tree\n");
    const std::string text = complaint({{}, {path}});
    EXPECT_THAT(text, AllOf(HasSubstr(path), HasSubstr("line 3"), HasSubstr("'stratgy'")));
    for (const Setting& setting : all_settings()) {
        EXPECT_THAT(text, HasSubstr(std::string(setting.name)));
    }
}

TEST_F(SettingsTest, ALineWithoutAnEqualsSignIsRefused) {
    const std::string path = file("causeway.conf", "verbose 1\n");
    EXPECT_THAT(complaint({{}, {path}}),
                AllOf(HasSubstr("line 1"), HasSubstr("'verbose 1'"), HasSubstr("name = value")));
}

TEST_F(SettingsTest, ANameTwiceInOneFileIsRefused) {
    const std::string path = file("causeway.conf", "verbose = 1\nCAUSEWAY_VERBOSE = 2\n");
    EXPECT_THAT(complaint({{}, {path}}), AllOf(HasSubstr(path), HasSubstr("line 2"), HasSubstr("line 1")));
}

TEST_F(SettingsTest, WrongValuesAreAnsweredWithTheAcceptedOnes) {
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {"CAUSEWAY_VERBOSE=4", "0, 1, 2 or 3"},          {"CAUSEWAY_VERBOSE=loud", "0, 1, 2 or 3"},
        {"CAUSEWAY_VERBOSE=-1", "0, 1, 2 or 3"},         {"CAUSEWAY_DISABLE=yes", "bcast"},
        {"CAUSEWAY_DISABLE=bcast,gether", "gather"},     {"CAUSEWAY_STRATEGY=flat_tree", "COLLECTIVE:NAME"},
        {"CAUSEWAY_STRATEGY=bcast:", "COLLECTIVE:NAME"}, {"CAUSEWAY_STRATEGY=sort:flat_tree", "bcast"}};
    for (const auto& [entry, accepted] : wrong) {
        const std::string name = entry.substr(0, entry.find('='));
        const std::string value = entry.substr(entry.find('=') + 1);
        EXPECT_THAT(complaint({{entry}, {}}),
                    AllOf(HasSubstr("environment"), HasSubstr(name), HasSubstr(value), HasSubstr(accepted)));
    }
    const std::string path = file("causeway.conf", "\nverbose = 7\n");
    EXPECT_THAT(complaint({{}, {path}}), AllOf(HasSubstr(path + ", line 2"), HasSubstr("'7'")));
}

TEST_F(SettingsTest, AVariableThatIsSetToNothingCountsAsNotSet) {
    const Settings settings = Settings::read(
        {{"CAUSEWAY_PLATFORM=", "CAUSEWAY_VERBOSE=", "CAUSEWAY_DISABLE=", "CAUSEWAY_STRATEGY=", "CAUSEWAY_REPORT="},
         {}});
    EXPECT_FALSE(settings.platform_file());
    EXPECT_EQ(settings.verbosity(), 0);
    EXPECT_FALSE(settings.is_disabled("bcast"));
    EXPECT_FALSE(settings.forced_strategy("bcast"));
    EXPECT_FALSE(settings.report_file());
}

TEST_F(SettingsTest, DisableTakesAllOrAList) {
    EXPECT_TRUE(Settings::read({{"CAUSEWAY_DISABLE=1"}, {}}).all_disabled());
    EXPECT_TRUE(Settings::read({{"CAUSEWAY_DISABLE=1"}, {}}).is_disabled("bcast"));
    const Settings listed = Settings::read({{"CAUSEWAY_DISABLE= bcast ,"}, {}});
    EXPECT_FALSE(listed.all_disabled());
    EXPECT_TRUE(listed.is_disabled("bcast"));
    EXPECT_FALSE(listed.is_disabled("reduce"));
    EXPECT_FALSE(Settings::read({{"CAUSEWAY_DISABLE=0"}, {}}).is_disabled("bcast"));
    // Collectives that are not replaced may be named: a setting for all jobs of a site outlives versions.
    EXPECT_TRUE(Settings::read({{"CAUSEWAY_DISABLE=bcast,reduce"}, {}}).is_disabled("bcast"));
    EXPECT_FALSE(Settings::read({{"CAUSEWAY_DISABLE=reduce,barrier"}, {}}).is_disabled("bcast"));
}

TEST_F(SettingsTest, EveryCollectiveWordIsAccepted) {
    for (const std::string_view collective : collective_words()) {
        const std::string word(collective);
        const Settings settings =
            Settings::read({{"CAUSEWAY_DISABLE=" + word, "CAUSEWAY_STRATEGY=" + word + ":x@1K"}, {}});
        EXPECT_TRUE(settings.is_disabled(word));
        EXPECT_EQ(settings.forced_strategy(word), "x@1K");
    }
}

TEST_F(SettingsTest, TheCacheFollowsTheXdgRulesUnlessItIsSet) {
    const auto cache = [](std::vector<std::string> environment) {
        return Settings::read({std::move(environment), {}}).cache_directory();
    };
    EXPECT_EQ(cache({"HOME=/home/u"}), "/home/u/.cache/causeway");
    EXPECT_EQ(cache({"HOME=/home/u", "XDG_CACHE_HOME=/var/c"}), "/var/c/causeway");
    EXPECT_EQ(cache({"HOME=/home/u", "XDG_CACHE_HOME="}), "/home/u/.cache/causeway");
    EXPECT_EQ(cache({"HOME=/home/u", "CAUSEWAY_CACHE=/scratch"}), "/scratch");
    EXPECT_EQ(cache({"HOME=/home/u", "CAUSEWAY_CACHE="}), std::nullopt);  // nowhere, as asked
    EXPECT_EQ(cache({"HOME=/home/u", "CAUSEWAY_CACHE=none"}), std::nullopt);
}

using Variables = std::map<std::string, std::string>;

/// Sets variables of this process for as long as it lives.
class ScopedEnvironment {
public:
    explicit ScopedEnvironment(const Variables& values) {
        for (const auto& [name, value] : values) {
            const char* before = std::getenv(name.c_str());
            before_[name] = before == nullptr ? std::optional<std::string>() : before;
            ::setenv(name.c_str(), value.c_str(), 1);
        }
    }
    ScopedEnvironment(const ScopedEnvironment&) = delete;
    ScopedEnvironment& operator=(const ScopedEnvironment&) = delete;
    ~ScopedEnvironment() {
        for (const auto& [name, value] : before_) {
            value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
        }
    }

private:
    std::map<std::string, std::optional<std::string>> before_;
};

TEST(Sources, AreTheFoldersOfTheXdgRules) {
    const ScopedEnvironment environment(
        Variables{{"CAUSEWAY_CONF", ""}, {"XDG_CONFIG_HOME", "/x"}, {"HOME", "/home/u"}});
    EXPECT_THAT(sources_of_this_process().files,
                ElementsAre("causeway.conf", "/x/causeway.conf", "/etc/causeway.conf"));
    const ScopedEnvironment without(Variables{{"XDG_CONFIG_HOME", ""}});
    EXPECT_THAT(sources_of_this_process().files,
                ElementsAre("causeway.conf", "/home/u/.config/causeway.conf", "/etc/causeway.conf"));
    const ScopedEnvironment homeless(Variables{{"HOME", ""}});
    EXPECT_THAT(sources_of_this_process().files, ElementsAre("causeway.conf", "/etc/causeway.conf"));
}

TEST(Sources, AreOneFileAloneWhenItIsNamed) {
    const ScopedEnvironment environment(Variables{{"CAUSEWAY_CONF", "/our/causeway.conf"}});
    const Sources sources = sources_of_this_process();
    EXPECT_THAT(sources.files, ElementsAre("/our/causeway.conf"));
    EXPECT_THAT(sources.environment, testing::Contains("CAUSEWAY_CONF=/our/causeway.conf"));
}

/// The shared text with one variable set.
std::string shared(const std::string& entry) {
    return Settings::read({{entry}, {}}).shared_text();
}

TEST_F(SettingsTest, TheLeastGainIsAPercentageOrAny) {
    const auto gain = [](const std::string& text) {
        return Settings::read({{"CAUSEWAY_LEAST_GAIN=" + text}, {}}).least_gain();
    };
    EXPECT_EQ(gain(""), std::nullopt);
    EXPECT_EQ(gain("0"), 1.0);
    EXPECT_EQ(gain("25"), 1.25);
    EXPECT_EQ(gain("any"), 0.0);
    for (const std::string wrong : {"1.1", "101", "-5", "all"}) {
        EXPECT_THAT(complaint({{"CAUSEWAY_LEAST_GAIN=" + wrong}, {}}),
                    AllOf(HasSubstr("CAUSEWAY_LEAST_GAIN"), HasSubstr("'" + wrong + "'"), HasSubstr("'any'")));
    }
}

TEST_F(SettingsTest, TheBudgetIsSeconds) {
    const auto budget = [](const std::string& text) {
        return Settings::read({{"CAUSEWAY_BUDGET=" + text}, {}}).budget();
    };
    EXPECT_EQ(budget(""), std::nullopt);
    EXPECT_EQ(budget("0.5"), Seconds(0.5));
    EXPECT_EQ(budget("40"), Seconds(40.0));
    for (const std::string wrong : {"0", "-1", "inf", "nan", "2 s", "soon"}) {
        EXPECT_THAT(complaint({{"CAUSEWAY_BUDGET=" + wrong}, {}}),
                    AllOf(HasSubstr("CAUSEWAY_BUDGET"), HasSubstr("'" + wrong + "'"), HasSubstr("seconds above 0")));
    }
}

TEST(SharedText, DiffersWithWhatDecidesPlans) {
    const std::string nothing = Settings::read({}).shared_text();
    EXPECT_NE(shared("CAUSEWAY_PLATFORM=a.json"), nothing);
    EXPECT_NE(shared("CAUSEWAY_PLATFORM=a.json"), shared("CAUSEWAY_PLATFORM=b.json"));
    EXPECT_NE(shared("CAUSEWAY_LEAST_GAIN=any"), nothing);
    EXPECT_NE(shared("CAUSEWAY_DISABLE=1"), nothing);
    EXPECT_NE(shared("CAUSEWAY_DISABLE=1"), shared("CAUSEWAY_DISABLE=bcast"));
    EXPECT_NE(shared("CAUSEWAY_STRATEGY=bcast:flat_tree"), nothing);
    EXPECT_NE(shared("CAUSEWAY_STRATEGY=bcast:flat_tree"), shared("CAUSEWAY_STRATEGY=bcast:flat_tree@1K"));
}

TEST(SharedText, IsTheSameForWhatMayDifferBetweenSites) {
    const std::string nothing = Settings::read({}).shared_text();
    EXPECT_EQ(shared("CAUSEWAY_VERBOSE=3"), nothing);
    EXPECT_EQ(shared("CAUSEWAY_CACHE=/scratch"), nothing);
    EXPECT_EQ(shared("HOME=/elsewhere"), nothing);
}

TEST_F(SettingsTest, WhatFilesSayIsHandedToProcessesThatReadNone) {
    const std::string conf = file("a.conf", "verbose = 2\nreport = r\xff.json\ndrift = 7\n");
    const Settings reader = Settings::read({{"CAUSEWAY_DRIFT=3", "CAUSEWAY_TREES=2"}, {conf}});
    Settings other = Settings::read({{"CAUSEWAY_DRIFT=3", "CAUSEWAY_TREES=2", "CAUSEWAY_VERBOSE=1"}, {}});
    EXPECT_EQ(other.shared_text(), reader.shared_text());
    other.take_from_files(reader.text_from_files());
    EXPECT_EQ(other.report_file(), std::filesystem::current_path() / "r\xff.json");
    EXPECT_EQ(other.value("report")->origin, reader.value("report")->origin);
    EXPECT_EQ(other.verbosity(), 1);
    EXPECT_EQ(other.value("drift")->text, "3");
    EXPECT_EQ(other.most_trees(), 2);
}

TEST(SharedText, TellsASettingFromItsNeighbour) {
    // Values run into names nowhere: a value that looks like the next line is not that line.
    EXPECT_NE(Settings::read({{"CAUSEWAY_PLATFORM=x"}, {}}).shared_text(),
              Settings::read({{"CAUSEWAY_REPORT=x"}, {}}).shared_text());
}

}  // namespace
}  // namespace causeway::configuration
