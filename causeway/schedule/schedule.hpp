/// The schedule: who sends which blocks to whom, in which order. The contract between algorithms,
/// which build one, and the verifier, the simulator, the executor and the reports, which read it.
///
/// The data of a collective is `num_blocks` blocks; how large a block is, is not in the schedule. A
/// process has a program: sections in order, each a body of operations that is repeated with its
/// blocks shifted, so that a pipeline over a thousand segments is one short body. Repetition i of a
/// section works on blocks [first + i*stride, ...), cut off at 0 and at `num_blocks`; an operation that
/// is left with no block is skipped (on both sides alike, as both see the same range). A body whose
/// operations begin at negative blocks is a periodic schedule: one that begins `stride` blocks lower
/// comes one repetition later, so that a process passes on in one repetition what it got in earlier ones.
///
/// Dependencies follow from the data: an operation needs the last writer of its blocks. Sends leave
/// in program order, as do receives; operations on different blocks overlap as the ports allow.
/// The n-th send from u to v is matched by the n-th receive of v from u.
///
/// A receive puts what comes in the place of what the process holds of the blocks, if anything; a receive that reduces
/// combines the two, in program order. Both wait until what the process did before with these blocks is over.
///
/// A collective may have several strands: schedules of the same processes and blocks that are carried out side by side,
/// each with an order of sends of its own. A message of one strand is never matched with another's. What a strand does
/// with a block waits until all that the strands before it do with this block, in this process, is over: so a strand
/// that reduces may be followed by one that broadcasts, and the first results are on their way while the last
/// contributions still come in.
///
/// In a schedule that renumbers, the blocks of a message may have other numbers at the receiver than at the sender:
/// they come in their order to as many that follow each other.
///
/// An operation on no blocks is a control message, which carries no data (handshakes are made of them). Its
/// dependencies follow from the program: a control message leaves when everything that the program
/// receives before it has arrived, and every send waits for the control messages received before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace causeway::schedule {

/// Blocks first, first + 1, ..., first + count - 1.
struct BlockRange {
    int first = 0;
    int count = 1;

    [[nodiscard]] int end() const { return first + count; }
    friend bool operator==(BlockRange, BlockRange) = default;
};

enum class ActionKind : std::uint8_t { kSend, kReceive, kReceiveReduce };

struct Action {
    ActionKind kind = ActionKind::kSend;
    int peer = 0;  ///< the process on the other side
    BlockRange blocks;

    [[nodiscard]] bool is_send() const { return kind == ActionKind::kSend; }
    [[nodiscard]] bool is_control() const { return blocks.count == 0; }

    friend bool operator==(const Action&, const Action&) = default;
};

struct Section {
    std::vector<Action> body;
    int repetitions = 1;
    int stride = 0;  ///< blocks by which each repetition is shifted against the one before

    friend bool operator==(const Section&, const Section&) = default;
};

/// What one process does.
struct Program {
    std::vector<Section> sections;

    friend bool operator==(const Program&, const Program&) = default;
};

struct Schedule {
    int num_blocks = 1;
    std::vector<Program> programs;  ///< [process]
    bool renumbers = false;

    [[nodiscard]] int num_processes() const { return static_cast<int>(programs.size()); }

    friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// All strands of a collective, in the order in which what they do with a block follows.
using Strands = std::vector<Schedule>;

/// Walks through a program one operation at a time, with the blocks of the repetition.
class Cursor {
public:
    /// `program` outlives the cursor.
    Cursor(const Program& program, int num_blocks);

    /// The next operation, or nothing at the end.
    [[nodiscard]] std::optional<Action> next();

private:
    /// On to the next repetition of which something is left. What lags behind by many repetitions is cut off in as
    /// many.
    void pass_over_what_is_cut_off();

    const Program* program_;
    int num_blocks_;
    std::size_t section_ = 0;
    int repetition_ = 0;
    std::size_t position_ = 0;
    bool is_left_ = false;  ///< something of this repetition, so far
};

/// A message of a round.
struct Message {
    int from = 0;
    int to = 0;
    BlockRange blocks;         ///< none: a control message
    bool is_combined = false;  ///< whether the receiver combines them with what it holds of them
    /// The first of them at the receiver; nothing: as at the sender.
    std::optional<int> first_at_receiver = {};
};

/// Builds a schedule transfer by transfer, so that every send has its receive.
class Builder {
public:
    /// With `only`, keeps the program of that process and drops everything else: what a process
    /// of a large job needs.
    Builder(int num_processes, int num_blocks, std::optional<int> only = std::nullopt);

    /// `from` sends `blocks`, at least one, to `to`. They may begin below 0 where the section repeats.
    void transfer(int from, int to, BlockRange blocks);

    /// `from` sends `blocks`, at least one, to `to`, which combines them with what it holds of them.
    void reduce(int from, int to, BlockRange blocks);

    /// `a` and `b` send each other what they hold of `blocks`, at least one, and each combines the two.
    void exchange(int a, int b, BlockRange blocks);

    /// In every program the sends of these stand before the receives, both in the order given: so what a process sends
    /// in a round does not wait for what comes to it in the same round.
    void round(std::span<const Message> messages);

    /// All that the processes do in `one_block`, a schedule of one block and no repetition for the same processes, is
    /// done with `block` (which may be below 0 where the section repeats).
    void insert(const Schedule& one_block, int block);

    /// `from` sends `to` a control message.
    void signal(int from, int to);

    /// What follows is a new section in every program, whose body is carried out `repetitions` times, each time
    /// `stride` blocks further on. Where a process has nothing in it, the section is left out.
    void begin_section(int repetitions = 1, int stride = 0);

    /// The schedule; the builder is empty afterwards.
    [[nodiscard]] Schedule finish();

private:
    void append(int process, const Action& operation);

    Schedule schedule_;
    std::optional<int> only_;
    int section_ = 0;                   ///< number of the section under construction
    Section frame_;                     ///< its repetitions and stride; no body
    std::vector<int> last_section_of_;  ///< [process]: number of its last section; -1: it has none
};

/// Number of operations that the process carries out, repetitions counted, and those that are cut off too.
[[nodiscard]] std::int64_t num_operations(const Program& program);

}  // namespace causeway::schedule
