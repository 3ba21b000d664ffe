/// A timetable as a figure: what each resource is busy with in a period.
#pragma once

#include "causeway/graph/resources.hpp"
#include "causeway/report/time_line.hpp"
#include "causeway/steady_state/periodic_schedule.hpp"
#include "causeway/steady_state/timetable.hpp"

#include <string>

namespace causeway::page {

/// A lane for each resource that the timetable uses, from the period's begin to its end: what is done for the slices of
/// earlier periods stands where it falls. Those that are busy all the time stand out.
[[nodiscard]] report::TimeLine time_line_of(const steady_state::Timetable& timetable, const graph::Resources& resources,
                                            const std::string& description);

/// The same of rounds, in which slices may be interrupted.
[[nodiscard]] report::TimeLine time_line_of(const steady_state::PeriodicSchedule& schedule,
                                            const graph::Resources& resources, const std::string& description);

}  // namespace causeway::page
