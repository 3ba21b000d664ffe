#include "causeway/noticed/notice.hpp"

#include <array>

namespace causeway::noticed {

#define CAUSEWAY_CHECK(name) extern const Check name;
#include "causeway/noticed/check/checks.def"
#undef CAUSEWAY_CHECK

const base::Registry<Check>& checks() {
#define CAUSEWAY_CHECK(name) &name,
    static constexpr std::array kMembers{
#include "causeway/noticed/check/checks.def"
    };
#undef CAUSEWAY_CHECK
    static constexpr base::Registry<Check> kRegistry("check", kMembers);
    return kRegistry;
}

std::vector<Notice> notices(const JobSeen& job) {
    std::vector<Notice> all;
    for (const Check* check : checks().members()) {
        for (Notice& notice : check->look(job)) {
            notice.check = check->name;
            all.push_back(std::move(notice));
        }
    }
    return all;
}

}  // namespace causeway::noticed
