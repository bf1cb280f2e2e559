/*
 * opasswd.h - the hashes of a user's present password and earlier ones
 *
 * Earlier ones are in /etc/security/opasswd, in the format of pam_pwhistory(8): one line per user,
 *
 *     NAME:UID:COUNT:HASH,HASH,...
 *
 * with the oldest hash first. The present one is in /etc/shadow, or in /etc/passwd. These files are read
 * directly: services of nsswitch.conf might obey the caller's environment, and accounts that only such a
 * service has keep their passwords elsewhere.
 */
#ifndef PAM_PASSWORDRULES_OPASSWD_H
#define PAM_PASSWORDRULES_OPASSWD_H

#include <stddef.h>

#define OPASSWD_PATH "/etc/security/opasswd"

/* Hashes of one user. Initialize with zeros. */
struct hashes {
    char *text;   /* each ends in a NUL; the oldest first */
    size_t size;
    size_t count;
};

/* The hash at an index. */
const char *hash_at(const struct hashes *hashes, size_t index);

/* Wipes and frees the hashes. */
void free_hashes(struct hashes *hashes);

/* What is known of a user's passwords. */
struct password_record {
    int is_local;           /* the user is in /etc/passwd */
    char uid[24];           /* as in /etc/passwd */
    int is_shadowed;        /* the present hash is in /etc/shadow, not in /etc/passwd */
    int can_be_changed;     /* the password is not locked, and its minimum age has passed */
    struct hashes present;  /* at most one */
    struct hashes earlier;  /* all that opasswd has; the last may be the present one */
};

/*
 * Reads what is known of a user's passwords. A user who is not in /etc/passwd has no record, and no other file
 * is read.
 *
 * Returns 0, or an error number. Then *path is the file that cannot be read or trusted. opasswd may be
 * missing; if it exists, it must be a regular file that belongs to root, and that only root can write.
 */
int read_password_record(const char *user, struct password_record *record, const char **path);

/*
 * Whether opasswd could be replaced now. Returns 0, or an error number with the path. The attempt leaves no
 * file behind.
 */
int try_opasswd(const char **path);

/* The same for the file that has the present hash, which pam_unix replaces. */
int try_present(const struct password_record *record, const char **path);

/* Wipes and frees the hashes of a record. */
void free_password_record(struct password_record *record);

/* The number of earlier passwords in a record. The present one does not count, even if opasswd has it. */
size_t count_earlier(const struct password_record *record);

/*
 * Appends the present hash to the user's line of opasswd, unless it is the last one there, and keeps as many
 * earlier ones as given. The file is read again and replaced under the lock of lckpwdf(3).
 *
 * Returns 0, or an error number; then the file is unchanged, and *path is the one that caused it.
 */
int save_present_hash(const char *user, size_t kept, const char **path);

#endif
