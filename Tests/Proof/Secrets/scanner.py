"""Runs a program from stop to stop, and searches all of its writable memory at each.

The programs are in C and share a vault with this process, see vault.h. They do not know what is searched for.
They are children of this process, because Linux may let a debugger read only the memory of its children.
"""

import ctypes
import mmap
import os
import signal
from dataclasses import dataclass
from pathlib import Path

from forms import Form

BUILD = Path(os.environ.get("BUILD", Path(__file__).parents[3] / "build"))
PROGRAMS = BUILD / "tests" / "secrets"

VAULT_NAME = "vault"
VAULT_FILE = 3
TEXT_LENGTH = 16384
# Where a program stops: before the call; after it, with its results still in memory; after they are freed;
# and during the call.
BEFORE, AFTER, FREED, INSIDE = range(4)
# The size of a buffer in bytes, larger than any region here. It is faster to read all regions into the same buffer.
LARGEST_REGION = 1 << 27
_contents = bytearray(LARGEST_REGION)
MAX_HITS = 4096


class Vault(ctypes.Structure):
    """The struct of vault.h."""

    _fields_ = [
        *((name, ctypes.c_uint64) for name in ("length", "old_length", "output_length")),
        *((name, ctypes.c_int64) for name in ("status", "accepted", "words")),
        *((name, ctypes.c_uint64) for name in ("stage", "stops_at_reads", "other_length", "other_used")),
        *((name, ctypes.c_char * TEXT_LENGTH) for name in ("password", "old", "output", "other")),
    ]


class _Form(ctypes.Structure):
    """`struct form` of search.c."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("bytes", "length", "least", "unit")]


class _Hit(ctypes.Structure):
    """`struct hit` of search.c."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("offset", "form", "length")]


def _load():
    library = ctypes.CDLL(str(PROGRAMS / "search.so"))
    library.search_begin.restype = ctypes.c_void_p
    library.search_begin.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    library.search_run.restype = ctypes.c_size_t
    library.search_run.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t]
    library.search_end.restype = None
    library.search_end.argtypes = [ctypes.c_void_p]
    return library


_library = _load()


@dataclass(frozen=True)
class Region:
    start: int
    end: int
    name: str


@dataclass(frozen=True)
class Finding:
    """A copy of a form, or of a piece of one."""

    form: str
    length: int
    is_whole: bool
    region: str
    # From the stack pointer if the region is the stack, otherwise from the start of the region.
    offset: int

    def __str__(self) -> str:
        return f"{self.form}{'' if self.is_whole else f', {self.length} bytes'} at {self.region}{self.offset:+#x}"


class Search:
    """Some forms, prepared for many searches."""

    def __init__(self, forms: list[Form]):
        self.forms = forms
        self._buffers = [ctypes.create_string_buffer(form.data, len(form.data)) for form in forms]
        self._forms = (_Form * len(forms))(*(
            _Form(ctypes.addressof(buffer), len(form.data), form.least, form.unit)
            for form, buffer in zip(forms, self._buffers, strict=True)
        ))
        self._search = _library.search_begin(self._forms, len(forms))
        assert self._search, "no memory, or a form contains four zero bytes in a row"
        self._hits = (_Hit * MAX_HITS)()

    def __del__(self):
        _library.search_end(self._search)

    def run(self, memory: bytearray, length: int) -> list[tuple[int, Form, int]]:
        """The offset, form and length of each finding."""
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        count = _library.search_run(self._search, address, length, self._hits, MAX_HITS)
        assert count <= MAX_HITS, "more was found than fits"
        return [(hit.offset, self.forms[hit.form], hit.length) for hit in self._hits[:count]]


