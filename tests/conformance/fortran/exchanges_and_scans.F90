! Uneven exchanges, scans and neighbourhood collectives as Fortran 2008 programs call them: blocking, nonblocking and
! persistent. PERSISTENT: how the MPI library has persistent collectives, 1 as its extension, 2 as MPI 4.
program exchanges_and_scans
  use mpi_f08
#if PERSISTENT == 1
  use mpi_f08_ext
#define SCAN_INIT MPIX_Scan_init
#define EXSCAN_INIT MPIX_Exscan_init
#define ALLTOALLV_INIT MPIX_Alltoallv_init
#define ALLTOALLW_INIT MPIX_Alltoallw_init
#define NEIGHBOR_ALLGATHER_INIT MPIX_Neighbor_allgather_init
#define NEIGHBOR_ALLGATHERV_INIT MPIX_Neighbor_allgatherv_init
#define NEIGHBOR_ALLTOALL_INIT MPIX_Neighbor_alltoall_init
#define NEIGHBOR_ALLTOALLV_INIT MPIX_Neighbor_alltoallv_init
#define NEIGHBOR_ALLTOALLW_INIT MPIX_Neighbor_alltoallw_init
#else
#define SCAN_INIT MPI_Scan_init
#define EXSCAN_INIT MPI_Exscan_init
#define ALLTOALLV_INIT MPI_Alltoallv_init
#define ALLTOALLW_INIT MPI_Alltoallw_init
#define NEIGHBOR_ALLGATHER_INIT MPI_Neighbor_allgather_init
#define NEIGHBOR_ALLGATHERV_INIT MPI_Neighbor_allgatherv_init
#define NEIGHBOR_ALLTOALL_INIT MPI_Neighbor_alltoall_init
#define NEIGHBOR_ALLTOALLV_INIT MPI_Neighbor_alltoallv_init
#define NEIGHBOR_ALLTOALLW_INIT MPI_Neighbor_alltoallw_init
#endif
  implicit none
  integer, parameter :: blocking = 1, nonblocking = 2, persistent = 3, n = 500
  integer, asynchronous, save :: own(n), got(n)
  integer, asynchronous, allocatable, save :: sent(:), total(:)
  integer :: rank, processes, wrong, form, r

  wrong = 0
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, processes)
  allocate (sent(processes * processes), total(processes * processes))
  call MPI_Barrier(MPI_COMM_WORLD)
#ifdef PERSISTENT
  do form = blocking, persistent
#else
  do form = blocking, nonblocking
#endif
    call exchanges()
    call scans()
    call neighbours()
  end do
  if (wrong == 0) print '(A)', 'fortran: right'
  call MPI_Finalize()
  if (wrong /= 0) stop 1

