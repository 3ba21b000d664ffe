! The C interface from Fortran, by BIND(C) and the functions with the suffix _f: as docs/interface.md shows it.
! For 8 ranks on a0,b0,c0,a1,a0,b1,d0,a2 of tests/interpose/three-levels.json.
program interface
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none

  type, bind(c) :: level_info
    character(kind=c_char) :: name(64)
    integer(c_int) :: num_clusters, is_planned
    real(c_double) :: stability
  end type

  interface
    integer(c_int) function causeway_level(comm, level, info) bind(c, name="causeway_level_f")
      import :: c_int, level_info
      integer, value :: comm
      integer(c_int), value :: level
      type(level_info) :: info
    end function
    integer(c_int) function causeway_cluster_of(comm, level, rank, cluster) bind(c, name="causeway_cluster_of_f")
      import :: c_int
      integer, value :: comm
      integer(c_int), value :: level, rank
      integer(c_int) :: cluster
    end function
    integer(c_int) function causeway_cluster_comm(comm, level, cluster_comm) bind(c, name="causeway_cluster_comm_f")
      import :: c_int
      integer, value :: comm
      integer(c_int), value :: level
      integer :: cluster_comm
    end function
    integer(c_int) function causeway_coordinator_comm(comm, level, coordinators) bind(c, name="causeway_coordinator_comm_f")
      import :: c_int
      integer, value :: comm
      integer(c_int), value :: level
      integer :: coordinators
    end function
  end interface

  integer, parameter :: lan(0:7) = [0, 1, 2, 0, 0, 1, 3, 0]
  integer :: ierr, rank, cluster, cluster_comm, coordinators, members, place
  type(level_info) :: info
  logical :: right

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  right = causeway_level(MPI_COMM_WORLD, 1, info) == 0
  right = right .and. info%num_clusters == 4 .and. info%is_planned == 1 .and. info%name(1) == "L"
  right = right .and. abs(info%stability - 0.9d0) < 1d-12
  right = right .and. causeway_cluster_of(MPI_COMM_WORLD, 1, rank, cluster) == 0
  right = right .and. cluster == lan(rank)
  right = right .and. causeway_cluster_comm(MPI_COMM_WORLD, 1, cluster_comm) == 0
  call MPI_Comm_size(cluster_comm, members, ierr)
  right = right .and. members == count(lan == lan(rank))
  right = right .and. causeway_coordinator_comm(MPI_COMM_WORLD, 1, coordinators) == 0
  if (rank == findloc(lan, lan(rank), dim=1) - 1) then
    call MPI_Comm_rank(coordinators, place, ierr)
    right = right .and. place == lan(rank)
    call MPI_Comm_free(coordinators, ierr)
  else
    right = right .and. coordinators == MPI_COMM_NULL
  end if
  call MPI_Comm_free(cluster_comm, ierr)
  if (right) print *, "fortran: right"
  call MPI_Finalize(ierr)
end program
