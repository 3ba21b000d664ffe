/// The life of a program that runs for days, in short: it makes and frees communicators of all kinds, also with calls
/// under way, and calls every collective in every form, from every root, with thousands of sizes, in random order.
/// First by the MPI library's own names, then by the standard ones, which a preloaded library may replace: the same
/// life.
///
/// At checkpoints it says how much memory is resident (what malloc has free was given back before), how much malloc
/// has in use, and how long a call took (the median). Exit code 1 if memory grows after the warm-up, in the second life
/// more than in the first and what `--allowance` gives: MPI libraries lose some memory of their own.
/// Time is told and not judged.
#include "apps/command_line/command.hpp"
#include "tests/conformance/catalogue.hpp"
#include "tests/conformance/draws.hpp"
#include "tests/conformance/known_faults.hpp"
#include "tests/conformance/watchdog.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <malloc.h>
#include <unistd.h>

namespace {

using namespace conformance;

struct Options {
    std::uint64_t communicators = 2000;
    std::uint64_t calls = 3;   ///< for each communicator that is made
    std::uint64_t alive = 24;  ///< communicators at a time, at most
    std::uint64_t seed = 20261;
    std::vector<Form> forms{Form::kBlocking, Form::kNonblocking, Form::kPersistent, Form::kLargeCount};
    int checkpoints = 4;
    double allowance = 0.0;  ///< MiB of resident memory
    int seconds_per_step = 120;
};

/// The functions by which communicators are made, of either name.
struct Makers {
    Library library;
    int (*dup)(MPI_Comm, MPI_Comm*);
    int (*split)(MPI_Comm, int, int, MPI_Comm*);
    int (*create_group)(MPI_Comm, MPI_Group, int, MPI_Comm*);
    int (*cart_create)(MPI_Comm, int, const int[], const int[], int, MPI_Comm*);
    int (*dist_graph_create_adjacent)(MPI_Comm, int, const int[], const int[], int, const int[], const int[], MPI_Info,
                                      int, MPI_Comm*);
    int (*free)(MPI_Comm*);
};

const Makers kOwn{Library::kProfiled,     PMPI_Comm_dup,    PMPI_Comm_split,
                  PMPI_Comm_create_group, PMPI_Cart_create, PMPI_Dist_graph_create_adjacent,
                  PMPI_Comm_free};
const Makers kStandard{Library::kStandard,    MPI_Comm_dup,    MPI_Comm_split,
                       MPI_Comm_create_group, MPI_Cart_create, MPI_Dist_graph_create_adjacent,
                       MPI_Comm_free};

/// A communicator of all or some of the processes, in one of the ways that there are; MPI_COMM_NULL where this process
/// is not in it. Collective over MPI_COMM_WORLD.
MPI_Comm made(const Makers& makers, Draws draws, const Communicator& world) {
    MPI_Comm comm = MPI_COMM_NULL;
    constexpr std::uint64_t kReorders = 8;  // one in so many, as it takes long
    const std::uint64_t salt = draws.next();
    const auto own = static_cast<int>(mixed(salt + static_cast<std::uint64_t>(world.rank)) % 1000);
    switch (draws.below(5)) {
        case 0:
            makers.dup(MPI_COMM_WORLD, &comm);
            break;
        case 1:
            makers.split(MPI_COMM_WORLD, own % 2, own, &comm);
            break;
        case 2: {
            const int left_out = world.size > 2 ? draws.rank_of(world) : MPI_UNDEFINED;
            MPI_Group all = MPI_GROUP_NULL;
            MPI_Group members = MPI_GROUP_NULL;
            MPI_Comm_group(MPI_COMM_WORLD, &all);
            MPI_Group_excl(all, left_out == MPI_UNDEFINED ? 0 : 1, &left_out, &members);
            if (world.rank != left_out) {
                makers.create_group(MPI_COMM_WORLD, members, 1, &comm);
            }
            MPI_Group_free(&members);
            MPI_Group_free(&all);
            break;
        }
        case 3: {
            const int is_periodic = draws.below(2) == 0 ? 1 : 0;
            makers.cart_create(MPI_COMM_WORLD, 1, &world.size, &is_periodic, draws.below(kReorders) == 0 ? 1 : 0,
                               &comm);
            break;
        }
        default: {
            const int before = (world.rank + world.size - 1) % world.size;
            const int after = (world.rank + 1) % world.size;
            const int weight = 1;
            makers.dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, &weight, 1, &after, &weight, MPI_INFO_NULL,
                                              draws.below(kReorders) == 0 ? 1 : 0, &comm);
        }
    }
    return comm;
}

