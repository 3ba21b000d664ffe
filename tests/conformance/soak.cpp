/// Mixes all collective operations at random, on random parts of the processes, for as long as it is told to: an
/// ordinary MPI program, every call of which is compared with the MPI library's own.
///
/// What happens follows from the seed alone, at all processes alike: the same seed makes the same calls. Exit code 1 if
/// anything differs.
#include "apps/command_line/command.hpp"
#include "tests/conformance/catalogue.hpp"
#include "tests/conformance/draws.hpp"
#include "tests/conformance/known_faults.hpp"
#include "tests/conformance/watchdog.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace conformance;

struct Options {
    double seconds = 600;
    std::uint64_t seed = 0;
    std::uint64_t most_steps = 0;  ///< 0: as many as there is time for
    int seconds_per_step = 120;
    bool has_threads = false;  ///< MPI_THREAD_MULTIPLE is asked for
};

/// A part of the processes, freed when it is forgotten.
class Part {
public:
    Part(std::string name, int colour, int key) : described_{} {
        MPI_Comm made = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, colour, key, &made);
        described_ = described(std::move(name), made);
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() { MPI_Comm_free(&described_.comm); }

    [[nodiscard]] const Communicator& communicator() const { return described_; }

private:
    Communicator described_;
};

/// All processes, divided at random into up to three parts, in a random order. Collective over MPI_COMM_WORLD.
std::unique_ptr<Part> random_part(std::uint64_t step, Draws draws, int rank) {
    const std::uint64_t parts = 1 + draws.below(3);
    const std::uint64_t salt = draws.next();
    const std::uint64_t own = mixed(salt + static_cast<std::uint64_t>(rank));
    constexpr std::uint64_t kKeys = 1000;
    return std::make_unique<Part>(fmt::format("a part made in step {}", step), static_cast<int>(own % parts),
                                  static_cast<int>((own >> 16U) % kKeys));
}

/// A call over this communicator, or none if the MPI library gets it wrong.
Case random_case(const Catalogue& catalogue, const Communicator& communicator, Draws* draws) {
    for (;;) {
        const Collective& collective = *draws->one_of(all_collectives());
        const Operands operands = draws->one_of(catalogue.operands_of(collective));
        Case c{&collective,          draws->one_of(forms_of(collective)),
               operands.datatype,    operands.flat_datatype,
               operands.combination, &communicator};
        c.root = collective.has_root ? draws->rank_of(communicator) : 0;
        c.count = draws->one_of(counts_of(collective, *operands.datatype, communicator.size));
        c.in_place = collective.in_place != InPlace::kNever && draws->below(3) == 0;
        c.flat = operands.datatype->is_predefined()
                     ? Flat::kNobody
                     : draws->one_of<Flat>({Flat::kNobody, Flat::kSenders, Flat::kReceivers});
        c.salt = draws->next();
        if (known_fault_of(c) == nullptr) {
            return c;
        }
    }
}

/// Communicators that are being made while something else is under way.
class Duplicates {
public:
    /// Begins one. Collective over `comm`.
    void begin(MPI_Comm comm) {
        comms_.push_back(MPI_COMM_NULL);
        requests_.push_back(MPI_REQUEST_NULL);
        MPI_Comm_idup(comm, &comms_.back(), &requests_.back());
    }

    /// Waits for all, uses and frees them. Returns how many are wrong.
    std::uint64_t use() {
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
        std::uint64_t wrong = 0;
        for (MPI_Comm& comm : comms_) {
            const Communicator made = described("a duplicate made beside calls", comm);
            int sum = made.rank;
            MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
            if (sum != made.size * (made.size - 1) / 2) {
                fmt::print(stderr, "differs: a sum over a duplicate made beside calls is {}\n", sum);
                ++wrong;
            }
            MPI_Comm_free(&comm);
        }
        return wrong;
    }

private:
    std::deque<MPI_Comm> comms_;  // which stay where they are
    std::vector<MPI_Request> requests_;
};

/// Several nonblocking or persistent calls at once, completed in another order than they were started in, with
/// `num_duplicates` of their communicator made beside them. Processes start persistent ones in different orders.
/// Returns how many differ.
std::uint64_t compare_at_once(const std::vector<Case>& cases, std::uint64_t num_duplicates) {
    std::deque<RunningCase> ours;
    for (const Case& c : cases) {
        ours.emplace_back(c, Library::kStandard).make();
    }
    // From here on no call gives the MPI library a chance, for which Open MPI 4.1 itself hangs between two duplicates.
    Duplicates duplicates;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (cases[i].form == Form::kNonblocking) {
            ours[i].start();
        }
        if (i < num_duplicates) {
            duplicates.begin(cases[i].communicator->comm);
        }
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::size_t next = (i + static_cast<std::size_t>(cases[i].communicator->rank)) % cases.size();
        if (cases[next].form == Form::kPersistent) {
            ours[next].start();
        }
    }
    for (std::size_t i = ours.size(); i-- > 0;) {
        ours[i].complete();
    }
    std::uint64_t different = duplicates.use();
    for (std::size_t i = 0; i < cases.size(); ++i) {
        RunningCase native(ours[i], Library::kProfiled);
        native.make();
        native.start();
        native.complete();
        if (const auto difference = ours[i].difference(native)) {
            fmt::print(stderr, "differs: {}, one of {} at once: {}\n", to_text(cases[i]), cases.size(), *difference);
            ++different;
        }
    }
    return different;
}

