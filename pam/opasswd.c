/*
 * Reads the hashes of a user's passwords, and saves the present one.
 */
#define _GNU_SOURCE
#include "opasswd.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <shadow.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PASSWD_PATH "/etc/passwd"
#define SHADOW_PATH "/etc/shadow"
#define FOLDER_PATH "/etc/security"
#define LOCK_PATH "/etc/.pwd.lock" /* of lckpwdf(3) */
/* The file that is written under the lock, and then renamed. If a killed program has left one, it is replaced. */
#define NEW_PATH FOLDER_PATH "/.opasswd.passwordrules"

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* A growing text, which is wiped when it moves and when it is freed. */
struct text {
    char *bytes;
    size_t size;
    size_t room;
};

static void free_text(struct text *text)
{
    if (text->bytes != NULL)
        explicit_bzero(text->bytes, text->room);
    free(text->bytes);
    *text = (struct text){ 0 };
}

/* Makes room for this many more bytes. Returns 0 or ENOMEM. */
static int make_room(struct text *text, size_t size)
{
    if (size <= text->room - text->size)
        return 0;
    struct text larger = { .size = text->size };
    if (size > SIZE_MAX / 2 - text->room)
        return ENOMEM;
    larger.room = 2 * text->room + size;
    larger.bytes = malloc(larger.room);
    if (larger.bytes == NULL)
        return ENOMEM;
    if (text->size > 0)
        memcpy(larger.bytes, text->bytes, text->size);
    free_text(text);
    *text = larger;
    return 0;
}