class Process:
    """A program that stops at each point of inspection. It is killed at the end."""

    def __init__(
        self, program: str | Path, *arguments, password: bytes = b"", old: bytes = b"", typed: bytes = b"",
        environment: dict | None = None, exit_status: int = 0,
    ):
        """
        program: the name of one that shares the vault, or the path of any other.
        typed: its standard input.
        exit_status: the status that it must exit with.
        """
        self._file = os.memfd_create(VAULT_NAME)
        os.ftruncate(self._file, ctypes.sizeof(Vault))
        self._memory = mmap.mmap(self._file, ctypes.sizeof(Vault))
        self.vault = Vault.from_buffer(self._memory)
        self._put("password", password)
        self._put("old", old)
        self.vault.length, self.vault.old_length = len(password), len(old)
        self.typed = typed
        self.exit_status = exit_status
        self.program = program
        self.arguments = [str(argument) for argument in arguments]
        self.environment = {"LD_LIBRARY_PATH": str(BUILD)} | (environment or {})
        self._pid = None
        self._is_stopped = False

    def __enter__(self):
        path = str(PROGRAMS / self.program)
        typed, keyboard = os.pipe()
        os.write(keyboard, self.typed)
        os.close(keyboard)
        actions = [(os.POSIX_SPAWN_DUP2, self._file, VAULT_FILE), (os.POSIX_SPAWN_DUP2, typed, 0)]
        self._pid = os.posix_spawn(path, [path, *self.arguments], self.environment, file_actions=actions)
        os.close(typed)
        return self

    def __exit__(self, *_):
        if self._pid is not None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._file)

    def proceed(self) -> int | None:
        """Continues to the next stop, and returns it; None if the program has ended as expected."""
        if self._is_stopped:
            os.kill(self._pid, signal.SIGCONT)
        _, status = os.waitpid(self._pid, os.WUNTRACED)
        self._is_stopped = os.WIFSTOPPED(status)
        if self._is_stopped:
            return self.vault.stage
        self._pid = None
        ended = os.waitstatus_to_exitcode(status)
        assert ended == self.exit_status, f"{self.program} {self.arguments} ended with {ended}"
        return None

    def _put(self, name: str, text: bytes) -> None:
        start = getattr(Vault, name).offset
        self._memory[start : start + len(text) + 1] = text + b"\0"

    def put_other(self, contents: bytes) -> None:
        """Stores another password, or random bytes: the program's getrandom returns them, and then fails."""
        self._put("other", contents)
        self.vault.other_length, self.vault.other_used = len(contents), 0

    def regions(self) -> list[Region]:
        """All writable memory except the vault."""
        found = []
        for line in Path(f"/proc/{self._pid}/maps").read_text().splitlines():
            addresses, permissions, _, _, _, *name = line.split(None, 5)
            start, end = (int(address, 16) for address in addresses.split("-"))
            name = Path(name[0]).name if name else "a mapping"
            if permissions[1] == "w" and not name.startswith(f"memfd:{VAULT_NAME}"):
                assert permissions[0] == "r" and end - start <= LARGEST_REGION
                found.append(Region(start, end, name))
        return found

    def memory(self):
        return open(f"/proc/{self._pid}/mem", "r+b", buffering=0)

    def stack_pointer(self) -> int:
        # The last two numbers in this file are the stack pointer and the program counter.
        return int(Path(f"/proc/{self._pid}/syscall").read_text().split()[-2], 16)

    def scan(self, search: Search) -> list[Finding]:
        """The copies in memory at this moment."""
        stack_pointer = self.stack_pointer()
        findings, scattered = [], {}
        with self.memory() as memory:
            for region in self.regions():
                size = region.end - region.start
                assert os.preadv(memory.fileno(), [memoryview(_contents)[:size]], region.start) == size
                origin = stack_pointer if region.name == "[stack]" else region.start
                for offset, form, length in search.run(_contents, size):
                    position = region.name, region.start + offset - origin
                    if form.scattered is None:
                        findings.append(Finding(form.name, length, length == len(form.data), *position))
                    else:
                        scattered.setdefault(form.scattered, {})[form.data] = position
        # One word of a digest may be in memory by chance, but hardly two.
        for name, words in scattered.items():
            if len(words) > 1:
                findings.append(Finding(name, 4 * len(words), True, *next(iter(words.values()))))
        return findings
