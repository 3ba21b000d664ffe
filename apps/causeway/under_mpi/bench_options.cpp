#include "bench_options.hpp"

#include "../collective_option.hpp"

#include "causeway/base/error.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

#include <fmt/format.h>

namespace causeway::app {

void BenchOptions::declare(command_line::Command& command) {
    command.option("--collective", collective, collective_names()).propose(collective_words()).show_default();
    command.option("--bytes", bytes, "sizes: a list 1K,64K or a range 1K..16M (steps of four) or 1K..16M:2")
        .show_default();
    command
        .option("--compare", compare,
                "what to measure besides: native, each (every strategy; of other collectives every scheme), "
                "one-tree, one-coordinator (of each cluster), own (our best plan even where the library's is "
                "preferred), or NAME[@SEGMENT], ...")
        .propose({"native", "each", "one-tree", "one-coordinator", "own"})
        .show_default();
    command.flag("--contenders-only", contenders_only,
                 "leave out the library's own collective, and what 'causeway' would choose");
    command.option("--platform", platform, "platform file (default: measured first)").file();
    command.option("--against", against, "another platform file of the same hosts: measures our best plan by it, too")
        .file();
    command.option("--budget", budget, "seconds for measuring the platform, without --platform").show_default();
    command.option("--root", root, "rank of the root").show_default();
    command.flag("--uneven", uneven,
                 "measure gatherv, scatterv, allgatherv or alltoallv, of parts drawn from 0 to twice --bytes");
    command.option("--seed", seed, "of --uneven").show_default();
    command.option("--repetitions", repetitions, "measurements of each").show_default();
    command.option("--trees", trees, "trees that a long message may take between clusters at once")
        .within(1, 8)
        .show_default();
    command.option("--strategy", strategy, "force what 'causeway' runs: NAME[@SEGMENT]; of other collectives a scheme");
    command
        .option("--heuristic", heuristic,
                "force the order of the clusters, of all contenders ('causeway list heuristics')")
        .propose(inter_cluster::heuristics().names());
    completion.declare(command);
    command
        .option("--plan", plan,
                "run the plan of this file ('causeway plan --save') at the size that it is for; needs --platform")
        .file();
    command
        .option("--osu", osu,
                "also write what each took as OSU's micro-benchmarks print it: NAME.native, NAME.causeway, ...")
        .file();
    progress.declare(command);
    output.declare(command);
}

void BenchOptions::check(int num_processes) const {
    if (root < 0 || root >= num_processes) {
        throw base::InputError(
            {"--root", {}, fmt::format("{}", root), fmt::format("a rank from 0 to {}", num_processes - 1)});
    }
    if (!(budget > 0.0)) {
        throw base::InputError({"--budget", {}, fmt::format("{}", budget), "more than 0 seconds"});
    }
    if (repetitions < 1) {
        throw base::InputError({"--repetitions", {}, fmt::format("{}", repetitions), "at least 1"});
    }
}

}  // namespace causeway::app
