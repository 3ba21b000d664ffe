#include "tune_ways.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace causeway::app {

namespace {

/// By what factor the least time of a way may be over that of the best after so many times.
double factor_allowed_after(std::size_t times) {
    constexpr double kAtFirst = 3.0;
    constexpr double kThen = 1.6;
    constexpr double kInTheEnd = 1.25;
    return times <= 1 ? kAtFirst : times == 2 ? kThen : kInTheEnd;
}

/// Those whose median is nearer to the best one than this are measured twice as often.
constexpr double kClose = 1.15;

double least_of(const TimedWay& one) {
    return one.seconds.empty() ? std::numeric_limits<double>::infinity()
                               : *std::min_element(one.seconds.begin(), one.seconds.end());
}

/// Times all that are in, every other turn backwards. What cannot be done on some rank is out on all.
class TimedTurns {
public:
    TimedTurns(std::string_view collective, BenchCall& call, LibraryAlgorithms& algorithms,
               probe::CollectiveTimer& timer)
        : collective_(collective), call_(call), algorithms_(algorithms), timer_(timer) {}

    void turn(std::vector<TimedWay>& all, bool counts) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            TimedWay& one = all[turns_ % 2 == 0 ? i : all.size() - 1 - i];
            if (one.is_out) {
                continue;
            }
            const double seconds = time(one);
            if (!one.is_out && counts) {
                one.seconds.push_back(seconds);
            }
        }
        ++turns_;
    }

private:
    double time(TimedWay& one) {
        constexpr discovery::TimingOptions kOnce{.repetitions = 1, .warm_ups = 0};
        const TunedWay& way = *one.way;
        int failed = 0;
        const auto make = [&] {
            const int code =
                algorithms_.run(collective_, way.choice, [&] { return call_.call_native(way.comm.handle()); });
            failed = code == MPI_SUCCESS ? failed : 1;
        };
        const double seconds = timer_.time(make, kOnce).front().value();
        mpi::check(PMPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, way.comm.handle()), "MPI_Allreduce");
        one.is_out = failed != 0;
        return seconds;
    }

    std::string_view collective_;
    BenchCall& call_;
    LibraryAlgorithms& algorithms_;
    probe::CollectiveTimer& timer_;
    std::size_t turns_ = 0;
};

/// All but the library's own decision have to keep up.
void drop_the_slow(std::vector<TimedWay>& all) {
    double best = std::numeric_limits<double>::infinity();
    for (const TimedWay& one : all) {
        best = one.is_out ? best : std::min(best, least_of(one));
    }
    for (TimedWay& one : all) {
        if (!one.way->choice.is_left_to_library() && least_of(one) > factor_allowed_after(one.seconds.size()) * best) {
            one.is_out = true;
        }
    }
}

}  // namespace

std::vector<TimedWay> time_ways(const std::vector<TunedWay>& ways, std::string_view collective, Bytes size,
                                int repetitions, BenchCall& call, LibraryAlgorithms& algorithms,
                                probe::CollectiveTimer& timer) {
    std::vector<TimedWay> all;
    for (const TunedWay& way : ways) {
        if (way.choice.segment < size || way.choice.segment == Bytes(0)) {
            all.push_back({.way = &way});
        }
    }
    TimedTurns turns(collective, call, algorithms, timer);
    turns.turn(all, false);  // opens connections
    for (int i = 0; i < repetitions; ++i) {
        turns.turn(all, true);
        drop_the_slow(all);
    }
    double best = std::numeric_limits<double>::infinity();
    for (const TimedWay& one : all) {
        best = one.is_out ? best : std::min(best, statistics::median(one.seconds));
    }
    std::vector<TimedWay> close;
    std::vector<TimedWay> others;
    for (TimedWay& one : all) {
        const bool is_close =
            !one.is_out && (one.way->choice.is_left_to_library() || statistics::median(one.seconds) <= kClose * best);
        (is_close ? close : others).push_back(std::move(one));
    }
    for (int i = 0; i < repetitions && close.size() > 1; ++i) {
        turns.turn(close, true);
    }
    std::move(others.begin(), others.end(), std::back_inserter(close));
    std::erase_if(close, [](const TimedWay& one) { return one.seconds.empty(); });
    return close;
}

}  // namespace causeway::app