/// What one process counted.
struct Tally {
    std::uint64_t compared = 0;
    std::uint64_t different = 0;
};

/// Duplicates of one communicator that may be made beside other calls over it.
std::uint64_t most_duplicates([[maybe_unused]] const Options& options) {
#ifdef OPEN_MPI
    // Open MPI 4.1 finds their numbers in steps, nonblocking collectives over that communicator, which begin as each
    // rank's chances for them come: two duplicates get in one another's way, and where a thread makes progress one gets
    // in the way of whatever begins after it (MPI_ERR_TRUNCATE, or it hangs).
    return options.has_threads ? 0 : 1;
#else
    return 3;
#endif
}

/// A few calls over one communicator.
Tally compare_some(const Catalogue& catalogue, const Communicator& communicator, std::uint64_t seed, std::uint64_t step,
                   const Options& options) {
    Draws draws(seed);
    constexpr std::uint64_t kMostCalls = 4;
    std::vector<Case> cases;
    for (std::uint64_t left = 1 + draws.below(kMostCalls); left > 0; --left) {
        cases.push_back(random_case(catalogue, communicator, &draws));
    }
    Tally tally{cases.size(), 0};
    if (draws.below(3) == 0) {
        for (Case& c : cases) {
            const std::vector<Form> forms = forms_of(*c.collective);
            const bool may_persist = std::find(forms.begin(), forms.end(), Form::kPersistent) != forms.end();
            c.form = may_persist && draws.below(2) == 0 ? Form::kPersistent : Form::kNonblocking;
        }
        std::erase_if(cases, [](const Case& c) { return known_fault_of(c) != nullptr; });
        std::string text = fmt::format("step {}, at once:", step);
        for (const Case& c : cases) {
            text += " " + to_text(c) + ";";
        }
        watch(text, options.seconds_per_step);
        return {cases.size(), compare_at_once(cases, draws.below(2) * draws.below(most_duplicates(options) + 1))};
    }
    for (const Case& c : cases) {
        watch(fmt::format("step {}: {}", step, to_text(c)), options.seconds_per_step);
        if (const auto difference = compare(c)) {
            fmt::print(stderr, "differs: step {}: {}: {}\n", step, to_text(c), *difference);
            ++tally.different;
        }
    }
    return tally;
}

/// Exit code.
int soak(const Options& options) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    if (world.rank == 0) {
        fmt::print("soak: {} processes, seed {}; again with --seed {}\n", world.size, options.seed, options.seed);
        std::fflush(stdout);
    }
    const Catalogue catalogue;
    constexpr std::size_t kMostParts = 6;
    std::deque<std::unique_ptr<Part>> parts;
    Tally own;
    const double end = MPI_Wtime() + options.seconds;
    std::uint64_t step = 0;
    for (;; ++step) {
        watch(fmt::format("between step {} and the next", step), options.seconds_per_step);
        int goes_on =
            options.most_steps > 0 ? static_cast<int>(step < options.most_steps) : static_cast<int>(MPI_Wtime() < end);
        PMPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (goes_on == 0) {
            break;
        }
        Draws draws(mixed(options.seed) + step);
        if (parts.empty() || draws.below(4) == 0) {
            parts.push_back(random_part(step, draws, world.rank));
        }
        if (parts.size() > kMostParts) {
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(draws.below(parts.size())));
        }
        const std::uint64_t chosen = draws.below(parts.size() + 1);
        const Communicator& communicator = chosen == parts.size() ? world : parts[chosen]->communicator();
        const Tally tally = compare_some(catalogue, communicator, draws.next(), step, options);
        own.compared += tally.compared;
        own.different += tally.different;
    }
    parts.clear();
    std::uint64_t sums[] = {own.compared, own.different};
    PMPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (world.rank == 0) {
        fmt::print("soak: {} processes, seed {}, {} steps, {} calls compared, {}\n", world.size, options.seed, step,
                   sums[0], sums[1] == 0 ? "all equal" : fmt::format("{} differ", sums[1]));
    }
    return sums[1] == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    std::optional<std::int64_t> seed;
    causeway::command_line::Program program(
        "Compares random collective operations on random communicators with those of the MPI library itself.", "soak");
    causeway::command_line::Command all = program.command();
    all.option("--seconds", options.seconds, "how long, 600 without it");
    all.option("--seed", seed, "drawn from the clock without it").not_negative();
    all.option("--steps", options.most_steps, "end after so many steps instead");
    all.option("--watchdog", options.seconds_per_step, "seconds that one step may take").positive();
    all.flag("--thread-multiple", options.has_threads, "ask for MPI_THREAD_MULTIPLE");
    if (const auto exit_code = program.parse(argc, argv)) {
        return *exit_code;
    }
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, options.has_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    start_watchdog();
    watch("the first broadcast", options.seconds_per_step);
    if (seed) {
        options.seed = static_cast<std::uint64_t>(*seed);
    } else {
        constexpr double kNanoseconds = 1e9;
        constexpr std::uint64_t kShort = 1000000000;
        options.seed = mixed(static_cast<std::uint64_t>(MPI_Wtime() * kNanoseconds)) % kShort;
        PMPI_Bcast(&options.seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    }
    const int exit_code = soak(options);
    watch("MPI_Finalize", options.seconds_per_step);
    MPI_Finalize();
    return exit_code;
}
