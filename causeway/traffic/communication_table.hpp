/// The communication table: what every process of a job sent to every other one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::traffic {

/// More processes than any job has: a larger number is a mistake, not a size to allocate for.
inline constexpr int kMostProcesses = 1'000'000;

/// What a table is looked at by.
enum class Quantity { kBytes, kMessages };

/// "bytes", "messages". Throws InputError naming `source`.
[[nodiscard]] Quantity quantity_named(std::string_view name, std::string_view source);
[[nodiscard]] std::string_view name_of(Quantity quantity);

/// What went one way between two processes, all together. Whole numbers where it was counted; a mean of several runs
/// may have a fraction.
struct Volume {
    double messages = 0.0;
    double bytes = 0.0;

    [[nodiscard]] double of(Quantity quantity) const { return quantity == Quantity::kBytes ? bytes : messages; }
    [[nodiscard]] bool is_zero() const { return messages == 0.0 && bytes == 0.0; }

    Volume& operator+=(Volume other) {
        messages += other.messages;
        bytes += other.bytes;
        return *this;
    }
    Volume& operator-=(Volume other) {
        messages -= other.messages;
        bytes -= other.bytes;
        return *this;
    }
    friend bool operator==(Volume, Volume) = default;
};

/// From one process to another, or to itself.
struct Flow {
    int from = 0;
    int to = 0;
    Volume volume;

    friend bool operator==(const Flow&, const Flow&) = default;
};

/// T of Orduna et al., section 2, sparse: the flows that are not zero, ordered by sender, then by receiver. Not
/// symmetric; what a process sends to itself (the diagonal) is kept.
class CommunicationTable {
public:
    CommunicationTable() : CommunicationTable(0, {}) {}

    /// `flows` in any order, between processes 0 ... num_processes - 1 (asserted; readers check before). Flows of one
    /// pair are added up, zeros dropped.
    CommunicationTable(int num_processes, std::vector<Flow> flows);

    [[nodiscard]] int num_processes() const { return num_processes_; }
    [[nodiscard]] std::span<const Flow> flows() const { return flows_; }
    /// What `process` sent, by receiver.
    [[nodiscard]] std::span<const Flow> flows_from(int process) const {
        const auto p = static_cast<std::size_t>(process);
        return std::span<const Flow>(flows_).subspan(first_[p], first_[p + 1] - first_[p]);
    }
    /// Zero for a pair without a flow.
    [[nodiscard]] Volume volume(int from, int to) const;
    [[nodiscard]] Volume total() const { return total_; }

    friend bool operator==(const CommunicationTable&, const CommunicationTable&) = default;

private:
    int num_processes_;
    std::vector<Flow> flows_;
    std::vector<std::size_t> first_;  ///< [process] -> its first flow; one more entry at the end
    Volume total_;
};

}  // namespace causeway::traffic
