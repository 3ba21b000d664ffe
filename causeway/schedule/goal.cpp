#include "causeway/schedule/goal.hpp"

#include "causeway/schedule/send_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace causeway::schedule {

namespace {

using Label = int;

/// The messages of all processes, by who sends them: {strand, from, to}.
using SentBytes = std::map<std::tuple<std::size_t, int, int>, std::vector<std::int64_t>>;

std::int64_t bytes_of(const Action& operation, const BlockSizes& sizes) {
    return operation.is_control() ? 0 : sizes.size_of(operation.blocks).value();
}

SentBytes sent_bytes(std::span<const Schedule> strands, const BlockSizes& sizes) {
    SentBytes sent;
    for (std::size_t s = 0; s < strands.size(); ++s) {
        for (int p = 0; p < strands[s].num_processes(); ++p) {
            Cursor cursor(strands[s].programs[static_cast<std::size_t>(p)], strands[s].num_blocks);
            while (const std::optional<Action> operation = cursor.next()) {
                if (operation->is_send()) {
                    sent[{s, p, operation->peer}].push_back(bytes_of(*operation, sizes));
                }
            }
        }
    }
    return sent;
}

/// What was done with a block so far.
struct BlockUse {
    std::optional<Label> writer = {};  ///< the last
    std::vector<Label> readers = {};   ///< since then
};

/// The text of one process.
class GoalProgram {
public:
    GoalProgram(int process, std::span<const Schedule> strands, const BlockSizes& sizes, const SentBytes& sent,
                double combining_ns)
        : process_(process),
          num_strands_(strands.size()),
          sizes_(sizes),
          sent_(sent),
          combining_ns_(combining_ns),
          uses_(static_cast<std::size_t>(strands.front().num_blocks)) {
        for (std::size_t s = 0; s < num_strands_; ++s) {
            write_strand(s, strands[s]);
        }
    }

    /// Between the braces of `rank P { ... }`.
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void write_strand(std::size_t strand, const Schedule& schedule) {
        const Program& program = schedule.programs[static_cast<std::size_t>(process_)];
        const bool keeps_order = !lets_sends_pass(program);
        messages_to_.clear();
        messages_from_.clear();
        gate_.reset();
        last_control_.reset();
        unasked_.clear();
        std::optional<Label> last_send;
        Cursor cursor(program, schedule.num_blocks);
        while (const std::optional<Action> operation = cursor.next()) {
            if (!operation->is_send()) {
                receive(strand, *operation);
                continue;
            }
            const Label label = send(strand, *operation);
            if (keeps_order && last_send) {
                wait(label, *last_send, "irequires");
            }
            last_send = label;
        }
    }

    [[nodiscard]] std::size_t tag(std::size_t strand, std::size_t message) const {
        return message * num_strands_ + strand;
    }

    Label write(const std::string& operation) {
        fmt::format_to(std::back_inserter(text_), "l{}: {}\n", ++last_label_, operation);
        return last_label_;
    }

    void wait(Label label, Label for_what, std::string_view how = "requires") {
        fmt::format_to(std::back_inserter(text_), "l{} {} l{}\n", label, how, for_what);
    }

    void wait_for_all(Label label, std::vector<Label> others) {
        std::sort(others.begin(), others.end());
        others.erase(std::unique(others.begin(), others.end()), others.end());
        for (const Label other : others) {
            wait(label, other);
        }
    }

    Label send(std::size_t strand, const Action& operation) {
        std::size_t& message = messages_to_[operation.peer];
        const Label label =
            write(fmt::format("send {}b to {} tag {}", std::max<std::int64_t>(1, bytes_of(operation, sizes_)),
                              operation.peer, tag(strand, message)));
        ++message;
        std::vector<Label> needed;
        if (gate_) {
            needed.push_back(*gate_);
        }
        if (operation.is_control()) {
            needed.insert(needed.end(), unasked_.begin(), unasked_.end());
            if (last_control_) {
                needed.push_back(*last_control_);
            }
            unasked_.clear();
            last_control_ = label;
        }
        for (int b = operation.blocks.first; b < operation.blocks.end(); ++b) {
            BlockUse& use = uses_[static_cast<std::size_t>(b)];
            if (use.writer) {
                needed.push_back(*use.writer);
            }
            use.readers.push_back(label);
        }
        wait_for_all(label, std::move(needed));
        return label;
    }

    void receive(std::size_t strand, const Action& operation) {
        std::size_t& message = messages_from_[operation.peer];
        const std::int64_t bytes = sent_.at({strand, operation.peer, process_}).at(message);
        const Label arrival = write(fmt::format("recv {}b from {} tag {}", std::max<std::int64_t>(1, bytes),
                                                operation.peer, tag(strand, message)));
        ++message;
        Label there = arrival;
        if (operation.is_control()) {
            if (gate_) {  // one thing to wait for, however many there were
                there = write("calc 0");
                wait_for_all(there, {arrival, *gate_});
            }
            gate_ = there;
        } else if (operation.kind == ActionKind::kReceiveReduce) {
            there = write(fmt::format("calc {}", std::llround(combining_ns_ * static_cast<double>(bytes))));
            wait(there, arrival);
        }
        unasked_.push_back(there);
        std::vector<Label> needed;
        for (int b = operation.blocks.first; b < operation.blocks.end(); ++b) {
            BlockUse& use = uses_[static_cast<std::size_t>(b)];
            needed.insert(needed.end(), use.readers.begin(), use.readers.end());
            if (use.writer) {
                needed.push_back(*use.writer);
            }
            use = {there, {}};
        }
        wait_for_all(there, std::move(needed));
    }

    int process_;
    std::size_t num_strands_;
    const BlockSizes& sizes_;
    const SentBytes& sent_;
    double combining_ns_;  ///< a byte
    std::string text_;
    Label last_label_ = 0;
    std::vector<BlockUse> uses_;              ///< [block]
    std::map<int, std::size_t> messages_to_;  ///< of the strand, by process
    std::map<int, std::size_t> messages_from_;
    std::optional<Label> gate_;          ///< when the control messages of the strand are there, which sends wait for
    std::optional<Label> last_control_;  ///< the strand's last control message
    std::vector<Label> unasked_;         ///< what the strand received since
};

}  // namespace

std::string to_goal(std::span<const Schedule> strands, const BlockSizes& sizes, const GoalOptions& options) {
    constexpr double kNanosecondsPerSecond = 1e9;
    const SentBytes sent = sent_bytes(strands, sizes);
    const int num_processes = strands.front().num_processes();
    std::string text;
    if (!options.title.empty()) {
        text += "// " + options.title + "\n";
    }
    text += fmt::format("num_ranks {}\n", num_processes);
    for (int p = 0; p < num_processes; ++p) {
        const GoalProgram program(p, strands, sizes, sent, options.combining_per_byte.value() * kNanosecondsPerSecond);
        text += fmt::format("\nrank {} {{\n{}}}\n", p, program.text());
    }
    return text;
}

}  // namespace causeway::schedule
