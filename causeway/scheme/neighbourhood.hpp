/// Who has something for whom in a neighbourhood collective: what the topology of a communicator says, which all its
/// ranks know alike.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace causeway::scheme {

/// [process]: for whom it has something, in its own order. A process may be there several times; what it has for itself
/// is no message, and is not there.
using Receivers = std::vector<std::vector<int>>;

/// A value that costs little to copy: plans for one communicator have one in common.
class Neighbourhood {
public:
    /// Everybody has something for everybody else, in the order of the ranks.
    Neighbourhood() = default;
    explicit Neighbourhood(Receivers receivers) : receivers_(std::make_shared<const Receivers>(std::move(receivers))) {}

    [[nodiscard]] bool is_of_all() const { return receivers_ == nullptr; }

    /// What it was made of.
    [[nodiscard]] const Receivers& known() const {
        assert(!is_of_all());
        return *receivers_;
    }
    /// Of so many processes, as many as it was made for.
    [[nodiscard]] Receivers receivers(int processes) const;

    /// From how many processes to how many others something goes, as often as it does.
    [[nodiscard]] std::int64_t num_edges(int processes) const;

    friend bool operator==(const Neighbourhood& a, const Neighbourhood& b) {
        return a.receivers_ == b.receivers_ ||
               (a.receivers_ != nullptr && b.receivers_ != nullptr && *a.receivers_ == *b.receivers_);
    }

private:
    std::shared_ptr<const Receivers> receivers_;
};

}  // namespace causeway::scheme
