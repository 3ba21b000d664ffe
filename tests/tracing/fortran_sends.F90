! Sends and collective operations as Fortran programs call them: FORTRAN_BINDING is 1 for include 'mpif.h', 2 for use mpi,
! 3 for use mpi_f08 (without the optional error arguments). Every process sends to the next one; rank 0 says what a trace
! must hold.
#if FORTRAN_BINDING == 3
#define COMMUNICATOR type(MPI_Comm)
#define REQUEST type(MPI_Request)
#define NO_STATUS MPI_STATUS_IGNORE
#define ERR
#else
#define COMMUNICATOR integer
#define REQUEST integer
#define ERR , ierror
#define NO_STATUS MPI_STATUS_IGNORE
#endif
program fortran_sends
#if FORTRAN_BINDING == 2
  use mpi
#elif FORTRAN_BINDING == 3
  use mpi_f08
#endif
  implicit none
#if FORTRAN_BINDING == 1
  include 'mpif.h'
#endif
  integer :: ierror, rank, size, next, previous, i, turn
  integer :: numbers(64), received(640)
  COMMUNICATOR :: world, part
  REQUEST :: requests(2)
#if FORTRAN_BINDING == 3
  type(MPI_Status) :: statuses(2)
#else
  integer :: statuses(MPI_STATUS_SIZE, 2)
#endif

#if FORTRAN_BINDING == 3
  call MPI_Init()
#else
  call MPI_Init(ierror)
#endif
  world = MPI_COMM_WORLD
  call MPI_Comm_rank(world, rank ERR)
  call MPI_Comm_size(world, size ERR)
  next = modulo(rank + 1, size)
  previous = modulo(rank - 1, size)
  numbers = rank
  received = -1

  ! 11 numbers blocking, 12 nonblocking, 3 times 13 persistent, 14 and 15 exchanged, 16 synchronously.
  call MPI_Irecv(received, 64, MPI_INTEGER, previous, 1, world, requests(1) ERR)
  call MPI_Send(numbers, 11, MPI_INTEGER, next, 1, world ERR)
  call MPI_Wait(requests(1), NO_STATUS ERR)
  call MPI_Irecv(received, 64, MPI_INTEGER, previous, 2, world, requests(1) ERR)
  call MPI_Isend(numbers, 12, MPI_INTEGER, next, 2, world, requests(2) ERR)
  call MPI_Waitall(2, requests, statuses ERR)
  call MPI_Recv_init(received, 64, MPI_INTEGER, previous, 3, world, requests(1) ERR)
  call MPI_Send_init(numbers, 13, MPI_INTEGER, next, 3, world, requests(2) ERR)
  do turn = 1, 3
    if (turn == 1) then
      call MPI_Start(requests(1) ERR)
      call MPI_Start(requests(2) ERR)
    else
      call MPI_Startall(2, requests ERR)
    end if
    call MPI_Waitall(2, requests, statuses ERR)
  end do
  call MPI_Request_free(requests(1) ERR)
  call MPI_Request_free(requests(2) ERR)
  call MPI_Sendrecv(numbers, 14, MPI_INTEGER, next, 4, received, 64, MPI_INTEGER, previous, 4, world, NO_STATUS ERR)
  call MPI_Sendrecv_replace(numbers, 15, MPI_INTEGER, next, 5, previous, 5, world, NO_STATUS ERR)
  call MPI_Irecv(received, 64, MPI_INTEGER, previous, 6, world, requests(1) ERR)
  call MPI_Ssend(numbers, 16, MPI_INTEGER, next, 6, world ERR)
  call MPI_Wait(requests(1), NO_STATUS ERR)
  call MPI_Send(numbers, 17, MPI_INTEGER, MPI_PROC_NULL, 7, world ERR)
  ! In a communicator whose ranks run backwards, so that its next process is the one before.
  call MPI_Comm_split(world, 0, -rank, part ERR)
  call MPI_Sendrecv(numbers, 18, MPI_INTEGER, modulo(size - rank, size), 8, received, 64, MPI_INTEGER, &
                    modulo(size - rank - 2, size), 8, part, NO_STATUS ERR)
  call MPI_Comm_free(part ERR)

  call MPI_Barrier(world ERR)
  call MPI_Bcast(numbers, 21, MPI_INTEGER, 0, world ERR)
#ifdef WITHOUT_IN_PLACE
  call MPI_Allreduce(received, numbers, 22, MPI_INTEGER, MPI_SUM, world ERR)
  call MPI_Allgather(numbers, 4, MPI_INTEGER, received, 4, MPI_INTEGER, world ERR)
#else
  call MPI_Allreduce(MPI_IN_PLACE, numbers, 22, MPI_INTEGER, MPI_SUM, world ERR)
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, received, 4, MPI_INTEGER, world ERR)
#endif
  call MPI_Allgather(numbers, 3, MPI_INTEGER, received, 3, MPI_INTEGER, world ERR)
  call MPI_Alltoall(received(1:4 * size), 2, MPI_INTEGER, numbers, 2, MPI_INTEGER, world ERR)
  call MPI_Iallreduce(numbers, received, 5, MPI_INTEGER, MPI_SUM, world, requests(1) ERR)
  call MPI_Wait(requests(1), NO_STATUS ERR)

  if (rank == 0) then
    do i = 0, size - 1
      print '(A, I0, A, I0, A, I0)', 'expect message ', i, ' ', modulo(i + 1, size), ' 8 ', 4 * (11 + 12 + 39 + 14 + 15 + 16)
      print '(A, I0, A, I0, A, I0)', 'expect message ', i, ' ', modulo(i - 1, size), ' 1 ', 4 * 18
      print '(A, I0, A)', 'expect collective ', i, ' MPI_Barrier 1 0'
      print '(A, I0, A, I0)', 'expect collective ', i, ' MPI_Bcast 1 ', merge(84, 0, i == 0)
      print '(A, I0, A)', 'expect collective ', i, ' MPI_Allreduce 1 88'
      print '(A, I0, A)', 'expect collective ', i, ' MPI_Allgather 2 28'
      print '(A, I0, A, I0)', 'expect collective ', i, ' MPI_Alltoall 1 ', 8 * size
      print '(A, I0, A)', 'expect collective ', i, ' MPI_Iallreduce 1 20'
    end do
  end if
#if FORTRAN_BINDING == 3
  call MPI_Finalize()
#else
  call MPI_Finalize(ierror)
#endif
end program