contains

  subroutine expect(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (is_right) return
    wrong = wrong + 1
    print '(A, I0, A, I0)', what // ' is wrong on rank ', rank, ', form ', form
  end subroutine

  ! What has been begun; a persistent request more than once.
  subroutine carry_out(request)
    type(MPI_Request), intent(inout) :: request
    integer :: round
    if (form == nonblocking) call MPI_Wait(request, MPI_STATUS_IGNORE)
    if (form /= persistent) return
    do round = 1, 3
      call MPI_Start(request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
    end do
    call MPI_Request_free(request)
  end subroutine

  ! To process r go r elements.
  subroutine exchanges()
    integer, asynchronous, allocatable, save :: counts(:), places(:), own_counts(:), bytes(:)
    type(MPI_Datatype), asynchronous, allocatable, save :: types(:)
    type(MPI_Request) :: request
    integer :: i
    counts = [(r, r = 0, processes - 1)]
    places = [(r * processes, r = 0, processes - 1)]
    own_counts = [(rank, r = 0, processes - 1)]
    bytes = 4 * places
    if (.not. allocated(types)) allocate (types(processes))
    types = MPI_INTEGER
    sent = -1
    do r = 0, processes - 1
      sent(places(r + 1) + 1:places(r + 1) + r) = [(1000 * rank + i, i = 1, r)]
    end do
    total = -1
    select case (form)
    case (blocking)
      call MPI_Alltoallv(sent, counts, places, MPI_INTEGER, total, own_counts, places, MPI_INTEGER, MPI_COMM_WORLD)
    case (nonblocking)
      call MPI_Ialltoallv(sent, counts, places, MPI_INTEGER, total, own_counts, places, MPI_INTEGER, MPI_COMM_WORLD, request)
#ifdef PERSISTENT
    case (persistent)
      call ALLTOALLV_INIT(sent, counts, places, MPI_INTEGER, total, own_counts, places, MPI_INTEGER, MPI_COMM_WORLD, &
                          MPI_INFO_NULL, request)
#endif
    end select
    call carry_out(request)
    call expect(is_exchanged(), 'Alltoallv')
    total = -1
    select case (form)
    case (blocking)
      call MPI_Alltoallw(sent, counts, bytes, types, total, own_counts, bytes, types, MPI_COMM_WORLD)
    case (nonblocking)
      call MPI_Ialltoallw(sent, counts, bytes, types, total, own_counts, bytes, types, MPI_COMM_WORLD, request)
#ifdef PERSISTENT
    case (persistent)
      call ALLTOALLW_INIT(sent, counts, bytes, types, total, own_counts, bytes, types, MPI_COMM_WORLD, MPI_INFO_NULL, request)
#endif
    end select
    call carry_out(request)
    call expect(is_exchanged(), 'Alltoallw')
  end subroutine

  logical function is_exchanged()
    integer :: i, first
    is_exchanged = .true.
    do r = 0, processes - 1
      first = r * processes
      is_exchanged = is_exchanged .and. all(total(first + 1:first + rank) == [(1000 * r + i, i = 1, rank)]) &
                     .and. all(total(first + rank + 1:first + processes) == -1)
    end do
  end function

  subroutine scans()
    type(MPI_Request) :: request
    integer :: i
    own = [(1000 * rank + i, i = 1, n)]
    got = -1
    select case (form)
    case (blocking)
      call MPI_Scan(own, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    case (nonblocking)
      call MPI_Iscan(own, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request)
#ifdef PERSISTENT
    case (persistent)
      call SCAN_INIT(own, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request)
#endif
    end select
    call carry_out(request)
    call expect(all(got == [(500 * rank * (rank + 1) + (rank + 1) * i, i = 1, n)]), 'Scan')
    got = -1
    select case (form)
    case (blocking)
      call MPI_Exscan(own, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    case (nonblocking)
      call MPI_Iexscan(own, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request)
#ifdef PERSISTENT
    case (persistent)
      call EXSCAN_INIT(own, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request)
#endif
    end select
    call carry_out(request)
    if (rank > 0) call expect(all(got == [(500 * rank * (rank - 1) + rank * i, i = 1, n)]), 'Exscan')
  end subroutine

  ! Around a circle of three processes or more: one element for each neighbour. As a graph, too: in Fortran 2008 MPICH 4.0
  ! takes whatever communicator MPI_Neighbor_alltoallw has for one.
  subroutine neighbours()
    integer, asynchronous, save :: ones(2) = [1, 1], places(2) = [0, 1]
    integer(kind=MPI_ADDRESS_KIND), asynchronous, save :: bytes(2) = [0, 4]
    type(MPI_Datatype), asynchronous, save :: types(2)
    type(MPI_Comm) :: circle, graph
    type(MPI_Request) :: request
    integer :: left, right, of_all(2), for_each(2), operation
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [processes], [.true.], .false., circle)
    call MPI_Cart_shift(circle, 0, 1, left, right)
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, [left, right], MPI_UNWEIGHTED, 2, [left, right], MPI_UNWEIGHTED, &
                                        MPI_INFO_NULL, .false., graph)
    types = MPI_INTEGER
    own(1:2) = [10 * rank, 10 * rank + 1]
    of_all = [10 * left, 10 * right]
    for_each = [10 * left + 1, 10 * right]
    do operation = 1, 5
      got = -1
      select case (10 * form + operation)
      case (11)
        call MPI_Neighbor_allgather(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle)
      case (12)
        call MPI_Neighbor_allgatherv(own, 1, MPI_INTEGER, got, ones, places, MPI_INTEGER, circle)
      case (13)
        call MPI_Neighbor_alltoall(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle)
      case (14)
        call MPI_Neighbor_alltoallv(own, ones, places, MPI_INTEGER, got, ones, places, MPI_INTEGER, circle)
      case (15)
        call MPI_Neighbor_alltoallw(own, ones, bytes, types, got, ones, bytes, types, graph)
      case (21)
        call MPI_Ineighbor_allgather(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle, request)
      case (22)
        call MPI_Ineighbor_allgatherv(own, 1, MPI_INTEGER, got, ones, places, MPI_INTEGER, circle, request)
      case (23)
        call MPI_Ineighbor_alltoall(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle, request)
      case (24)
        call MPI_Ineighbor_alltoallv(own, ones, places, MPI_INTEGER, got, ones, places, MPI_INTEGER, circle, request)
      case (25)
        call MPI_Ineighbor_alltoallw(own, ones, bytes, types, got, ones, bytes, types, graph, request)
#ifdef PERSISTENT
      case (31)
        call NEIGHBOR_ALLGATHER_INIT(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle, MPI_INFO_NULL, request)
      case (32)
        call NEIGHBOR_ALLGATHERV_INIT(own, 1, MPI_INTEGER, got, ones, places, MPI_INTEGER, circle, MPI_INFO_NULL, request)
      case (33)
        call NEIGHBOR_ALLTOALL_INIT(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle, MPI_INFO_NULL, request)
      case (34)
        call NEIGHBOR_ALLTOALLV_INIT(own, ones, places, MPI_INTEGER, got, ones, places, MPI_INTEGER, circle, MPI_INFO_NULL, &
                                     request)
      case (35)
        call NEIGHBOR_ALLTOALLW_INIT(own, ones, bytes, types, got, ones, bytes, types, graph, MPI_INFO_NULL, request)
#endif
      end select
      call carry_out(request)
      call expect(all(got(1:2) == merge(of_all, for_each, operation <= 2)) .and. all(got(3:) == -1), 'of neighbours')
    end do
    call MPI_Comm_free(graph)
    call MPI_Comm_free(circle)
  end subroutine
end program
