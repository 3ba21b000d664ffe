/// Compares every collective operation that is called by its standard name with the MPI library's own: an ordinary MPI
/// program, which runs with and without a preloaded library and must not see a difference.
///
/// One line for each call that differs, one for each collective, and a summary. Exit code 1 if anything differs.
#include "apps/command_line/command.hpp"
#include "tests/conformance/catalogue.hpp"
#include "tests/conformance/known_faults.hpp"
#include "tests/conformance/watchdog.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace conformance;

struct Options {
    std::vector<std::string> collectives;
    Selection selection;
    int seconds_per_call = 60;
    std::uint64_t most_lines = 5;
    bool is_first_enough = false;
};

/// After so many calls all processes ask each other whether one differed, where the first is enough.
constexpr std::uint64_t kCallsBetweenQuestions = 10;

/// What was compared, and how many of them differ, at this process or at all.
struct Tally {
    std::uint64_t compared = 0;
    std::uint64_t different = 0;
    std::uint64_t left_out = 0;
};

Tally sum_over_all(const Tally& own) {
    std::array<std::uint64_t, 3> numbers{own.compared, own.different, own.left_out};
    PMPI_Allreduce(MPI_IN_PLACE, numbers.data(), 3, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return {numbers[0], numbers[1], numbers[2]};
}

/// Numbers are read more easily in groups of three digits.
std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3) {
        text.insert(static_cast<std::size_t>(place), " ");
    }
    return text;
}

Tally compare_all_of(const Collective& collective, const Catalogue& catalogue, const Communicators& communicators,
                     const Options& options) {
    Tally tally;
    for (const Case& c : cases_of(catalogue, collective, communicators.all(), options.selection)) {
        if (known_fault_of(c) != nullptr) {
            ++tally.left_out;
            continue;
        }
        const std::string text = to_text(c);
        watch(text, options.seconds_per_call);
        ++tally.compared;
        const auto difference = compare(c);
        if (difference && ++tally.different <= options.most_lines) {
            fmt::print(stderr, "differs: {}: {}\n", text, *difference);
        }
        if (options.is_first_enough && tally.compared % kCallsBetweenQuestions == 0 &&
            sum_over_all(tally).different > 0) {
            break;
        }
    }
    watch(fmt::format("{}: the sum over all ranks", collective.name), options.seconds_per_call);
    return sum_over_all(tally);
}

/// Exit code.
int compare_all(const Options& options) {
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const Communicators communicators;
    const Catalogue catalogue;
    Tally sum;
    for (const Collective* collective : all_collectives()) {
        const auto& asked = options.collectives;
        if (!asked.empty() && std::find(asked.begin(), asked.end(), collective->name) == asked.end()) {
            continue;
        }
        const Tally tally = compare_all_of(*collective, catalogue, communicators, options);
        sum.compared += tally.compared;
        sum.different += tally.different;
        sum.left_out += tally.left_out;
        if (rank == 0) {
            fmt::print("{:<22}{:>10} calls compared{}\n", collective->name, grouped(tally.compared),
                       tally.different == 0 ? "" : fmt::format(", {} differ", grouped(tally.different)));
            std::fflush(stdout);
        }
    }
    if (rank == 0) {
        if (sum.left_out > 0) {
            fmt::print("left out for faults of the MPI library: {} calls\n", grouped(sum.left_out));
        }
        fmt::print("conformance: {} processes, seed {}, {} calls compared, {}\n", size, options.selection.seed,
                   grouped(sum.compared),
                   sum.different == 0 ? "all equal" : fmt::format("{} differ", grouped(sum.different)));
    }
    return sum.different == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    options.selection.most = 60;
    bool is_full = false;
    bool has_threads = false;
    std::vector<std::string> names;
    for (const Collective* collective : all_collectives()) {
        names.emplace_back(collective->name);
    }
    std::vector<std::string> forms = form_names();
    causeway::command_line::Program program(
        "Compares MPI's collective operations with those of the MPI library itself.", "conformance");
    causeway::command_line::Command all = program.command();
    all.option("--collective", options.collectives, "only these").separated_by_commas().one_of(names);
    all.option("--form", forms, "only these").separated_by_commas().one_of(form_names());
    all.option("--cases", options.selection.most, "about so many calls of each collective").positive();
    all.flag("--full", is_full, "every combination (hours with many processes)");
    all.option("--seed", options.selection.seed, "of the calls that are chosen, and of the data");
    all.option("--seconds", options.seconds_per_call, "that one call may take").positive();
    all.option("--lines", options.most_lines, "lines that one process says of one collective");
    all.flag("--first", options.is_first_enough, "end soon after the first call that differs");
    all.flag("--thread-multiple", has_threads, "ask for MPI_THREAD_MULTIPLE");
    if (const auto exit_code = program.parse(argc, argv)) {
        return *exit_code;
    }
    options.selection.forms = forms_named(forms);
    if (is_full) {
        options.selection.most = 0;
    }
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, has_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    start_watchdog();
    const int exit_code = compare_all(options);
    watch("MPI_Finalize", options.seconds_per_call);
    MPI_Finalize();
    return exit_code;
}