/// Freed when it is forgotten.
class Made {
public:
    Made(const Makers& makers, MPI_Comm comm, Draws draws)
        : makers_(makers), described_(described("a made one", comm)), draws_(draws) {}
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;
    ~Made() { free(); }

    void free() {
        if (described_.comm != MPI_COMM_NULL) {
            makers_.free(&described_.comm);
        }
    }

    [[nodiscard]] const Communicator& communicator() const { return described_; }

    /// The same at all its processes: others are not in all communicators.
    [[nodiscard]] Draws& draws() { return draws_; }

private:
    const Makers& makers_;
    Communicator described_;
    Draws draws_;
};

/// A call of some size up to ten thousand elements, of up to 64 KiB at each process; none that the
/// MPI library gets wrong.
Case random_case(const Catalogue& catalogue, const Communicator& communicator, const std::vector<Form>& forms,
                 Draws& draws) {
    for (;;) {
        const Collective& collective = *draws.one_of(all_collectives());
        const Operands operands = draws.one_of(catalogue.operands_of(collective));
        Case c{&collective,          draws.one_of(forms_of(collective)),
               operands.datatype,    operands.flat_datatype,
               operands.combination, &communicator};
        constexpr std::int64_t kMostBytes = 1 << 16;
        constexpr std::int64_t kMostElements = 10000;
        const std::int64_t bytes = std::max<std::int64_t>(1, std::abs(operands.datatype->extent())) * communicator.size;
        const auto most = static_cast<std::uint64_t>(std::clamp<std::int64_t>(kMostBytes / bytes, 1, kMostElements));
        // As many of every order.
        const std::uint64_t order = std::uint64_t{1} << draws.below(static_cast<std::uint64_t>(std::bit_width(most)));
        c.count = collective.moves_data ? static_cast<int>(std::min(most, order + draws.below(order))) : 0;
        c.root = collective.has_root ? draws.rank_of(communicator) : 0;
        c.in_place = collective.in_place != InPlace::kNever && draws.below(3) == 0;
        c.salt = draws.next();
        if (known_fault_of(c) == nullptr && std::find(forms.begin(), forms.end(), c.form) != forms.end()) {
            return c;
        }
    }
}

/// What a process needs at a time.
struct Need {
    double resident = 0.0;  ///< MiB
    double in_use = 0.0;    ///< MiB of malloc
    double call = 0.0;      ///< seconds, the median since the last time
};

Need need_of(std::vector<double>& seconds) {
    double call = 0.0;
    if (!seconds.empty()) {
        const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
        std::nth_element(seconds.begin(), middle, seconds.end());
        call = *middle;
        seconds.clear();
    }
    malloc_trim(0);
    std::ifstream file("/proc/self/statm");
    double pages = 0.0;
    double resident_pages = 0.0;
    file >> pages >> resident_pages;
    constexpr double kMegabyte = 1 << 20;
    const struct mallinfo2 memory = mallinfo2();
    return {resident_pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / kMegabyte,
            static_cast<double>(memory.uordblks + memory.hblkhd) / kMegabyte, call};
}

/// What became of one life.
struct Outcome {
    Need growth;              ///< of memory, of the process where it is most; no time
    double first_call = 0.0;  ///< seconds, the median up to the first checkpoint
    double last_call = 0.0;   ///< from the last but one to the last
};

/// The most of any process. Collective over MPI_COMM_WORLD.
Need most_of_all(const Need& need) {
    std::array<double, 3> numbers{need.resident, need.in_use, need.call};
    PMPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return {numbers[0], numbers[1], numbers[2]};
}

/// One life, by the names that `makers` has.
class Life {
public:
    Life(const Makers& makers, const Options& options, const Catalogue& catalogue)
        : makers_(makers), options_(options), catalogue_(catalogue), world_(described("the world", MPI_COMM_WORLD)) {
        seconds_.reserve(options.communicators * options.calls / static_cast<std::uint64_t>(options.checkpoints) + 1);
    }

