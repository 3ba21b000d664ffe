/// The types of MPI's arguments in C, in C with large counts and in Fortran, under the same names, and what turns them
/// into values of C: what tracing/functions.def is written in.
#pragma once

#include "causeway/interpose/exports/fortran_names.hpp"
#include "causeway/tracing/contribution.hpp"

#include <mpi.h>

#include <cstdint>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace causeway::interpose {

/// What both conventions of C share.
namespace in_any_c {

using Source = const void*;
using Sink = void*;
using Number = int;
using Datatype = MPI_Datatype;
using Datatypes = const MPI_Datatype*;
using Addresses = const MPI_Aint*;
using Op = MPI_Op;
using Comm = MPI_Comm;
using Info = MPI_Info;
using Request = MPI_Request*;
using Requests = MPI_Request*;
using Status = MPI_Status*;

inline std::int64_t number(std::int64_t value) {
    return value;
}
inline int number(int value) {
    return value;
}
inline MPI_Datatype datatype_value(Datatype datatype) {
    return datatype;
}
inline MPI_Datatype datatype_at(Datatypes datatypes, int index) {
    return datatypes[index];
}
inline MPI_Comm communicator(Comm comm) {
    return comm;
}
inline MPI_Op operator_value(Op operation) {
    return operation;
}
inline const void* source(Source address) {
    return address;
}
inline void* sink(Sink address) {
    return address;
}
inline MPI_Request request_value(Request request) {
    return *request;
}
inline MPI_Request request_at(Requests requests, int index) {
    return requests[index];
}
inline bool in_place(Source address) {
    return address == MPI_IN_PLACE;
}
inline tracing::Part part(std::int64_t count, Datatype datatype) {
    return {count, datatype};
}
template <typename Count>
tracing::Part part_at(const Count* counts, int index, Datatype datatype) {
    return {counts[index], datatype};
}

}  // namespace in_any_c

namespace in_c {

using namespace in_any_c;
using Count = int;
using Counts = const int*;
using Displacements = const int*;
using ByteDisplacements = const int*;

}  // namespace in_c

namespace in_large_c {

using namespace in_any_c;
using Count = MPI_Count;
using Counts = const MPI_Count*;
using Displacements = const MPI_Aint*;
using ByteDisplacements = const MPI_Aint*;

}  // namespace in_large_c

/// Fortran passes addresses, and handles as integers; an array of handles is an array of integers.
namespace in_fortran {

using Source = void*;
using Sink = void*;
using Number = MPI_Fint*;
using Count = MPI_Fint*;
using Counts = MPI_Fint*;
using Displacements = MPI_Fint*;
using ByteDisplacements = MPI_Fint*;
using Addresses = MPI_Aint*;
using Datatype = MPI_Fint*;
using Datatypes = MPI_Fint*;
using Op = MPI_Fint*;
using Comm = MPI_Fint*;
using Info = MPI_Fint*;
using Request = MPI_Fint*;
using Requests = MPI_Fint*;
using Status = MPI_Fint*;

inline int number(const MPI_Fint* value) {
    return *value;
}
inline MPI_Datatype datatype_value(const MPI_Fint* datatype) {
    return PMPI_Type_f2c(*datatype);
}
inline MPI_Datatype datatype_at(const MPI_Fint* datatypes, int index) {
    return PMPI_Type_f2c(datatypes[index]);
}
inline MPI_Comm communicator(const MPI_Fint* comm) {
    return PMPI_Comm_f2c(*comm);
}
inline MPI_Op operator_value(const MPI_Fint* operation) {
    return PMPI_Op_f2c(*operation);
}
inline constinit FortranConstant fortran_bottom({"mpi_fortran_bottom", "MPI_FORTRAN_BOTTOM"});
inline constinit FortranConstant fortran_in_place({"mpi_fortran_in_place", "MPI_FORTRAN_IN_PLACE"});

inline void* sink(void* address) {
    return fortran_bottom.is(address) ? MPI_BOTTOM : fortran_in_place.is(address) ? MPI_IN_PLACE : address;
}
inline const void* source(void* address) {
    return sink(address);
}
inline MPI_Request request_value(const MPI_Fint* request) {
    return PMPI_Request_f2c(*request);
}
inline MPI_Request request_at(const MPI_Fint* requests, int index) {
    return PMPI_Request_f2c(requests[index]);
}
inline bool in_place(const void* address) {
    return fortran_in_place.is(address);
}
inline tracing::Part part(const MPI_Fint* count, const MPI_Fint* datatype) {
    return {*count, datatype_value(datatype)};
}
inline tracing::Part part_at(const MPI_Fint* counts, int index, const MPI_Fint* datatype) {
    return {counts[index], datatype_value(datatype)};
}

}  // namespace in_fortran

}  // namespace causeway::interpose
