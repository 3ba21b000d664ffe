#include "causeway/experience/experience.hpp"

#include "causeway/base/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace causeway::experience {

namespace {

std::size_t num_times(const TriedKind& tried) {
    std::size_t sum = 0;
    for (const TriedWay& way : tried.ways) {
        sum += way.seconds.size();
    }
    return sum;
}

bool knows_native(const TriedKind& tried) {
    return std::any_of(tried.ways.begin(), tried.ways.end(),
                       [](const TriedWay& way) { return way.plan == kNative && !way.seconds.empty(); });
}

/// Whether the first tells more of the network as it is now.
bool tells_more(const TriedKind& one, const TriedKind& other) {
    const auto rank = [](const TriedKind& tried) {
        return std::tuple(tried.renewed, knows_native(tried), num_times(tried));
    };
    return rank(one) >= rank(other);
}

}  // namespace

std::string processes_text(const std::vector<std::string>& host_names) {
    return fmt::format("{} processes, {}", host_names.size(),
                       base::digest(fmt::format("{}", fmt::join(host_names, " "))).hexadecimal());
}

std::vector<std::vector<double>> TriedKind::times_of(const std::vector<std::string>& plans) const {
    std::vector<std::vector<double>> times;
    for (const std::string& plan : plans) {
        const auto way = std::find_if(ways.begin(), ways.end(), [&](const TriedWay& one) { return one.plan == plan; });
        times.push_back(way == ways.end() ? std::vector<double>() : way->seconds);
    }
    return times;
}

std::optional<Trial> TriedKind::trial() const {
    Promise promise{{}, least};
    std::vector<std::vector<double>> known;
    int reference = 0;
    for (const TriedWay& way : ways) {
        reference = way.plan == kNative ? static_cast<int>(known.size()) : reference;
        promise.alone.push_back(way.promised);
        known.push_back(way.seconds);
    }
    if (reference > 1) {
        return std::nullopt;
    }
    Trial so_far(std::move(promise), reference, std::move(known));
    return so_far.has_known() ? std::optional(std::move(so_far)) : std::nullopt;
}

double TriedKind::regret() const {
    const std::optional<Trial> so_far = trial();
    double sum = 0.0;
    for (std::size_t i = 0; so_far && i < ways.size(); ++i) {
        if (!ways[i].seconds.empty()) {
            const double beyond = so_far->typical(static_cast<int>(i)) - so_far->typical(so_far->choice());
            sum += beyond * static_cast<double>(ways[i].seconds.size());
        }
    }
    return std::max(0.0, sum);
}

double TriedKind::by_native() const {
    const std::optional<Trial> so_far = trial();
    return so_far ? time_by_native(*so_far) : 0.0;
}

double TriedKind::time_by_native(const Trial& so_far) const {
    for (std::size_t i = 0; i < ways.size(); ++i) {
        if (ways[i].plan == kNative && !ways[i].seconds.empty()) {
            return so_far.typical(static_cast<int>(i)) * static_cast<double>(calls);
        }
    }
    return 0.0;
}

double TriedKind::won() const {
    const std::optional<Trial> so_far = trial();
    const double native = so_far ? time_by_native(*so_far) : 0.0;
    return native > 0.0 ? native - so_far->typical(so_far->choice()) * static_cast<double>(calls) : 0.0;
}

void merge(Experience& kept, const Experience& gained, std::size_t most) {
    for (const auto& [kind, tried] : gained.kinds) {
        const auto [known, is_new] = kept.kinds.emplace(kind, tried);
        if (is_new) {
            continue;
        }
        TriedKind both = tells_more(tried, known->second) ? tried : known->second;
        both.calls = tried.calls + known->second.calls;
        both.last_called = std::max(tried.last_called, known->second.last_called);
        known->second = std::move(both);
    }
    while (kept.kinds.size() > most) {
        kept.kinds.erase(std::min_element(kept.kinds.begin(), kept.kinds.end(), [](const auto& one, const auto& other) {
            return one.second.last_called < other.second.last_called;
        }));
    }
}

}  // namespace causeway::experience
