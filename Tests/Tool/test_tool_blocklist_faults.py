"""passwordrules blocklist build: when killed, on a full disk, without permission, and its progress at a terminal"""

import fcntl
import os
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time

import pytest

from terminal import Terminal
from tool import TOOL, run

OLD = b"the list that was there before"
# Faults of a file system: it has no files without a name; it cannot sync folders; it cannot rename a file,
# and a signal arrives just then.
FAULTS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, #name))
#define REPLACE(name)                                                                                    \
    int name(int folder, const char *path, int flags, ...)                                               \
    {                                                                                                    \
        va_list arguments;                                                                               \
        va_start(arguments, flags);                                                                      \
        int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, int) : 0;                         \
        va_end(arguments);                                                                               \
        if (getenv("NO_NAMELESS_FILES") != NULL && (flags & O_TMPFILE) == O_TMPFILE)                     \
            return errno = EOPNOTSUPP, -1;                                                               \
        return NEXT(int (*)(int, const char *, int, ...), name)(folder, path, flags, mode);              \
    }
REPLACE(openat)
REPLACE(openat64)

int fsync(int descriptor)
{
    struct stat status;
    if (getenv("NO_SYNC_OF_FOLDERS") != NULL && fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode))
        return errno = EIO, -1;
    return NEXT(int (*)(int), fsync)(descriptor);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    if (getenv("NO_RENAME") == NULL)
        return NEXT(int (*)(int, const char *, int, const char *), renameat)(from_folder, from, to_folder, to);
    raise(SIGINT);
    return errno = EIO, -1;
}
"""


@pytest.fixture(scope="session")
def preload(tmp_path_factory):
    """An environment with these faults."""
    library = tmp_path_factory.mktemp("faults") / "faults.so"
    subprocess.run(["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", library, "-xc", "-", "-ldl"],
                   input=FAULTS.encode(), check=True)
    return lambda *faults: {**os.environ, "LD_PRELOAD": str(library), **dict.fromkeys(faults, "1")}


@pytest.fixture(params=[True, False], ids=["nameless files", "named files"])
def has_nameless_files(request):
    """Whether the file system has files without a name."""
    return request.param


@pytest.fixture
def environment(preload, has_nameless_files):
    return preload(*[] if has_nameless_files else ["NO_NAMELESS_FILES"])


@pytest.fixture(scope="session")
def words(tmp_path_factory):
    """A file of words whose list takes a while, and does not fit into 16 MiB."""
    path = tmp_path_factory.mktemp("words") / "words"
    numbers = list(range(600_000))
    random.Random(1).shuffle(numbers)
    path.write_text("\n".join(f"word{number}" for number in numbers))
    return str(path)


@pytest.fixture
def folder(tmp_path):
    """A folder with a list, and nothing else."""
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "list").write_bytes(OLD)
    return folder


WATCHED = ("can read this directory, and so watch which parts of a list larger than 4 MiB, or readable only by a group, "
           "a look-up reads; ")
NOBODY, THIRD = 65534, 12345
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for several users, and give files away")


def start(folder, *arguments, **options):
    command = [TOOL, "blocklist", "build", "-o", str(folder / "list"), "--memory", "16", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def is_as_before(folder):
    return os.listdir(folder) == ["list"] and (folder / "list").read_bytes() == OLD


# ---- Killed ----

@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_killed_while_it_waits_for_input(folder, environment, number, has_nameless_files):
    process = start(folder, "-", stdin=subprocess.PIPE, env=environment)
    # More words than fit into memory, so that it has written sorted runs to disk.
    for part in range(10):
        process.stdin.write(b"".join(b"word%d\n" % (part * 60_000 + word) for word in range(60_000)))
    process.stdin.flush()
    process.send_signal(number)
    process.communicate()
    assert process.returncode == -number
    if has_nameless_files or number != signal.SIGKILL:
        assert is_as_before(folder)
    else:
        # A new list that has a name cannot be removed after SIGKILL. The old list is intact, and the new one hidden.
        assert (folder / "list").read_bytes() == OLD
        assert all(name == "list" or name.startswith(".list.") for name in os.listdir(folder))


def test_killed_at_any_moment(folder, words):
    assert start(folder, words).wait() == 0
    new = (folder / "list").read_bytes()
    begin = time.monotonic()
    start(folder, words).wait()
    duration = time.monotonic() - begin
    source = random.Random(2)
    killed = 0
    while killed < 15:
        (folder / "list").unlink()
        (folder / "list").write_bytes(OLD)
        process = start(folder, words)
        time.sleep(source.uniform(0, 1.1 * duration))
        process.kill()
        if process.wait() == -signal.SIGKILL:
            killed += 1
        else:
            # The machine was busier when the duration was measured.
            duration *= 0.8
        assert (folder / "list").read_bytes() in (OLD, new)
        for name in set(os.listdir(folder)) - {"list"}:
            # Killed between linkat and renameat: the new list is complete, and still has its temporary name.
            assert name.startswith(".list.") and (folder / name).read_bytes() == new
            (folder / name).unlink()


def test_list_does_not_depend_on_memory_or_file_system(folder, tmp_path, environment, words):
    """The list is the same in each environment. Without a terminal, no progress is shown."""
    process = start(folder, words, env=environment)
    output, errors = process.communicate()
    size = os.stat(folder / "list").st_size
    assert (process.returncode, errors) == (0, b"")
    assert output.decode() == f"{folder}/list: 600,000 entries, {size:,} bytes, 33.7 bits each\n"
    assert os.listdir(folder) == ["list"] and os.stat(folder / "list").st_mode & 0o777 == 0o644
    assert run("blocklist", "verify", str(folder / "list")).lines == [f"{folder}/list: 600,000 entries, intact"]
    assert run("blocklist", "build", "-o", str(tmp_path / "other"), words).status == 0
    assert (tmp_path / "other").read_bytes() == (folder / "list").read_bytes()


def test_killed_when_rename_is_impossible(folder, environment):
    process = start(folder, "-", stdin=subprocess.PIPE, env={**environment, "NO_RENAME": "1"})
    process.communicate(b"word\n")
    assert process.returncode == -signal.SIGINT
    assert is_as_before(folder)


def test_failing_folder_sync(folder, environment):
    process = start(folder, "-", stdin=subprocess.PIPE, env={**environment, "NO_SYNC_OF_FOLDERS": "1"})
    output, errors = process.communicate(b"word\n")
    assert (process.returncode, output) == (2, b"")
    assert errors.decode() == (f"passwordrules: {folder}/list: was written, but could not be flushed to disk: "
                               "Input/output error\n")
    # The list was written, so the message does not say otherwise.
    assert os.listdir(folder) == ["list"]
    assert run("blocklist", "verify", str(folder / "list")).lines == [f"{folder}/list: 1 entry, intact"]


# ---- Without room ----

@pytest.mark.parametrize("limit", [0, 63, 100_000, 3_000_000, 4_000_000])
def test_file_size_limit(folder, environment, words, limit):
    process = start(folder, words, env=environment,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    output, errors = process.communicate()
    # The message names the folder if a run was too large, and the file if the list was.
    assert (process.returncode, output) == (2, b"")
    assert errors.decode() in [
        f"passwordrules: {folder}{name}: cannot be written: File too large\n" for name in ("", "/list")]
    assert is_as_before(folder)


SMALL_DISK = """
mount -t tmpfs -o size={size} none "$1" && cp /etc/hostname "$1/list" || exit 99
"$0" blocklist build -o "$1/list" --memory 16 "$2"; status=$?
cmp /etc/hostname "$1/list" && test "$(ls -A "$1")" = list && exit $status
exit 98
"""


@pytest.mark.parametrize("size", ["64k", "1m", "4m", "8m"])
def test_full_disk(tmp_path, environment, words, size):
    # The list of 600,000 entries takes 3 MB, and the runs hold twice as many keys, of 8 bytes each.
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", SMALL_DISK.format(size=size)]
    done = subprocess.run([*command, TOOL, str(tmp_path), words], capture_output=True,
                          env=environment)
    if done.returncode == 99 or b"unshare" in done.stderr:
        pytest.skip("no namespaces here: " + done.stderr.decode().strip())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() in [
        f"passwordrules: {tmp_path}{name}: cannot be written: No space left on device\n" for name in ("", "/list")]


def test_out_of_memory(folder, words):
    limit = 300 << 20
    result = run("blocklist", "build", "-o", str(folder / "list"), words,
                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    assert (result.status, result.lines) == (2, [])
    assert result.errors.startswith("passwordrules: not enough memory for ") and "--memory" in result.errors
    assert is_as_before(folder)
    # --memory is only a limit: memory that is not needed is not allocated.
    assert run("blocklist", "build", "-o", str(folder / "list"), words, "--memory", "65536").status == 0


def test_files_of_any_length(folder):
    """The total length of the files does not fit into a signed 64-bit number."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as shared:
        paths = [f"{shared}/{number}" for number in range(2)]
        for path in paths:
            with open(path, "w") as file:
                file.write("x")
                try:
                    file.truncate(2**63 - 1)
                except OSError as error:
                    pytest.skip(f"no file can be that long here: {error}")
        result = run("blocklist", "build", "-o", str(folder / "list"), "--format", "sha1", *paths)
        assert (result.status, result.errors) == (2, f"passwordrules: {paths[0]}:1: does not begin with 40 hex digits\n")


