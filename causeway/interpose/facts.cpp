#include "causeway/interpose/facts.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/mpi/error.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace causeway::interpose {

void Facts::begin(platform::Platform platform, bool may_race) {
    const std::lock_guard lock(mutex_);
    may_race_ = may_race;
    versions_ = {std::make_shared<const platform::Platform>(std::move(platform))};
}

void Facts::publish(Version version) {
    const std::lock_guard lock(mutex_);
    versions_.push_back(std::move(version));
}

Facts::Version Facts::at(std::size_t number) const {
    const std::lock_guard lock(mutex_);
    return versions_[number];
}

Facts::Version Facts::first() const {
    return at(0);
}

Facts::Version Facts::newest() const {
    const std::lock_guard lock(mutex_);
    return versions_.back();
}

Facts::Version Facts::agreed(MPI_Comm comm) const {
    int known = 0;
    {
        const std::lock_guard lock(mutex_);
        if (!may_race_) {
            return versions_.back();
        }
        known = static_cast<int>(versions_.size());
    }
    int common = 0;
    mpi::check(PMPI_Allreduce(&known, &common, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
    if (common == 1) {
        return first();
    }
    // Two communicators of all processes, in two threads, may have published in another order on some ranks.
    const Version version = at(static_cast<std::size_t>(common) - 1);
    const std::uint64_t digest = base::digest(platform::fingerprint(*version)).value;
    const std::array<std::uint64_t, 2> mine{digest, ~digest};
    std::array<std::uint64_t, 2> most{};
    mpi::check(PMPI_Allreduce(mine.data(), most.data(), static_cast<int>(mine.size()), MPI_UINT64_T, MPI_MAX, comm),
               "MPI_Allreduce");
    return most[0] == ~most[1] ? version : first();
}

}  // namespace causeway::interpose
