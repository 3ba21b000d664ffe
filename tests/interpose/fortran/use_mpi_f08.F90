! MPI_Bcast as Fortran 2008 programs call it: use mpi_f08, without the optional error argument.
program broadcast_use_mpi_f08
  use mpi_f08
  implicit none
  integer, parameter :: count = 50000
  integer :: rank, i, wrong, ierror
  integer :: numbers(count)
  type(MPI_Comm) :: copy

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_dup(MPI_COMM_WORLD, copy)
  numbers = -1
  if (rank == 1) numbers = [(5 * i, i = 1, count)]
  call MPI_Bcast(numbers, count, MPI_INTEGER, 1, copy)
  wrong = 0
  do i = 1, count
    if (numbers(i) /= 5 * i) wrong = wrong + 1
  end do
  numbers = 0
  if (rank == 0) numbers = 4
  call MPI_Bcast(numbers, count, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  if (ierror /= MPI_SUCCESS) wrong = wrong + 1
  if (any(numbers /= 4)) wrong = wrong + 1
  call MPI_Comm_free(copy)
  if (wrong == 0) print '(A)', 'fortran: right'
  call MPI_Finalize()
  if (wrong /= 0) stop 1
end program
