/*
 * Stores the counts of audit_counts.c in their file. The whole file is replaced, under a lock on its folder,
 * so that it is complete even if the process is killed.
 */
#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"
#include "audit_counts.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define AUDIT_FOLDER "/var/lib/passwordrules"

enum {
    NAME_SIZE = 32,        /* of a file, with the NUL */
    MOST_BYTES = 1 << 19,  /* of the file; every file written here is smaller */
    WAITS = 100,           /* for the lock */
    NANOSECONDS = 10000000 /* of each wait */
};

/* In English, like the rest of the log. strerror uses the user's language, and musl has no
 * strerrordesc_np. */
static const char *cause_of(int error)
{
    locale_t english = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* libc's own, without an allocation */

    return english != (locale_t)0 ? strerror_l(error, english) : "an unknown error";
}

/* Whether a file or folder belongs to root, and others cannot write to it. */
static int is_trusted(const struct passwordrules_file_status *status)
{
    return status->owner == 0 && !status->is_writable_by_others;
}

/* Opens the folder, creates it if necessary, and locks it. Returns a descriptor, or -1 with the cause. */
static int lock_folder(const char **cause)
{
    const struct timespec wait = { 0, NANOSECONDS };
    const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    struct passwordrules_file_status status;
    int folder = open(AUDIT_FOLDER, flags), error;

    if (folder < 0 && errno == ENOENT && (mkdir(AUDIT_FOLDER, 0700) == 0 || errno == EEXIST))
        folder = open(AUDIT_FOLDER, flags);
    error = folder < 0 ? errno : -passwordrules_system_status(folder, &status);
    if (error == 0 && !is_trusted(&status))
        *cause = "users other than root can write to the directory";
    else if (error == 0) {
        for (int i = 0; (error = flock(folder, LOCK_EX | LOCK_NB) == 0 ? 0 : errno) == EWOULDBLOCK && i < WAITS; i++)
            nanosleep(&wait, NULL);
        if (error == EWOULDBLOCK)
            *cause = "it is locked by another program";
    }
    if (error == 0 && *cause == NULL)
        return folder;
    if (*cause == NULL)
        *cause = cause_of(error);
    if (folder >= 0)
        close(folder);
    return -1;
}

/* Reads a whole file into counts->text. Returns NULL, or the reason why it cannot be used. */
static const char *read_text(int file, struct counts *counts)
{
    struct passwordrules_file_status status;
    const int error = -passwordrules_system_status(file, &status);
    size_t length = 0, size;

    if (error != 0)
        return cause_of(error);
    if (!status.is_regular || !is_trusted(&status))
        return "it is not a regular file that only root can write to";
    if (status.size > MOST_BYTES)
        return "it is too large";
    size = (size_t)status.size;
    counts->text = malloc(size + 1);
    if (counts->text == NULL)
        return cause_of(ENOMEM);
    while (length < size) {
        ssize_t count = pread(file, counts->text + length, size - length, (off_t)length);
        if (count < 0 && errno != EINTR)
            return cause_of(errno);
        if (count == 0)
            break;
        length += count > 0 ? (size_t)count : 0;
    }
    counts->text[length] = '\0';
    return strlen(counts->text) == size && read_counts(counts) ? NULL : "it is damaged";
}

/* Reads the file, if there is one. Returns NULL, or the reason why it cannot be used. */
static const char *read_file(int folder, const char *name, struct counts *counts)
{
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

    counts->others = "";
    if (file < 0)
        return errno == ENOENT ? NULL : cause_of(errno);
    const char *cause = read_text(file, counts);
    close(file);
    return cause;
}

/* Whether RLIMIT_FSIZE would end the process if it wrote this much. */
static int is_beyond_limit(size_t length)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < length;
}

/* Replaces the file by this text; 0, or an error number. */
static int replace_file(int folder, const char *name, const char *text, size_t length)
{
    char new_name[NAME_SIZE];
    int error = 0;

    if (is_beyond_limit(length))
        return EFBIG;
    snprintf(new_name, sizeof new_name, "%s.new", name);
    /* A killed process may have left this file. */
    if (unlinkat(folder, new_name, 0) != 0 && errno != ENOENT)
        return errno;
    int file = openat(folder, new_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return errno;
    /* The mode does not depend on the umask. */
    if (fchmod(file, 0600) != 0)
        error = errno;
    for (size_t done = 0; error == 0 && done < length;) {
        ssize_t count = pwrite(file, text + done, length - done, (off_t)done);
        if (count > 0)
            done += (size_t)count;
        else if (count == 0 || errno != EINTR)
            error = count == 0 ? ENOSPC : errno;
    }
    if (close(file) != 0 && error == 0)
        error = errno;
    if (error == 0 && renameat(folder, new_name, folder, name) != 0)
        error = errno;
    if (error != 0)
        unlinkat(folder, new_name, 0);
    return error;
}

/* Writes today's date in UTC; 0 if the clock is not plausible. */
static int find_day(char *day)
{
    time_t now = time(NULL);
    struct tm parts;

    return now >= 0 && gmtime_r(&now, &parts) != NULL && parts.tm_year + 1900 <= 9999 &&
           strftime(day, AUDIT_DAY_SIZE, "%Y-%m-%d", &parts) == AUDIT_DAY_SIZE - 1;
}

/* Counts a password in a file of the locked folder. Returns NULL, or the reason why it is not counted. */
static const char *count_in(int folder, const char *name, struct counts *counts, const char *day, const char *unmet)
{
    const char *cause = read_file(folder, name, counts);

    if (cause != NULL)
        return cause;
    add_to_counts(counts, day, unmet);
    size_t length = write_counts(counts);
    int error = length > 0 ? replace_file(folder, name, counts->written, length) : ENOMEM;
    return error != 0 ? cause_of(error) : NULL;
}

const char *passwordrules_system_count(const char *name, const char *unmet)
{
    const int saved = errno;
    const char *cause = NULL;
    char day[AUDIT_DAY_SIZE];

    if (geteuid() != 0)
        return NULL;
    if (!find_day(day))
        return "the clock is wrong";
    struct counts *counts = calloc(1, sizeof *counts);
    int folder = counts != NULL ? lock_folder(&cause) : -1;
    if (folder >= 0) {
        cause = count_in(folder, name, counts, day, unmet);
        /* close is not enough: another thread may have forked a child, which would keep the lock. */
        flock(folder, LOCK_UN);
        close(folder);
    }
    if (counts == NULL)
        cause = cause_of(ENOMEM);
    else {
        free(counts->text);
        free(counts->written);
        free(counts);
    }
    errno = saved;
    return cause;
}
