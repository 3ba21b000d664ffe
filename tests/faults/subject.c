/* An ordinary MPI program to which something happens: `subject FAULT [NUMBER]`. Says "subject: right" at each process
 * that came through with the right results. faults.py has what happens, and what may come of it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 10
#define COUNT 2000
#define VICTIM 1

enum moment { BEFORE_START, AFTER_START, IN_ROUND, BEFORE_FINALIZE, AFTER_FINALIZE };

static const char* fault = "none";
static int number = 0;
static int level = MPI_THREAD_SINGLE;
static int is_victim = 0;
static int wrong = 0;

static int is_fault(const char* name) {
    return strcmp(fault, name) == 0;
}

/* Known before MPI_Init, which may be too late. */
static int rank_in_environment(void) {
    const char* open_mpi = getenv("OMPI_COMM_WORLD_RANK");
    const char* mpich = getenv("PMI_RANK");
    return atoi(open_mpi != NULL ? open_mpi : mpich != NULL ? mpich : "0");
}

static void sleep_through(double seconds) {
    struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&left, &left) != 0) {
    }
}

static volatile sig_atomic_t signals = 0;
static void on_signal(int signal) {
    (void)signal;
    ++signals;
}

static void handle(int signal) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal; /* without SA_RESTART: system calls are interrupted */
    sigaction(signal, &action, NULL);
}

static void alarm_every(long microseconds) {
    const struct itimerval often = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &often, NULL);
}

/* Of the kind that programs start beside their work: by fork alone, and with another program. */
static void start_child(int kind) {
    const pid_t child = fork();
    if (child == 0) {
        if (kind % 3 == 0) {
            _exit(0);
        }
        if (kind % 3 == 1) {
            exit(0);
        }
        execlp("true", "true", (char*)NULL);
        _exit(1);
    }
    while (waitpid(child, NULL, 0) < 0) {
    }
}

static void limit(int resource, rlim_t value) {
    struct rlimit limits;
    getrlimit(resource, &limits);
    limits.rlim_cur = value;
    setrlimit(resource, &limits);
}

