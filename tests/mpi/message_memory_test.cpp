/// What messages of any bytes are described by to the MPI library.
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/payload.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace causeway::mpi {
namespace {

/// How many datatypes one was made of.
int num_inner(MPI_Datatype datatype) {
    int integers = 0;
    int addresses = 0;
    int datatypes = 0;
    int combiner = MPI_COMBINER_NAMED;
    check(MPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner), "MPI_Type_get_envelope");
    return datatypes;
}

/// Elements, all of whose bytes but the first and the last are one message.
void expect_few_datatypes(MPI_Datatype datatype, int count, int most) {
    MPI_Type_commit(&datatype);
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(datatype, &lower, &extent);
    std::vector<std::byte> data(static_cast<std::size_t>(count * extent));
    for (std::size_t i = 0; i < data.size(); ++i) {
        data[i] = static_cast<std::byte>(i * 31 + i / 251);
    }
    const Payload payload({data.data(), count, datatype});
    std::vector<std::byte> packed(static_cast<std::size_t>(payload.size()));
    int position = 0;
    MPI_Pack(data.data(), count, datatype, packed.data(), static_cast<int>(packed.size()), &position, MPI_COMM_SELF);
    MessageMemory sent;
    sent.add(payload, 1, payload.size() - 1);
    const MessageBuffer message = sent.buffer();
    EXPECT_LE(num_inner(message.datatype), most);
    std::vector<std::byte> received(packed.size() - 2);
    MPI_Sendrecv(message.address, message.count, message.datatype, 0, 3, received.data(),
                 static_cast<int>(received.size()), MPI_BYTE, 0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    EXPECT_EQ(std::memcmp(received.data(), packed.data() + 1, received.size()), 0);
    MPI_Type_free(&datatype);
}

/// Making datatypes takes an MPI library longer than sending what they describe.
TEST(MessageMemory, DescribesRowsThatRepeatThemselvesByFewDatatypes) {
    constexpr int kElements = 5000;
    MPI_Datatype of_three = MPI_DATATYPE_NULL;
    MPI_Type_vector(3, 1, 2, MPI_CHAR, &of_three);
    expect_few_datatypes(of_three, kElements, 7);  // those at both ends one by one
    MPI_Datatype of_many = MPI_DATATYPE_NULL;
    MPI_Type_vector(30, 2, 3, MPI_CHAR, &of_many);
    expect_few_datatypes(of_many, kElements, 7);
}

TEST(MessageMemory, DescribesRowsInNoOrderByOneDatatype) {
    std::mt19937 random(3);
    std::vector<int> places;
    for (int i = 0; i < 5000; ++i) {
        places.push_back(2 * i + static_cast<int>(random() % 2));
    }
    for (const int count : {1, 3}) {
        MPI_Datatype in_no_order = MPI_DATATYPE_NULL;
        MPI_Type_create_indexed_block(static_cast<int>(places.size()), 1, places.data(), MPI_SHORT, &in_no_order);
        expect_few_datatypes(in_no_order, count, 1);
    }
}

}  // namespace
}  // namespace causeway::mpi