# ---- Known before anything is read ----

HASH = b"0123456789ABCDEFFEDCBA98765432100A1B2C3D"


@pytest.fixture
def unread(tmp_path):
    """A pipe with a line in it that a build must not read: if it did, it would then wait for more. Returns its
    path, and checks at the end that the line is still there."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    os.write(pipe, b"word\n")
    yield str(path)
    assert os.read(pipe, 100) == b"word\n"
    os.close(pipe)


def long_list_of_hashes(path):
    """A file as long as that of two hundred million hashes, which takes no room."""
    path.write_bytes(HASH + b":1\r\n")
    os.truncate(path, 200_000_000 * 44)
    return str(path)


@pytest.mark.parametrize("output, problem", [
    ("none/list", "none/list: cannot be written: No such file or directory"),
    ("file/list", "file/list: cannot be opened: Not a directory"), ("file/", "file/: cannot be opened: Not a directory"),
    ("folder", "folder: is not a regular file, so it cannot be replaced"), ("loop", "loop: cannot be opened: Too many levels"),
    ("pipe", "pipe: is not a regular file, so it cannot be replaced"),
])
def test_wrong_path_is_known_before_input_is_read(tmp_path, unread, output, problem):
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    result = run("blocklist", "build", "-o", f"{tmp_path}/{output}", unread)
    assert (result.status, result.lines) == (2, [])
    assert result.errors.startswith(f"passwordrules: {tmp_path}/{problem}")


@pytest.mark.parametrize("memory", ["16", "512"])
def test_watchable_folder_is_known_before_input_is_read(folder, tmp_path, unread, memory):
    """A list of hashes has none twice, so its length says that the blocklist will be long."""
    folder.chmod(0o755)
    hashes = long_list_of_hashes(tmp_path / "hashes")
    command = ["blocklist", "build", "-o", str(folder / "list"), "--memory", memory, "--format", "sha1"]
    result = run(*command, unread, hashes)
    assert result.status == 2 and f"{folder}: others {WATCHED}" in result.errors
    assert is_as_before(folder)


def test_unsuitable_list_to_add_to_is_known_before_input_is_read(folder, tmp_path, unread, many_words):
    old = tmp_path / "old"
    old.write_bytes(OLD)
    command = ["blocklist", "build", "-o", str(folder / "list"), "--add", str(old), unread]
    assert run(*command).errors == f'passwordrules: {old}: is not a blocklist; use "passwordrules blocklist build" to make one\n'
    # The new list is at least as long as the old one.
    tmp_path.chmod(0o700)
    assert run("blocklist", "build", "-o", str(old), many_words).status == 0
    folder.chmod(0o755)
    assert f"{folder}: others {WATCHED}" in run(*command).errors
    assert is_as_before(folder)


def test_damaged_start_of_hashes_is_known_before_input_is_read(folder, tmp_path, unread):
    for content, problem in [(b"x" * 100, "does not begin with 40 hex digits"), (HASH + b"\n", "has no count"),
                             (HASH + b":x\n", "has no valid number after the colon")]:
        hashes = tmp_path / "hashes"
        hashes.write_bytes(content)
        result = run("blocklist", "build", "-o", str(folder / "list"), "--format", "sha1", "--min-count", "1", unread, str(hashes))
        assert result.status == 2 and result.errors.startswith(f"passwordrules: {hashes}:1: {problem}")
    assert is_as_before(folder)


@needs_root
def test_list_for_watchable_group_is_known_before_input_is_read(folder, unread):
    folder.chmod(0o750)
    result = run("blocklist", "build", "-o", str(folder / "list"), "--group", "nogroup", unread)
    assert result.status == 2 and f"{folder}: its group {WATCHED}" in result.errors
    result = run("blocklist", "build", "-o", str(folder / "list"), "--group", "no-such-group", unread)
    assert (result.status, result.errors) == (2, "passwordrules: there is no group no-such-group on this machine\n")
    assert is_as_before(folder)


def in_small_disk(tmp_path, *command):
    """Runs a command with a disk of 1 MiB at tmp_path/disk. All users may write to it, but only the owner may see what is on it."""
    (tmp_path / "disk").mkdir()
    script = 'mount -t tmpfs -o size=1m,mode=711 none "$0" || exit 99; exec "$@"'
    done = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", script, str(tmp_path / "disk"), *command],
                          capture_output=True, text=True)
    if done.returncode == 99 or "unshare" in done.stderr:
        pytest.skip("no namespaces here: " + done.stderr.strip())
    return done


@pytest.mark.parametrize("memory, needed", [
    # 4 bytes for each entry; and 8 for each that does not fit into the memory. A line has at most 64 bytes.
    (65536, 200_000_000 * 44 // 64 * 4), (512, 200_000_000 * 44 // 64 * 12)])
def test_missing_room_is_known_before_input_is_read(tmp_path, unread, memory, needed):
    hashes = long_list_of_hashes(tmp_path / "hashes")
    done = in_small_disk(tmp_path, TOOL, "blocklist", "build", "-o", str(tmp_path / "disk/list"), "--memory", str(memory),
                         "--format", "sha1", unread, hashes)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"passwordrules: {tmp_path}/disk: has too little free space: the list takes at least "
                           f"{-(-needed >> 20)} MiB here, and 1 MiB are free\n")


@needs_root
def test_folder_of_somebody_else_is_known_before_input_is_read(sticky, unread):
    """The user may not write into one folder, and may not replace a file of another user in the other."""
    shared, private, tool = sticky
    os.chmod(os.path.dirname(unread), 0o755)
    os.chmod(unread, 0o666)
    with open(f"{shared}/list", "wb") as file:
        file.write(OLD)
    for path, problem in [(f"{private}/victim", "written: Permission denied"), (f"{private}/new", "written: Permission denied"),
                          (f"{shared}/list", "replaced: Operation not permitted")]:
        # The pipe is standard input: its folder is closed to other users.
        with open(os.open(unread, os.O_RDWR)) as pipe:
            done = subprocess.run([tool, "blocklist", "build", "-o", path, "-"], stdin=pipe, capture_output=True, text=True,
                                  user=NOBODY, group=NOBODY, extra_groups=[])
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"passwordrules: {path}: cannot be {problem}\n")
    assert os.listdir(private) == ["victim"] and os.listdir(shared) == ["list"]


@needs_root
def test_immutable_list_is_known_before_input_is_read(folder, unread):
    if subprocess.run(["chattr", "+i", folder / "list"], capture_output=True).returncode != 0:
        pytest.skip("no immutable files here")
    try:
        result = run("blocklist", "build", "-o", str(folder / "list"), unread)
        assert (result.status, result.errors) == (
            2, f"passwordrules: {folder}/list: cannot be replaced: Operation not permitted\n")
        assert is_as_before(folder)
    finally:
        subprocess.run(["chattr", "-i", folder / "list"], check=True)


# ---- Without permission ----

@pytest.fixture
def sticky():
    """A folder like /tmp, and another one for the target of the attack."""
    top = tempfile.mkdtemp(dir="/tmp")
    os.chmod(top, 0o755)
    shared, private = f"{top}/shared", f"{top}/private"
    os.mkdir(shared)
    os.chmod(shared, 0o1777)
    os.mkdir(private)
    shutil.copy(TOOL, f"{top}/tool")
    with open(f"{private}/victim", "wb") as file:
        file.write(OLD)
    yield shared, private, f"{top}/tool"
    shutil.rmtree(top)


def link_of(owner, path, target):
    os.symlink(target, path)
    os.chown(path, owner, owner, follow_symlinks=False)


def build_as(user, tool, *arguments, **options):
    done = subprocess.run([tool, "blocklist", "build", *arguments], input=b"word\n", capture_output=True, user=user, group=user,
                          extra_groups=[], **options)
    return done.returncode, done.stdout, done.stderr.decode()


@needs_root
def test_folder_of_somebody_else(sticky):
    _, private, tool = sticky
    assert build_as(NOBODY, tool, "-o", f"{private}/victim", "-") == (
        2, b"", f"passwordrules: {private}/victim: cannot be written: Permission denied\n")
    os.chmod(f"{private}/victim", 0o600)
    assert build_as(NOBODY, tool, "-o", "/tmp/never", f"{private}/victim") == (
        2, b"", f"passwordrules: {private}/victim: cannot be opened: Permission denied\n")
    assert open(f"{private}/victim", "rb").read() == OLD


@needs_root
@pytest.mark.parametrize("path, links", [
    ("list", [(NOBODY, "list", "PRIVATE/victim")]), ("list", [(NOBODY, "list", "../private/new")]),
    ("lists/victim", [(NOBODY, "lists", "PRIVATE")]),
    ("list", [(0, "list", "SHARED/next"), (NOBODY, "next", "PRIVATE/victim")]),
    ("own/list", [(NOBODY, "own/list", "PRIVATE/victim")]),
], ids=["file", "new", "folder", "chain", "own"])
def test_security_link_of_another_user_replaces_no_file_of_root(sticky, path, links):
    """Root builds a list in a folder like /tmp, where another user has created a link."""
    shared, private, tool = sticky
    # A link in a folder of the other user is refused, too.
    os.mkdir(f"{shared}/own")
    os.chown(f"{shared}/own", NOBODY, NOBODY)
    path = f"{shared}/{path}"
    for owner, name, target in links:
        link_of(owner, f"{shared}/{name}", target.replace("PRIVATE", private).replace("SHARED", shared))
    status, output, errors = build_as(0, tool, "-o", path, "-")
    assert (status, output) == (2, b"") and "is a symbolic link that is owned by neither root nor you" in errors
    assert os.listdir(private) == ["victim"]
    assert open(f"{private}/victim", "rb").read() == OLD


@needs_root
@pytest.mark.parametrize("user, owner, folder_owner, is_followed", [
    (0, 0, THIRD, True), (NOBODY, NOBODY, THIRD, True), (NOBODY, 0, THIRD, False), (0, THIRD, THIRD, False)])
def test_links_in_a_sticky_folder(sticky, user, owner, folder_owner, is_followed):
    shared, private, tool = sticky
    os.chown(private, user, user)
    os.chown(shared, folder_owner, folder_owner)
    os.chmod(shared, 0o1777)
    link_of(owner, f"{shared}/list", f"{private}/list")
    status, _, errors = build_as(user, tool, "-o", f"{shared}/list", "-")
    assert (status == 0) == is_followed == os.path.exists(f"{private}/list"), errors
    assert os.path.islink(f"{shared}/list")


@needs_root
def test_list_of_another_user_in_a_sticky_folder_stays(sticky):
    shared, _, tool = sticky
    with open(f"{shared}/list", "wb") as file:
        file.write(OLD)
    assert build_as(NOBODY, tool, "-o", f"{shared}/list", "-") == (
        2, b"", f"passwordrules: {shared}/list: cannot be replaced: Operation not permitted\n")
    assert os.listdir(shared) == ["list"] and open(f"{shared}/list", "rb").read() == OLD


@needs_root
def test_security_folder_exchanged_while_a_list_is_built(sticky):
    """The list is written to the folder that the tool opened at its start, even if another one takes its place."""
    shared, private, tool = sticky
    os.mkdir(f"{shared}/lists")
    process = subprocess.Popen([tool, "blocklist", "build", "-o", f"{shared}/lists/victim", "-"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE)
    process.stdin.write(b"".join(b"word%d\n" % word for word in range(100_000)))
    process.stdin.flush()
    # The tool reads its input now, so it has already opened its output folder.
    os.rename(f"{shared}/lists", f"{shared}/moved")
    link_of(NOBODY, f"{shared}/lists", private)
    process.communicate(b"word\n")
    assert process.returncode == 0
    assert os.listdir(f"{shared}/moved") == ["victim"]
    assert open(f"{private}/victim", "rb").read() == OLD


@pytest.fixture(scope="session")
def many_words(tmp_path_factory):
    """A file of words whose list is longer than 4 MiB."""
    path = tmp_path_factory.mktemp("many") / "words"
    path.write_text("\n".join(f"word{number}" for number in range(1_100_000)))
    return str(path)


@pytest.mark.parametrize("mode, who", [
    (0o755, "others"), (0o704, "others"), (0o1777, "others"), (0o750, "its group"), (0o711, None), (0o700, None)])
def test_security_long_list_is_not_put_where_others_can_watch(folder, many_words, mode, who):
    """Anyone who can read a folder can use inotify to count reads of its files, whatever their modes."""
    folder.chmod(mode)
    result = run("blocklist", "build", "-o", str(folder / "list"), many_words, "--match", "exact")
    if who:
        remedy = f"chmod o-r {folder}, or " if who == "others" else f"chmod g-r {folder}, name that group with --group, or "
        assert (result.status, result.lines) == (2, [])
        assert result.errors == f"passwordrules: {folder}: {who} {WATCHED}run {remedy}put the list in another directory\n"
        assert is_as_before(folder)
    else:
        assert result.status == 0
        # The note says how other users can be allowed to look passwords up.
        assert result.errors == (
            f"passwordrules: {folder}/list: note: only its owner can read it (mode 0600), because it is larger than 4 MiB: "
            'programs that change passwords as root use it, but "passwordrules check" by other users and web services '
            "cannot; --group NAME lets a group read it\n")
        assert (folder / "list").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("memory", ["16", "512"])
def test_watchable_long_list_is_refused_early(folder, many_words, memory):
    """The input never ends, so the tool must refuse before it has read everything. With 16 MiB, the keys of a list
    of 4 MiB do not fit into the memory."""
    folder.chmod(0o755)
    feed = f"while cat {many_words} 2> /dev/null; do :; done"
    command = f'{feed} | {TOOL} blocklist build -o {folder}/list --memory {memory} --match exact -'
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}; exit ${{PIPESTATUS[1]}}"], capture_output=True, text=True)
    assert done.returncode == 2 and f"{folder}: others {WATCHED}" in done.stderr
    assert is_as_before(folder)


@needs_root
@pytest.mark.parametrize("is_long", [False, True])
def test_list_for_group(folder, many_words, is_long):
    # This file serves as a short list of words.
    words = many_words if is_long else __file__
    command = ["blocklist", "build", "-o", str(folder / "list"), words, "--format", "words", "--match", "exact", "--group"]
    folder.chmod(0o750)
    result = run(*command, "nogroup")
    assert result.status == 2 and f"{folder}: its group {WATCHED}" in result.errors
    # Members of the group can watch the folder, but they may read the list anyway.
    os.chown(folder, 0, 65534)
    assert run(*command, "nogroup").errors == ""
    status = (folder / "list").stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o777) == (0, 65534, 0o640)
    os.chown(folder, THIRD, 0)
    folder.chmod(0o711)
    assert "its owner, who is neither root nor you, can read this directory" in run(*command, "nogroup").errors
    os.chown(folder, 0, 0)
    result = run(*command, "no-such-group")
    assert (result.status, result.errors) == (2, "passwordrules: there is no group no-such-group on this machine\n")


@needs_root
def test_group_that_the_user_does_not_belong_to(sticky):
    shared, private, tool = sticky
    os.chown(private, NOBODY, NOBODY)
    os.chmod(private, 0o700)
    assert build_as(NOBODY, tool, "-o", f"{private}/list", "--group", "root", "-") == (
        2, b"", f"passwordrules: {private}/list: cannot be assigned to the group: Operation not permitted\n")
    assert os.listdir(private) == ["victim"]


@needs_root
def test_group_of_old_list(sticky, environment):
    """Root keeps the old list's group. Another user's list gets the user's own group; if that is a different group, it
    gets only the permissions that others had."""
    _, private, tool = sticky
    os.chown(private, NOBODY, NOBODY)
    path = f"{private}/victim"
    for owner, group, mode, expected in [
            (0, NOBODY, 0o640, (NOBODY, 0o640)), (NOBODY, 0, 0o640, (NOBODY, 0o600)), (NOBODY, 0, 0o644, (NOBODY, 0o644)),
            (NOBODY, NOBODY, 0o640, (NOBODY, 0o640))]:
        open(path, "wb").write(OLD)
        os.chown(path, owner, group)
        os.chmod(path, mode)
        # Only root can read the preloaded library.
        assert build_as(owner, tool, "-o", path, "-", env=environment if owner == 0 else None)[0] == 0
        status = os.stat(path)
        assert (status.st_gid, status.st_mode & 0o777) == expected
        os.unlink(path)


# ---- Progress ----

def watched(*arguments, input):
    """Runs the tool with standard error at a terminal; returns the status, the output and what was shown."""
    with Terminal(command=[TOOL, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as terminal:
        for part in input:
            terminal.process.stdin.write(part)
            terminal.process.stdin.flush()
            terminal.read(0.01)
        terminal.process.stdin.close()
        status = terminal.exit()
        return status, terminal.process.stdout.read(), terminal.raw


def test_progress_at_a_terminal(folder):
    begin = time.monotonic()
    arguments = ["blocklist", "build", "-o", str(folder / "list"), "-"]
    status, output, shown = watched(*arguments, input=[b"a word\n" * 1000] * 100)
    seconds = time.monotonic() - begin
    assert status == 0 and output.decode().endswith("1 entry, 84 bytes, 672.0 bits each\n")
    assert shown.startswith(b"\r\x1b[K") and shown.endswith(b"\r\x1b[K") and b"\n" not in shown
    lines = shown.decode().split("\r\x1b[K")[1:-1]
    assert 2 <= len(lines) <= 5 * seconds + 1
    assert all(line.startswith("reading: ") and len(line) < 80 for line in lines)
    assert any("B/s" in line for line in lines)
    # The total is unknown.
    assert not any("left" in line or "%" in line for line in lines)


def test_remaining_time_at_a_terminal(folder, many_words):
    # A list of this length is written only to a folder that others cannot read.
    folder.chmod(0o711)
    status, _, shown = watched("blocklist", "build", "-o", str(folder / "list"), many_words, input=[])
    assert status == 0
    lines = shown.decode().split("\r\x1b[K")[1:-1]
    assert any(line.startswith("reading: ") and line.endswith(" left") and "%" in line for line in lines)


def test_mistake_after_progress(folder):
    _, _, shown = watched("blocklist", "build", "-o", str(folder / "list"), "--format", "sha1", "-",
                          input=[b"0123456789ABCDEFFEDCBA98765432100A1B2C3D\n", b"x\n"])
    assert shown.endswith(b"passwordrules: standard input:2: does not begin with 40 hex digits\r\n")
    assert b"\r\x1b[Kpasswordrules" in shown or shown.startswith(b"passwordrules")
    assert is_as_before(folder)
