#include "causeway/calls/host_copies.hpp"

#include "causeway/calls/parts.hpp"
#include "causeway/job/device_memory.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/datatype_layout.hpp"
#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace causeway::calls {

namespace {

std::intptr_t number_of(const void* address) {
    return reinterpret_cast<std::intptr_t>(address);
}

void* address_of(std::intptr_t number) {
    return reinterpret_cast<void*>(number);
}

/// From the first to behind the last byte of all of them.
mpi::AddressRange range_of(const std::vector<mpi::BufferDescription>& parts) {
    mpi::AddressRange all;
    for (const mpi::BufferDescription& part : parts) {
        const mpi::AddressRange range = mpi::range_of(part);
        if (all.is_empty()) {
            all = range;
        } else if (!range.is_empty()) {
            all = {std::min(all.first, range.first), std::max(all.end, range.end)};
        }
    }
    return all;
}

/// A datatype as it is described from an address other than the one that stands for a buffer. Owned.
class ShiftedDatatype {
public:
    ShiftedDatatype(MPI_Datatype datatype, MPI_Aint displacement) {
        mpi::check(PMPI_Type_create_hindexed_block(1, 1, &displacement, datatype, &shifted_),
                   "MPI_Type_create_hindexed_block");
        mpi::check(PMPI_Type_commit(&shifted_), "MPI_Type_commit");
    }
    ShiftedDatatype(const ShiftedDatatype&) = delete;
    ShiftedDatatype& operator=(const ShiftedDatatype&) = delete;
    ~ShiftedDatatype() { PMPI_Type_free(&shifted_); }

    [[nodiscard]] MPI_Datatype get() const { return shifted_; }

private:
    MPI_Datatype shifted_ = MPI_DATATYPE_NULL;
};

/// Copies `part` to where it stands when all addresses are `distance` higher, through memory in between: packing is
/// what MPI libraries do without any message.
void copy_by(const mpi::BufferDescription& part, std::intptr_t distance) {
    const mpi::DatatypeLayout layout = mpi::layout_of(part.datatype);
    if (part.count <= 0 || layout.size == 0) {
        return;
    }
    constexpr MPI_Count kAtOnce = MPI_Count{1} << 20U;
    const auto most = static_cast<int>(std::max<MPI_Count>(1, kAtOnce / layout.size));
    // Elements of absolute addresses begin at MPI_BOTTOM, which MPICH does not take here: they are described from where
    // the first one's data begins.
    const ShiftedDatatype element(part.datatype, -layout.true_lower_bound);
    std::vector<std::byte> packed(static_cast<std::size_t>(std::min<MPI_Count>(most, part.count) * layout.size));
    if (packed.size() > INT_MAX) {
        throw mpi::MpiError("MPI_Pack of device memory", MPI_ERR_COUNT);
    }
    for (MPI_Count done = 0; done < part.count; done += most) {
        const auto count = static_cast<int>(std::min<MPI_Count>(most, part.count - done));
        const std::intptr_t from =
            number_of(part.address) + layout.true_lower_bound + static_cast<MPI_Aint>(done) * layout.extent;
        const auto size = static_cast<int>(packed.size());
        int position = 0;
        mpi::check(PMPI_Pack(address_of(from), count, element.get(), packed.data(), size, &position, MPI_COMM_SELF),
                   "MPI_Pack");
        const int end = position;
        position = 0;
        mpi::check(PMPI_Unpack(packed.data(), end, &position, address_of(from + distance), count, element.get(),
                               MPI_COMM_SELF),
                   "MPI_Unpack");
    }
}

/// Of a buffer of one part for each process.
std::vector<mpi::BufferDescription> parts_of(void* buffer, const Counts& counts, const Displacements& displacements,
                                             MPI_Datatype datatype, MPI_Comm comm) {
    std::vector<mpi::BufferDescription> parts;
    const int num_parts = mpi::num_parts_of(comm);
    for (int rank = 0; rank < num_parts; ++rank) {
        parts.push_back(displaced(buffer, displacements[rank], counts[rank], datatype));
    }
    return parts;
}

/// One buffer.
struct HostCopy {
    std::vector<mpi::BufferDescription> parts;  ///< in the device's memory
    std::unique_ptr<std::byte[]> memory;
    std::intptr_t distance = 0;  ///< from there to here
    bool is_written = false;
};

}  // namespace

struct HostCopies::Copies {
    std::vector<HostCopy> buffers;
};

HostCopies::HostCopies() : is_needed_(job::has_gpu_runtime()) {}

