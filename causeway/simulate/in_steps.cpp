#include "causeway/simulate/in_steps.hpp"

#include "causeway/base/error.hpp"
#include "causeway/simulate/earliest_first.hpp"
#include "causeway/simulate/fifo.hpp"
#include "causeway/simulate/resources.hpp"
#include "causeway/simulate/steps_of_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::simulate {

namespace {

using MessageNumber = std::uint32_t;

/// The messages of a process that begin together: where they end among the process's (StepsOfProcess), where those of
/// the step before end they begin.
struct Step {
    int number = 0;
    std::uint32_t sends_end = 0;
    std::uint32_t awaited_end = 0;
    std::uint32_t expected_end = 0;
};

/// In the order of its steps. There are as many messages as a job has pairs of processes: they stand in a row.
struct StepsOfProcess {
    std::vector<Step> steps;
    std::vector<MessageNumber> sends;
    std::vector<MessageNumber> awaited;  ///< without which the step is not over
    /// That it is ready for: what others send in this step, and may look for later.
    std::vector<MessageNumber> expected;
};

/// How far a process is.
struct Progress {
    std::size_t step = 0;
    std::size_t open = 0;  ///< messages of the step that are not over for it
    double over = 0.0;     ///< the latest end of those that are
};

constexpr double kNotYet = -1.0;

struct StepMessage {
    int from = 0;
    int to = 0;
    Bytes size;
    int step = 0;                    ///< of its sender
    std::uint32_t stage = 0;         ///< that comes next
    double sender_from = kNotYet;    ///< when that began
    double receiver_from = kNotYet;  ///< when its receiver began that step, or the next one that it has
    double awaited_from = kNotYet;   ///< when the step began in which its receiver waits for it
    double answer = kNotYet;         ///< what it waits for its receiver's answer; kNotYet: for nobody
    double arrival = kNotYet;
};

class StepSimulation {
public:
    StepSimulation(const schedule::Schedule& schedule, const model::NetworkModel& model,
                   const schedule::BlockSizes& sizes)
        : model_(model),
          resources_(model.num_resources()),
          progress_(static_cast<std::size_t>(schedule.num_processes())),
          steps_(static_cast<std::size_t>(schedule.num_processes())) {
        find_steps(schedule, sizes);
    }

    Seconds run() {
        for (int process = 0; process < static_cast<int>(steps_.size()); ++process) {
            begin_step(process, 0.0);
        }
        while (!requests_.empty()) {
            const auto [time, message] = requests_.take();
            grant(message, time);
        }
        double end = 0.0;
        for (std::size_t process = 0; process < steps_.size(); ++process) {
            if (progress_[process].step < steps_[process].steps.size()) {
                throw base::ScheduleError(
                    fmt::format("process {} waits for ever in step {}", process, progress_[process].step));
            }
            end = std::max(end, progress_[process].over);
        }
        return Seconds(end);
    }

private:
    /// A message, and the step of its sender, or of its receiver.
    struct Part {
        int step = 0;
        MessageNumber message = 0;
    };
    using Channel = Fifo<Part>;

    /// What a process has done of its program while the messages' steps are found.
    struct Reader {
        schedule::Cursor cursor;
        std::optional<schedule::Action> next = {};
        StepsOfBlocks steps = {};  ///< in which blocks came
        int last_send = 0;         ///< the latest step in which something goes
        int last_receive = 0;      ///< in which something comes
        int last_control = 0;      ///< in which a control message does
        std::vector<Part> messages = {};
    };

    /// A message belongs to the step behind the latest of those in which its sender got what it sends on.
    void find_steps(const schedule::Schedule& schedule, const schedule::BlockSizes& sizes) {
        std::vector<Reader> readers;
        std::deque<int> to_read;
        for (int process = 0; process < schedule.num_processes(); ++process) {
            readers.push_back({.cursor = {schedule.programs[static_cast<std::size_t>(process)], schedule.num_blocks}});
            readers.back().next = readers.back().cursor.next();
            to_read.push_back(process);
        }
        std::map<std::pair<int, int>, Channel> sent;  // [from, to]
        while (!to_read.empty()) {
            const int process = to_read.front();
            to_read.pop_front();
            Reader& reader = readers[static_cast<std::size_t>(process)];
            for (; reader.next; reader.next = reader.cursor.next()) {
                const schedule::Action& action = *reader.next;
                if (action.is_send()) {
                    const int step = step_of_send(reader, action);
                    reader.last_send = std::max(reader.last_send, step);
                    const Part part{step, static_cast<MessageNumber>(messages_.size())};
                    messages_.push_back(
                        {.from = process, .to = action.peer, .size = sizes.size_of(action.blocks), .step = step});
                    reader.messages.push_back(part);
                    sent[{process, action.peer}].push(part);
                    to_read.push_back(action.peer);
                    continue;
                }
                auto& coming = sent[{action.peer, process}];
                if (coming.empty()) {
                    break;
                }
                // What it sends before, in its program, is not held up by what comes early.
                const int step = std::max(coming.front().step, reader.last_send);
                reader.messages.push_back({step, coming.front().message});
                coming.pop();
                note_receive(action, step, reader);
            }
        }
        for (std::size_t process = 0; process < readers.size(); ++process) {
            if (readers[process].next) {
                throw base::ScheduleError(fmt::format("process {} waits for ever to receive from process {}", process,
                                                      readers[process].next->peer));
            }
            divide(static_cast<int>(process), readers[process].messages);
        }
    }

    static int step_of_send(const Reader& reader, const schedule::Action& send) {
        const int after = send.is_control() ? reader.last_receive : reader.last_control;
        return std::max(after, reader.steps.latest(send.blocks)) + 1;
    }

