/*
 * watcher - another user of the machine, who wants to know what is read of a list
 *
 *   watcher FILE USER-ID
 *
 * It becomes USER-ID, opens the file for reading, and watches it and its folder by inotify as far as it may. On standard input
 * it is told what to do, a line each, and answers with a line:
 *
 *   evict   throws the file's pages out of the kernel's cache, and forgets what was seen; "done"
 *   look    says what was seen since: the number of events of each kind of file and folder, then what preadv2(RWF_NOWAIT) and
 *           mincore(2) say of each page, 1 for one that is in the cache
 *
 * Identical events that follow each other are one to inotify, which is why both are watched by one descriptor: theirs alternate.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define PAGE 4096
#define KINDS 4

static const uint32_t kinds[KINDS] = { IN_OPEN, IN_ACCESS, IN_CLOSE_NOWRITE, IN_ALL_EVENTS };
static const char *const names[KINDS] = { "open", "read", "close", "other" };

static int events, watches[2];
static unsigned long seen[2][KINDS];

static void take_events(void)
{
    char buffer[1 << 16] __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t length;

    while ((length = read(events, buffer, sizeof buffer)) > 0)
        for (char *next = buffer; next < buffer + length;) {
            const struct inotify_event *event = (const struct inotify_event *)(void *)next;
            int kind = 0;
            while (kind + 1 < KINDS && (event->mask & kinds[kind]) == 0)
                kind++;
            for (int place = 0; place < 2; place++)
                if (event->wd == watches[place])
                    seen[place][kind]++;
            next += sizeof *event + event->len;
        }
}

/* The kernel reads a missing page after it was asked for: only that one, of a file that is read at random. */
static void find_resident(int descriptor, size_t pages, char *map)
{
    char byte;
    struct iovec one = { &byte, 1 };

    for (size_t page = 0; page < pages; page++)
        map[page] = preadv2(descriptor, &one, 1, (off_t)(page * PAGE), RWF_NOWAIT) == 1 ? '1' : '0';
    map[pages] = '\0';
}

/* Pages that are still being read cannot be thrown out, and would be there later: so all are read first. */
static void evict(int descriptor, size_t pages)
{
    char byte;

    for (size_t page = 0; page < pages; page++)
        if (pread(descriptor, &byte, 1, (off_t)(page * PAGE)) != 1)
            exit(7);
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
}

static void tell(int descriptor, size_t pages, char *map, const void *mapped, unsigned char *resident)
{
    static const char *const places[2] = { "file", "folder" };

    take_events();
    for (int place = 0; place < 2; place++)
        for (int kind = 0; kind < KINDS; kind++)
            printf("%s-%s=%lu ", places[place], names[kind], seen[place][kind]);
    /* Looking reads the files, too: the events of that are not counted. */
    find_resident(descriptor, pages, map);
    printf("preadv2=%s mincore=", map);
    if (mincore((void *)(uintptr_t)mapped, pages * PAGE, resident) != 0)
        printf("%d", errno);
    else
        for (size_t page = 0; page < pages; page++)
            putchar('0' + (resident[page] & 1));
    putchar('\n');
}

int main(int argc, char **argv)
{
    char line[64];
    struct stat status;

    if (argc != 3)
        return 2;
    uid_t user = (uid_t)strtoul(argv[2], NULL, 10);
    if (setgroups(0, NULL) != 0 || setresgid(user, user, user) != 0 || setresuid(user, user, user) != 0)
        return 3;
    int descriptor = open(argv[1], O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        return 4;
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM);
    size_t pages = ((size_t)status.st_size + PAGE - 1) / PAGE;
    char *map = calloc(pages + 1, 1), *folder = strdup(argv[1]);
    unsigned char *resident = calloc(pages, 1);
    const void *mapped = mmap(NULL, pages * PAGE, PROT_READ, MAP_SHARED, descriptor, 0);
    if (map == NULL || folder == NULL || resident == NULL || mapped == MAP_FAILED)
        return 5;
    *strrchr(folder, '/') = '\0';
    events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    watches[0] = inotify_add_watch(events, argv[1], IN_ALL_EVENTS);
    watches[1] = inotify_add_watch(events, folder, IN_ALL_EVENTS);
    if (events < 0 || watches[0] < 0)
        return 6;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strcmp(line, "evict\n") == 0) {
            evict(descriptor, pages);
            take_events();
            memset(seen, 0, sizeof seen);
            puts("done");
        } else {
            tell(descriptor, pages, map, mapped, resident);
        }
    }
    return 0;
}
