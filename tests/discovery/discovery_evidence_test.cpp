/// What is said of how well uplinks are known.
#include "causeway/discovery/discovery_evidence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace causeway::discovery {
namespace {

using Known = Aggregate::Known;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr BytesPerSecond kFound(40e6);

platform::UplinkEvidence evidence_of(const Aggregate& found) {
    platform::Provenance provenance;
    add_uplink_evidence(provenance, "c", Way::kIn, found);
    return provenance.evidence.uplinks.at(0);
}

TEST(UplinkEvidence, IsAnIntervalOfWhatIsFullAsWideAsLooksDiffered) {
    const platform::UplinkEvidence evidence = evidence_of({.rate = kFound, .spread = 0.2, .known = Known::kFull});
    EXPECT_EQ(evidence.of, "c");
    EXPECT_FALSE(evidence.is_outwards);
    EXPECT_DOUBLE_EQ(evidence.low.value(), 32e6);
    EXPECT_DOUBLE_EQ(evidence.high.value().value(), 48e6);
    EXPECT_DOUBLE_EQ(evidence_of({.rate = kFound, .spread = 0.0, .known = Known::kFull}).low.value(), 38e6);
    EXPECT_EQ(evidence_of({.rate = kFound, .spread = 1.5, .known = Known::kFull}).low.value(), 0.0);
}

TEST(UplinkEvidence, HasNoUpperEndWhereMoreMayPass) {
    for (const Known known : {Known::kAtLeast, Known::kAllOffered}) {
        const platform::UplinkEvidence evidence = evidence_of({.rate = kFound, .spread = 0.0, .known = known});
        EXPECT_DOUBLE_EQ(evidence.low.value(), 38e6);
        EXPECT_FALSE(evidence.high.has_value());
    }
}

TEST(UplinkEvidence, RemarksOnWhatTimeDidNotAllow) {
    const Aggregate full{.rate = kFound, .spread = 0.0, .known = Known::kFull};
    const Aggregate rushed{.rate = kFound, .spread = 0.0, .known = Known::kAtLeast};
    const Aggregate all{.rate = kFound, .spread = 0.0, .known = Known::kAllOffered};
    platform::Provenance provenance;
    add_rushed_uplinks(provenance, {{full, all}, {all, full}});
    EXPECT_THAT(provenance.remarks, IsEmpty());
    add_rushed_uplinks(provenance, {{full, rushed}, {rushed, all}, {full, rushed}});
    EXPECT_THAT(provenance.remarks, ElementsAre(HasSubstr("of 3 of 6 directions")));
}

}  // namespace
}  // namespace causeway::discovery