    static void note_receive(const schedule::Action& receive, int step, Reader& reader) {
        reader.last_receive = std::max(reader.last_receive, step);
        if (receive.is_control()) {
            reader.last_control = std::max(reader.last_control, step);
        }
        reader.steps.raise(receive.blocks, step);
    }

    /// Divides what the process sends and receives into its steps.
    void divide(int process, std::vector<Part>& messages) {
        StepsOfProcess& own = steps_[static_cast<std::size_t>(process)];
        std::stable_sort(messages.begin(), messages.end(),
                         [](const Part& a, const Part& b) { return a.step < b.step; });
        for (const Part& part : messages) {
            if (own.steps.empty() || own.steps.back().number != part.step) {
                own.steps.push_back({.number = part.step});
            }
            (messages_[part.message].from == process ? own.sends : own.awaited).push_back(part.message);
            own.steps.back().sends_end = static_cast<std::uint32_t>(own.sends.size());
            own.steps.back().awaited_end = static_cast<std::uint32_t>(own.awaited.size());
        }
        std::vector<Part> expected;  // (number of the step among the process's, message)
        for (const MessageNumber index : own.awaited) {
            const auto step = std::lower_bound(own.steps.begin(), own.steps.end(), messages_[index].step,
                                               [](const Step& one, int wanted) { return one.number < wanted; });
            expected.push_back({static_cast<int>(step - own.steps.begin()), index});
        }
        std::stable_sort(expected.begin(), expected.end(),
                         [](const Part& a, const Part& b) { return a.step < b.step; });
        auto next = expected.begin();
        for (std::size_t step = 0; step < own.steps.size(); ++step) {
            for (; next != expected.end() && next->step == static_cast<int>(step); ++next) {
                own.expected.push_back(next->message);
            }
            own.steps[step].expected_end = static_cast<std::uint32_t>(own.expected.size());
        }
    }

    void begin_step(int process, double now) {
        Progress& progress = progress_[static_cast<std::size_t>(process)];
        const StepsOfProcess& own = steps_[static_cast<std::size_t>(process)];
        if (progress.step == own.steps.size()) {
            return;
        }
        const Step& step = own.steps[progress.step];
        const Step before = progress.step == 0 ? Step{} : own.steps[progress.step - 1];
        progress.open = step.sends_end - before.sends_end + step.awaited_end - before.awaited_end;
        for (std::uint32_t i = before.sends_end; i < step.sends_end; ++i) {
            begin_sending(own.sends[i], now);
        }
        for (std::uint32_t i = before.expected_end; i < step.expected_end; ++i) {
            messages_[own.expected[i]].receiver_from = now;
            leave_once_asked(own.expected[i]);
        }
        for (std::uint32_t i = before.awaited_end; i < step.awaited_end; ++i) {
            StepMessage& message = messages_[own.awaited[i]];
            message.awaited_from = now;
            if (message.arrival != kNotYet) {
                end_of_message(process, std::max(now, message.arrival));
            }
        }
    }

    void begin_sending(MessageNumber index, double now) {
        StepMessage& message = messages_[index];
        message.sender_from = now;
        if (const std::optional<Seconds> answer = model_.answer_time(message.from, message.to, message.size)) {
            message.answer = answer->value();
            leave_once_asked(index);
        } else {
            requests_.add(now, order_++, index);
        }
    }

    /// The receiver answers when it is ready and the sender's question, half of the way before, has come.
    void leave_once_asked(MessageNumber index) {
        const StepMessage& message = messages_[index];
        if (message.answer != kNotYet && message.sender_from != kNotYet && message.receiver_from != kNotYet) {
            requests_.add(std::max(message.sender_from, message.receiver_from - 0.5 * message.answer), order_++, index);
        }
    }

    /// The message asks for the resources of its next stage; of equal times first come, first served.
    void grant(MessageNumber index, double time) {
        StepMessage& message = messages_[index];
        const model::Occupation occupation = model_.occupation(message.from, message.to, message.size);
        const model::Stage& stage = occupation.stages[message.stage];
        const bool is_first = message.stage == 0;
        const double start = resources_.hold(stage, is_first, time);
        const double next = start + stage.until_next.value();
        ++message.stage;
        const bool is_last = message.stage == occupation.num_stages;
        const int from = message.from;
        const int to = message.to;
        const double sent = start + stage.holds[0].duration.value();
        const double answer = message.answer;
        if (is_last) {
            message.arrival = next;
        } else {
            requests_.add(next, order_++, index);
        }
        const double awaited_from = message.awaited_from;
        if (is_first && answer == kNotYet) {
            end_of_message(from, sent);
        }
        if (is_last && answer != kNotYet) {
            end_of_message(from, std::max(sent, next - 0.5 * answer));
        }
        if (is_last && awaited_from != kNotYet) {
            end_of_message(to, std::max(next, awaited_from));
        }
    }

    /// One of the messages of the process's step is over for it.
    void end_of_message(int process, double time) {
        Progress& progress = progress_[static_cast<std::size_t>(process)];
        progress.over = std::max(progress.over, time);
        if (--progress.open == 0) {
            ++progress.step;
            begin_step(process, progress.over);
        }
    }

    const model::NetworkModel& model_;
    Resources resources_;
    std::vector<Progress> progress_;     ///< [process]
    std::vector<StepsOfProcess> steps_;  ///< [process]
    std::vector<StepMessage> messages_;
    EarliestFirst<MessageNumber> requests_;
    std::uint64_t order_ = 0;
};

}  // namespace

Seconds run_in_steps(const schedule::Schedule& schedule, const model::NetworkModel& model,
                     const schedule::BlockSizes& sizes) {
    return StepSimulation(schedule, model, sizes).run();
}

}  // namespace causeway::simulate
