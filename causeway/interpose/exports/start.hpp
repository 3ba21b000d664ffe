/// What every MPI_Init that the library replaces does around the MPI library's own, in C and in Fortran.
#pragma once

namespace causeway::interpose {

/// Says to the other ranks that this one has the library. Later calls do nothing. Never throws.
void before_init() noexcept;

/// The job starts; if MPI_Init has failed nothing does. Later calls do nothing. Never throws.
void after_init() noexcept;

/// The program has begun a session, as MPI 4 has them: what has begun before MPI_Init passes through, which is said
/// once. Never throws.
void session_begins() noexcept;

}  // namespace causeway::interpose
