/*
 * forks - forks a process while one of its threads uses the library's emergency pool, and makes calls without memory in the
 * child, too
 *
 * forks steps|storm|kept
 *
 *   steps  a thread without memory repeats a call. It is stopped at a different step each time: at each allocation, at each
 *          wipe, and before and after each use of the pool's lock. Then the process forks
 *   storm  threads without memory make calls continuously, and the process forks at any moment
 *   kept   like steps, but without madvise(), so that children inherit the pool; the children only check whether it is in use
 *
 * Writes {"forks": N, "used": N, "refused": N, "wrong": N, "hung": N, "secrets": N}:
 *
 *   forks    forks of the process
 *   used     forks while the pool was in use
 *   refused  children whose calls returned PASSWORDRULES_ENOMEM without memory, and worked with memory
 *   wrong    children with any other result, and wrong results in the parent
 *   hung     children that were still waiting after HANGS seconds
 *   secrets  children in which the pool was not empty
 *
 * Like pool.c, this program is linked with the library's code. --wrap replaces the functions at which the thread can be
 * stopped.
 */
#define _GNU_SOURCE
#include <passwordrules.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE (24 * 1024 * 1024) /* the size of the pool, also in passwordrules(3) */
#define HANGS 300               /* seconds; a call takes less than a thousandth of this */
#define PASSWORD "Passwordpassword1"
#define THREADS 8
#define STORM 200

extern unsigned char passwordrules_system_pool[];
void *__wrap_malloc(size_t size);
void *__real_malloc(size_t size);
int __wrap_pthread_mutex_lock(pthread_mutex_t *lock);
int __real_pthread_mutex_lock(pthread_mutex_t *lock);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *lock);
int __real_pthread_mutex_unlock(pthread_mutex_t *lock);
void __wrap_explicit_bzero(void *memory, size_t size);
void __real_explicit_bzero(void *memory, size_t size);
int __wrap_madvise(void *memory, size_t size, int advice);
int __real_madvise(void *memory, size_t size, int advice);

static passwordrules_policy *policy;
static _Thread_local int is_out_of_memory;
static int is_kept;

/* ---- Where the thread is stopped ------------------------------------------------------------------------------ */

static _Thread_local int can_be_stopped;
static unsigned long steps, last_step;
static sem_t has_stopped, may_go;

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        continue;
}

static void step(void)
{
    if (!can_be_stopped || ++steps != last_step)
        return;
    sem_post(&has_stopped);
    wait_for(&may_go);
}

void *__wrap_malloc(size_t size)
{
    if (!is_out_of_memory)
        return __real_malloc(size);
    step();
    errno = ENOMEM;
    return NULL;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *lock)
{
    int result;

    step();
    result = __real_pthread_mutex_lock(lock);
    step();
    return result;
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *lock)
{
    int result;

    step();
    result = __real_pthread_mutex_unlock(lock);
    step();
    return result;
}

void __wrap_explicit_bzero(void *memory, size_t size)
{
    step();
    __real_explicit_bzero(memory, size / 2);
    step();
    __real_explicit_bzero(memory, size);
    step();
}

int __wrap_madvise(void *memory, size_t size, int advice)
{
    return is_kept ? 0 : __real_madvise(memory, size, advice);
}

/* ---- A call --------------------------------------------------------------------------------------------------- */

static int check(int is_short)
{
    const passwordrules_context context = { .size = sizeof context, .user = "alice", .old_password = "old password 1",
                                            .old_password_length = 14 };
    passwordrules_report *report = NULL;
    int status;

    is_out_of_memory = is_short;
    status = passwordrules_policy_check(policy, &context, PASSWORD, strlen(PASSWORD), &report);
    is_out_of_memory = 0;
    if ((status == PASSWORDRULES_OK) != (report != NULL))
        status = -1;
    passwordrules_report_free(report);
    return status;
}

static int is_in_use(void)
{
    static const unsigned char zeros[4096];

    for (size_t i = 0; i < SIZE; i += sizeof zeros)
        if (memcmp(passwordrules_system_pool + i, zeros, sizeof zeros) != 0)
            return 1;
    return 0;
}

/* ---- The child ------------------------------------------------------------------------------------------------ */

enum { REFUSED, WRONG, SECRETS };

