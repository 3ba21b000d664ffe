! MPI_Bcast as Fortran 77 programs call it: include 'mpif.h'.
program broadcast_mpif_h
  implicit none
  include 'mpif.h'
  integer, parameter :: count = 50000
  integer :: ierror, rank, i, wrong
  integer :: numbers(count)
  double precision :: one

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  numbers = -1
  one = 0.0d0
  if (rank == 1) numbers = [(3 * i, i = 1, count)]
  if (rank == 0) one = 2.5d0
  call MPI_Bcast(numbers, count, MPI_INTEGER, 1, MPI_COMM_WORLD, ierror)
  wrong = 0
  if (ierror /= MPI_SUCCESS) wrong = wrong + 1
  do i = 1, count
    if (numbers(i) /= 3 * i) wrong = wrong + 1
  end do
  call MPI_Bcast(one, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierror)
  if (one /= 2.5d0) wrong = wrong + 1
#ifndef WITHOUT_BOTTOM
  call absolute_addresses(rank, wrong)
#endif
  if (wrong == 0) print '(A)', 'fortran: right'
  call MPI_Finalize(ierror)
  if (wrong /= 0) stop 1

contains

  ! A datatype of absolute addresses, broadcast from MPI_BOTTOM.
  subroutine absolute_addresses(rank, wrong)
    integer, intent(in) :: rank
    integer, intent(inout) :: wrong
    integer, save :: data(1000)
    integer :: ierror, datatype
    integer(kind=MPI_ADDRESS_KIND) :: address(1)
    data = 0
    if (rank == 0) data = 17
    call MPI_Get_address(data, address(1), ierror)
    call MPI_Type_create_hindexed(1, [1000], address, MPI_INTEGER, datatype, ierror)
    call MPI_Type_commit(datatype, ierror)
    call MPI_Bcast(MPI_BOTTOM, 1, datatype, 0, MPI_COMM_WORLD, ierror)
    if (any(data /= 17)) wrong = wrong + 1
    call MPI_Type_free(datatype, ierror)
  end subroutine
end program
