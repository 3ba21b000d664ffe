/// Files that say how long processes compute.
#include "causeway/mapping/computing_weights.hpp"

#include "causeway/base/error.hpp"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace causeway::mapping {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ComputingWeights, AreReadByProcessAndAreNothingWhereTheyAreNotListed) {
    EXPECT_THAT(parse_computing_weights("# one\nprocess,seconds\n2, 1.5\n0,3e-2\n", "w.csv", 4),
                ElementsAre(Seconds(0.03), Seconds(0.0), Seconds(1.5), Seconds(0.0)));
    EXPECT_THAT(parse_computing_weights("process,seconds\n", "w.csv", 1), ElementsAre(Seconds(0.0)));
}

TEST(ComputingWeights, ThatAreWrongAreRefusedWithTheirLine) {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"", "process,seconds"},
        {"seconds,process\n", "process,seconds"},
        {"process,seconds\n1\n", "line 2"},
        {"process,seconds\n4,1\n", "0 to 3"},
        {"process,seconds\n-1,1\n", "'-1'"},
        {"process,seconds\n1,1\n1,2\n", "line 3"},
        {"process,seconds\n1,-2\n", "'-2' as seconds"},
        {"process,seconds\n1,inf\n", "seconds >= 0"},
        {"process,seconds\n1,fast\n", "'fast'"},
    };
    for (const auto& [text, says] : wrong) {
        try {
            (void)parse_computing_weights(text, "w.csv", 4);
            ADD_FAILURE() << text;
        } catch (const base::InputError& error) {
            EXPECT_THAT(error.what(), HasSubstr("w.csv"));
            EXPECT_THAT(error.what(), HasSubstr(says));
        }
    }
}

}  // namespace
}  // namespace causeway::mapping