    /// Lives it. Memory grows from the first checkpoint (the warm-up) to the last.
    Outcome live() {
        const std::uint64_t steps = options_.communicators;
        const auto checkpoints = static_cast<std::uint64_t>(options_.checkpoints);
        Need first;
        Outcome outcome;
        for (std::uint64_t step = 1; step <= steps; ++step) {
            watch(fmt::format("step {}", step), options_.seconds_per_step);
            take_step(step);
            if (step % (steps / checkpoints) == 0) {
                const Need own = need_of(seconds_);
                if (first.resident == 0.0) {
                    first = own;
                }
                outcome.growth = most_of_all({own.resident - first.resident, own.in_use - first.in_use, 0.0});
                const Need need = most_of_all(own);
                outcome.first_call = outcome.first_call == 0.0 ? need.call : outcome.first_call;
                outcome.last_call = need.call;
                tell(step, need);
            }
        }
        alive_.clear();
        return outcome;
    }

    [[nodiscard]] std::uint64_t num_different() const { return num_different_; }

private:
    void tell(std::uint64_t step, const Need& need) const {
        if (world_.rank == 0) {
            fmt::print("{:>9} {:>14} {:>12.2f} {:>12.2f} {:>14.1f}\n", step,
                       makers_.library == Library::kStandard ? "standard" : "the library's", need.resident, need.in_use,
                       need.call * 1e6);
            std::fflush(stdout);
        }
    }

    void take_step(std::uint64_t step) {
        Draws draws(mixed(options_.seed) + step);
        const Draws of_made(draws.next());
        if (const MPI_Comm comm = made(makers_, draws, world_); comm != MPI_COMM_NULL) {
            alive_.push_back({step, std::make_unique<Made>(makers_, comm, of_made)});
        }
        for (std::uint64_t i = 0; i < options_.calls; ++i) {
            // By its number, which all its processes know: one of the last, or one that is gone at all of them.
            const std::uint64_t number = step - std::min(step - 1, draws.below(options_.alive));
            const bool takes_world = draws.below(3) > 0;
            Draws of_world(draws.next());
            if (takes_world) {
                call(world_, of_world);
            } else if (Made* const one = alive(number)) {
                call(one->communicator(), one->draws());
            }
        }
        // Some live long and some not; at all processes of a communicator the same.
        const std::uint64_t leaves = step - std::min(step - 1, draws.below(options_.alive));
        forget(leaves);
        if (step > options_.alive) {
            forget(step - options_.alive);
        }
    }

    Made* alive(std::uint64_t number) {
        const auto found =
            std::find_if(alive_.begin(), alive_.end(), [&](const Numbered& one) { return one.number == number; });
        return found != alive_.end() ? found->made.get() : nullptr;
    }

    void forget(std::uint64_t number) {
        const auto found =
            std::find_if(alive_.begin(), alive_.end(), [&](const Numbered& one) { return one.number == number; });
        if (found == alive_.end()) {
            return;
        }
        Made& last = *found->made;
#if defined(OPEN_MPI) && OPEN_MPI
        // Open MPI 4.1.4 itself sends over the communicator after it has been freed, and dies.
        constexpr bool kMayBeFreedBefore = false;
#else
        constexpr bool kMayBeFreedBefore = true;
#endif
        const Case c = random_case(catalogue_, last.communicator(), {Form::kNonblocking}, last.draws());
        RunningCase running(c, makers_.library);
        running.start();
        if (kMayBeFreedBefore) {
            last.free();
        }
        running.complete();
        alive_.erase(found);
    }

    void call(const Communicator& communicator, Draws& draws) {
        const Case c = random_case(catalogue_, communicator, options_.forms, draws);
        constexpr std::uint64_t kCallsBetweenComparisons = 16;
        const bool is_compared = draws.below(kCallsBetweenComparisons) == 0 && makers_.library == Library::kStandard;
        RunningCase running(c, makers_.library);
        const double begin = MPI_Wtime();
        running.make();
        running.start();
        running.complete();
        seconds_.push_back(MPI_Wtime() - begin);
        if (is_compared) {
            RunningCase expected(running, Library::kProfiled);
            expected.make();
            expected.start();
            expected.complete();
            if (const auto difference = running.difference(expected)) {
                fmt::print(stderr, "differs: {}: {}\n", to_text(c), *difference);
                ++num_different_;
            }
        }
    }

    struct Numbered {
        std::uint64_t number;
        std::unique_ptr<Made> made;
    };

