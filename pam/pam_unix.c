/*
 * Finds out whether pam_unix would change a password. It has no function for its version, so its messages are
 * searched.
 */
#define _GNU_SOURCE
#include "pam_unix.h"

#include <link.h>
#include <string.h>

/* The message with which pam_unix declines, in its read-only data. Translations are in other files. */
static const char DECLINES[] = "Your password is not expired.";

/* What a search of the loaded files has found. */
struct observation {
    int is_loaded;
    int declines;
};

static int has_message(const struct dl_phdr_info *file, const ElfW(Phdr) *part)
{
    if (part->p_type != PT_LOAD || (part->p_flags & PF_R) == 0 || (part->p_flags & PF_W) != 0)
        return 0;
    const char *start = (const char *)(file->dlpi_addr + part->p_vaddr);
    return memmem(start, part->p_filesz, DECLINES, sizeof DECLINES) != NULL;
}

static int look_at(struct dl_phdr_info *file, size_t size, void *data)
{
    struct observation *seen = data;
    const char *name = strrchr(file->dlpi_name, '/');

    (void)size;
    if (name == NULL || strcmp(name, "/pam_unix.so") != 0)
        return 0;
    seen->is_loaded = 1;
    for (size_t i = 0; i < file->dlpi_phnum; i++)
        if (has_message(file, &file->dlpi_phdr[i]))
            seen->declines = 1;
    return 0;
}

int changes_unexpired(void)
{
    struct observation seen = { 0 };

    dl_iterate_phdr(look_at, &seen);
    return seen.is_loaded && !seen.declines;
}
