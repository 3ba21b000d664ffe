/// Any bytes of any datatype, held against what the MPI library packs.
#include "causeway/mpi/payload.hpp"

#include "causeway/mpi/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace causeway::mpi {
namespace {

/// A committed datatype that is freed.
class Made {
public:
    explicit Made(MPI_Datatype handle) : handle_(handle) { check(MPI_Type_commit(&handle_), "MPI_Type_commit"); }
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;
    ~Made() { MPI_Type_free(&handle_); }
    [[nodiscard]] MPI_Datatype get() const { return handle_; }

private:
    MPI_Datatype handle_;
};

using Random = std::mt19937;

int from_to(Random& random, int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
}

MPI_Datatype basic(Random& random) {
    const std::array all{MPI_CHAR,       MPI_INT,       MPI_DOUBLE,   MPI_SHORT, MPI_C_DOUBLE_COMPLEX,
                         MPI_DOUBLE_INT, MPI_SHORT_INT, MPI_LONG_INT, MPI_2INT,  MPI_LONG_DOUBLE_INT};
    return all[static_cast<std::size_t>(from_to(random, 0, static_cast<int>(all.size()) - 1))];
}

/// Displacements of blocks that do not overlap, in no order.
std::vector<int> places_of(Random& random, const std::vector<int>& lengths) {
    std::vector<int> places;
    int end = 0;
    for (const int length : lengths) {
        end += from_to(random, 0, 2);
        places.push_back(end);
        end += length;
    }
    return places;
}

/// Of a datatype that is freed here, unless MPI owns it.
using Constructor = std::function<MPI_Datatype(Random&, MPI_Datatype)>;

std::vector<int> some_lengths(Random& random) {
    std::vector<int> lengths(static_cast<std::size_t>(from_to(random, 1, 4)));
    std::generate(lengths.begin(), lengths.end(), [&] { return from_to(random, 0, 3); });
    lengths.back() += 1;  // Open MPI does not take empty datatypes as parts of others everywhere
    return lengths;
}

MPI_Aint extent_of(MPI_Datatype datatype) {
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(datatype, &lower_bound, &extent);
    return extent;
}

/// The dimensions of an array, and what of it is meant.
struct Array {
    std::vector<int> sizes;
    std::vector<int> lengths;
    std::vector<int> starts;
    int order = MPI_ORDER_C;
};

Array some_array(Random& random) {
    Array array;
    const int dimensions = from_to(random, 1, 3);
    for (int d = 0; d < dimensions; ++d) {
        array.sizes.push_back(from_to(random, 1, 5));
        array.lengths.push_back(from_to(random, 1, array.sizes.back()));
        array.starts.push_back(from_to(random, 0, array.sizes.back() - array.lengths.back()));
    }
    array.order = from_to(random, 0, 1) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    return array;
}

/// How the indices of an array are dealt out.
struct Deal {
    std::vector<int> sizes;
    std::vector<int> distributions;
    std::vector<int> arguments;
    std::vector<int> processes;
    int num_processes = 1;
    int rank = 0;
    int order = MPI_ORDER_C;
};

Deal some_deal(Random& random) {
    Deal deal;
    const int dimensions = from_to(random, 1, 3);
    for (int d = 0; d < dimensions; ++d) {
        deal.sizes.push_back(from_to(random, 1, 7));
        const int kind = from_to(random, 0, 2);
        deal.distributions.push_back(kind == 0   ? MPI_DISTRIBUTE_BLOCK
                                     : kind == 1 ? MPI_DISTRIBUTE_CYCLIC
                                                 : MPI_DISTRIBUTE_NONE);
        deal.processes.push_back(kind == 2 ? 1 : from_to(random, 1, 3));
        const bool is_default = kind == 2 || from_to(random, 0, 1) == 0;
        const int least = kind == 0 ? (deal.sizes.back() + deal.processes.back() - 1) / deal.processes.back() : 1;
        deal.arguments.push_back(is_default ? MPI_DISTRIBUTE_DFLT_DARG : from_to(random, least, least + 2));
        deal.num_processes *= deal.processes.back();
    }
    deal.rank = from_to(random, 0, deal.num_processes - 1);
    deal.order = from_to(random, 0, 1) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    return deal;
}

template <typename Number, typename From>
std::vector<Number> as(const std::vector<From>& numbers) {
    return {numbers.begin(), numbers.end()};
}

std::vector<MPI_Aint> in_bytes(const std::vector<int>& places, MPI_Datatype inner) {
    std::vector<MPI_Aint> result = as<MPI_Aint>(places);
    for (MPI_Aint& place : result) {
        place *= extent_of(inner);
    }
    return result;
}

std::vector<Constructor> constructors() {
    std::vector<Constructor> all;
    const auto add = [&](auto make) {
        all.emplace_back([make](Random& random, MPI_Datatype inner) {
            MPI_Datatype made = MPI_DATATYPE_NULL;
            make(random, inner, &made);
            return made;
        });
    };
    add([](Random&, MPI_Datatype inner, MPI_Datatype* made) { MPI_Type_dup(inner, made); });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        MPI_Type_contiguous(from_to(random, 1, 4), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const int length = from_to(random, 1, 3);
        MPI_Type_vector(from_to(random, 1, 4), length, from_to(random, length, 5), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const int length = from_to(random, 1, 3);
        MPI_Type_create_hvector(from_to(random, 1, 4), length, -from_to(random, length, 5) * extent_of(inner), inner,
                                made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const std::vector<int> lengths = some_lengths(random);
        const std::vector<int> places = places_of(random, lengths);
        MPI_Type_indexed(static_cast<int>(lengths.size()), lengths.data(), places.data(), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const std::vector<int> lengths = some_lengths(random);
        const std::vector<MPI_Aint> places = in_bytes(places_of(random, lengths), inner);
        MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(), places.data(), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const std::vector<int> places{4, 0, 7};
        MPI_Type_create_indexed_block(from_to(random, 1, 3), from_to(random, 1, 3), places.data(), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const std::vector<MPI_Aint> places = in_bytes({4, 0, 7}, inner);
        MPI_Type_create_hindexed_block(from_to(random, 1, 3), from_to(random, 1, 3), places.data(), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const std::array<MPI_Datatype, 3> types{inner, basic(random), inner};
        const std::array<int, 3> lengths{from_to(random, 0, 2), 2, from_to(random, 0, 2)};
        const MPI_Aint first = 3 * extent_of(inner);
        const std::array<MPI_Aint, 3> places{64, 64 + first, 128 + first};
        MPI_Type_create_struct(3, lengths.data(), places.data(), types.data(), made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const Array array = some_array(random);
        MPI_Type_create_subarray(static_cast<int>(array.sizes.size()), array.sizes.data(), array.lengths.data(),
                                 array.starts.data(), array.order, inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const Deal deal = some_deal(random);
        MPI_Type_create_darray(deal.num_processes, deal.rank, static_cast<int>(deal.sizes.size()), deal.sizes.data(),
                               deal.distributions.data(), deal.arguments.data(), deal.processes.data(), deal.order,
                               inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        MPI_Type_create_resized(inner, -from_to(random, 0, 16), extent_of(inner) + from_to(random, 16, 40), made);
    });
#if MPI_VERSION >= 4
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        MPI_Type_contiguous_c(from_to(random, 1, 4), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        MPI_Type_vector_c(from_to(random, 1, 4), 2, from_to(random, 2, 5), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        MPI_Type_create_hvector_c(from_to(random, 1, 4), 2, 3 * extent_of(inner), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const std::vector<int> lengths = some_lengths(random);
        const auto places = as<MPI_Count>(places_of(random, lengths));
        MPI_Type_indexed_c(static_cast<MPI_Count>(lengths.size()), as<MPI_Count>(lengths).data(), places.data(), inner,
                           made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const std::vector<int> lengths = some_lengths(random);
        const auto places = as<MPI_Count>(in_bytes(places_of(random, lengths), inner));
        MPI_Type_create_hindexed_c(static_cast<MPI_Count>(lengths.size()), as<MPI_Count>(lengths).data(), places.data(),
                                   inner, made);
    });
    add([](Random&, MPI_Datatype inner, MPI_Datatype* made) {
        const std::array<MPI_Count, 3> places{4, 0, 7};
        MPI_Type_create_indexed_block_c(3, 2, places.data(), inner, made);
    });
    add([](Random&, MPI_Datatype inner, MPI_Datatype* made) {
        const auto places = as<MPI_Count>(in_bytes({4, 0, 7}, inner));
        MPI_Type_create_hindexed_block_c(3, 2, places.data(), inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const std::array<MPI_Datatype, 2> types{inner, basic(random)};
        const std::array<MPI_Count, 2> lengths{2, 1};
        const std::array<MPI_Count, 2> places{32, 32 + 3 * extent_of(inner)};
        MPI_Type_create_struct_c(2, lengths.data(), places.data(), types.data(), made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const Array array = some_array(random);
        MPI_Type_create_subarray_c(static_cast<int>(array.sizes.size()), as<MPI_Count>(array.sizes).data(),
                                   as<MPI_Count>(array.lengths).data(), as<MPI_Count>(array.starts).data(), array.order,
                                   inner, made);
    });
    add([](Random& random, MPI_Datatype inner, MPI_Datatype* made) {
        const Deal deal = some_deal(random);
        MPI_Type_create_darray_c(deal.num_processes, deal.rank, static_cast<int>(deal.sizes.size()),
                                 as<MPI_Count>(deal.sizes).data(), deal.distributions.data(), deal.arguments.data(),
                                 deal.processes.data(), deal.order, inner, made);
    });
    add([](Random&, MPI_Datatype inner, MPI_Datatype* made) {
        MPI_Type_create_resized_c(inner, 0, extent_of(inner) + 24, made);
    });
#endif
    return all;
}

/// A datatype of that constructor around up to two others.
MPI_Datatype some_datatype(Random& random, const Constructor& outermost) {
    const std::vector<Constructor> all = constructors();
    MPI_Datatype datatype = basic(random);
    for (int level = from_to(random, 0, 2); level >= 0; --level) {
        const auto chosen = static_cast<std::size_t>(from_to(random, 0, static_cast<int>(all.size()) - 1));
        MPI_Datatype made = (level == 0 ? outermost : all[chosen])(random, datatype);
        if (!is_predefined_datatype(datatype)) {
            MPI_Type_free(&datatype);
        }
        datatype = made;
    }
    return datatype;
}

/// A buffer of elements, and memory all around.
class Memory {
public:
    Memory(MPI_Datatype datatype, int count) {
        MPI_Aint lowest = 0;
        MPI_Aint span = 0;
        MPI_Type_get_true_extent(datatype, &lowest, &span);
        const MPI_Aint last = (count - 1) * extent_of(datatype);
        const MPI_Aint begin = std::min<MPI_Aint>(0, last) + lowest;
        bytes_.resize(1 + static_cast<std::size_t>(std::max<MPI_Aint>(0, last) + lowest + span - begin));
        address_ = bytes_.data() - begin;
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    void fill(Random& random) {
        std::generate(bytes_.begin(), bytes_.end(), [&] { return static_cast<std::byte>(random()); });
    }
    [[nodiscard]] std::byte* address() const { return address_; }
    [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    std::vector<std::byte> bytes_;
    std::byte* address_ = nullptr;
};

std::vector<std::byte> packed_by_mpi(const Memory& memory, int count, MPI_Datatype datatype) {
    int size = 0;
    MPI_Pack_size(count, datatype, MPI_COMM_SELF, &size);
    std::vector<std::byte> packed(static_cast<std::size_t>(std::max(1, size)));
    int position = 0;
    MPI_Pack(memory.address(), count, datatype, packed.data(), size, &position, MPI_COMM_SELF);
    packed.resize(static_cast<std::size_t>(position));
    return packed;
}

TEST(Payload, HasTheBytesThatTheMpiLibraryPacksForEveryConstructor) {
    Random random(1);
    int num_with_gaps = 0;
    const std::vector<Constructor> all = constructors();
    for (std::size_t c = 0; c < all.size(); ++c) {
        for (int round = 0; round < 100; ++round) {
            SCOPED_TRACE("constructor " + std::to_string(c) + ", round " + std::to_string(round));
            const Made made(some_datatype(random, all[c]));
            const int count = from_to(random, 1, 3);
            Memory memory(made.get(), count);
            memory.fill(random);
            const std::vector<std::byte> expected = packed_by_mpi(memory, count, made.get());
            const BufferDescription buffer{memory.address(), count, made.get()};
            const Payload payload(buffer);
            ASSERT_EQ(payload.size(), static_cast<std::int64_t>(expected.size()));
            ASSERT_EQ(Bytes(payload.size()), packed_size(buffer));
            std::vector<std::byte> packed(expected.size());
            payload.pack(0, payload.size(), packed.data());
            ASSERT_EQ(packed, expected);
            if (payload.is_contiguous() || payload.size() == 0) {
                ASSERT_TRUE(std::equal(expected.begin(), expected.end(), payload.data()));
                continue;
            }
            ++num_with_gaps;

            // Unpacked piece by piece, wherever pieces end: the same memory as the MPI library leaves behind.
            Memory ours(made.get(), count);
            Memory theirs(made.get(), count);
            int position = 0;
            MPI_Unpack(expected.data(), static_cast<int>(expected.size()), &position, theirs.address(), count,
                       made.get(), MPI_COMM_SELF);
            const Payload sink({ours.address(), count, made.get()});
            for (std::int64_t from = 0; from < sink.size();) {
                const std::int64_t to = std::min<std::int64_t>(sink.size(), from + from_to(random, 1, 40));
                sink.unpack(from, to, expected.data() + from);
                from = to;
            }
            ASSERT_EQ(ours.bytes(), theirs.bytes());

            // And by messages of pieces of it.
            Memory received(made.get(), count);
            const Payload end({received.address(), count, made.get()});
            MessageMemory sent;
            for (std::int64_t from = 0; from < end.size();) {
                const std::int64_t to = std::min<std::int64_t>(end.size(), from + from_to(random, 1, 60));
                sent.clear();
                sent.add(end, from, to);
                const MessageBuffer message = sent.buffer();
                MPI_Sendrecv(expected.data() + from, static_cast<int>(to - from), MPI_BYTE, 0, 3, message.address,
                             message.count, message.datatype, 0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE);
                from = to;
            }
            ASSERT_EQ(received.bytes(), theirs.bytes());
        }
    }
    EXPECT_GT(num_with_gaps, 500);
}

TEST(Payload, IsCopiedBetweenDatatypesOfTheSameSignature) {
    Random random(2);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    MPI_Type_vector(50000, 1, 2, MPI_INT, &handle);
    const Made sparse(handle);
    MPI_Type_create_hvector(50000, 1, -12, MPI_INT, &handle);
    const Made backwards(handle);
    Memory from(sparse.get(), 1);
    from.fill(random);
    const std::vector<std::byte> expected = packed_by_mpi(from, 1, sparse.get());
    Memory to(backwards.get(), 1);
    copy(Payload({from.address(), 1, sparse.get()}), Payload({to.address(), 1, backwards.get()}));
    EXPECT_EQ(packed_by_mpi(to, 1, backwards.get()), expected);
    std::vector<int> row(50000);
    copy(Payload({from.address(), 1, sparse.get()}), Payload({row.data(), 50000, MPI_INT}));
    EXPECT_EQ(std::memcmp(row.data(), expected.data(), expected.size()), 0);
    EXPECT_THROW(copy(Payload({from.address(), 1, sparse.get()}), Payload({row.data(), 49999, MPI_INT})), MpiError);
}

TEST(Payload, MayBeEmpty) {
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(0, MPI_INT, &handle);
    const Made empty(handle);
    const Payload payload({nullptr, 3, empty.get()});
    EXPECT_EQ(payload.size(), 0);
    EXPECT_TRUE(payload.is_contiguous());
    copy(payload, payload);
}

TEST(Payload, StandsAtAbsoluteAddressesToo) {
    std::vector<int> data{1, 2, 3, 4, 5, 6};
    const std::array<int, 2> lengths{1, 2};
    std::array<MPI_Aint, 2> places{};
    MPI_Get_address(data.data() + 4, places.data());
    MPI_Get_address(data.data(), places.data() + 1);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    MPI_Type_create_hindexed(2, lengths.data(), places.data(), MPI_INT, &handle);
    const Made absolute(handle);
    std::vector<int> packed(3);
    copy(Payload({MPI_BOTTOM, 1, absolute.get()}), Payload({packed.data(), 3, MPI_INT}));
    EXPECT_EQ(packed, (std::vector<int>{5, 1, 2}));
}

/// Elements of more than an int can count, in memory that is there once and seen again and again.
TEST(Payload, HasAnyBytesOfAnElementBeyondTwoGibibytes) {
    std::vector<char> column(1000);
    std::iota(column.begin(), column.end(), char{0});
    MPI_Datatype inner = MPI_DATATYPE_NULL;
    MPI_Type_create_hvector(500, 1, 2, MPI_BYTE, &inner);  // every second byte of the column
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    constexpr int kTimes = 6'000'000;
    MPI_Type_create_hvector(kTimes, 1, 0, inner, &handle);
    MPI_Type_free(&inner);
    const Made large(handle);
    const Payload payload({column.data(), 1, large.get()});
    ASSERT_EQ(payload.size(), std::int64_t{500} * kTimes);
    for (const std::int64_t from : {std::int64_t{0}, std::int64_t{499}, std::int64_t{INT_MAX} - 3,
                                    std::int64_t{INT_MAX} + 100, payload.size() - 777}) {
        std::vector<std::byte> packed(777);
        payload.pack(from, from + 777, packed.data());
        for (std::int64_t i = 0; i < 777; ++i) {
            ASSERT_EQ(static_cast<char>(packed[static_cast<std::size_t>(i)]),
                      column[static_cast<std::size_t>((from + i) % 500 * 2)]);
        }
    }
}

}  // namespace
}  // namespace causeway::mpi
