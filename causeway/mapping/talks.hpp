/// Who talks to whom, and who computes how long, seen from every process.
#pragma once

#include "causeway/mapping/price.hpp"
#include "causeway/traffic/communication_table.hpp"
#include "causeway/traffic/dendrogram.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace causeway::mapping {

/// What one process exchanges with another.
struct Talk {
    int partner = 0;
    traffic::Volume sent;
    traffic::Volume received;
    int pair = -1;  ///< the number of the two processes, the same seen from either

    /// When the process is where `out` is the price towards its partner and `back` that from there.
    [[nodiscard]] Seconds cost(const Price& out, const Price& back) const { return out.of(sent) + back.of(received); }
    /// How long its messages are on their way, each after the one before: the longer of both directions.
    [[nodiscard]] Seconds wait(const Price& out, const Price& back) const {
        return std::max(sent.messages * out.per_message, received.messages * back.per_message);
    }
};

/// A communication table by process, both directions together. What a process sends to itself is left out: it costs
/// the same wherever the process is.
class Talks {
public:
    /// `computing`: [process], at speed 1; empty: nobody computes.
    explicit Talks(const traffic::CommunicationTable& table, std::vector<Seconds> computing = {});

    [[nodiscard]] int num_processes() const { return static_cast<int>(first_.size()) - 1; }
    /// Of one process, partners ascending.
    [[nodiscard]] std::span<const Talk> of(int process) const {
        const auto p = static_cast<std::size_t>(process);
        return std::span<const Talk>(talks_).subspan(first_[p], first_[p + 1] - first_[p]);
    }
    [[nodiscard]] bool has_computing() const { return !computing_.empty(); }
    [[nodiscard]] Seconds computing(int process) const {
        return has_computing() ? computing_[static_cast<std::size_t>(process)] : Seconds(0.0);
    }
    /// Pairs that talk, numbered from 0.
    [[nodiscard]] int num_pairs() const { return static_cast<int>(talks_.size() / 2); }
    /// Null: the two do not talk.
    [[nodiscard]] const Talk* between(int process, int partner) const;

    /// Those among the processes listed, which get numbers of their own: 0, 1, ... in the order given.
    [[nodiscard]] Talks part(std::span<const int> processes) const;

    /// The weight of each pair: what it would cost at `price`, both ways together.
    [[nodiscard]] traffic::Exchanges priced(const Price& price) const;

private:
    Talks() = default;
    void number_pairs();

    std::vector<std::size_t> first_;  ///< [process] -> its first talk; one more entry at the end
    std::vector<Talk> talks_;
    std::vector<Seconds> computing_;
};

}  // namespace causeway::mapping
