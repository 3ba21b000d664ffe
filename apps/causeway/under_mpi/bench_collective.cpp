#include "bench_collective.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/interpose/communicator_state.hpp"
#include "causeway/interpose/exports/start.hpp"
#include "causeway/interpose/job.hpp"
#include "causeway/interpose/planned.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/timing.hpp"
#include "causeway/report/progress.hpp"
#include "causeway/statistics/sample.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <optional>

namespace causeway::app {

namespace {

using collective::Operation;
namespace planned = interpose::planned;

/// One kind of call with its buffers: vectors of floats, or bytes.
class Call {
public:
    Call(const CollectiveBench& bench, Bytes size, int processes) : operation_(bench.operation), root_(bench.root) {
        const bool is_reduction = operation_ == Operation::kReduce || operation_ == Operation::kAllreduce ||
                                  operation_ == Operation::kReduceScatter;
        datatype_ = is_reduction ? MPI_FLOAT : MPI_BYTE;
        count_ = static_cast<int>(is_reduction ? base::num_parts(size, Bytes(sizeof(float))) : size.value());
        const bool has_parts = collective::has_owned_blocks(operation_);
        const std::size_t bytes =
            static_cast<std::size_t>(has_parts ? processes * size.value() : size.value()) + sizeof(float);
        send_.resize(bytes);
        receive_.resize(bytes);
    }

    void native() { mpi::check(call_native(), "the MPI library's own collective"); }

    void ours() {
        const auto native = [this] { return call_native(); };
        mpi::check(call_ours(native), "the planned collective");
    }

private:
    int call_native() {
        void* const send = send_.data();
        void* const receive = receive_.data();
        switch (operation_) {
            case Operation::kBroadcast:
                return PMPI_Bcast(send, count_, datatype_, root_, MPI_COMM_WORLD);
            case Operation::kBarrier:
                return PMPI_Barrier(MPI_COMM_WORLD);
            case Operation::kReduce:
                return PMPI_Reduce(send, receive, count_, datatype_, MPI_SUM, root_, MPI_COMM_WORLD);
            case Operation::kAllreduce:
                return PMPI_Allreduce(send, receive, count_, datatype_, MPI_SUM, MPI_COMM_WORLD);
            case Operation::kReduceScatter:
                return PMPI_Reduce_scatter_block(send, receive, count_, datatype_, MPI_SUM, MPI_COMM_WORLD);
            case Operation::kGather:
                return PMPI_Gather(send, count_, datatype_, receive, count_, datatype_, root_, MPI_COMM_WORLD);
            case Operation::kScatter:
                return PMPI_Scatter(send, count_, datatype_, receive, count_, datatype_, root_, MPI_COMM_WORLD);
            case Operation::kAllgather:
                return PMPI_Allgather(send, count_, datatype_, receive, count_, datatype_, MPI_COMM_WORLD);
            case Operation::kAlltoall:
                return PMPI_Alltoall(send, count_, datatype_, receive, count_, datatype_, MPI_COMM_WORLD);
        }
        return MPI_ERR_INTERN;
    }

    int call_ours(planned::NativeCall native) {
        void* const send = send_.data();
        void* const receive = receive_.data();
        switch (operation_) {
            case Operation::kBroadcast:
                return planned::Bcast(send, count_, datatype_, root_, MPI_COMM_WORLD, native);
            case Operation::kBarrier:
                return planned::Barrier(MPI_COMM_WORLD, native);
            case Operation::kReduce:
                return planned::Reduce(send, receive, count_, datatype_, MPI_SUM, root_, MPI_COMM_WORLD, native);
            case Operation::kAllreduce:
                return planned::Allreduce(send, receive, count_, datatype_, MPI_SUM, MPI_COMM_WORLD, native);
            case Operation::kReduceScatter:
                return planned::Reduce_scatter_block(send, receive, count_, datatype_, MPI_SUM, MPI_COMM_WORLD, native);
            case Operation::kGather:
                return planned::Gather(send, count_, datatype_, receive, count_, datatype_, root_, MPI_COMM_WORLD,
                                       native);
            case Operation::kScatter:
                return planned::Scatter(send, count_, datatype_, receive, count_, datatype_, root_, MPI_COMM_WORLD,
                                        native);
            case Operation::kAllgather:
                return planned::Allgather(send, count_, datatype_, receive, count_, datatype_, MPI_COMM_WORLD, native);
            case Operation::kAlltoall:
                return planned::Alltoall(send, count_, datatype_, receive, count_, datatype_, MPI_COMM_WORLD, native);
        }
        return MPI_ERR_INTERN;
    }