    const Makers& makers_;
    const Options& options_;
    const Catalogue& catalogue_;
    Communicator world_;
    std::deque<Numbered> alive_;
    std::vector<double> seconds_;  ///< of the calls since the last checkpoint
    std::uint64_t num_different_ = 0;
};

/// What an MPI library keeps for messages under way it keeps for good: so many of a size are under way between all
/// pairs as when links are measured, once before memory counts. Collective over MPI_COMM_WORLD.
void have_many_under_way() {
    constexpr int kMessages = 1024;
    constexpr int kBytes = 16 * 1024;
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const std::vector<char> data(kBytes);
    std::vector<char> room(std::size_t{kMessages} * kBytes);
    for (int distance = 1; distance < size; ++distance) {
        std::vector<MPI_Request> requests(2 * std::size_t{kMessages}, MPI_REQUEST_NULL);
        for (int i = 0; i < kMessages; ++i) {
            PMPI_Irecv(room.data() + std::ptrdiff_t{i} * kBytes, kBytes, MPI_BYTE, (rank + size - distance) % size, 0,
                       MPI_COMM_WORLD, &requests[static_cast<std::size_t>(i)]);
        }
        for (int i = 0; i < kMessages; ++i) {
            PMPI_Isend(data.data(), kBytes, MPI_BYTE, (rank + distance) % size, 0, MPI_COMM_WORLD,
                       &requests[static_cast<std::size_t>(kMessages + i)]);
        }
        PMPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    }
}

/// Exit code.
int live(const Options& options) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        fmt::print("{:>9} {:>14} {:>12} {:>12} {:>14}\n", "made", "names", "resident MiB", "in use MiB",
                   "us for a call");
    }
    watch("many messages under way", options.seconds_per_step);
    have_many_under_way();
    const Catalogue catalogue;
    Life native(kOwn, options, catalogue);
    const Outcome of_native = native.live();
    const Need& native_growth = of_native.growth;
    Life standard(kStandard, options, catalogue);
    const Outcome of_standard = standard.live();
    const Need& growth = of_standard.growth;
    std::uint64_t different = standard.num_different();
    PMPI_Allreduce(MPI_IN_PLACE, &different, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    const auto is_flat = [&](double own, double natively) {
        return own <= std::max(0.0, natively) + options.allowance;
    };
    const bool are_flat =
        is_flat(growth.resident, native_growth.resident) && is_flat(growth.in_use, native_growth.in_use);
    if (rank == 0) {
        fmt::print(
            "a call took {:.1f} us up to the first checkpoint and {:.1f} us before the last; natively {:.1f} us and "
            "{:.1f} us (medians)\n",
            of_standard.first_call * 1e6, of_standard.last_call * 1e6, of_native.first_call * 1e6,
            of_native.last_call * 1e6);
        fmt::print(
            "long life: {} communicators and {} calls; after the warm-up {:.2f} MiB more resident ({:.2f} "
            "natively), {:.2f} MiB more in use ({:.2f} natively): {}; {}\n",
            options.communicators, options.communicators * options.calls, growth.resident, native_growth.resident,
            growth.in_use, native_growth.in_use, are_flat ? "flat" : "GROWS",
            different == 0 ? "all equal" : fmt::format("{} differ", different));
    }
    return are_flat && different == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    std::vector<std::string> forms = form_names();
    causeway::command_line::Program program(
        "Lives a long life of communicators and calls, and says what memory and time they take.", "long_life");
    causeway::command_line::Command all = program.command();
    all.option("--communicators", options.communicators, "made and freed in each of the two lives");
    all.option("--calls", options.calls, "for each of them");
    all.option("--alive", options.alive, "communicators that live at a time, beside the world");
    all.option("--form", forms, "only these").separated_by_commas().one_of(form_names());
    all.option("--seed", options.seed, "of what happens");
    all.option("--checkpoints", options.checkpoints, "at which memory is looked at; the first ends the warm-up");
    all.option("--allowance", options.allowance, "MiB that memory may grow by more than natively");
    all.option("--watchdog", options.seconds_per_step, "seconds that one step may take").positive();
    if (const auto exit_code = program.parse(argc, argv)) {
        return *exit_code;
    }
    options.forms = forms_named(forms);
    MPI_Init(&argc, &argv);
    start_watchdog();
    const int exit_code = live(options);
    watch("MPI_Finalize", options.seconds_per_step);
    MPI_Finalize();
    return exit_code;
}
