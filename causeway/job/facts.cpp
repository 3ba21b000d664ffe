#include "causeway/job/facts.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/mpi/error.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace causeway::job {

void Facts::begin(platform::Platform platform, bool may_race) {
    const std::lock_guard lock(mutex_);
    may_race_ = may_race;
    first_ = std::make_shared<const platform::Platform>(std::move(platform));
    num_versions_ = 1;
    last_ = {first_};
}

void Facts::publish(Version version) {
    const std::lock_guard lock(mutex_);
    last_.push_back(std::move(version));
    ++num_versions_;
    if (last_.size() > kMostKept) {
        last_.pop_front();
    }
}

Facts::Version Facts::at(std::size_t number) const {
    const std::lock_guard lock(mutex_);
    const std::size_t num_gone = num_versions_ - last_.size();
    return number < num_gone ? nullptr : last_[number - num_gone];
}

Facts::Version Facts::first() const {
    const std::lock_guard lock(mutex_);
    return first_;
}

Facts::Version Facts::newest() const {
    const std::lock_guard lock(mutex_);
    return last_.back();
}

Facts::Version Facts::agreed(MPI_Comm comm) const {
    int known = 0;
    {
        const std::lock_guard lock(mutex_);
        if (!may_race_) {
            return last_.back();
        }
        known = static_cast<int>(num_versions_);
    }
    int common = 0;
    mpi::check(PMPI_Allreduce(&known, &common, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
    if (common == 1) {
        return first();
    }
    // Two communicators of all processes, in two threads, may have published in another order on some ranks.
    const Version version = at(static_cast<std::size_t>(common) - 1);
    std::array<std::uint64_t, 2> mine{};
    if (version != nullptr) {
        const std::uint64_t digest = base::digest(platform::fingerprint(*version)).value;
        mine = {digest, ~digest};
    } else {
        mine.fill(std::numeric_limits<std::uint64_t>::max());  // no digest and its complement: this rank is ahead
    }
    std::array<std::uint64_t, 2> most{};
    mpi::check(PMPI_Allreduce(mine.data(), most.data(), static_cast<int>(mine.size()), MPI_UINT64_T, MPI_MAX, comm),
               "MPI_Allreduce");
    return most[0] == ~most[1] ? version : first();
}

}  // namespace causeway::job
