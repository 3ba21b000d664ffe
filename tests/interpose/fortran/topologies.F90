! Communicators with a topology as Fortran programs make them, reordered. FORTRAN_BINDING: 1 mpif.h, 2 use mpi,
! 3 use mpi_f08.
program topologies
#if FORTRAN_BINDING == 3
  use mpi_f08
#elif FORTRAN_BINDING == 2
  use mpi
#endif
  implicit none
#if FORTRAN_BINDING == 1
  include 'mpif.h'
#endif
#if FORTRAN_BINDING == 3
  type(MPI_Comm) :: made
#else
  integer :: made
#endif
  integer :: rank, size, error, wrong, before, after, axis, mapped
  integer :: sides(2), known(2), coordinates(2), sources(2), destinations(2), weights(2), degrees(1)
  logical :: periodic(2), known_periodic(2)

  wrong = 0
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, size, error)

  ! A grid, open in the first direction.
  sides = 0
  call MPI_Dims_create(size, 2, sides, error)
  periodic = (/ .false., .true. /)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, sides, periodic, .true., made, error)
  if (error /= MPI_SUCCESS) wrong = wrong + 1
  call check_ranks(MPI_COMM_WORLD, made)
  call MPI_Cart_get(made, 2, known, known_periodic, coordinates, error)
  call MPI_Comm_rank(made, rank, error)
  if (any(known /= sides) .or. any(known_periodic .neqv. periodic)) wrong = wrong + 1
  call MPI_Cart_map(MPI_COMM_WORLD, 2, sides, periodic, mapped, error)
  if (error /= MPI_SUCCESS .or. mapped /= rank) wrong = wrong + 1
  if (coordinates(1) * sides(2) + coordinates(2) /= rank) wrong = wrong + 1
  do axis = 1, 2
    call MPI_Cart_shift(made, axis - 1, 1, before, after, error)
    call check_arrival(made, before, after)
  end do
  call MPI_Comm_free(made, error)

  ! A ring, told by each process of itself: without weights, and with.
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  before = modulo(rank - 1, size)
  after = modulo(rank + 1, size)
  sources(1) = before
  destinations(1) = after
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, MPI_UNWEIGHTED, 1, destinations, MPI_UNWEIGHTED, &
                                      MPI_INFO_NULL, .true., made, error)
  if (error /= MPI_SUCCESS) wrong = wrong + 1
  call check_ring(made)
  weights = 7
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, weights, 1, destinations, weights, MPI_INFO_NULL, &
                                      .true., made, error)
  if (error /= MPI_SUCCESS) wrong = wrong + 1
  call check_ring(made)

  ! The same, told by rank 0's neighbour for each other process.
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  sources(1) = after
  degrees = 1
  destinations(1) = modulo(after + 1, size)
  call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, sources, degrees, destinations, weights, MPI_INFO_NULL, .true., made, &
                             error)
  if (error /= MPI_SUCCESS) wrong = wrong + 1
  call check_ring(made)
  call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, sources, degrees, destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, .true., &
                             made, error)
  if (error /= MPI_SUCCESS) wrong = wrong + 1
  call check_ring(made)

  if (wrong == 0) print '(A)', 'fortran: right'
  call MPI_Finalize(error)
  if (wrong /= 0) stop 1

contains

  ! Every process has a rank of its own.
  subroutine check_ranks(old, graph)
#if FORTRAN_BINDING == 3
    type(MPI_Comm), intent(in) :: old, graph
#else
    integer, intent(in) :: old, graph
#endif
    integer :: old_rank, i
    integer :: ranks(size)
    call MPI_Comm_rank(old, old_rank, error)
    call MPI_Allgather(old_rank, 1, MPI_INTEGER, ranks, 1, MPI_INTEGER, graph, error)
    do i = 0, size - 1
      if (count(ranks == i) /= 1) wrong = wrong + 1
    end do
  end subroutine

  ! What comes from the process before is its rank.
  subroutine check_arrival(graph, from, to)
#if FORTRAN_BINDING == 3
    type(MPI_Comm), intent(in) :: graph
    type(MPI_Status) :: status
#else
    integer, intent(in) :: graph
    integer :: status(MPI_STATUS_SIZE)
#endif
    integer, intent(in) :: from, to
    integer :: mine, theirs
    call MPI_Comm_rank(graph, mine, error)
    theirs = MPI_PROC_NULL
    call MPI_Sendrecv(mine, 1, MPI_INTEGER, to, 0, theirs, 1, MPI_INTEGER, from, 0, graph, status, error)
    if (theirs /= from) wrong = wrong + 1
  end subroutine

  subroutine check_ring(graph)
#if FORTRAN_BINDING == 3
    type(MPI_Comm), intent(inout) :: graph
#else
    integer, intent(inout) :: graph
#endif
    integer :: mine, from(1), to(1), from_weights(1), to_weights(1)
    call check_ranks(MPI_COMM_WORLD, graph)
    call MPI_Comm_rank(graph, mine, error)
    call MPI_Dist_graph_neighbors(graph, 1, from, from_weights, 1, to, to_weights, error)
    if (from(1) /= modulo(mine - 1, size) .or. to(1) /= modulo(mine + 1, size)) wrong = wrong + 1
    call check_arrival(graph, from(1), to(1))
    call MPI_Comm_free(graph, error)
  end subroutine
end program
