/// causeway tune: which of the MPI library's own algorithms is fastest, and a file that tells the library so.
#include "../verb.hpp"
#include "bench_call.hpp"
#include "bench_progress.hpp"
#include "progress_option.hpp"
#include "session.hpp"
#include "tune_algorithms.hpp"
#include "tune_ways.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/library.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/timing.hpp"
#include "causeway/statistics/sample.hpp"
#include "causeway/tuning/format.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

using base::InputError;
using base::JsonOutput;
using scheme::Operation;
using tuning::Choice;

struct TuneOptions {
    std::vector<std::string> collectives;
    std::string bytes = "1K..1M";
    std::vector<std::string> processes;
    std::string segments = "8K,64K";
    int repetitions = 5;
    bool forces = true;
    std::string rules;
    std::string rules_format;
    ProgressOption progress;
    OutputOptions output;
};

/// Data of all processes together: larger data of their own is not measured.
constexpr Bytes kMostInAll{std::int64_t{64} << 20U};

/// As MPI calls what BenchCall makes.
std::string mpi_name(Operation operation) {
    return operation == Operation::kReduceScatter ? "reduce_scatter_block"
                                                  : std::string(scheme::mpi_name_of(operation));
}

/// For processes that have nothing to do while others measure: sleeps until all call this. Collective over
/// MPI_COMM_WORLD.
void sleep_until_all_are_here() {
    constexpr Seconds kNap{1e-3};
    MPI_Request request = MPI_REQUEST_NULL;
    mpi::check(PMPI_Ibarrier(MPI_COMM_WORLD, &request), "MPI_Ibarrier");
    for (int is_over = 0; is_over == 0;) {
        mpi::check(PMPI_Test(&request, &is_over, MPI_STATUS_IGNORE), "MPI_Test");
        if (is_over == 0) {
            probe::sleep_for(kNap);
        }
    }
}

/// What an algorithm is called in the results.
std::string word_of(const Choice& choice) {
    return choice.is_left_to_library() ? "default" : choice.name;
}

class Tune {
public:
    Tune(const TuneOptions& options, const MpiSession& session) : options_(options), session_(session) {
        version_ = mpi::library_version();
        version_ = version_.substr(0, version_.find(','));
        std::replace(version_.begin(), version_.end(), '\t', ' ');
        const tuning::Format* const usual = tuning::format_of(version_);
        if (usual == nullptr) {
            throw base::Error(fmt::format("no file is known that tells {} which algorithms to use", version_));
        }
        format_ = options.rules_format.empty() ? usual : &tuning::formats().at(options.rules_format, "--rules-format");
        if (format_->library != usual->library) {
            throw InputError({"--rules-format",
                              {},
                              options.rules_format,
                              fmt::format("a format of {}, which runs here: {}", usual->library, usual->name)});
        }
        read_options();
        algorithms_ = usual->library == "Open MPI" ? algorithms_of_open_mpi() : algorithms_of_mpich();
        clock_.emplace(probe::agree_on_clock(MPI_COMM_WORLD));
    }

    /// Once. What it returns is whole on rank 0.
    report::Document run() {
        if (session_.rank() == 0) {
            progress_.emplace(operations_.size() * processes_.size() * sizes_.size(),
                              options_.progress.without_terminal());
        }
        document_.table.columns = {"collective", "processes", "size",          "algorithm",
                                   "segment",    "time",      "library's own", "ratio"};
        std::vector<tuning::CollectiveChoices> choices;
        for (const Operation operation : operations_) {
            tuning::CollectiveChoices of_collective{mpi_name(operation), {}};
            for (const int processes : processes_) {
                std::vector<tuning::ChosenAt> chosen = measure(operation, processes);
                if (!chosen.empty()) {
                    of_collective.communicators.push_back({processes, tuning::for_all_sizes(chosen)});
                }
            }
            if (!of_collective.communicators.empty()) {
                choices.push_back(std::move(of_collective));
            }
        }
        progress_.reset();
        if (session_.rank() == 0) {
            conclude(choices);
            document_.json() = {{"mpi", version_}, {"repetitions", options_.repetitions}};
            document_.json()["rows"] = std::move(rows_);
        }
        return std::move(document_);
    }

private:
    /// Those that are wanted, in the order of scheme::operations().
    void read_collectives() {
        std::vector<std::string> with_rules;
        for (const Operation operation : scheme::operations()) {
            if (format_->takes(mpi_name(operation))) {
                with_rules.emplace_back(scheme::name_of(operation));
                operations_.push_back(operation);
            }
        }
        std::set<Operation> wanted;
        for (const std::string& name : options_.collectives) {
            const auto operation = scheme::find_operation(name);
            if (!operation || !format_->takes(mpi_name(*operation))) {
                throw InputError(
                    {"--collectives",
                     {},
                     fmt::format("'{}'", name),
                     fmt::format("what {} has rules for: {}", format_->library, base::joined(with_rules))});
            }
            wanted.insert(*operation);
        }
        if (!wanted.empty()) {
            std::erase_if(operations_, [&](Operation operation) { return !wanted.contains(operation); });
        }
    }

