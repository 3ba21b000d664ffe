! The patterns of kernel.c that need no grid of MPI's, in Fortran:
!
!   kernel_fortran transpose|ring|butterfly|uniform|hierarchical ITERATIONS BYTES
program kernel
  use mpi
  implicit none
  integer, parameter :: most_bytes = 65536, group = 4
  integer :: ierror, rank, size, iterations, bytes, i
  character(len=1) :: out(most_bytes), in(most_bytes)
  character(len=32) :: pattern, text

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  call get_command_argument(1, pattern)
  call get_command_argument(2, text)
  read (text, *) iterations
  call get_command_argument(3, text)
  read (text, *) bytes
  out = 'x'
  do i = 1, iterations
    select case (pattern)
    case ('transpose')
      call transpose_once()
    case ('ring')
      call ring_once()
    case ('butterfly')
      call butterfly_once()
    case ('uniform')
      call exchange_with_all(0, 1, size, bytes)
    case ('hierarchical')
      call hierarchical_once()
    case default
      call MPI_Abort(MPI_COMM_WORLD, 2, ierror)
    end select
  end do
  call MPI_Finalize(ierror)

contains

  ! Sends to one process and receives as much from another.
  subroutine exchange(to, from, length)
    integer, intent(in) :: to, from, length
    integer :: requests(2)
    call MPI_Irecv(in, length, MPI_CHARACTER, from, 0, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Isend(out, length, MPI_CHARACTER, to, 0, MPI_COMM_WORLD, requests(2), ierror)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
  end subroutine

  ! Everyone to everyone else of the processes first, first + step, ... (count of them), this one among them.
  subroutine exchange_with_all(first, step, count, length)
    integer, intent(in) :: first, step, count, length
    integer :: mine, distance
    mine = (rank - first) / step
    do distance = 1, count - 1
      call exchange(first + modulo(mine + distance, count) * step, first + modulo(mine - distance, count) * step, length)
    end do
  end subroutine

  subroutine transpose_once()
    integer :: shape(2)
    shape = 0
    call MPI_Dims_create(size, 2, shape, ierror)
    call exchange_with_all(rank - modulo(rank, shape(2)), 1, shape(2), bytes)
    call exchange_with_all(modulo(rank, shape(2)), shape(2), shape(1), bytes)
  end subroutine

  subroutine ring_once()
    integer :: hop
    do hop = 1, size
      call exchange(modulo(rank + 1, size), modulo(rank - 1, size), bytes)
    end do
  end subroutine

  subroutine butterfly_once()
    integer :: rows, columns, row, column, opposite, turn
    columns = 1
    do while (columns * columns < size)
      columns = 2 * columns
    end do
    rows = size / columns
    row = rank / columns
    column = modulo(rank, columns)
    opposite = column * columns + row
    if (rows /= columns) opposite = column / 2 * columns + 2 * row + modulo(column, 2)
    call sum_in_row(columns, bytes)
    call exchange(opposite, opposite, bytes)
    do turn = 1, 2
      call sum_in_row(columns, 8)
    end do
  end subroutine

  subroutine sum_in_row(columns, length)
    integer, intent(in) :: columns, length
    integer :: bit
    bit = 1
    do while (bit < columns)
      call exchange(ieor(rank, bit), ieor(rank, bit), length)
      bit = 2 * bit
    end do
  end subroutine

  subroutine hierarchical_once()
    integer :: step, part, first
    step = 1
    part = bytes
    do while (step < size)
      if (modulo(rank, step) /= 0) exit
      first = rank - modulo(rank, step * group)
      call exchange_with_all(first, step, min(group, (size - first + step - 1) / step), part)
      step = step * group
      part = part / group
    end do
  end subroutine

end program
