#include "causeway/report/chrome_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace causeway::report {

namespace {

using base::JsonOutput;

/// Of a slice: which of its row's tracks it is in.
struct TrackOfSlice {
    const TraceSlice* slice = nullptr;
    std::size_t track = 0;
};

/// Each goes to the first track of its row that is free when it begins; in order of begin.
std::vector<TrackOfSlice> tracks_of(const TraceGroup& group, std::vector<std::size_t>& num_tracks) {
    std::vector<TrackOfSlice> result;
    for (const TraceSlice& slice : group.slices) {
        result.push_back({&slice, 0});
    }
    std::stable_sort(result.begin(), result.end(), [](const TrackOfSlice& one, const TrackOfSlice& other) {
        return one.slice->begin < other.slice->begin;
    });
    std::vector<std::vector<Seconds>> free_from(group.rows.size());  // [row][track]
    for (TrackOfSlice& placed : result) {
        std::vector<Seconds>& tracks = free_from[static_cast<std::size_t>(placed.slice->row)];
        const auto found =
            std::find_if(tracks.begin(), tracks.end(), [&](Seconds free) { return free <= placed.slice->begin; });
        placed.track = static_cast<std::size_t>(found - tracks.begin());
        if (found == tracks.end()) {
            tracks.emplace_back();
        }
        tracks[placed.track] = placed.slice->end;
    }
    for (std::size_t row = 0; row < group.rows.size(); ++row) {
        num_tracks.push_back(std::max<std::size_t>(1, free_from[row].size()));
    }
    return result;
}

/// The format counts microseconds.
double microseconds(Seconds time) {
    return 1e6 * time.value();
}

JsonOutput name_event(std::string_view what, std::size_t group, std::size_t track, std::string name) {
    return {{"name", what}, {"ph", "M"}, {"pid", group}, {"tid", track}, {"args", {{"name", std::move(name)}}}};
}

}  // namespace

std::string chrome_trace(const std::vector<TraceGroup>& groups) {
    JsonOutput events = JsonOutput::array();
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const TraceGroup& group = groups[g];
        std::vector<std::size_t> num_tracks;
        const std::vector<TrackOfSlice> placed = tracks_of(group, num_tracks);
        std::vector<std::size_t> first_track;
        std::size_t next = 0;
        events.push_back(name_event("process_name", g, 0, group.name));
        for (std::size_t row = 0; row < group.rows.size(); ++row) {
            first_track.push_back(next);
            for (std::size_t track = 0; track < num_tracks[row]; ++track) {
                events.push_back(name_event("thread_name", g, next, group.rows[row]));
                events.push_back({{"name", "thread_sort_index"},
                                  {"ph", "M"},
                                  {"pid", g},
                                  {"tid", next},
                                  {"args", {{"sort_index", next}}}});
                ++next;
            }
        }
        for (const TrackOfSlice& one : placed) {
            events.push_back({{"name", one.slice->name},
                              {"cat", one.slice->category},
                              {"ph", "X"},
                              {"pid", g},
                              {"tid", first_track[static_cast<std::size_t>(one.slice->row)] + one.track},
                              {"ts", microseconds(one.slice->begin)},
                              {"dur", microseconds(one.slice->end - one.slice->begin)},
                              {"args", one.slice->details}});
        }
    }
    const JsonOutput written = {{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}};
    return written.dump_to_depth(2) + "\n";
}

}  // namespace causeway::report