    void read_options() {
        read_collectives();
        sizes_ = base::parse_byte_list(options_.bytes, "--bytes");
        std::sort(sizes_.begin(), sizes_.end());
        if (sizes_.back().value() > INT_MAX) {
            throw InputError({"--bytes", {}, base::to_text(sizes_.back()), "at most 2 GiB - 1"});
        }
        if (!options_.segments.empty()) {
            segments_ = base::parse_byte_list(options_.segments, "--segments");
        }
        std::set<int> processes;
        for (const std::string& word : options_.processes) {
            const base::IntRange numbers = base::parse_int_range(word, 2, "--processes");
            if (numbers.last > session_.size()) {
                throw InputError({"--processes", {}, word, fmt::format("2 to {}", session_.size())});
            }
            for (int number = numbers.first; number <= numbers.last; ++number) {
                processes.insert(number);
            }
        }
        if (processes.empty()) {
            processes.insert(session_.size());
        }
        processes_.assign(processes.begin(), processes.end());
    }

    /// The library's own decision and, if they are wanted, all its algorithms. Collective over `comm`.
    std::vector<TunedWay> ways_of(std::string_view collective, MPI_Comm comm) {
        std::vector<Choice> choices{Choice{}};
        if (options_.forces) {
            for (const Choice& algorithm : algorithms_->algorithms(collective)) {
                choices.push_back(algorithm);
                for (const Bytes segment : segments_) {
                    if (algorithms_->may_cut(collective)) {
                        choices.push_back(algorithm);
                        choices.back().segment = segment;
                    }
                }
            }
        }
        std::vector<TunedWay> ways;
        for (const Choice& choice : choices) {
            ways.push_back({choice, algorithms_->communicator(comm, collective, choice)});
        }
        return ways;
    }

    /// The choices on the first `processes` processes, on rank 0; empty on others.
    std::vector<tuning::ChosenAt> measure(Operation operation, int processes) {
        std::vector<tuning::ChosenAt> chosen;
        const mpi::Communicator comm = mpi::split(MPI_COMM_WORLD, session_.rank() < processes ? 0 : -1);
        if (comm.handle() != MPI_COMM_NULL) {
            const std::string collective = mpi_name(operation);
            const std::vector<TunedWay> ways = ways_of(collective, comm.handle());
            probe::CollectiveTimer timer(comm.handle(), *clock_);
            for (const Bytes size : sizes_of(operation, processes)) {
                if (progress_) {
                    progress_->begin(fmt::format("{} over {}, {}", collective, processes, base::to_text(size)), 1);
                }
                BenchCall call(operation, 0, size, processes);
                const std::vector<TimedWay> timed =
                    time_ways(ways, collective, size, options_.repetitions, call, *algorithms_, timer);
                if (session_.rank() == 0) {
                    chosen.push_back({size, add_row(operation, processes, size, timed)});
                    num_gaining_ += chosen.back().choice.is_left_to_library() ? 0 : 1;
                }
            }
        }
        sleep_until_all_are_here();
        return chosen;
    }

    [[nodiscard]] std::vector<Bytes> sizes_of(Operation operation, int processes) const {
        if (operation == Operation::kBarrier) {
            return {Bytes(0)};
        }
        std::vector<Bytes> sizes = sizes_;
        if (scheme::has_owned_blocks(operation)) {
            const std::int64_t parts =
                operation == Operation::kAlltoall ? std::int64_t{processes} * processes : processes;
            std::erase_if(sizes, [&](Bytes size) { return parts * size > kMostInAll; });
        }
        return sizes;
    }

