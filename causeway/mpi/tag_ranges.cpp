#include "causeway/mpi/tag_ranges.hpp"

#include "causeway/mpi/error.hpp"

#include <cstdint>

namespace causeway::mpi {

namespace {

/// Ranges that are worth having: more than programs were seen to have communicators on which no call waits.
constexpr int kFewestRanges = 64;

}  // namespace

TagDivision division_of_tags(int bound) {
    const std::int64_t num_tags = std::int64_t{bound} + 1;
    const std::int64_t num_ranges = num_tags / 2 / TagDivision::kTagsOfRange;
    if (num_ranges < kFewestRanges) {
        return {.num_own = bound, .num_ranges = 0};
    }
    return {.num_own = static_cast<int>(num_tags / 2), .num_ranges = static_cast<int>(num_ranges)};
}

TagDivision tags_of_library() {
    // Open MPI says it of MPI_COMM_WORLD alone, as the standard asks.
    void* value = nullptr;
    int found = 0;
    check(PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &found), "MPI_Comm_get_attr");
    constexpr int kLeastBound = TagDivision::kTagsOfRange - 1;
    return division_of_tags(found != 0 ? *static_cast<const int*>(value) : kLeastBound);
}

std::optional<int> TagRanges::take() {
    const std::lock_guard lock(mutex_);
    if (num_used_once_ < division_.num_ranges) {
        return num_used_once_++;
    }
    if (given_back_.empty()) {
        return std::nullopt;
    }
    const int range = given_back_.front();
    given_back_.pop_front();
    return range;
}

void TagRanges::give_back(int range) {
    const std::lock_guard lock(mutex_);
    given_back_.push_back(range);
}

}  // namespace causeway::mpi
