! MPI_Bcast as Fortran 90 programs call it: use mpi, started with MPI_Init_thread.
program broadcast_use_mpi
  use mpi
  implicit none
  integer, parameter :: count = 50000
  integer :: ierror, rank, i, wrong, provided
  integer :: numbers(count)
  double precision :: matrix(300, 200)

  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  numbers = -1
  if (rank == 2) numbers = [(7 * i, i = 1, count)]
  call MPI_Bcast(numbers, count, MPI_INTEGER, 2, MPI_COMM_WORLD, ierror)
  wrong = 0
  if (ierror /= MPI_SUCCESS) wrong = wrong + 1
  do i = 1, count
    if (numbers(i) /= 7 * i) wrong = wrong + 1
  end do
  matrix = 0.0d0
  if (rank == 0) matrix = 1.25d0
  call MPI_Bcast(matrix, size(matrix), MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierror)
  if (any(matrix /= 1.25d0)) wrong = wrong + 1
  if (wrong == 0) print '(A)', 'fortran: right'
  call MPI_Finalize(ierror)
  if (wrong /= 0) stop 1
end program