    /// Of one size; returns the choice.
    Choice add_row(Operation operation, int processes, Bytes size, const std::vector<TimedWay>& timed) {
        std::vector<tuning::Measured> measured;
        auto ways = JsonOutput::array();
        double own = 0.0;
        for (const TimedWay& one : timed) {
            const Choice& choice = one.way->choice;
            const double median = statistics::median(one.seconds);
            if (!one.is_out) {
                measured.push_back({choice, Seconds(median)});
            }
            own = choice.is_left_to_library() ? median : own;
            ways.push_back({{"algorithm", choice.algorithm},
                            {"name", word_of(choice)},
                            {"segment_bytes", choice.segment.value()},
                            {"seconds", median},
                            {"calls", static_cast<std::int64_t>(one.seconds.size())},
                            {"dropped", one.is_out}});
        }
        const tuning::Measured best = measured[tuning::best_of(measured)];
        rows_.push_back({{"collective", scheme::name_of(operation)},
                         {"processes", processes},
                         {"bytes", size.value()},
                         {"algorithm", best.choice.algorithm},
                         {"name", word_of(best.choice)},
                         {"segment_bytes", best.choice.segment.value()},
                         {"seconds", best.time.value()},
                         {"default_seconds", own}});
        rows_.back()["ways"] = std::move(ways);
        document_.table.rows.push_back(
            {report::cell(scheme::name_of(operation)), report::number_cell(processes, 0), report::cell(size),
             report::cell(word_of(best.choice)),
             best.choice.segment > Bytes(0) ? report::cell(best.choice.segment) : report::cell("-"),
             report::cell(best.time), report::cell(Seconds(own)), report::number_cell(own / best.time.value(), 2)});
        return best.choice;
    }

    /// Writes the file, if one is wanted, and says what there is to say.
    void conclude(const std::vector<tuning::CollectiveChoices>& choices) {
        document_.conclusion =
            fmt::format("{}: of {} cases {} gain from another algorithm than the library decides for", version_,
                        document_.table.rows.size(), num_gaining_);
        if (!options_.rules.empty()) {
            const std::string own = format_->needs_own ? algorithms_->own_selection() : std::string();
            base::write_file(options_.rules, format_->file(choices, own));
            document_.notes.push_back("Use: " + fmt::format(fmt::runtime(format_->usage), options_.rules));
        }
        document_.notes.emplace_back(
            "time: of a call alone, to the last process, the median; ratio: of the library's own decision to it.");
    }

    const TuneOptions& options_;
    const MpiSession& session_;
    std::string version_;
    const tuning::Format* format_ = nullptr;
    std::vector<Operation> operations_;
    std::vector<Bytes> sizes_;
    std::vector<Bytes> segments_;
    std::vector<int> processes_;
    std::unique_ptr<LibraryAlgorithms> algorithms_;
    std::optional<probe::SharedClock> clock_;
    // On rank 0:
    std::optional<BenchProgress> progress_;
    report::Document document_;
    JsonOutput rows_ = JsonOutput::array();
    int num_gaining_ = 0;  ///< cases in which another algorithm than the library's is chosen
};

void run_tune(const MpiSession& session, const void* given) {
    const TuneOptions& options = *static_cast<const TuneOptions*>(given);
    if (options.repetitions < 1) {
        throw InputError({"--repetitions", {}, fmt::format("{}", options.repetitions), "at least 1"});
    }
    if (session.size() < 2) {
        throw InputError({"the job", {}, "1 process", "at least 2"});
    }
    const report::Document document = Tune(options, session).run();
    if (session.rank() == 0) {
        options.output.deliver(document);
    }
}

void set_up_tune(command_line::Command& command) {
    auto options = std::make_shared<TuneOptions>();
    command
        .option("--collectives", options->collectives,
                "some of them, with commas between (default: all that the library has rules for)")
        .separated_by_commas();
    command.option("--bytes", options->bytes, "sizes: a list 1K,64K or a range 1K..16M (steps of four) or 1K..16M:2")
        .show_default();
    command
        .option("--processes", options->processes,
                "sizes of communicators, of the first processes of the job (default: all of them)")
        .separated_by_commas();
    command
        .option("--segments", options->segments, "what algorithms are tried to cut messages into, besides not at all")
        .show_default();
    command.option("--repetitions", options->repetitions, "measurements of each; twice as many of the best")
        .show_default();
    command.flag("!--no-forced", options->forces,
                 "measure what the library decides itself alone: with its rules loaded, what these are worth");
    command
        .option("--rules", options->rules, "write the choices to this file, which the library reads without Causeway")
        .file();
    command
        .option(
            "--rules-format", options->rules_format,
            fmt::format("of the file: {} (default: the first of the library)", base::joined(tuning::formats().names())))
        .propose(tuning::formats().names());
    options->progress.declare(command);
    options->output.declare(command);
    command.callback([options] {
        set_for_open_mpi();
        set_for_mpich();
        run_under_mpi(run_tune, options.get());
    });
}

}  // namespace

extern const Verb tune_verb{
    .name = "tune",
    .summary = "which of the MPI library's own algorithms is fastest, as a file for the library (under mpirun)",
    .example = "mpirun -n 16 causeway tune --bytes 1K..1M --rules rules.conf",
    .set_up = set_up_tune,
};

}  // namespace causeway::app
