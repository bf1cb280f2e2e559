"""How programs find libpasswordrules: as if it was installed, where that can be had.

The peers' libraries are installed, so the loader finds them by the machine's cache. Along LD_LIBRARY_PATH it would find ours
some microseconds sooner. In a mount namespace of its own a program sees another cache that has ours as well; the machine's
stays as it is. That takes root. Without it all are found along LD_LIBRARY_PATH, ours and the peers' in one folder of links.
"""

import os
import subprocess
import sys

from place import INSTALLED, OUT, install

CACHE = OUT / "ld.so.cache"
LINKS = OUT / "lib"
LINKED = ["libpasswordrules", "libpwquality", "libcrack", "libpasswdqc", "libcrypt"]
# What this process's own environment says after it has been decided.
DECISION = "PASSWORDRULES_BENCH_LOADER"

# The arguments: the cache, the folder of what is installed, the command. ldconfig would write to a cache of its own, too.
SCRIPT = """
set -e
cache=$1 build=$2; shift 2
if [ -d /var/cache/ldconfig ]; then mount -t tmpfs none /var/cache/ldconfig; fi
/sbin/ldconfig -X -C "$cache" "$build"
mount --bind "$cache" /etc/ld.so.cache
unset LD_LIBRARY_PATH
exec "$@"
"""


def is_found_by_cache(command):
    """Whether programs may have a cache of their own, and find our library by it, not one that is installed."""
    ldd = [*command, "ldd", str(OUT / "callbench")]
    try:
        listing = subprocess.run(ldd, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    return f"=> {INSTALLED}/libpasswordrules.so.1 " in listing


def enter():
    """Decides. Where there is to be another cache, this program begins anew and sees it, and so does all that it runs."""
    if DECISION in os.environ:
        return
    install()
    command = ["unshare", "-m", "sh", "-c", SCRIPT, "sh", str(CACHE), str(INSTALLED)]
    if is_found_by_cache(command):
        os.environ[DECISION] = "cache"
        os.execvp(command[0], [*command, sys.executable, "-B", *sys.argv])
    os.environ[DECISION] = "links"
    os.environ["LD_LIBRARY_PATH"] = str(INSTALLED)


def use_links(libraries):
    """The folder, where there is no other cache."""
    if os.environ[DECISION] != "links":
        return
    LINKS.mkdir(exist_ok=True)
    for name, path in libraries.items():
        if name in LINKED:
            (LINKS / path.name).unlink(missing_ok=True)
            (LINKS / path.name).symlink_to(path)
    os.environ["LD_LIBRARY_PATH"] = str(LINKS)


def told():
    by_cache = os.environ.get(DECISION) == "cache"
    return "the loader's cache, as if all were installed" if by_cache else "LD_LIBRARY_PATH, ours and the peers' alike"
