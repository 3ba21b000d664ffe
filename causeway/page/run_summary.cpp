#include "causeway/page/run_summary.hpp"

#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

namespace causeway::page {

namespace {

std::string gain(std::int64_t calls, Seconds won, Seconds regret) {
    std::string text = fmt::format("{} {} of MPI went by plan", calls, calls == 1 ? "call" : "calls");
    if (won > Seconds(0.0)) {
        text += fmt::format(" and took {} less than by the MPI library's own; trying both ways has cost {}",
                            base::to_text(won), base::to_text(regret));
    }
    return text;
}

/// The kind by which most was gained, in one line; empty: by none.
std::string greatest_gain(const Run& run) {
    const CallKind* most = nullptr;
    for (const CallKind& kind : run.kinds) {
        const bool is_more = kind.trial && kind.trial->won > (most != nullptr ? most->trial->won : Seconds(0.0));
        most = is_more ? &kind : most;
    }
    const TriedWay* const choice = most != nullptr ? most->trial->choice() : nullptr;
    const TriedWay* const native = most != nullptr ? most->trial->native() : nullptr;
    if (choice == nullptr || native == nullptr || !choice->median || !native->median) {
        return {};
    }
    return fmt::format("most by {}: {} each instead of {}, {} calls; {}", most->name(), base::to_text(*choice->median),
                       base::to_text(*native->median), most->trial->calls, choice->plan);
}

/// How many kinds stay with the MPI library's own, in one line; empty: none.
std::string what_stays_native(const Run& run) {
    std::size_t tried = 0;
    std::size_t native = 0;
    for (const CallKind& kind : run.kinds) {
        const TriedWay* const choice = kind.trial ? kind.trial->choice() : nullptr;
        tried += kind.trial ? 1 : 0;
        native += kind.trial && (choice == nullptr || choice->digest == kNative) ? 1 : 0;
    }
    return native == 0 ? ""
                       : fmt::format(
                             "of {} kinds of calls that were tried {} {} with the MPI library's own, which was "
                             "as fast",
                             tried, native, native == 1 ? "stays" : "stay");
}

}  // namespace

std::vector<std::string> summary_of(const Run& run) {
    if (run.why_nothing) {
        return {fmt::format("nothing was gained: {}",
                            run.why_nothing->empty() ? "no plan makes anything faster" : *run.why_nothing)};
    }
    std::int64_t calls = 0;
    Seconds won;
    Seconds regret;
    for (const CallKind& kind : run.kinds) {
        calls += kind.calls_by_plan();
        won += kind.trial ? kind.trial->won : Seconds(0.0);
        regret += kind.trial ? kind.trial->regret : Seconds(0.0);
    }
    if (calls == 0) {
        return {"nothing was gained: no call of MPI was made for which a plan is faster than the MPI library's own"};
    }
    std::vector<std::string> lines = {gain(calls, won, regret)};
    if (const std::string most = greatest_gain(run); !most.empty()) {
        lines.push_back(most);
    }
    const std::string native = what_stays_native(run);
    if (!run.noticed.empty()) {
        lines.push_back(
            fmt::format("noticed: {}{}", run.noticed.front(),
                        run.noticed.size() > 1 ? fmt::format(" (and {} more)", run.noticed.size() - 1) : ""));
    } else if (!native.empty()) {
        lines.push_back(native);
    }
    return lines;
}

}  // namespace causeway::page
