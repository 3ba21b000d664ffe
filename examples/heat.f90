! Heat in a plate, its rows spread over all processes: an ordinary Fortran program.
!
!   mpirun -x LD_PRELOAD=libcauseway.so -n 6 ./heat
!
! Uses Bcast, Scatterv, Allreduce, Reduce, Gatherv and Barrier. Prints one line at process 0.
program heat
  use mpi_f08
  implicit none
  integer, parameter :: columns = 60
  double precision, parameter :: tolerance = 1.0d-3
  integer :: rank, processes, rows, first, own, above, below, r, step, settings(2)
  integer, allocatable :: counts(:), places(:)
  double precision, allocatable :: plate(:, :), part(:, :), next(:, :)
  double precision :: change, greatest, warmth, sum_of_parts

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, processes)

  ! Process 0 alone knows how large the plate is, and how long to go on at most.
  settings = 0
  if (rank == 0) settings = [48, 400]
  call MPI_Bcast(settings, 2, MPI_INTEGER, 0, MPI_COMM_WORLD)
  rows = settings(1)

  ! Each has as many rows as the others, or one more.
  allocate (counts(0:processes - 1), places(0:processes - 1))
  do r = 0, processes - 1
    first = r * rows / processes
    counts(r) = ((r + 1) * rows / processes - first) * columns
    places(r) = first * columns
  end do
  own = counts(rank) / columns

  ! Rows are contiguous: plate(column, row). One side is hot.
  allocate (plate(columns, rows), part(columns, 0:own + 1), next(columns, 0:own + 1))
  plate = 0
  if (rank == 0) plate(1, :) = 100
  part = 0
  call MPI_Scatterv(plate, counts, places, MPI_DOUBLE_PRECISION, part(:, 1:own), counts(rank), MPI_DOUBLE_PRECISION, 0, &
                    MPI_COMM_WORLD)

  above = merge(MPI_PROC_NULL, rank - 1, rank == 0)
  below = merge(MPI_PROC_NULL, rank + 1, rank == processes - 1)
  do step = 1, settings(2)
    call MPI_Sendrecv(part(:, 1), columns, MPI_DOUBLE_PRECISION, above, 0, part(:, own + 1), columns, &
                      MPI_DOUBLE_PRECISION, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(part(:, own), columns, MPI_DOUBLE_PRECISION, below, 1, part(:, 0), columns, &
                      MPI_DOUBLE_PRECISION, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    next = part
    next(2:columns - 1, 1:own) = 0.25d0 * (part(1:columns - 2, 1:own) + part(3:columns, 1:own) &
                                           + part(2:columns - 1, 0:own - 1) + part(2:columns - 1, 2:own + 1))
    change = 0
    if (own > 0) change = maxval(abs(next(:, 1:own) - part(:, 1:own)))
    part(:, 1:own) = next(:, 1:own)
    call MPI_Allreduce(change, greatest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
    if (greatest < tolerance) exit
  end do

  ! The parts put together have the warmth of the parts.
  warmth = sum(part(:, 1:own))
  call MPI_Reduce(warmth, sum_of_parts, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD)
  plate = -1
  call MPI_Gatherv(part(:, 1:own), counts(rank), MPI_DOUBLE_PRECISION, plate, counts, places, MPI_DOUBLE_PRECISION, 0, &
                   MPI_COMM_WORLD)
  call MPI_Barrier(MPI_COMM_WORLD)
  if (rank == 0) then
    print '(A,I0,A,I0,A,F10.4)', 'plate of ', rows, ' rows over ', processes, ' processes: mean temperature ', &
      sum(plate) / size(plate)
    if (abs(sum(plate) - sum_of_parts) > 1.0d-6 * sum_of_parts) stop 1
  end if
  call MPI_Finalize()
end program
