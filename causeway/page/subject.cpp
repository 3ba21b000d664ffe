#include "causeway/page/subject.hpp"

#include "causeway/platform/platform_json.hpp"

#include <utility>

namespace causeway::page {

Subject subject_of(std::optional<Run> run, std::optional<platform::Platform> platform) {
    Subject subject{.run = std::move(run), .platform = std::move(platform), .retraced = {}};
    if (subject.run && !subject.platform && subject.run->network) {
        subject.platform = platform::platform_from(*subject.run->network);
    }
    if (subject.run && subject.platform) {
        subject.retraced = retraced(*subject.run, *subject.platform);
    }
    return subject;
}

}  // namespace causeway::page
