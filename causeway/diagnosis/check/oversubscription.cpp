/// More processes on a host than it has processors for them.
///
/// MPI libraries wait by asking again and again. With more ranks than processors a rank waits for its turn while
/// another one asks: up to a time slice of the scheduler, milliseconds, for each message. What a rank may use is the
/// least of the processors that it is bound to, together with the other ranks, and the quota of its control group,
/// beyond which all of them stand still for the rest of each period (100 ms).
///
/// Source: Open MPI's FAQ, "What happens if I oversubscribe nodes?"; Linux cgroup-v2.rst (cpu.max), sched-bwc.rst;
/// sched_setaffinity(2).
#include "causeway/diagnosis/check/check.hpp"

#include "causeway/base/number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace causeway::diagnosis {

namespace {

/// "0-3,8"
std::string list_text(const std::vector<std::int64_t>& processors) {
    std::string text;
    for (std::size_t first = 0; first < processors.size();) {
        std::size_t last = first;
        while (last + 1 < processors.size() && processors[last + 1] == processors[last] + 1) {
            ++last;
        }
        text += fmt::format("{}{}", text.empty() ? "" : ",", processors[first]);
        if (last > first) {
            text += fmt::format("-{}", processors[last]);
        }
        first = last + 1;
    }
    return text;
}

std::string fewer_ranks(std::int64_t ranks) {
    return fmt::format("mpirun --map-by ppr:{0}:node ...   (MPICH: mpiexec -ppn {0}; Slurm: --ntasks-per-node={0})",
                       ranks);
}

Look look_at_oversubscription(const Facts& host, const Job& /*job*/) {
    const auto processors = static_cast<std::int64_t>(host.processors.size());
    if (host.num_ranks == 0) {
        return {.not_checked =
                    "it is not known how many ranks run here: start it as the job is, mpirun ... causeway doctor"};
    }
    if (processors == 0) {
        return {.not_checked = "the system does not say which processors may be used"};
    }
    const std::string ranks = fmt::format("{} ranks here ({})", host.num_ranks, host.ranks_from);
    Look look;
    if (host.num_ranks > processors) {
        look.findings.push_back(
            {Severity::kProblem, "more ranks than processors that they may run on",
             fmt::format("{}, on {} processors ({})", ranks, processors, list_text(host.processors)),
             fewer_ranks(processors) + "; if they are bound by mistake: mpirun --bind-to none ..."});
    } else if (host.num_cores && host.num_ranks > *host.num_cores) {
        look.findings.push_back({Severity::kHint, "more ranks than cores: some share one",
                                 fmt::format("{}, on {} cores with {} threads", ranks, *host.num_cores, processors),
                                 fewer_ranks(*host.num_cores) + "; mpirun --map-by core --bind-to core ..."});
    }
    if (host.processor_quota && static_cast<double>(host.num_ranks) > *host.processor_quota) {
        const auto fitting = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(*host.processor_quota)));
        look.findings.push_back({Severity::kProblem, "more ranks than the quota of the control group",
                                 fmt::format("{}, cpu.max grants {:.3g} processors", ranks, *host.processor_quota),
                                 fewer_ranks(fitting) + ", or ask for more processors (Slurm: --cpus-per-task)"});
    }
    const auto threads = base::number_in<std::int64_t>(host.variable("OMP_NUM_THREADS").value_or(""));
    const std::int64_t most = host.num_ranks <= processors ? processors / host.num_ranks : 0;
    if (threads && *threads > 1 && most > 0 && *threads > most) {
        look.findings.push_back({Severity::kProblem, "more threads of all ranks than processors",
                                 fmt::format("{}, OMP_NUM_THREADS = {}, on {} processors", ranks, *threads, processors),
                                 fmt::format("export OMP_NUM_THREADS={}", most)});
    }
    return look;
}

}  // namespace

extern constexpr Check oversubscription{
    .name = "oversubscription",
    .summary = "ranks on each host against the processors, cores and quota that they have",
    .source = "Open MPI's FAQ; Linux cgroup-v2.rst; sched_setaffinity(2)",
    .at_host = look_at_oversubscription,
};

}  // namespace causeway::diagnosis
