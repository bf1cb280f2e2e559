"""Another user of the machine, who wants to know what is read of a list."""

import collections
import contextlib
import ctypes
import mmap
import os
import struct
import time

NOBODY = 65534
PAGE = mmap.PAGESIZE
# <sys/inotify.h>
IN_ALL_EVENTS = 0xFFF
KINDS = {0x1: "read", 0x10: "close", 0x20: "open"}
# The watch of the event that says that the queue was full, so that events were lost.
QUEUE = -1
EVENT = struct.Struct("iIII")

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p]

# The number of events of each kind for the file and for its folder; and a digit for each page: 1 if it is in the kernel's
# cache, else 0.
Trace = collections.namedtuple("Trace", "file folder preadv2 mincore")


@contextlib.contextmanager
def as_nobody():
    """Runs the block without root's privileges."""
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


class Watcher:
    """Opens the file for reading, and watches it and its folder by inotify as far as the user may.

    inotify merges identical events that follow each other. So one descriptor watches both the file and the folder, whose
    events alternate.
    """

    def __init__(self, path):
        with as_nobody():
            self.file = os.open(path, os.O_RDONLY)
            self.events = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
            self.watches = [
                libc.inotify_add_watch(self.events, os.fsencode(each), IN_ALL_EVENTS) for each in (path, path.parent)]
        assert min(self.watches) >= 0
        os.posix_fadvise(self.file, 0, 0, os.POSIX_FADV_RANDOM)
        self.pages = -(-os.fstat(self.file).st_size // PAGE)
        self.mapped = libc.mmap(None, self.pages * PAGE, mmap.PROT_READ, mmap.MAP_SHARED, self.file, 0)

    def close(self):
        libc.munmap(ctypes.c_void_p(self.mapped), ctypes.c_size_t(self.pages * PAGE))
        os.close(self.events)
        os.close(self.file)

    def evict(self):
        """Evicts all pages, checks this as root, and forgets the events so far."""
        for _ in range(60_000):
            with as_nobody():
                # Pages that are still being read cannot be thrown out, and would be there later: so all are
                # read first.
                for page in range(self.pages):
                    os.pread(self.file, 1, page * PAGE)
                os.posix_fadvise(self.file, 0, 0, os.POSIX_FADV_DONTNEED)
                self._take_events()
            if "1" not in self._mincore():
                return
            # Pages that the kernel is using stay for some milliseconds.
            time.sleep(0.01)
        raise AssertionError("the pages of the list stay in the kernel's cache")

    def look(self):
        """The trace since the pages were thrown out."""
        with as_nobody():
            seen = self._take_events()
            assert not seen[QUEUE], "events were lost"
            # The check below reads the files. Its events are not counted, because they were taken before.
            preadv2 = "".join("01"[self._is_resident(page)] for page in range(self.pages))
            return Trace(*(frozenset(seen[watch].items()) for watch in self.watches), preadv2, self._mincore())

    def _take_events(self):
        seen = collections.defaultdict(collections.Counter)
        with contextlib.suppress(BlockingIOError):
            while events := os.read(self.events, 1 << 16):
                offset = 0
                while offset < len(events):
                    watch, mask, _, length = EVENT.unpack_from(events, offset)
                    seen[watch][next((KINDS[bit] for bit in KINDS if mask & bit), "other")] += 1
                    offset += EVENT.size + length
        return seen

    def _is_resident(self, page):
        """Whether a page is in the cache. If not, the kernel reads it after this question, but no others, because the file
        is marked as read at random."""
        try:
            return os.preadv(self.file, [bytearray(1)], page * PAGE, os.RWF_NOWAIT) == 1
        except BlockingIOError:
            return False

    def _mincore(self):
        resident = ctypes.create_string_buffer(self.pages)
        if libc.mincore(self.mapped, self.pages * PAGE, resident) != 0:
            return os.strerror(ctypes.get_errno())
        return "".join(str(byte & 1) for byte in resident.raw)
