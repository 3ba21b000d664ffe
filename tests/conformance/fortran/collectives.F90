! All collective operations as Fortran programs call them, checked against what they must give. FORTRAN_BINDING: 1 mpif.h,
! 2 use mpi, 3 use mpi_f08. PERSISTENT: how the MPI library has persistent collectives, 1 as its extension, 2 as MPI 4.
program collectives
#if FORTRAN_BINDING == 3
  use mpi_f08
#elif FORTRAN_BINDING == 2
  use mpi
#endif
#if PERSISTENT == 1
#define BCAST_INIT MPIX_Bcast_init
#define ALLREDUCE_INIT MPIX_Allreduce_init
#define BARRIER_INIT MPIX_Barrier_init
#if FORTRAN_BINDING == 3
  use mpi_f08_ext
#elif FORTRAN_BINDING == 2
  use mpi_ext
#endif
#else
#define BCAST_INIT MPI_Bcast_init
#define ALLREDUCE_INIT MPI_Allreduce_init
#define BARRIER_INIT MPI_Barrier_init
#endif
  implicit none
#if FORTRAN_BINDING == 1
  include 'mpif.h'
#if PERSISTENT == 1
  include 'mpif-ext.h'
#endif
#endif
  integer, parameter :: most = 3000
  integer :: rank, processes, error, wrong, root, count

  wrong = 0
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, error)
  do root = 0, processes - 1
    do count = 1, most, most - 1
      call rooted(root, count)
    end do
  end do
  do count = 1, most, most - 1
    call unrooted(count)
    call nonblocking(count)
#ifdef PERSISTENT
    call kept(count)
#endif
  end do
  call uneven()
  call neighbours()
  call pairs()
  call own_operator()
#ifndef WITHOUT_BOTTOM
  call absolute_addresses()
#endif
  call MPI_Barrier(MPI_COMM_WORLD, error)
  if (wrong == 0) print '(A)', 'fortran: right'
  call MPI_Finalize(error)
  if (wrong /= 0) stop 1

