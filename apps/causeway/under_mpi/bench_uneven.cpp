#include "bench_uneven.hpp"

#include "causeway/base/random.hpp"

namespace causeway::app {

bool has_uneven_form(scheme::Operation operation) {
    using scheme::Operation;
    return operation == Operation::kGather || operation == Operation::kScatter || operation == Operation::kAllgather ||
           operation == Operation::kAlltoall;
}

template <typename Number>
PartsOfSide UnevenParts::side(const Number& number) const {
    const auto limit = static_cast<std::uint64_t>(2 * mean_.value() + 1);
    PartsOfSide parts;
    int place = 0;
    for (int rank = 0; rank < processes_; ++rank) {
        base::Random random(seed_ + static_cast<std::uint64_t>(number(rank)));
        parts.counts.push_back(static_cast<int>(random.next() % limit));
        parts.places.push_back(place);
        place += parts.counts.back();
    }
    return parts;
}

PartsOfSide UnevenParts::of_all() const {
    return side([](int rank) { return rank; });
}

PartsOfSide UnevenParts::from(int rank) const {
    return side([&](int other) { return rank * processes_ + other; });
}

PartsOfSide UnevenParts::to(int rank) const {
    return side([&](int other) { return other * processes_ + rank; });
}

}  // namespace causeway::app