static void *check_in_thread(void *status)
{
    *(int *)status = check(1);
    return NULL;
}

/* Runs the calls of a child, and returns the result. The child's threads share the pool as in any process. */
static int live(void)
{
    pthread_t threads[2];
    int statuses[2] = { 0, 0 }, is_right;

    if (is_in_use())
        return SECRETS;
    if (is_kept)
        return WRONG;
    is_right = check(1) == PASSWORDRULES_ENOMEM && check(0) == PASSWORDRULES_OK;
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, check_in_thread, &statuses[i]) != 0)
            return WRONG;
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        is_right = is_right && statuses[i] == PASSWORDRULES_ENOMEM;
    }
    return is_right && !is_in_use() ? REFUSED : WRONG;
}

struct tally {
    unsigned long forks, used, refused, wrong, hung, secrets;
};

/* Forks one child. Returns whether all children so far gave the right result. */
static int fork_child(struct tally *tally)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        alarm(HANGS);
        _exit(live());
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        exit(2);
    tally->forks++;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        tally->hung++;
    else if (WIFEXITED(status) && WEXITSTATUS(status) == REFUSED)
        tally->refused++;
    else if (WIFEXITED(status) && WEXITSTATUS(status) == SECRETS)
        tally->secrets++;
    else
        tally->wrong++;
    return tally->refused == tally->forks;
}

/* ---- The parent ----------------------------------------------------------------------------------------------- */

static int has_ended;

static void *check_in_steps(void *status)
{
    can_be_stopped = 1;
    *(int *)status = check(1);
    can_be_stopped = 0;
    has_ended = 1;
    sem_post(&has_stopped);
    return NULL;
}

/* Stops the thread at the first step, then at the second, and so on, until the thread ends before it reaches the step. */
static void fork_at_each_step(struct tally *tally)
{
    int is_right = 1, status = 0;
    pthread_t thread;

    for (last_step = 1, has_ended = 0; is_right || is_kept; last_step++) {
        steps = 0;
        if (pthread_create(&thread, NULL, check_in_steps, &status) != 0)
            exit(2);
        wait_for(&has_stopped);
        if (has_ended) {
            pthread_join(thread, NULL);
            return;
        }
        tally->used += (unsigned long)is_in_use();
        is_right = fork_child(tally);
        sem_post(&may_go);
        pthread_join(thread, NULL);
        wait_for(&has_stopped);
        has_ended = 0;
        tally->wrong += status != PASSWORDRULES_ENOMEM || is_in_use();
    }
}

static volatile sig_atomic_t is_over;

static void *check_without_end(void *wrong)
{
    while (!is_over)
        *(unsigned long *)wrong += check(1) != PASSWORDRULES_ENOMEM;
    return NULL;
}

static void fork_in_storm(struct tally *tally)
{
    pthread_t threads[THREADS];
    unsigned long wrong[THREADS] = { 0 };
    int is_right = 1;

    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, check_without_end, &wrong[i]) != 0)
            exit(2);
    for (int i = 0; i < STORM && is_right; i++) {
        tally->used += (unsigned long)is_in_use();
        is_right = fork_child(tally);
    }
    is_over = 1;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        tally->wrong += wrong[i];
    }
}

int main(int argc, char **argv)
{
    const char *const settings[] = { "rules=minlength: 24; required: digit", "username=reject", "old-password=reject" };
    struct tally tally = { 0 };

    if (argc != 2 || sem_init(&has_stopped, 0, 0) != 0 || sem_init(&may_go, 0, 0) != 0)
        return 2;
    is_kept = strcmp(argv[1], "kept") == 0;
    if (passwordrules_policy_load(NULL, settings, sizeof settings / sizeof *settings, PASSWORDRULES_POLICY_ALONE, &policy,
                                  NULL) != PASSWORDRULES_OK || check(0) != PASSWORDRULES_OK)
        return 2;
    if (strcmp(argv[1], "storm") == 0)
        fork_in_storm(&tally);
    else
        fork_at_each_step(&tally);
    passwordrules_policy_free(policy);
    printf("{\"forks\": %lu, \"used\": %lu, \"refused\": %lu, \"wrong\": %lu, \"hung\": %lu, \"secrets\": %lu}\n", tally.forks,
           tally.used, tally.refused, tally.wrong, tally.hung, tally.secrets);
    return 0;
}
