"""Everything in a private Debian, to be compared with its earlier state."""

import hashlib
import os
import stat

from debian import Debian

# dpkg's own records and logs, caches that others keep of what was there, and what is no part of the system.
IGNORED = (
    "/proc", "/dev", "/run", "/tmp", "/packages", "/var/lib/dpkg", "/var/log", "/var/cache/debconf", "/var/cache/ldconfig",
    "/etc/ld.so.cache",
)


def snapshot(debian: Debian) -> dict[str, tuple]:
    """Every path, with owner, permissions and content."""
    found = {}
    for folder, folders, files in os.walk(debian.root):
        inside = folder.removeprefix(str(debian.root))
        folders[:] = [name for name in folders if f"{inside}/{name}" not in IGNORED]
        for name in [*folders, *files]:
            if f"{inside}/{name}" in IGNORED:
                continue
            path = os.path.join(folder, name)
            status = os.lstat(path)
            content = None
            if stat.S_ISLNK(status.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(status.st_mode):
                with open(path, "rb") as file:
                    content = hashlib.file_digest(file, "sha256").hexdigest()
            found[f"{inside}/{name}"] = (stat.filemode(status.st_mode), status.st_uid, status.st_gid, content)
    return found


def differences(before: dict, after: dict) -> list[str]:
    return [
        *(f"left: {path}" for path in sorted(after.keys() - before.keys())),
        *(f"gone: {path}" for path in sorted(before.keys() - after.keys())),
        *(f"changed: {path}" for path in sorted(before.keys() & after.keys()) if before[path] != after[path]),
    ]
