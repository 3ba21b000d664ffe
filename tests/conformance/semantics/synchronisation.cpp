/// A barrier lets nobody go before all have come.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <fmt/format.h>

#include <atomic>
#include <new>

namespace conformance {
namespace {

/// A counter that all processes of the machine see.
class SharedCounter {
public:
    SharedCounter() {
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine_);
        int rank = 0;
        MPI_Comm_rank(machine_, &rank);
        void* own = nullptr;
        MPI_Win_allocate_shared(rank == 0 ? sizeof(Counter) : 0, 1, MPI_INFO_NULL, machine_, static_cast<void*>(&own),
                                &window_);
        MPI_Aint size = 0;
        int unit = 0;
        void* first = nullptr;
        MPI_Win_shared_query(window_, 0, &size, &unit, static_cast<void*>(&first));
        counter_ = rank == 0 ? new (first) Counter(0) : static_cast<Counter*>(first);
        PMPI_Barrier(machine_);
    }
    SharedCounter(const SharedCounter&) = delete;
    SharedCounter& operator=(const SharedCounter&) = delete;
    ~SharedCounter() {
        MPI_Win_free(&window_);
        MPI_Comm_free(&machine_);
    }

    void add_one() { counter_->fetch_add(1); }
    [[nodiscard]] int value() const { return counter_->load(); }

private:
    using Counter = std::atomic<int>;

    MPI_Comm machine_ = MPI_COMM_NULL;
    MPI_Win window_ = MPI_WIN_NULL;
    Counter* counter_ = nullptr;
};

void wait_busily(double seconds) {
    const double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end) {
    }
}

TEST(Barrier, LetsNobodyGoBeforeAllHaveCome) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    const Collective& barrier = **std::find_if(all_collectives().begin(), all_collectives().end(),
                                               [](const Collective* c) { return c->name == "barrier"; });
    SharedCounter counter;
    int expected = 0;
    for (const Form form : forms_of(barrier)) {
        for (int late = 0; late < world.size; ++late) {
            constexpr double kLate = 0.003;
            if (world.rank == late) {
                wait_busily(kLate);
            }
            Case c{&barrier, form};
            c.communicator = &world;
            RunningCase running(c, Library::kStandard);
            running.make();
            counter.add_one();
            running.start();
            running.complete();
            expected += world.size;
            EXPECT_GE(counter.value(), expected) << to_text(form) << ", late is rank " << late;
            PMPI_Barrier(MPI_COMM_WORLD);
        }
    }
}

}  // namespace
}  // namespace conformance