    Operation operation_;
    int root_;
    MPI_Datatype datatype_ = MPI_BYTE;
    int count_ = 0;
    std::vector<std::byte> send_;
    std::vector<std::byte> receive_;
};

/// What ran, as the layer remembers it; null where it left the call to the MPI library without a plan.
const interpose::PlannedCall* plan_of(Operation operation, Bytes size) {
    interpose::Job* job = interpose::active_job();
    if (job == nullptr) {
        return nullptr;
    }
    const interpose::CommunicatorState& state = interpose::state_of(*job, MPI_COMM_WORLD);
    const interpose::SizeClass size_class = interpose::size_class_of(size);
    for (const auto& [kind, call] : state.calls.entries()) {
        if (kind.operation == operation && kind.size == size_class) {
            return &call;
        }
    }
    return nullptr;
}

/// What both took, turn by turn.
struct Samples {
    std::vector<double> native;  ///< seconds
    std::vector<double> ours;
};

/// Every other turn backwards; the first one does not count.
Samples measure(Call& call, probe::CollectiveTimer& timer, int repetitions) {
    constexpr discovery::TimingOptions kOnce{.repetitions = 1, .warm_ups = 0};
    Samples samples;
    for (int turn = 0; turn <= repetitions; ++turn) {
        for (int step = 0; step < 2; ++step) {
            const bool is_native = step == turn % 2;
            const Seconds time = timer.time([&] { is_native ? call.native() : call.ours(); }, kOnce).front();
            if (turn > 0) {
                (is_native ? samples.native : samples.ours).push_back(time.value());
            }
        }
    }
    return samples;
}

/// What the preloaded library reads when it starts.
void set_for_the_job(const CollectiveBench& bench) {
    if (!bench.platform.empty()) {
        (void)platform::read_platform(bench.platform);
        ::setenv("CAUSEWAY_PLATFORM", bench.platform.c_str(), 1);
    }
    if (!bench.plan.empty()) {
        ::setenv("CAUSEWAY_PLANS", bench.plan.c_str(), 1);
    }
    if (!bench.scheme.empty()) {
        (void)planner::parse_forced(bench.scheme, bench.operation, "--strategy");
        ::setenv("CAUSEWAY_STRATEGY", fmt::format("{}:{}", collective::name_of(bench.operation), bench.scheme).c_str(),
                 1);
    }
}

}  // namespace

report::Document bench_collective(const CollectiveBench& bench, const MpiSession& session) {
    set_for_the_job(bench);
    interpose::after_init();
    const probe::SharedClock clock = probe::agree_on_clock(MPI_COMM_WORLD);
    probe::CollectiveTimer timer(MPI_COMM_WORLD, clock);
    std::optional<report::Progress> progress;
    if (session.rank() == 0) {
        progress.emplace();
    }
    report::Document document;
    const std::string from = collective::is_rooted(bench.operation) ? fmt::format(", root {}", bench.root) : "";
    document.conclusion =
        fmt::format("MPI {}{} over {} processes; best of {}, to the last process, by {}",
                    collective::name_of(bench.operation), from, session.size(), bench.repetitions, clock.description());
    document.table.columns = {"size", "native", "causeway", "ratio", "predicted", "plan"};
    auto rows = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < bench.sizes.size(); ++i) {
        const Bytes size = bench.operation == Operation::kBarrier ? Bytes(0) : bench.sizes[i];
        if (progress) {
            progress->show(static_cast<double>(i) / static_cast<double>(bench.sizes.size()), base::to_text(size));
        }
        Call call(bench, size, session.size());
        const Samples samples = measure(call, timer, bench.repetitions);
        const statistics::Summary native = statistics::summarise(samples.native);
        const statistics::Summary ours = statistics::summarise(samples.ours);
        const interpose::PlannedCall* plan = plan_of(bench.operation, size);
        const std::string description = plan != nullptr ? plan->description : "native: everything passes through here";
        const Seconds predicted = plan != nullptr ? plan->choice.time : Seconds::infinity();
        const double ratio = native.minimum / ours.minimum;
        rows.push_back(
            {{"bytes", size.value()},
             {"native_seconds", native.minimum},
             {"causeway_seconds", ours.minimum},
             {"ratio", ratio},
             {"predicted_seconds", predicted < Seconds::infinity() ? nlohmann::ordered_json(predicted.value())
                                                                   : nlohmann::ordered_json(nullptr)},
             {"native_median_seconds", native.median},
             {"causeway_median_seconds", ours.median},
             {"plan", description}});
        document.table.rows.push_back({report::cell(size), report::cell(Seconds(native.minimum)),
                                       report::cell(Seconds(ours.minimum)), report::number_cell(ratio, 2),
                                       report::cell(predicted), report::cell(description)});
    }
    document.json() = {{"collective", collective::name_of(bench.operation)},
                       {"processes", session.size()},
                       {"root", bench.root},
                       {"repetitions", bench.repetitions},
                       {"clock", clock.description()}};
    document.json()["rows"] = std::move(rows);
    return document;
}

}  // namespace causeway::app
