#include "causeway/page/run_summary.hpp"

#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>

namespace causeway::page {

namespace {

using base::JsonInput;

constexpr std::int64_t kMany = std::numeric_limits<std::int64_t>::max();

/// A kind of calls that was tried by several ways.
struct Tried {
    std::string name;
    std::string plan;  ///< that stays; empty: the MPI library's own
    std::int64_t calls = 0;
    double won = 0.0;              ///< s, by the calls of this job
    std::optional<double> native;  ///< s, a call by the MPI library's own
    std::optional<double> best;    ///< s, a call by the way that stays
};

Tried tried_kind(const JsonInput& kind) {
    Tried tried;
    tried.name = kind.member("collective").string();
    if (const auto bytes = kind.optional_member("bytes_up_to")) {
        tried.name += fmt::format(" of up to {}", base::to_text(Bytes(bytes->integer(0, kMany))));
    }
    if (const auto root = kind.optional_member("root")) {
        tried.name += fmt::format(" from {}", root->integer(0, kMany));
    }
    tried.calls = kind.member("calls").integer(0, kMany);
    tried.won = kind.member("won_seconds").number();
    for (const JsonInput way : kind.member("ways").elements()) {
        const bool is_native = way.member("plan").string() == "native";
        const auto median = way.optional_member("median_seconds");
        if (is_native && median) {
            tried.native = median->number();
        }
        if (way.member("chosen").boolean()) {
            tried.plan = is_native ? "" : way.member("description").string();
            tried.best = median ? std::optional(median->number()) : std::nullopt;
        }
    }
    return tried;
}

/// Calls that ran by plan, tried or not.
std::int64_t planned_calls(const JsonInput& report) {
    std::int64_t calls = 0;
    for (const JsonInput plan : report.member("plans").elements()) {
        calls += plan.member("calls").integer(0, kMany);
    }
    return calls;
}

std::vector<std::string> what_was_noticed(const JsonInput& report) {
    std::vector<std::string> texts;
    if (const auto noticed = report.optional_member("noticed")) {
        for (const JsonInput notice : noticed->elements()) {
            texts.push_back(notice.member("text").string());
        }
    }
    return texts;
}

std::string gain(std::int64_t calls, double won, double regret) {
    std::string text = fmt::format("{} {} of MPI went by plan", calls, calls == 1 ? "call" : "calls");
    if (won > 0.0) {
        text += fmt::format(" and took {} less than by the MPI library's own; trying both ways has cost {}",
                            base::to_text(Seconds(won)), base::to_text(Seconds(regret)));
    }
    return text;
}

}  // namespace

std::vector<std::string> summary_of_run(const JsonInput& report) {
    report.require_head("report", 1);
    if (const auto why = report.optional_member("passes_through")) {
        return {fmt::format("nothing was gained: {}",
                            why->string().empty() ? "no plan makes anything faster" : why->string())};
    }
    std::vector<Tried> kinds;
    double won = 0.0;
    double regret = 0.0;
    for (const JsonInput kind : report.member("experience").elements()) {
        kinds.push_back(tried_kind(kind));
        won += kinds.back().won;
        regret += kind.member("regret_seconds").number();
    }
    const std::int64_t calls = planned_calls(report);
    if (calls == 0) {
        return {"nothing was gained: no call of MPI was made for which a plan is faster than the MPI library's own"};
    }
    std::vector<std::string> lines = {gain(calls, won, regret)};
    const Tried* most = nullptr;
    std::size_t stayed_native = 0;
    for (const Tried& kind : kinds) {
        most = kind.won > (most != nullptr ? most->won : 0.0) ? &kind : most;
        stayed_native += kind.plan.empty() ? 1 : 0;
    }
    if (most != nullptr && most->native && most->best) {
        lines.push_back(fmt::format("most by {}: {} each instead of {}, {} calls; {}", most->name,
                                    base::to_text(Seconds(*most->best)), base::to_text(Seconds(*most->native)),
                                    most->calls, most->plan));
    }
    const std::vector<std::string> noticed = what_was_noticed(report);
    if (!noticed.empty()) {
        lines.push_back(fmt::format("noticed: {}{}", noticed.front(),
                                    noticed.size() > 1 ? fmt::format(" (and {} more)", noticed.size() - 1) : ""));
    } else if (stayed_native > 0) {
        lines.push_back(
            fmt::format("of {} kinds of calls that were tried {} {} with the MPI library's own, which was as fast",
                        kinds.size(), stayed_native, stayed_native == 1 ? "stays" : "stay"));
    }
    return lines;
}

}  // namespace causeway::page
