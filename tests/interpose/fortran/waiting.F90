! The same as waiting_calls.c in Fortran 2008, for its functions that do not call those of C.
program waiting
    use mpi_f08
    implicit none
    integer, parameter :: ways = 14, tag = 3
    type(MPI_Request) :: sums, requests(1)
    type(MPI_Status) :: status
    type(MPI_Message) :: message
    integer :: rank, size, way, last, other, total, number, indices(1), wrong
    logical :: is_done

    call MPI_Init()
    call MPI_Query_thread(number)
    wrong = 0
    if (number /= MPI_THREAD_SINGLE) wrong = 1
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    call MPI_Barrier(MPI_COMM_WORLD)
    do way = 1, ways
        do last = 0, size - 1
            total = -1
            call MPI_Iallreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, sums)
            if (rank == last) then
                call MPI_Wait(sums, MPI_STATUS_IGNORE)
                do other = 0, size - 1
                    if (other /= rank) call MPI_Send(rank, 1, MPI_INTEGER, other, tag, MPI_COMM_WORLD)
                end do
            else
                call wait_for_last()
                call MPI_Wait(sums, status)
            end if
            if (total /= size * (size - 1) / 2) wrong = wrong + 1
        end do
    end do
    if (wrong == 0) print '(a, i0, a)', 'waiting in Fortran: ', ways, ' right'
    call MPI_Finalize()

contains

    subroutine wait_for_last()
        integer :: from
        from = -1
        is_done = .false.
        number = 0
        if (way <= 9) call MPI_Irecv(from, 1, MPI_INTEGER, last, tag, MPI_COMM_WORLD, requests(1))
        select case (way)
        case (1)
            call MPI_Wait(requests(1), status)
        case (2)
            call MPI_Waitall(1, requests, MPI_STATUSES_IGNORE)
        case (3)
            call MPI_Waitany(1, requests, number, status)
        case (4)
            call MPI_Waitsome(1, requests, number, indices, MPI_STATUSES_IGNORE)
        case (5)
            do while (.not. is_done)
                call MPI_Test(requests(1), is_done, status)
            end do
        case (6)
            do while (.not. is_done)
                call MPI_Testall(1, requests, is_done, MPI_STATUSES_IGNORE)
            end do
        case (7)
            do while (.not. is_done)
                call MPI_Testany(1, requests, number, is_done, MPI_STATUS_IGNORE)
            end do
        case (8)
            do while (number == 0)
                call MPI_Testsome(1, requests, number, indices, MPI_STATUSES_IGNORE)
            end do
        case (9)
            do while (.not. is_done)
                call MPI_Request_get_status(requests(1), is_done, status)
            end do
            call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
        case (10)
            call MPI_Probe(last, tag, MPI_COMM_WORLD, status)
        case (11)
            do while (.not. is_done)
                call MPI_Iprobe(last, tag, MPI_COMM_WORLD, is_done, status)
            end do
        case (12)
            call MPI_Mprobe(last, tag, MPI_COMM_WORLD, message, status)
        case (13)
            do while (.not. is_done)
                call MPI_Improbe(last, tag, MPI_COMM_WORLD, is_done, message, status)
            end do
        end select
        if (way == 12 .or. way == 13) then
            call MPI_Mrecv(from, 1, MPI_INTEGER, message, status)
        else if (way > 9) then
            call MPI_Recv(from, 1, MPI_INTEGER, last, tag, MPI_COMM_WORLD, status)
        end if
        if (from /= last) wrong = wrong + 1
    end subroutine
end program
