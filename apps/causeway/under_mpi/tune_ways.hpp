/// What `tune` measures at one size of data: every way in turn, the hopeless ones briefly.
#pragma once

#include "bench_call.hpp"
#include "tune_algorithms.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/probe/timing.hpp"
#include "causeway/tuning/choices.hpp"

#include <string_view>
#include <vector>

namespace causeway::app {

/// One of the ways of a collective on some communicator.
struct TunedWay {
    tuning::Choice choice;
    mpi::Communicator comm;
};

/// What a way took.
struct TimedWay {
    const TunedWay* way = nullptr;
    std::vector<double> seconds = {};
    bool is_out = false;  ///< does not apply here, or is far too slow
};

/// The ways that apply at a size, those that were not too slow with `repetitions` times at least. Of ways that cut,
/// those take part whose segments are smaller than the size. Collective over the timer's communicator, which is of the
/// same processes as those of the ways. Throws MpiError.
[[nodiscard]] std::vector<TimedWay> time_ways(const std::vector<TunedWay>& ways, std::string_view collective,
                                              Bytes size, int repetitions, BenchCall& call,
                                              LibraryAlgorithms& algorithms, probe::CollectiveTimer& timer);

}  // namespace causeway::app