void* HostCopies::copy_of(void* address, Parts parts, bool is_written) {
    if (std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.datatype == MPI_DATATYPE_NULL; })) {
        return address;  // the MPI library will complain
    }
    const mpi::AddressRange range = range_of(parts);
    if (range.is_empty() || !job::may_be_device_memory(address_of(range.first))) {
        return address;
    }
    if (copies_ == nullptr) {
        copies_ = std::make_shared<Copies>();
    }
    // Operators may rely on how the program has aligned its data.
    constexpr std::intptr_t kAlignment = 256;
    HostCopy copy{.parts = std::move(parts), .memory = nullptr, .is_written = is_written};
    // Not initialised: what is in the gaps of a datatype is never touched.
    copy.memory.reset(new std::byte[static_cast<std::size_t>(range.end - range.first + kAlignment)]);
    const std::intptr_t begin = number_of(copy.memory.get());
    copy.distance = begin + (((range.first - begin) % kAlignment) + kAlignment) % kAlignment - range.first;
    copies_->buffers.push_back(std::move(copy));
    return address_of(number_of(address) + copies_->buffers.back().distance);
}

void* HostCopies::instead_of(void* address, base::FunctionRef<Parts()> parts, bool is_written) noexcept {
    if (!is_needed_ || address == MPI_IN_PLACE) [[likely]] {
        return address;
    }
    try {
        return copy_of(address, parts(), is_written);
    } catch (...) {
        has_failed_ = true;
        return address;
    }
}

const void* HostCopies::read(const void* address, MPI_Count count, MPI_Datatype datatype) noexcept {
    auto* const buffer = const_cast<void*>(address);  // from which is only read
    return instead_of(
        buffer,
        [&] {
            return Parts{{buffer, count, datatype}};
        },
        false);
}

void* HostCopies::written(void* address, MPI_Count count, MPI_Datatype datatype) noexcept {
    return instead_of(
        address,
        [&] {
            return Parts{{address, count, datatype}};
        },
        true);
}

const void* HostCopies::read_parts(const void* address, MPI_Count count, MPI_Datatype datatype,
                                   MPI_Comm comm) noexcept {
    auto* const buffer = const_cast<void*>(address);
    return instead_of(
        buffer,
        [&] {
            return Parts{{buffer, count * mpi::num_parts_of(comm), datatype}};
        },
        false);
}

void* HostCopies::written_parts(void* address, MPI_Count count, MPI_Datatype datatype, MPI_Comm comm) noexcept {
    return instead_of(
        address,
        [&] {
            return Parts{{address, count * mpi::num_parts_of(comm), datatype}};
        },
        true);
}

const void* HostCopies::read_parts(const void* address, Counts counts, Displacements displacements,
                                   MPI_Datatype datatype, MPI_Comm comm) noexcept {
    auto* const buffer = const_cast<void*>(address);
    return instead_of(
        buffer, [&] { return parts_of(buffer, counts, displacements, datatype, comm); }, false);
}

void* HostCopies::written_parts(void* address, Counts counts, Displacements displacements, MPI_Datatype datatype,
                                MPI_Comm comm) noexcept {
    return instead_of(
        address, [&] { return parts_of(address, counts, displacements, datatype, comm); }, true);
}

const void* HostCopies::read_parts(const void* address, base::FunctionRef<Parts()> parts) noexcept {
    return instead_of(const_cast<void*>(address), parts, false);
}

void* HostCopies::written_parts(void* address, base::FunctionRef<Parts()> parts) noexcept {
    return instead_of(address, parts, true);
}

Work HostCopies::around(base::FunctionRef<Work()> make) const {
    if (has_failed_) {
        throw std::bad_alloc();
    }
    if (copies_ == nullptr) [[likely]] {
        return make();
    }
    for (const HostCopy& copy : copies_->buffers) {
        for (const mpi::BufferDescription& part : copy.parts) {
            copy_by(part, copy.distance);
        }
    }
    Work work = make();
    work.end = [copies = copies_, end_on_copies = std::move(work.end)] {
        if (end_on_copies) {
            end_on_copies();
        }
        for (const HostCopy& copy : copies->buffers) {
            for (mpi::BufferDescription part : copy.is_written ? copy.parts : std::vector<mpi::BufferDescription>{}) {
                part.address = address_of(number_of(part.address) + copy.distance);
                copy_by(part, -copy.distance);
            }
        }
    };
    return work;
}

}  // namespace causeway::calls
