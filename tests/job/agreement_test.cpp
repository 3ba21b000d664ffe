/// What rank 0 decides from what the ranks say of themselves.
#include "causeway/job/agreement.hpp"
#include "two_sites.hpp"

#include "causeway/base/files.hpp"
#include "causeway/platform/platform_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace causeway::job {
namespace {

using configuration::Settings;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Introduction> ranks_on(const std::vector<std::string>& hosts) {
    std::vector<Introduction> ranks;
    for (const std::string& host : hosts) {
        Introduction rank;
        rank.settings = 7;
        rank.has_progress = true;
        rank.host = {.name = host, .identity = "boot of " + host, .boot = "boot"};
        rank.interfaces = "eth0=10.0.0." + host;
        ranks.push_back(rank);
    }
    return ranks;
}

class AgreementOfRanks : public ::testing::Test {
protected:
    AgreementOfRanks() { std::filesystem::create_directories(folder_); }
    ~AgreementOfRanks() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] Settings settings(const std::string& more = "CAUSEWAY_DISABLE=0") const {
        return Settings::read({{"CAUSEWAY_CACHE=" + folder_, more}, {}});
    }

    std::string folder_ = ::testing::TempDir() + "/causeway-agreement-" + std::to_string(::getpid());
    std::vector<Introduction> three_ = ranks_on({"a0", "b0", "a1"});
};

TEST_F(AgreementOfRanks, HasWhatRank0ReadInFilesCountForAll) {
    const std::string file = folder_ + "/causeway.conf";
    base::write_file(file, "trees = 3\n");
    Settings other = settings();
    other.take_from_files(decide_start(three_, Settings::read({{}, {file}})).agreement.settings_from_files);
    EXPECT_EQ(other.most_trees(), 3);
}

TEST_F(AgreementOfRanks, NamesTheFirstRankWithWrongSettings) {
    three_[1].fault = "wrong";
    three_[2].fault = "wrong, too";
    const StartDecision decision = decide_start(three_, settings());
    EXPECT_EQ(decision.agreement.course, Course::kPassThrough);
    EXPECT_EQ(decision.agreement.first_faulty, 1);
    EXPECT_FALSE(decision.agreement.has_one_setting);
}

TEST_F(AgreementOfRanks, HoldsWhenRank0ItselfHasWrongSettings) {
    three_[0].fault = "wrong";
    EXPECT_EQ(decide_start(three_, std::nullopt).agreement.first_faulty, 0);
}

TEST_F(AgreementOfRanks, LetsDifferentSettingsPassThrough) {
    three_[2].settings = 8;
    const StartDecision decision = decide_start(three_, settings());
    EXPECT_EQ(decision.agreement.course, Course::kPassThrough);
    EXPECT_FALSE(decision.agreement.has_one_setting);
    EXPECT_THAT(decision.remark, HasSubstr("different CAUSEWAY_ settings"));
    EXPECT_EQ(decision.verbosity, 0);
}

TEST_F(AgreementOfRanks, SaysNothingWhereTheUserSwitchedEverythingOff) {
    const StartDecision decision = decide_start(three_, settings("CAUSEWAY_DISABLE=1"));
    EXPECT_EQ(decision.agreement.course, Course::kPassThrough);
    EXPECT_TRUE(decision.agreement.has_one_setting);
    EXPECT_THAT(decision.remark, IsEmpty());
}

TEST_F(AgreementOfRanks, KnowsOneHostByItsIdentity) {
    three_[1].host = {.name = "other-name", .identity = three_[0].host.identity, .boot = "boot"};
    three_[2].host = three_[0].host;
    const StartDecision decision = decide_start(three_, settings());
    EXPECT_EQ(decision.agreement.course, Course::kPassThrough);
    EXPECT_THAT(decision.remark, HasSubstr("share one host"));
}

TEST_F(AgreementOfRanks, TakesWhatOneRankHasForAllAndWhatOneRankLacksFromAll) {
    EXPECT_TRUE(decide_start(three_, settings()).agreement.has_progress);
    EXPECT_FALSE(decide_start(three_, settings()).agreement.has_threads);
    three_[1].has_progress = false;
    three_[2].has_threads = true;
    EXPECT_FALSE(decide_start(three_, settings()).agreement.has_progress);
    EXPECT_TRUE(decide_start(three_, settings()).agreement.has_threads);
    three_[1].has_gpu_runtime = true;
    EXPECT_THAT(decide_start(three_, settings()).remark, HasSubstr("GPU runtime"));
}

TEST_F(AgreementOfRanks, MeasuresWhereNobodyKnowsTheHosts) {
    const StartDecision decision = decide_start(three_, settings());
    EXPECT_EQ(decision.agreement.course, Course::kMeasure);
    EXPECT_THAT(decision.agreement.host_names, ElementsAre("a0", "b0", "a1"));
    EXPECT_EQ(decision.hosts.host_names, decision.agreement.host_names);
    EXPECT_EQ(decision.hosts.interfaces.at(1), three_[1].interfaces);
}

TEST_F(AgreementOfRanks, SendsThePlatformWithoutWhatNoPlanDependsOn) {
    platform::Platform measured = two_sites();
    measured.provenance.remarks = {"a remark"};
    const std::string file = keep_in_cache(folder_, decide_start(three_, settings()).hosts, measured);
    const StartDecision decision = decide_start(three_, settings());
    EXPECT_EQ(decision.agreement.course, Course::kPlan);
    EXPECT_EQ(decision.cached_file, file);
    EXPECT_EQ(decision.provenance, measured.provenance);
    EXPECT_EQ(platform::parse_platform(decision.agreement.platform_text, "agreement"), two_sites());
    EXPECT_EQ(decision.agreement.platform_text.find('\n'), std::string::npos);
}