contains

  subroutine expect(is_right, what)
    logical, intent(in) :: is_right
    character(len=*), intent(in) :: what
    if (.not. is_right) then
      wrong = wrong + 1
      print '(A,A,A,I0,A,I0,A,I0)', 'fortran: wrong: ', what, ', rank ', rank, ', root ', root, ', count ', count
    end if
  end subroutine

  ! Element i of what process r hands in.
  integer function element(r, i)
    integer, intent(in) :: r, i
    element = 1000 * r + i
  end function

  ! The sum of element i over the processes below `last`.
  integer function sum_below(last, i)
    integer, intent(in) :: last, i
    sum_below = 1000 * (last * (last - 1) / 2) + last * i
  end function

  subroutine rooted(root, n)
    integer, intent(in) :: root, n
    integer :: own(n), got(n), parts(n, 0:processes - 1), i, r, few
    own = [(element(rank, i), i = 1, n)]
    got = own
    call MPI_Bcast(got, n, MPI_INTEGER, root, MPI_COMM_WORLD, error)
    call expect(all_are(got, root), 'Bcast')

    got = -1
    call MPI_Reduce(own, got, n, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, error)
    if (rank == root) then
      call expect(are_sums(got, processes), 'Reduce')
    else
      call expect(all(got == -1), 'Reduce elsewhere')
    end if
    ! In place, MPICH 4.0.2 gets more data than a few wrong.
    few = min(n, 100)
    got = own
    if (rank == root) then
      call MPI_Reduce(MPI_IN_PLACE, got, few, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, error)
      call expect(are_sums(got(1:few), processes), 'Reduce in place')
    else
      call MPI_Reduce(own, got, few, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, error)
    end if

    parts = -1
    call MPI_Gather(own, n, MPI_INTEGER, parts, n, MPI_INTEGER, root, MPI_COMM_WORLD, error)
    if (rank == root) then
      do r = 0, processes - 1
        call expect(all_are(parts(:, r), r), 'Gather')
      end do
      parts = -1
      parts(:, rank) = own
      call MPI_Gather(MPI_IN_PLACE, n, MPI_INTEGER, parts, n, MPI_INTEGER, root, MPI_COMM_WORLD, error)
      do r = 0, processes - 1
        call expect(all_are(parts(:, r), r), 'Gather in place')
      end do
    else
      call MPI_Gather(own, n, MPI_INTEGER, parts, n, MPI_INTEGER, root, MPI_COMM_WORLD, error)
    end if

    got = -1
    call MPI_Scatter(parts, n, MPI_INTEGER, got, n, MPI_INTEGER, root, MPI_COMM_WORLD, error)
    call expect(all_are(got, rank), 'Scatter')
    got = -1
    if (rank == root) then
      call MPI_Scatter(parts, n, MPI_INTEGER, MPI_IN_PLACE, n, MPI_INTEGER, root, MPI_COMM_WORLD, error)
    else
      call MPI_Scatter(parts, n, MPI_INTEGER, got, n, MPI_INTEGER, root, MPI_COMM_WORLD, error)
      call expect(all_are(got, rank), 'Scatter in place')
    end if
  end subroutine

  subroutine unrooted(n)
    integer, intent(in) :: n
    integer :: own(n), got(n), parts(n, 0:processes - 1), other(n, 0:processes - 1), i, r
    own = [(element(rank, i), i = 1, n)]
    got = -1
    call MPI_Allreduce(own, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    call expect(are_sums(got, processes), 'Allreduce')
    got = own
    call MPI_Allreduce(MPI_IN_PLACE, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    call expect(are_sums(got, processes), 'Allreduce in place')
    got = -1
    call MPI_Scan(own, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    call expect(are_sums(got, rank + 1), 'Scan')
    got = -1
    call MPI_Exscan(own, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    if (rank > 0) call expect(are_sums(got, rank), 'Exscan')

    parts = -1
    call MPI_Allgather(own, n, MPI_INTEGER, parts, n, MPI_INTEGER, MPI_COMM_WORLD, error)
    do r = 0, processes - 1
      call expect(all_are(parts(:, r), r), 'Allgather')
    end do
    other = -1
    other(:, rank) = own
    call MPI_Allgather(MPI_IN_PLACE, n, MPI_INTEGER, other, n, MPI_INTEGER, MPI_COMM_WORLD, error)
    call expect(all(other == parts), 'Allgather in place')

    ! Each sends the receiver's number: everybody gets the own one from all.
    do r = 0, processes - 1
      parts(:, r) = [(element(r, i), i = 1, n)]
    end do
    other = -1
    call MPI_Alltoall(parts, n, MPI_INTEGER, other, n, MPI_INTEGER, MPI_COMM_WORLD, error)
    do r = 0, processes - 1
      call expect(all_are(other(:, r), rank), 'Alltoall')
    end do
    call MPI_Alltoall(MPI_IN_PLACE, n, MPI_INTEGER, parts, n, MPI_INTEGER, MPI_COMM_WORLD, error)
    call expect(all(other == parts), 'Alltoall in place')

    do r = 0, processes - 1
      parts(:, r) = [(element(rank, i), i = 1, n)]
    end do
    got = -1
    call MPI_Reduce_scatter_block(parts, got, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    call expect(are_sums(got, processes), 'Reduce_scatter_block')
  end subroutine

  subroutine nonblocking(n)
    integer, intent(in) :: n
    integer, asynchronous, save :: own(most), first(most), sums(most)
    integer, asynchronous, allocatable :: everything(:, :)
    integer :: i, r
#if FORTRAN_BINDING == 3
    type(MPI_Request) :: requests(4)
#else
    integer :: requests(4)
#endif
    allocate (everything(n, 0:processes - 1))
    own(1:n) = [(element(rank, i), i = 1, n)]
    first(1:n) = own(1:n)
    sums = -1
    everything = -1
    call MPI_Ibcast(first, n, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(1), error)
    call MPI_Iallreduce(own, sums, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(2), error)
    call MPI_Iallgather(own, n, MPI_INTEGER, everything, n, MPI_INTEGER, MPI_COMM_WORLD, requests(3), error)
    call MPI_Ibarrier(MPI_COMM_WORLD, requests(4), error)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, error)
    call expect(all_are(first(1:n), 0), 'Ibcast')
    call expect(are_sums(sums(1:n), processes), 'Iallreduce')
    do r = 0, processes - 1
      call expect(all_are(everything(:, r), r), 'Iallgather')
    end do
  end subroutine

#ifdef PERSISTENT
  ! Persistent ones: with other data at each start, and started in another order by every second process.
  subroutine kept(n)
    integer, intent(in) :: n
    integer, asynchronous, save :: own(most), first(most), sums(most)
    integer :: i, r, round
#if FORTRAN_BINDING == 3
    type(MPI_Request) :: requests(3)
#else
    integer :: requests(3)
#endif
    call BCAST_INIT(first, n, MPI_INTEGER, 0, MPI_COMM_WORLD, MPI_INFO_NULL, requests(1), error)
    call ALLREDUCE_INIT(own, sums, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, requests(2), error)
    call BARRIER_INIT(MPI_COMM_WORLD, MPI_INFO_NULL, requests(3), error)
    do round = 1, 3
      own(1:n) = [(round * element(rank, i), i = 1, n)]
      first(1:n) = own(1:n)
      sums = -1
      if (mod(rank, 2) == 0) then
        call MPI_Startall(3, requests, error)
      else
        do r = 3, 1, -1
          call MPI_Start(requests(r), error)
        end do
      end if
      call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE, error)
      call expect(all(first(1:n) == [(round * element(0, i), i = 1, n)]), 'Bcast_init')
      call expect(all(sums(1:n) == [(round * sum_below(processes, i), i = 1, n)]), 'Allreduce_init')
    end do
    do r = 1, 3
      call MPI_Request_free(requests(r), error)
      call expect(requests(r) == MPI_REQUEST_NULL, 'Request_free')
    end do
  end subroutine
#endif

  ! Process r has r elements.
  subroutine uneven()
    integer :: counts(0:processes - 1), places(0:processes - 1), own(processes), i, r
    integer :: total(processes * processes), got(processes), sent(processes * processes)
    counts = [(r, r = 0, processes - 1)]
    places = [(r * processes, r = 0, processes - 1)]
    own = [(element(rank, i), i = 1, processes)]
    total = -1
    call MPI_Gatherv(own, rank, MPI_INTEGER, total, counts, places, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    if (rank == 0) call expect(is_uneven(total), 'Gatherv')
    got = -1
    call MPI_Scatterv(total, counts, places, MPI_INTEGER, got, rank, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call expect(all_are(got(1:rank), rank) .and. all(got(rank + 1:) == -1), 'Scatterv')
    total = -1
    call MPI_Allgatherv(own, rank, MPI_INTEGER, total, counts, places, MPI_INTEGER, MPI_COMM_WORLD, error)
    call expect(is_uneven(total), 'Allgatherv')
    ! To each r elements.
    sent = -1
    do r = 0, processes - 1
      sent(places(r) + 1:places(r) + r) = own(1:r)
    end do
    total = -1
    call MPI_Alltoallv(sent, counts, places, MPI_INTEGER, total, [(rank, r = 0, processes - 1)], places, MPI_INTEGER, &
                       MPI_COMM_WORLD, error)
    do r = 0, processes - 1
      call expect(all_are(total(places(r) + 1:places(r) + rank), r), 'Alltoallv')
    end do
    got = -1
    sent(1:sum(counts)) = 1
    call MPI_Reduce_scatter(sent, got, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    call expect(all(got(1:rank) == processes) .and. all(got(rank + 1:) == -1), 'Reduce_scatter')
  end subroutine

  ! Over a circle, to the left and to the right; what goes which way is told apart where these are two processes.
  subroutine neighbours()
#if FORTRAN_BINDING == 3
    type(MPI_Comm) :: circle, graph
    type(MPI_Request) :: request
    type(MPI_Datatype) :: types(2)
#else
    integer :: circle, graph, request, types(2)
#endif
    integer :: left, right
    integer, asynchronous, save :: own(2), got(2)
    integer, parameter :: ones(2) = [1, 1], places(2) = [0, 1]
    integer(kind=MPI_ADDRESS_KIND) :: byte_places(2)
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [processes], [.true.], .false., circle, error)
    call MPI_Cart_shift(circle, 0, 1, left, right, error)
    own = [10 * rank, 10 * rank + 1]
    types = MPI_INTEGER
    byte_places = [0, 4]
    got = -1
    call MPI_Neighbor_allgather(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle, error)
    call expect(all(got == 10 * [left, right]), 'Neighbor_allgather')
    got = -1
    call MPI_Neighbor_allgatherv(own, 1, MPI_INTEGER, got, ones, places, MPI_INTEGER, circle, error)
    call expect(all(got == 10 * [left, right]), 'Neighbor_allgatherv')
    got = -1
    call MPI_Ineighbor_allgather(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call expect(all(got == 10 * [left, right]), 'Ineighbor_allgather')
    if (processes > 2) then
      got = -1
      call MPI_Neighbor_alltoall(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle, error)
      call expect(all(got == [10 * left + 1, 10 * right]), 'Neighbor_alltoall')
      got = -1
      call MPI_Neighbor_alltoallv(own, ones, places, MPI_INTEGER, got, ones, places, MPI_INTEGER, circle, error)
      call expect(all(got == [10 * left + 1, 10 * right]), 'Neighbor_alltoallv')
      got = -1
      ! The mpi_f08 of MPICH knows how many there are in a graph alone.
      call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, [left, right], MPI_UNWEIGHTED, 2, [left, right], &
        MPI_UNWEIGHTED, MPI_INFO_NULL, .false., graph, error)
      call MPI_Neighbor_alltoallw(own, ones, byte_places, types, got, ones, byte_places, types, graph, error)
      call expect(all(got == [10 * left + 1, 10 * right]), 'Neighbor_alltoallw')
      call MPI_Comm_free(graph, error)
      got = -1
      call MPI_Ineighbor_alltoall(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, circle, request, error)
      call MPI_Wait(request, MPI_STATUS_IGNORE, error)
      call expect(all(got == [10 * left + 1, 10 * right]), 'Ineighbor_alltoall')
    end if
    call MPI_Comm_free(circle, error)
  end subroutine

  ! The place of the greatest value, which two processes have.
  subroutine pairs()
    double precision :: own(2, 2), got(2, 2)
    own(:, 1) = [dble(min(rank, processes - 2)), dble(rank)]
    own(:, 2) = [dble(-rank), dble(rank)]
    call MPI_Allreduce(own, got, 2, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD, error)
    call expect(got(2, 1) == max(0, processes - 2) .and. got(1, 2) == 0 .and. got(2, 2) == 0, 'Allreduce MAXLOC')
  end subroutine

  ! An operator of the program's own that does not commute: x -> a x + b, one function after the other.
  subroutine own_operator()
#if FORTRAN_BINDING == 3
    type(MPI_Op) :: affine
#else
    integer :: affine
#endif
    integer :: own(2), got(2), expected(2), r
    external :: compose
    call MPI_Op_create(compose, .false., affine, error)
    own = [2 * rank + 1, rank + 3]
    call MPI_Allreduce(own, got, 1, MPI_2INTEGER, affine, MPI_COMM_WORLD, error)
    expected = [1, 0]
    do r = 0, processes - 1
      expected = modulo([(2 * r + 1) * expected(1), (2 * r + 1) * expected(2) + r + 3], 1009)
    end do
    call expect(all(modulo(got, 1009) == expected), 'Allreduce with an operator of its own')
    call MPI_Op_free(affine, error)
  end subroutine

#ifndef WITHOUT_BOTTOM
  subroutine absolute_addresses()
#if FORTRAN_BINDING == 3
    type(MPI_Datatype) :: absolute
#else
    integer :: absolute
#endif
    integer, save, target :: data(most)
    integer :: everything(most, 0:processes - 1), r
    integer(kind=MPI_ADDRESS_KIND) :: address(1)
    call MPI_Get_address(data, address(1), error)
    call MPI_Type_create_hindexed(1, [most], address, MPI_INTEGER, absolute, error)
    call MPI_Type_commit(absolute, error)
    data = rank
    call MPI_Allgather(MPI_BOTTOM, 1, absolute, everything, most, MPI_INTEGER, MPI_COMM_WORLD, error)
    do r = 0, processes - 1
      call expect(all(everything(:, r) == r), 'Allgather from MPI_BOTTOM')
    end do
    data = -1
    call MPI_Scatter(everything, most, MPI_INTEGER, MPI_BOTTOM, 1, absolute, 0, MPI_COMM_WORLD, error)
    call expect(all(data == rank), 'Scatter to MPI_BOTTOM')
    call MPI_Type_free(absolute, error)
  end subroutine
#endif

  logical function all_are(data, r)
    integer, intent(in) :: data(:), r
    integer :: i
    all_are = all(data == [(element(r, i), i = 1, size(data))])
  end function

  logical function are_sums(data, last)
    integer, intent(in) :: data(:), last
    integer :: i
    are_sums = all(data == [(sum_below(last, i), i = 1, size(data))])
  end function

  ! Process r's portion has r elements, and nothing behind them.
  logical function is_uneven(data)
    integer, intent(in) :: data(:)
    integer :: r, begin
    is_uneven = .true.
    do r = 0, processes - 1
      begin = r * processes
      is_uneven = is_uneven .and. all_are(data(begin + 1:begin + r), r)
      is_uneven = is_uneven .and. all(data(begin + r + 1:begin + processes) == -1)
    end do
  end function
end program

! The function of `higher` after that of `lower`, each an MPI_2INTEGER of factor and offset.
subroutine compose(lower, higher, length, datatype)
#if FORTRAN_BINDING == 3
  use mpi_f08
#endif
  implicit none
  integer :: length, i
  integer :: lower(2, length), higher(2, length), result(2)
#if FORTRAN_BINDING == 3
  type(MPI_Datatype) :: datatype
#else
  integer :: datatype
#endif
  do i = 1, length
    result = [higher(1, i) * lower(1, i), higher(1, i) * lower(2, i) + higher(2, i)]
    higher(:, i) = modulo(result, 1009)
  end do
end subroutine