static rlim_t address_space(void) {
    long pages = 0;
    FILE* file = fopen("/proc/self/statm", "r");
    if (file != NULL) {
        if (fscanf(file, "%ld", &pages) != 1) {
            pages = 0;
        }
        fclose(file);
    }
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void stop_a_while(void) {
    if (fork() == 0) {
        const pid_t parent = getppid();
        kill(parent, SIGSTOP);
        sleep_through(1.0);
        kill(parent, SIGCONT);
        _exit(0);
    }
}

static void finalize_late(void) {
    int is_initialized = 0;
    int is_finalized = 0;
    MPI_Initialized(&is_initialized);
    MPI_Finalized(&is_finalized);
    if (is_initialized && !is_finalized) {
        MPI_Finalize();
    }
    printf("subject: right\n");
    fflush(stdout);
}

/* Wrong calls, with a handler that returns. */
static void call_wrongly(void) {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int data[2] = {0, 0};
    const int codes[] = {
        MPI_Bcast(data, 1, MPI_INT, size, MPI_COMM_WORLD),
        MPI_Bcast(data, -1, MPI_INT, 0, MPI_COMM_WORLD),
        MPI_Bcast(data, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD),
        MPI_Allreduce(&data[0], &data[1], 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD),
        MPI_Gather(data, 1, MPI_INT, data, 1, MPI_INT, -5, MPI_COMM_WORLD),
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; ++i) {
        wrong += codes[i] == MPI_SUCCESS;
    }
}

static MPI_Comm left_comm = MPI_COMM_NULL;
static MPI_Request left_request = MPI_REQUEST_NULL;
static int left_data = 0;

static void leave_behind(void) {
    MPI_Comm_dup(MPI_COMM_WORLD, &left_comm);
    MPI_Barrier(left_comm);
    MPI_Send_init(&left_data, 1, MPI_INT, 0, 0, left_comm, &left_request);
    MPI_Request done;
    MPI_Ibcast(&left_data, 1, MPI_INT, 0, left_comm, &done);
    int is_done = 0;
    while (!is_done) {
        MPI_Request_get_status(done, &is_done, MPI_STATUS_IGNORE); /* complete, and never freed */
    }
    MPI_Barrier(left_comm);
}

/* Named by the moment and the victim's fate: "killed", "late", "stopped". */
static void happen(enum moment now, int round) {
    const int is_now = number == (int)now * 100 + round;
    if (is_victim && is_now && is_fault("killed")) {
        kill(getpid(), SIGKILL);
    }
    if (is_victim && is_now && is_fault("late")) {
        sleep_through(2.0);
    }
    if (is_victim && is_now && is_fault("stopped")) {
        stop_a_while();
    }
    if (is_victim && is_now && is_fault("crashes")) {
        raise(SIGSEGV);
    }
    if (is_victim && is_now && is_fault("exits")) {
        exit(0);
    }
    if (is_now && is_fault("all_exit")) {
        exit(0);
    }
    if (is_victim && is_now && is_fault("aborts")) {
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    if (now == BEFORE_START) {
        if (is_fault("alarms")) {
            handle(SIGALRM);
            alarm_every(2000);
        } else if (is_fault("traps")) {
            feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
        } else if (is_fault("no_standard_error")) {
            close(2);
        } else if (is_fault("address_space")) {
            limit(RLIMIT_AS, (rlim_t)number << 20);
        } else if (is_fault("level")) {
            level = number == 0   ? MPI_THREAD_SINGLE
                    : number == 1 ? MPI_THREAD_FUNNELED
                    : number == 2 ? MPI_THREAD_SERIALIZED
                                  : MPI_THREAD_MULTIPLE;
        } else if (is_fault("finalizes_at_exit")) {
            atexit(finalize_late);
        } else if (is_fault("children")) {
            handle(SIGCHLD);
            start_child(0);
            start_child(1);
        } else if (is_fault("loads_it_again")) {
            const char* library = getenv("LD_PRELOAD");
            char name[4096] = "";
            if (library != NULL) {
                sscanf(library, "%4095[^:]", name);
                wrong += dlopen(name, RTLD_NOW | RTLD_LOCAL) == NULL;
            }
        }
    } else if (now == AFTER_START) {
        if (is_fault("less_address_space")) {
            limit(RLIMIT_AS, address_space() + ((rlim_t)number << 20));
        } else if (is_fault("few_files")) {
            const int next = open("/dev/null", O_RDONLY);
            close(next);
            limit(RLIMIT_NOFILE, (rlim_t)next + 1);
        } else if (is_fault("other_directory")) {
            wrong += chdir("/") != 0;
        } else if (is_fault("starts_twice")) {
            MPI_Init(NULL, NULL);
        } else if (is_fault("wrong_calls")) {
            call_wrongly();
        }
    } else if (now == IN_ROUND && is_fault("children")) {
        start_child(round);
    } else if (now == BEFORE_FINALIZE && is_fault("leaves_behind")) {
        leave_behind();
    }
}

static void calls(int round, int rank, int size) {
    static int data[COUNT];
    static int sums[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        data[i] = rank == round % size ? round + i : -1;
    }
    MPI_Bcast(data, COUNT, MPI_INT, round % size, MPI_COMM_WORLD);
    for (int i = 0; i < COUNT; ++i) {
        wrong += data[i] != round + i;
        data[i] = rank + i;
    }
    MPI_Allreduce(data, sums, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < COUNT; ++i) {
        wrong += sums[i] != size * i + size * (size - 1) / 2;
    }
    int all[64];
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, round % size, MPI_COMM_WORLD);
    for (int i = 0; rank == round % size && i < size; ++i) {
        wrong += all[i] != i;
    }
    MPI_Request request;
    int word = rank == 0 ? round : -1;
    MPI_Ibcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    wrong += word != round;
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    fault = argc > 1 ? argv[1] : fault;
    number = argc > 2 ? atoi(argv[2]) : 0;
    is_victim = rank_in_environment() == VICTIM;
    happen(BEFORE_START, 0);
    int provided = 0;
    if (is_fault("level")) {
        MPI_Init_thread(&argc, &argv, level, &provided);
    } else {
        MPI_Init(&argc, &argv);
    }
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    happen(AFTER_START, 0);
    for (int round = 0; round < ROUNDS; ++round) {
        happen(IN_ROUND, round);
        calls(round, rank, size);
    }
    happen(BEFORE_FINALIZE, 0);
    if (wrong != 0) {
        fprintf(stderr, "subject: wrong\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (is_fault("finalizes_at_exit")) {
        return 0;
    }
    MPI_Finalize();
    happen(AFTER_FINALIZE, 0);
    alarm_every(0); /* printing, which a signal may interrupt, is not what is tried */
    printf("subject: right\n");
    fflush(stdout);
    return 0;
}
