/// What discovery says of the worth of its figures survives the file, and is checked when read.
#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/platform/platform_json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace causeway::platform {
namespace {

Platform platform_with_evidence() {
    Platform platform;
    Cluster cluster;
    cluster.name = "a";
    cluster.num_hosts = 1;
    platform.clusters = {cluster};
    platform.provenance = {"on a Monday", "causeway 0.1.0", 0.2, {"a link was noisy"}};
    Evidence& evidence = platform.provenance.evidence;
    evidence.cost = Cost{.budget = Seconds(8.0), .spent = Seconds(1.0 / 3.0)};
    evidence.monitoring = MonitoringEvidence{.files = {"one.csv", "two.csv"},
                                             .hosts = 12,
                                             .pairs = 40,
                                             .checked = 6,
                                             .discarded = 3,
                                             .contradictions = {{"a0", "b0", Seconds(0.005), Seconds(0.009)}}};
    evidence.latencies = LatencyEvidence{.pairs = 66,
                                         .measured = 26,
                                         .monitored = 40,
                                         .round_trips = 400,
                                         .settled = 24,
                                         .rushed = 1,
                                         .drifted = 2,
                                         .median_uncertainty = 0.01,
                                         .largest_uncertainty = 1.0 / 7.0,
                                         .resolution = Seconds(2e-5)};
    RouteEvidence measured{.kind = "between_clusters", .from = "a", .to = "b"};
    measured.measured = TransferEvidence{
        .round_trip = {.median = Seconds(0.01), .low = Seconds(0.009), .high = Seconds(0.011), .samples = 12},
        .samples = 60,
        .outliers = 4,
        .gaps = {{Bytes(0), Seconds(0.0), Seconds(1e-5)}, {Bytes(65536), Seconds(3e-3), Seconds(4e-3)}},
        .protocol_changes = {{Bytes(40960), Bytes(65536), Seconds(0.01)}},
        .drift = Drift{.before = Seconds(0.01), .after = Seconds(0.012), .probability = 0.002}};
    measured.directions =
        DirectionTest{.size = Bytes(65536), .there = Seconds(3e-3), .back = Seconds(5e-3), .differ = true};
    const RouteEvidence monitored{.kind = "between_clusters", .from = "a", .to = "c"};
    evidence.routes = {measured, monitored};
    evidence.uplinks = {{.of = "a", .is_outwards = true, .low = BytesPerSecond(24e6), .high = BytesPerSecond(26e6)},
                        {.of = "a", .is_outwards = false, .low = BytesPerSecond(1e8 / 3.0)}};
    return platform;
}

TEST(Provenance, IsReadBackUnchanged) {
    const Platform platform = platform_with_evidence();
    const std::string text = to_json_text(platform);
    EXPECT_EQ(parse_platform(text, "grid.json"), platform) << text;
    EXPECT_EQ(to_json_text(parse_platform(text, "grid.json")), text);
}

TEST(Provenance, ChangesNoFingerprint) {
    Platform plain = platform_with_evidence();
    plain.provenance = {};
    EXPECT_EQ(fingerprint(plain), fingerprint(platform_with_evidence()));
}

/// A fault put into the file above.
struct Fault {
    std::string piece;
    std::string replacement;
    std::string place;
};

class BadProvenance : public testing::TestWithParam<Fault> {};

TEST_P(BadProvenance, IsRefusedWithItsPlace) {
    // Without the blanks for people.
    std::string text = base::JsonOutput::parse(to_json_text(platform_with_evidence())).dump();
    const auto at = text.find(GetParam().piece);
    ASSERT_NE(at, std::string::npos) << text;
    text.replace(at, GetParam().piece.size(), GetParam().replacement);
    try {
        static_cast<void>(parse_platform(text, "grid.json"));
        FAIL() << text;
    } catch (const base::InputError& error) {
        EXPECT_EQ(error.fault().place, GetParam().place);
    }
}

INSTANTIATE_TEST_SUITE_P(
    EachPart, BadProvenance,
    testing::Values(
        Fault{R"("spent")", R"("took")", "provenance.cost"},
        Fault{R"("budget":8.0)", R"("budget":-8.0)", "provenance.cost.budget"},
        Fault{R"("pairs":40)", R"("pairs":4.5)", "provenance.monitoring.pairs"},
        Fault{R"("monitored":0.005)", R"("monitored":"5 ms")", "provenance.monitoring.contradictions[0].monitored"},
        Fault{R"("settled":24)", R"("settled":-1)", "provenance.latencies.settled"},
        Fault{R"("median_uncertainty":0.01)", R"("median_uncertainty":-0.01)",
              "provenance.latencies.median_uncertainty"},
        Fault{R"("source":"measured")", R"("source":"guessed")", "provenance.routes[0].source"},
        Fault{R"("source":"monitoring")", R"("source":"measured")", "provenance.routes[1]"},
        Fault{R"("outliers":4)", R"("outlier":4)", "provenance.routes[0].measured"},
        Fault{R"([65536,0.003,0.004])", R"([65536,0.003])", "provenance.routes[0].measured.gaps[1]"},
        Fault{R"("above":40960)", R"("above":-1)", "provenance.routes[0].measured.protocol_changes[0].above"},
        Fault{R"("probability":0.002)", R"("chance":0.002)", "provenance.routes[0].measured.drift"},
        Fault{R"("differ":true)", R"("differ":"yes")", "provenance.routes[0].directions.differ"},
        Fault{R"("way":"in")", R"("way":"inwards")", "provenance.uplinks[1].way"},
        Fault{R"("high":26000000.0)", R"("high":-26000000.0)", "provenance.uplinks[0].high"}));

}  // namespace
}  // namespace causeway::platform
