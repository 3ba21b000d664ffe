#include "causeway/interpose/observed_calls.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/calls/call_totals.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/message_log.hpp"
#include "causeway/probe/clock.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace causeway::interpose {

namespace {

using base::JsonInput;
using base::JsonOutput;

/// Of all calls together, in the report.
constexpr std::size_t kMostMessages = 200'000;

/// A message as each side knows it.
struct Side {
    std::int64_t step = 0;  ///< in its program: messages of a way come in the order in which they are sent
    std::int64_t bytes = 0;
    double seconds = 0.0;
};

/// From, to and strand.
using Way = std::tuple<int, int, int>;

/// A call, of what the ranks have told so far.
struct Observed {
    JsonOutput told;  ///< what it is a call of
    std::map<Way, std::vector<Side>> sent;
    std::map<Way, std::vector<Side>> received;
    bool is_whole = true;
};

/// What this rank has noted, times by the clock of all.
JsonOutput logs_here(const probe::SharedClock& clock) {
    const double ahead = clock.now().value() - PMPI_Wtime();
    JsonOutput logs = JsonOutput::array();
    for (const calls::CallTotals::Entry& entry : calls::call_totals().entries()) {
        if (entry.way.log == nullptr) {
            continue;
        }
        JsonOutput messages = JsonOutput::array();
        for (const mpi::LoggedMessage& message : entry.way.log->messages()) {
            messages.push_back(JsonOutput::array(
                {message.is_sent, message.peer, message.strand, message.step, message.bytes, message.seconds + ahead}));
        }
        const calls::ToldCalls& kind = entry.kind;
        logs.push_back({{"told",
                         {{"communicator", kind.communicator},
                          {"collective", kind.collective},
                          {"root", kind.root},
                          {"bytes_up_to", kind.up_to ? JsonOutput(kind.up_to->value()) : JsonOutput(nullptr)},
                          {"plan", kind.plan}}},
                        {"rank", entry.way.rank},
                        {"whole", entry.way.log->is_whole()},
                        {"messages", std::move(messages)}});
    }
    return logs;
}

/// Its kind, on every rank alike.
std::string key_of(const JsonInput& told) {
    std::string key;
    for (const char* name : {"communicator", "collective", "plan"}) {
        key += told.member(name).string() + '\n';
    }
    for (const char* name : {"root", "bytes_up_to"}) {
        const auto number = told.optional_member(name);
        key += number ? fmt::format("{}\n", number->integer(0, std::numeric_limits<std::int64_t>::max())) : "any\n";
    }
    return key;
}

JsonOutput copied(const JsonInput& told) {
    JsonOutput result = JsonOutput::object();
    for (const char* name : {"communicator", "collective", "plan"}) {
        result[name] = told.member(name).string();
    }
    for (const char* name : {"root", "bytes_up_to"}) {
        const auto number = told.optional_member(name);
        result[name] = number ? JsonOutput(number->integer(0, std::numeric_limits<std::int64_t>::max())) : JsonOutput();
    }
    return result;
}

void add(std::map<std::string, Observed>& calls, const JsonInput& log) {
    constexpr int kMostRank = std::numeric_limits<int>::max();
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    Observed& call = calls[key_of(log.member("told"))];
    call.told = copied(log.member("told"));
    call.is_whole = call.is_whole && log.member("whole").boolean();
    const int rank = static_cast<int>(log.member("rank").integer(0, kMostRank));
    for (const JsonInput message : log.member("messages").elements()) {
        const base::JsonElements parts = message.elements();
        const int peer = static_cast<int>(parts[1].integer(0, kMostRank));
        const int strand = static_cast<int>(parts[2].integer(0, kMostRank));
        const Side side{
            .step = parts[3].integer(0, kMost), .bytes = parts[4].integer(0, kMost), .seconds = parts[5].number()};
        if (parts[0].boolean()) {
            call.sent[{rank, peer, strand}].push_back(side);
        } else {
            call.received[{peer, rank, strand}].push_back(side);
        }
    }
}

/// [from, to, bytes, begin, arrival], times since the first of all; empty where one side is missing of some.
JsonOutput messages_of(Observed& call) {
    for (auto* const sides : {&call.sent, &call.received}) {
        for (auto& [way, messages] : *sides) {
            std::sort(messages.begin(), messages.end(),
                      [](const Side& one, const Side& other) { return one.step < other.step; });
        }
    }
    JsonOutput messages = JsonOutput::array();
    double begin = std::numeric_limits<double>::infinity();
    for (const auto& [way, sent] : call.sent) {
        for (const Side& side : sent) {
            begin = std::min(begin, side.seconds);
        }
    }
    if (!call.is_whole || call.sent.size() != call.received.size()) {
        return messages;
    }
    for (const auto& [way, sent] : call.sent) {
        const auto received = call.received.find(way);
        if (received == call.received.end() || received->second.size() != sent.size()) {
            return JsonOutput::array();
        }
        for (std::size_t i = 0; i < sent.size(); ++i) {
            messages.push_back(JsonOutput::array({std::get<0>(way), std::get<1>(way), sent[i].bytes,
                                                  sent[i].seconds - begin, received->second[i].seconds - begin}));
        }
    }
    return messages;
}

std::size_t number_of(const Observed& call) {
    std::size_t number = 0;
    for (const auto& [way, sent] : call.sent) {
        number += sent.size();
    }
    return number;
}

}  // namespace

std::optional<ObservedCalls> gathered_calls(const job::Job& job) {
    if (!job.settings.trace_file()) {
        return std::nullopt;
    }
    const mpi::Communicator own = mpi::duplicate(MPI_COMM_WORLD);  // the program may have messages under way
    const probe::SharedClock clock = probe::agree_on_clock(own.handle());
    const std::vector<std::string> texts = mpi::gather_texts(MPI_COMM_WORLD, logs_here(clock).dump(), 0);
    std::map<std::string, Observed> calls;
    for (const std::string& text : texts) {
        const JsonInput logs = JsonInput::parse(text, "messages of a rank");
        for (const JsonInput log : logs.elements()) {
            add(calls, log);
        }
    }
    ObservedCalls result{.entries = JsonOutput::array(), .clock = std::string(clock.description())};
    std::size_t left = kMostMessages;
    for (auto& [key, call] : calls) {
        if (number_of(call) > left) {
            continue;
        }
        JsonOutput messages = messages_of(call);
        if (!messages.empty()) {
            left -= number_of(call);
            call.told["messages"] = std::move(messages);
            result.entries.push_back(std::move(call.told));
        }
    }
    return result;
}

}  // namespace causeway::interpose