TEST_F(AgreementOfRanks, TakesTheFileThatTheSettingsNameIfItKnowsTheHosts) {
    const std::string file = folder_ + "/own.json";
    base::write_file(file, platform::to_json_text(two_sites()));
    const Settings with_file = settings("CAUSEWAY_PLATFORM=" + file);
    EXPECT_EQ(decide_start(three_, with_file).origin, file);
    const StartDecision unknown = decide_start(ranks_on({"a0", "x0"}), with_file);
    EXPECT_EQ(unknown.agreement.course, Course::kMeasure);
    EXPECT_THAT(unknown.trouble, HasSubstr("does not know every host"));
    base::write_file(file, "{");
    EXPECT_EQ(decide_start(three_, with_file).agreement.course, Course::kPassThrough);
    EXPECT_THAT(decide_start(three_, with_file).remark, HasSubstr(file));
}

TEST_F(AgreementOfRanks, MeasuresWhereTheCachedFileIsNotWhole) {
    const std::string file = keep_in_cache(folder_, decide_start(three_, settings()).hosts, two_sites());
    base::write_file(file, "{");
    const StartDecision decision = decide_start(three_, settings());
    EXPECT_EQ(decision.agreement.course, Course::kMeasure);
    EXPECT_THAT(decision.trouble, HasSubstr("measuring anew"));
}

TEST_F(AgreementOfRanks, ReadsWhatMonitoringKnowsOfANetworkThatIsMeasured) {
    const std::string file = folder_ + "/known.csv";
    const std::string other = folder_ + "/more.csv";
    base::write_file(file, "src,dst,latency_ms\na0,b0,5\n");
    base::write_file(other, "src,dst,latency_us\na0,a1,40\n");
    const Settings with_files = settings("CAUSEWAY_MONITORING=" + file + ", " + other);
    const StartDecision decision = decide_start(three_, with_files);
    ASSERT_TRUE(decision.monitoring);
    EXPECT_THAT(decision.monitoring->names, ElementsAre("a0", "b0", "a1"));
    EXPECT_THAT(decision.monitoring_files, ElementsAre(file, other));
    keep_in_cache(folder_, decision.hosts, two_sites());
    EXPECT_FALSE(decide_start(three_, with_files).monitoring) << "the network is known";
}

TEST_F(AgreementOfRanks, MeasuresAllWhereMonitoringFilesAreWrong) {
    const std::string file = folder_ + "/known.csv";
    for (const std::string& text : {std::string("src,dst,latency\na0,b0,5\n"), std::string("a0 is near b0\n")}) {
        base::write_file(file, text);
        const StartDecision decision = decide_start(three_, settings("CAUSEWAY_MONITORING=" + file));
        EXPECT_EQ(decision.agreement.course, Course::kMeasure);
        EXPECT_FALSE(decision.monitoring);
        EXPECT_THAT(decision.trouble, AllOf(HasSubstr(file), HasSubstr("all of the network is measured"))) << text;
    }
}

TEST_F(AgreementOfRanks, HasWhatAnEarlierRunSentForAll) {
    keep_in_cache(folder_, decide_start(three_, settings()).hosts, two_sites());
    const std::string file = folder_ + "/job.trace";
    base::write_file(file, "causeway trace 1\nprocesses 3\nmessage 0 2 5 5000\nmessage 2 1 1 7\nend\n");
    const Settings with_trace = settings("CAUSEWAY_TRAFFIC=" + file);
    const traffic::CommunicationTable expected(3, {{0, 2, {5.0, 5000.0}}, {2, 1, {1.0, 7.0}}});
    EXPECT_EQ(decide_start(three_, with_trace).agreement.traced, expected);
    base::write_file(file, "no trace");
    const StartDecision decision = decide_start(three_, with_trace);
    EXPECT_EQ(decision.agreement.course, Course::kPlan);
    EXPECT_EQ(decision.agreement.traced.num_processes(), 0);
    EXPECT_THAT(decision.trouble, HasSubstr(file));
}

TEST(Bytes, GiveBackWhatWasPacked) {
    const Introduction introduction{.settings = ~std::uint64_t{0},
                                    .fault = "a\nb \xff",
                                    .has_gpu_runtime = true,
                                    .has_progress = false,
                                    .has_threads = true,
                                    .host = {.name = "a0", .identity = "boot net", .boot = "boot"},
                                    .interfaces = "eth0=1"};
    EXPECT_EQ(introduction_from(packed(introduction)), introduction);
    EXPECT_EQ(introduction_from(packed(Introduction{})), Introduction{});
    const Agreement agreement{.course = Course::kPlan,
                              .first_faulty = -1,
                              .settings_from_files = "\x90",
                              .has_one_setting = true,
                              .has_progress = true,
                              .has_threads = false,
                              .host_names = {"a0", "b0"},
                              .plan_texts = {"{1}", "{2}"},
                              .time_stamp = "now",
                              .keeps_experience = true,
                              .experience_text = "{3}",
                              .traced = {2, {{0, 1, {3.0, 4e12}}}},
                              .platform_text = "{}"};
    EXPECT_EQ(agreement_from(packed(agreement)), agreement);
    EXPECT_EQ(agreement_from(packed(Agreement{})), Agreement{});
}

}  // namespace
}  // namespace causeway::job