static int append(struct text *text, const char *bytes, size_t size)
{
    const int error = make_room(text, size);

    if (error == 0 && size > 0) {
        memcpy(text->bytes + text->size, bytes, size);
        text->size += size;
    }
    return error;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* Reads from a descriptor to the end. Returns 0 or an error number. */
static int read_to_end(int file, struct text *text)
{
    for (;;) {
        int error = make_room(text, 4096);
        if (error != 0)
            return error;
        const ssize_t count = read(file, text->bytes + text->size, text->room - text->size);
        if (count == 0)
            return 0;
        if (count > 0)
            text->size += (size_t)count;
        else if (errno != EINTR)
            return errno;
    }
}

/*
 * Reads a file that belongs to root and that only root can write, and follows no link. Returns 0 or an error
 * number: EPERM if the file is another's, EINVAL if it is not a regular file.
 */
static int read_file(const char *path, struct text *text)
{
    /* Without O_NONBLOCK, opening a pipe would wait for its other end. */
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat state;
    int error = 0;

    if (file < 0)
        return errno;
    if (fstat(file, &state) != 0)
        error = errno;
    else if (!S_ISREG(state.st_mode))
        error = EINVAL;
    else if (state.st_uid != 0 || (state.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        error = EPERM;
    else if (state.st_size > 0)
        error = make_room(text, (size_t)state.st_size + 1);
    if (error == 0)
        error = read_to_end(file, text);
    close(file);
    if (error != 0)
        free_text(text);
    return error;
}

static int write_all(int file, const struct text *text)
{
    size_t done = 0;

    while (done < text->size) {
        const ssize_t count = pwrite(file, text->bytes + done, text->size - done, (off_t)done);
        if (count > 0)
            done += (size_t)count;
        else if (count < 0 && errno != EINTR)
            return errno;
    }
    return 0;
}

/* Writes a new file that only root can read, and makes it durable. Returns 0 or an error number. */
static int write_file(const char *path, const struct text *text)
{
    if (unlink(path) != 0 && errno != ENOENT)
        return errno;
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return errno;
    int error = 0;
    /* The group of a set-user-ID program is the caller's, and its umask may take rights away. */
    if (fchown(file, 0, 0) != 0 || fchmod(file, S_IRUSR | S_IWUSR) != 0)
        error = errno;
    if (error == 0)
        error = write_all(file, text);
    if (error == 0 && fsync(file) != 0)
        error = errno;
    if (close(file) != 0 && error == 0)
        error = errno;
    return error;
}

/* Replaces opasswd whole. Returns 0 or an error number; after an error, opasswd is unchanged. */
static int replace_opasswd(const struct text *text)
{
    int error = write_file(NEW_PATH, text);

    if (error == 0 && rename(NEW_PATH, OPASSWD_PATH) != 0)
        error = errno;
    if (error != 0) {
        unlink(NEW_PATH);
        return error;
    }
    /*
     * The new file is in place. Without this fsync, a power failure might undo the change, as it might undo
     * passwd's own.
     */
    const int folder = open(FOLDER_PATH, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        (void)fsync(folder);
        close(folder);
    }
    return 0;
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

/* A part of a text. */
struct part {
    const char *start;
    size_t size;
};

/* The part up to a separator. Takes it and the separator off the rest. */
static struct part take(struct part *rest, char separator)
{
    const char *end = rest->size > 0 ? memchr(rest->start, separator, rest->size) : NULL;
    struct part part = { rest->start, end != NULL ? (size_t)(end - rest->start) : rest->size };
    const size_t taken = part.size + (end != NULL);

    rest->start += taken;
    rest->size -= taken;
    return part;
}

static int equals(struct part part, const char *text)
{
    return part.size == strlen(text) && (part.size == 0 || memcmp(part.start, text, part.size) == 0);
}

/*
 * Finds the next line of a user, and leaves its fields after the name in `fields`. Returns the number of bytes
 * of the line, with its line feed; 0 if there is none.
 */
static size_t take_line_of(const char *user, struct part *rest, struct part *fields)
{
    while (rest->size > 0) {
        const char *start = rest->start;
        *fields = take(rest, '\n');
        if (equals(take(fields, ':'), user))
            return (size_t)(rest->start - start);
    }
    return 0;
}

static struct part part_of(const struct text *text)
{
    return (struct part){ text->bytes, text->size };
}

/* ---- Hashes -------------------------------------------------------------------------------------------- */

const char *hash_at(const struct hashes *hashes, size_t index)
{
    const char *hash = hashes->text;

    while (index-- > 0)
        hash += strlen(hash) + 1;
    return hash;
}

void free_hashes(struct hashes *hashes)
{
    if (hashes->text != NULL)
        explicit_bzero(hashes->text, hashes->size);
    free(hashes->text);
    *hashes = (struct hashes){ 0 };
}

/* Adds a hash, if it is one. A locked password has an exclamation mark before its hash. */
static int add_hash(struct hashes *hashes, struct part hash)
{
    while (hash.size > 0 && *hash.start == '!') {
        hash.start++;
        hash.size--;
    }
    if (hash.size == 0 || *hash.start == '*' || memchr(hash.start, '\0', hash.size) != NULL)
        return 0;
    char *text = malloc(hashes->size + hash.size + 1);
    if (text == NULL)
        return ENOMEM;
    if (hashes->size > 0)
        memcpy(text, hashes->text, hashes->size);
    memcpy(text + hashes->size, hash.start, hash.size);
    text[hashes->size + hash.size] = '\0';
    const struct hashes longer = { text, hashes->size + hash.size + 1, hashes->count + 1 };
    free_hashes(hashes);
    *hashes = longer;
    return 0;
}

/* Adds the hashes of all lines that a user has in opasswd. */
static int add_earlier(struct hashes *hashes, const char *user, const struct text *opasswd)
{
    struct part rest = part_of(opasswd), fields;
    int error = 0;

    while (error == 0 && take_line_of(user, &rest, &fields) > 0) {
        take(&fields, ':');
        take(&fields, ':');
        struct part list = take(&fields, ':');
        while (error == 0 && list.size > 0)
            error = add_hash(hashes, take(&list, ','));
    }
    return error;
}

/* Whether the last of the earlier hashes is the present one. */
static int has_saved_present(const struct password_record *record)
{
    return record->present.count > 0 && record->earlier.count > 0 &&
           strcmp(hash_at(&record->earlier, record->earlier.count - 1), record->present.text) == 0;
}

size_t count_earlier(const struct password_record *record)
{
    return record->earlier.count - (has_saved_present(record) ? 1 : 0);
}

/* ---- The record ---------------------------------------------------------------------------------------- */

void free_password_record(struct password_record *record)
{
    free_hashes(&record->present);
    free_hashes(&record->earlier);
}

/*
 * Whether the hash is in /etc/shadow: pam_unix(8) looks there if the field in /etc/passwd is "x", or "##" and
 * the user's name.
 */
static int is_shadowed(struct part field, const char *user)
{
    if (equals(field, "x"))
        return 1;
    if (field.size < 2 || memcmp(field.start, "##", 2) != 0)
        return 0;
    field.start += 2;
    field.size -= 2;
    return equals(field, user);
}

/* The number in a field of /etc/shadow; -1 if it is empty, and LONG_MAX if it is too long or not a number. */
static long number_in(struct part field)
{
    long number = 0;

    if (field.size == 0)
        return -1;
    if (field.size > 9)
        return LONG_MAX;
    for (size_t i = 0; i < field.size; i++) {
        if (field.start[i] < '0' || field.start[i] > '9')
            return LONG_MAX;
        number = 10 * number + (field.start[i] - '0');
    }
    return number;
}

/*
 * Whether the minimum age of a password has passed, by the fields of /etc/shadow after the hash: the days of the
 * last change and of the minimum age. pam_unix(8) counts days in the same way: without a day of the last change, it
 * takes the day before 1970, and a 0 there means that a change is due whatever the minimum.
 */
static int is_old_enough(struct part fields)
{
    const long changed = number_in(take(&fields, ':')), minimum = number_in(take(&fields, ':'));
    const long today = (long)(time(NULL) / (24 * 60 * 60));

    return changed == 0 || minimum <= 0 || today - changed >= minimum;
}

/* Reads the user's line of /etc/passwd, and /etc/shadow if the hash is there. */
static int read_present(const char *user, struct password_record *record, const char **path)
{
    struct text passwd = { 0 }, shadow = { 0 };
    struct part rest, fields, hash;
    int error;

    *path = PASSWD_PATH;
    error = read_file(PASSWD_PATH, &passwd);
    if (error != 0)
        return error;
    rest = part_of(&passwd);
    record->is_local = take_line_of(user, &rest, &fields) > 0;
    if (record->is_local) {
        hash = take(&fields, ':');
        const struct part uid = take(&fields, ':');
        if (uid.size < sizeof record->uid)
            memcpy(record->uid, uid.start, uid.size);
        if (is_shadowed(hash, user)) {
            record->is_shadowed = 1;
            *path = SHADOW_PATH;
            error = read_file(SHADOW_PATH, &shadow);
            rest = part_of(&shadow);
            hash = (struct part){ 0 };
            if (error == 0 && take_line_of(user, &rest, &fields) > 0) {
                hash = take(&fields, ':');
                record->can_be_changed = is_old_enough(fields);
            }
        } else {
            record->can_be_changed = 1;
        }
        if (hash.size == 0 || *hash.start == '!' || *hash.start == '*')
            record->can_be_changed = 0;
        if (error == 0)
            error = add_hash(&record->present, hash);
    }
    free_text(&passwd);
    free_text(&shadow);
    return error;
}

/* Reads opasswd; a missing one is empty. */
static int read_opasswd(struct text *text)
{
    const int error = read_file(OPASSWD_PATH, text);

    return error == ENOENT ? 0 : error;
}

int read_password_record(const char *user, struct password_record *record, const char **path)
{
    struct text opasswd = { 0 };

    *record = (struct password_record){ 0 };
    int error = read_present(user, record, path);
    if (error == 0 && record->is_local) {
        *path = OPASSWD_PATH;
        error = read_opasswd(&opasswd);
        if (error == 0)
            error = add_earlier(&record->earlier, user, &opasswd);
        free_text(&opasswd);
    }
    if (error != 0)
        free_password_record(record);
    return error;
}

/* ---- Saving -------------------------------------------------------------------------------------------- */

/* Appends the user's new line: the last of the earlier hashes, as many as are kept, and the present one. */
static int append_line(struct text *text, const char *user, const struct password_record *record, size_t kept)
{
    const size_t earlier = record->earlier.count < kept ? record->earlier.count : kept;
    char count[24];
    int error;

    snprintf(count, sizeof count, "%zu", earlier + 1);
    const char *const fields[] = { user, ":", record->uid, ":", count, ":" };
    error = 0;
    for (size_t i = 0; error == 0 && i < sizeof fields / sizeof *fields; i++)
        error = append(text, fields[i], strlen(fields[i]));
    for (size_t i = record->earlier.count - earlier; error == 0 && i < record->earlier.count; i++) {
        const char *hash = hash_at(&record->earlier, i);
        error = append(text, hash, strlen(hash));
        if (error == 0)
            error = append(text, ",", 1);
    }
    if (error == 0)
        error = append(text, record->present.text, strlen(record->present.text));
    return error == 0 ? append(text, "\n", 1) : error;
}

/* Copies opasswd with a new line for the user, in place of the lines that the user has. */
static int copy_with_line(const struct text *opasswd, const char *user, const struct password_record *record,
                          size_t kept, struct text *copy)
{
    struct part rest = part_of(opasswd), fields;
    const char *copied = rest.start;
    int error = make_room(copy, opasswd->size + record->earlier.size + record->present.size + 64);
    size_t size;

    while (error == 0 && (size = take_line_of(user, &rest, &fields)) > 0) {
        const char *line = rest.start - size;
        error = append(copy, copied, (size_t)(line - copied));
        copied = rest.start;
    }
    if (error == 0)
        error = append(copy, copied, (size_t)(rest.start - copied));
    if (error == 0 && copy->size > 0 && copy->bytes[copy->size - 1] != '\n')
        error = append(copy, "\n", 1);
    return error == 0 ? append_line(copy, user, record, kept) : error;
}

/* Saves the hash, with the lock held. */
static int save_locked(const char *user, size_t kept, const char **path)
{
    struct text opasswd = { 0 }, copy = { 0 };
    struct password_record record = { 0 };
    int error = read_present(user, &record, path);

    if (error == 0) {
        *path = OPASSWD_PATH;
        error = read_opasswd(&opasswd);
    }
    if (error == 0)
        error = add_earlier(&record.earlier, user, &opasswd);
    if (error == 0 && record.present.count > 0 && !has_saved_present(&record)) {
        error = copy_with_line(&opasswd, user, &record, kept, &copy);
        if (error == 0)
            error = replace_opasswd(&copy);
    }
    free_password_record(&record);
    free_text(&opasswd);
    free_text(&copy);
    return error;
}

int save_present_hash(const char *user, size_t kept, const char **path)
{
    *path = LOCK_PATH;
    errno = 0;
    if (lckpwdf() != 0)
        return errno != 0 ? errno : EBUSY;
    const int error = save_locked(user, kept, path);
    ulckpwdf();
    return error;
}

/* Whether RLIMIT_FSIZE would end the process if it wrote this much. */
static int is_beyond_limit(off_t size)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < (rlim_t)size;
}

/* Whether a file could be replaced now by a new one in its folder. Returns 0, or an error number with the path. */
static int try_replacing(const char *file, const char *folder, const char **path)
{
    struct statx state = { 0 };
    int error = 0;

    *path = file;
    if (statx(AT_FDCWD, file, 0, STATX_SIZE, &state) != 0 && errno != ENOENT)
        return errno;
    /* Even root cannot rename another file over one that chattr(1) protects, or that a container has mounted. */
    if ((state.stx_attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND)) != 0)
        return EPERM;
    if ((state.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0)
        return EBUSY;
    /* The new file is larger than this one by at most the longest line. */
    const off_t size = (off_t)state.stx_size + 256 * 1024;
    if (is_beyond_limit(size))
        return EFBIG;
    *path = folder;
    const int new = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (new >= 0) {
        error = posix_fallocate(new, 0, size);
        close(new);
        return error;
    }
    /* Not all file systems have files without a name. */
    if (errno != EOPNOTSUPP && errno != EISDIR)
        return errno;
    return faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) == 0 ? 0 : errno;
}

int try_opasswd(const char **path)
{
    return try_replacing(OPASSWD_PATH, FOLDER_PATH, path);
}

/* Whether another process holds the lock of lckpwdf. pam_unix would try for minutes to get it. */
static int is_locked(void)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    const int file = open(LOCK_PATH, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    int is_free;

    if (file < 0)
        return errno != ENOENT;
    is_free = fcntl(file, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
    close(file);
    return !is_free;
}

int try_present(const struct password_record *record, const char **path)
{
    *path = LOCK_PATH;
    if (is_locked())
        return EBUSY;
    return try_replacing(record->is_shadowed ? SHADOW_PATH : PASSWD_PATH, "/etc", path);
}
