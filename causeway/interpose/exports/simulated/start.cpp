/// The start of a simulated job: the library is part of the program, and so of every rank.
#include "causeway/interpose/exports/start.hpp"

#include "causeway/base/build.hpp"
#include "causeway/interpose/life_of_job.hpp"
#include "causeway/job/roll.hpp"

namespace causeway::interpose {

namespace {

class RollOfOneProgram final : public job::Roll {
public:
    [[nodiscard]] std::vector<std::optional<std::string>> builds_of(const std::vector<int>& ranks) override {
        return {ranks.size(), build_};
    }
    [[nodiscard]] const std::string& own_build() const override { return build_; }

private:
    std::string build_ = base::build();
};

}  // namespace

void before_init() noexcept {}

void after_init() noexcept {
    RollOfOneProgram roll;
    start_job(&roll, "");
}

}  // namespace causeway::interpose
