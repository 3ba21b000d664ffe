#include "causeway/tracing/world_ranks.hpp"

#include "causeway/mpi/error.hpp"

#include <cstddef>
#include <memory>
#include <numeric>

namespace causeway::tracing {

namespace {

/// Owning handle of a group.
class Group {
public:
    explicit Group(MPI_Group handle) : handle_(handle) {}
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    ~Group() { PMPI_Group_free(&handle_); }

    [[nodiscard]] MPI_Group handle() const { return handle_; }

private:
    MPI_Group handle_;
};

MPI_Group group_of(MPI_Comm comm) {
    MPI_Group group = MPI_GROUP_NULL;
    mpi::check(PMPI_Comm_group(comm, &group), "MPI_Comm_group");
    return group;
}

/// The processes to which messages over `comm` go.
MPI_Group receivers_of(MPI_Comm comm) {
    int is_inter = 0;
    mpi::check(PMPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter");
    if (is_inter == 0) {
        return group_of(comm);
    }
    MPI_Group group = MPI_GROUP_NULL;
    mpi::check(PMPI_Comm_remote_group(comm, &group), "MPI_Comm_remote_group");
    return group;
}

std::vector<int> translated(MPI_Comm comm) {
    const Group receivers(receivers_of(comm));
    const Group world(group_of(MPI_COMM_WORLD));
    int size = 0;
    mpi::check(PMPI_Group_size(receivers.handle(), &size), "MPI_Group_size");
    std::vector<int> ranks(static_cast<std::size_t>(size));
    std::iota(ranks.begin(), ranks.end(), 0);
    std::vector<int> result(ranks.size(), MPI_UNDEFINED);
    mpi::check(PMPI_Group_translate_ranks(receivers.handle(), size, ranks.data(), world.handle(), result.data()),
               "MPI_Group_translate_ranks");
    for (int& rank : result) {
        rank = rank == MPI_UNDEFINED ? kAbroad : rank;
    }
    return result;
}

/// The communicator that a thread sent over last: most calls need no more.
struct Remembered {
    MPI_Comm comm = MPI_COMM_NULL;
    std::uint64_t num_deleted = 0;
    const std::vector<int>* table = nullptr;
};
thread_local Remembered remembered;

}  // namespace

WorldRanks::WorldRanks() {
    mpi::check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_table, &key_, this), "MPI_Comm_create_keyval");
}

int WorldRanks::delete_table(MPI_Comm, int, void* value, void* owner) {
    ++static_cast<WorldRanks*>(owner)->num_deleted_;
    delete static_cast<Table*>(value);
    return MPI_SUCCESS;
}

const WorldRanks::Table& WorldRanks::table_of(MPI_Comm comm) {
    const std::lock_guard lock(mutex_);  // two threads may send over a new communicator at once
    void* value = nullptr;
    int found = 0;
    mpi::check(PMPI_Comm_get_attr(comm, key_, &value, &found), "MPI_Comm_get_attr");
    if (found != 0) {
        return *static_cast<Table*>(value);
    }
    auto table = std::make_unique<Table>(translated(comm));
    mpi::check(PMPI_Comm_set_attr(comm, key_, table.get()), "MPI_Comm_set_attr");
    return *table.release();
}

int WorldRanks::of(MPI_Comm comm, int destination) {
    const std::uint64_t num_deleted = num_deleted_.load(std::memory_order_acquire);
    if (remembered.table == nullptr || remembered.comm != comm || remembered.num_deleted != num_deleted) {
        remembered = {comm, num_deleted, &table_of(comm)};
    }
    return (*remembered.table)[static_cast<std::size_t>(destination)];
}

}  // namespace causeway::tracing
