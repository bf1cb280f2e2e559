"""The script that runs before the package of PostgreSQL's module is removed. As root, it must not follow a link of the
user whose folders it visits.

The folders of clusters belong to that user, who can replace them with links to root's folders at any moment. The tests
run the script with a folder in place of /etc. They wrap the programs that it calls, to replace a folder just before or
after such a call.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from installing import ROOT

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can be misled")

SCRIPT = ROOT / "debian" / "postgresql-passwordrules.prerm.in"
OWNER = "nobody"
LINE = "shared_preload_libraries = 'pg_stat_statements, passwordrules'\n"
WITHOUT = "shared_preload_libraries = 'pg_stat_statements'\n"
# The programs that the script may call.
PROGRAMS = ["find", "grep", "id", "mktemp", "mv", "perl", "pg_conftool", "readlink", "realpath", "rm", "runuser", "setpriv",
            "setsid", "sh", "stat", "unlink"]
NAMELESS = 4321


class Machine:
    def __init__(self, folder: Path):
        self.etc, self.programs = folder / "etc", folder / "bin"
        self.roots = folder / "roots"
        self.data = folder / "data"
        self.cluster = self.etc / "postgresql" / "15" / "main"
        self.file = self.etc / "postgresql-common" / "passwordrules-15.conf"
        for made in (self.programs, self.roots, self.file.parent, self.cluster / "conf.d", self.data):
            made.mkdir(parents=True)
        self.file.write_text(LINE)
        self.write(self.cluster / "postgresql.conf", "port = 5432\n")
        self.program("pg_conftool", f'echo "{self.data}"')
        self.program("postgres", "exit 0")
        self.own(self.etc / "postgresql", self.data)

    def program(self, name: str, text: str) -> None:
        (self.programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (self.programs / name).chmod(0o755)

    def write(self, path: Path, text: str) -> Path:
        path.write_text(text)
        path.chmod(0o644)
        return path

    @staticmethod
    def own(*folders: Path) -> None:
        """Makes the cluster's user the owner of these folders and of everything in them."""
        for folder in folders:
            for path in (folder, *folder.rglob("*")):
                os.lchown(path, pwd.getpwnam(OWNER).pw_uid, -1)

    def exchange_at(self, program: str, moment: str, path: Path, other: Path) -> None:
        """Replaces the path by `other` at the first call of the program, before or after the program does its work."""
        real = shutil.which(program) if not (self.programs / program).exists() else None
        if real is None and (self.programs / program).exists():
            real = self.programs / f"{program}.real"
            (self.programs / program).rename(real)
        exchange = f'if [ -e "{other}" ] && mv -T "{path}" "{path}.old" 2>/dev/null; then mv -T "{other}" "{path}"; fi'
        parts = [exchange, f'"{real}" "$@"; status=$?'] if moment == "before" else [f'"{real}" "$@"; status=$?', exchange]
        self.program(program, "\n".join([*parts, "exit $status"]))

    def remove(self, *command: str, check: bool = True) -> subprocess.CompletedProcess:
        """Runs the script, by a command if one is given."""
        text = SCRIPT.read_text().replace("@VERSION@", "15").replace("/etc/postgresql", f"{self.etc}/postgresql")
        script = self.write(self.etc / "prerm", text.replace("/usr/lib/postgresql/$version/bin/", f"{self.programs}/"))
        return subprocess.run([*command, "sh", str(script), "remove"], capture_output=True, text=True, check=check, cwd="/",
                              env={"PATH": f"{self.programs}:{os.environ['PATH']}"})

    def state_of_roots(self) -> dict:
        """The contents of root's folder: the kind, owner and text of each name."""
        return {path.name: (path.is_symlink(), path.lstat().st_uid, path.lstat().st_ino, path.read_text())
                for path in sorted(self.roots.iterdir())}


@pytest.fixture
def machine():
    # Every user must be able to enter it, and no part of its path is a link.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Machine(Path(folder))


def test_links_and_lines_are_taken_out(machine):
    link = machine.cluster / "conf.d" / "passwordrules.conf"
    link.symlink_to(machine.file)
    other = machine.cluster / "conf.d" / "other.conf"
    other.symlink_to(machine.etc / "other")
    written = [machine.write(path, LINE) for path in (
        machine.cluster / "postgresql.conf", machine.cluster / "conf.d" / "own.conf", machine.data / "postgresql.auto.conf")]
    machine.own(machine.etc / "postgresql", machine.data)
    done = machine.remove()
    assert not link.is_symlink() and other.is_symlink()
    assert [path.read_text() for path in written] == [WITHOUT] * 3
    assert all(str(path) in done.stderr for path in (link, *written)) and str(other) not in done.stderr


def test_links_of_a_later_version_are_removed(machine):
    folder = machine.etc / "postgresql" / "16" / "main" / "conf.d"
    folder.mkdir(parents=True)
    (folder / "passwordrules.conf").symlink_to(machine.file)
    machine.own(machine.etc / "postgresql")
    machine.remove()
    assert list(folder.iterdir()) == []


def test_folders_of_root_are_cleaned_too(machine):
    for folder in (machine.cluster, machine.cluster / "conf.d"):
        os.chown(folder, 0, 0)
    machine.program("pg_conftool", f'id -un > "{machine.data}/asked"; echo "{machine.data}"')
    auto = machine.write(machine.data / "postgresql.auto.conf", LINE)
    machine.own(machine.data)
    (machine.cluster / "conf.d" / "passwordrules.conf").symlink_to(machine.file)
    path = machine.write(machine.cluster / "postgresql.conf", LINE)
    os.chown(path, 0, 0)
    machine.remove()
    assert list((machine.cluster / "conf.d").iterdir()) == [] and path.read_text() == auto.read_text() == WITHOUT
    # The script does not ask as root: the user could have replaced root's folder, whose parent is the user's.
    assert (machine.data / "asked").read_text() == f"{OWNER}\n"


def test_configuration_of_root_may_name_data_of_a_user(machine):
    for folder in (machine.etc / "postgresql", machine.cluster.parent, machine.cluster):
        os.chown(folder, 0, 0)
    path = machine.write(machine.data / "postgresql.auto.conf", LINE)
    machine.own(machine.data)
    machine.remove()
    assert path.read_text() == WITHOUT


@pytest.mark.parametrize("version", ["15", "16"])
def test_owner_may_have_no_name(machine, version):
    folder = machine.etc / "postgresql" / version / "main" / "conf.d"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "passwordrules.conf").symlink_to(machine.file)
    os.chown(folder, NAMELESS, NAMELESS)
    assert str(folder) in machine.remove().stderr
    assert list(folder.iterdir()) == []


def test_cluster_of_a_nameless_owner_is_cleaned(machine):
    written = [machine.write(path, LINE) for path in (
        machine.cluster / "postgresql.conf", machine.cluster / "conf.d" / "own.conf", machine.data / "postgresql.auto.conf")]
    for path in (machine.cluster, *machine.cluster.rglob("*"), machine.data, *machine.data.rglob("*")):
        os.chown(path, NAMELESS, NAMELESS)
    machine.remove()
    assert [path.read_text() for path in written] == [WITHOUT] * 3
    machine.program("postgres", "echo passwordrules")
    assert "still loads passwordrules" in machine.remove(check=False).stderr


def test_server_that_loads_the_module_stops_the_removal(machine):
    machine.program("postgres", "echo passwordrules")
    done = machine.remove(check=False)
    assert done.returncode != 0 and f"the configuration of {machine.cluster} still loads passwordrules" in done.stderr


# ---- Attacks ----


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_swapped_file_never_removes_a_file_of_root(machine, program, moment):
    """The link in conf.d has the name of a file of root's, and conf.d becomes a link to that file's
    folder."""
    machine.write(machine.roots / "shadow", "secret\n")
    (machine.cluster / "conf.d" / "shadow").symlink_to(machine.file)
    (machine.cluster / "to-roots").symlink_to(machine.roots)
    before = machine.state_of_roots()
    machine.own(machine.cluster / "conf.d")
    machine.exchange_at(program, moment, machine.cluster / "conf.d", machine.cluster / "to-roots")
    machine.remove(check=False)
    assert machine.state_of_roots() == before


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_swapped_folder_never_changes_a_file_of_root(machine, program, moment):
    machine.write(machine.roots / "postgresql.conf", LINE)
    before = machine.state_of_roots()
    machine.write(machine.cluster / "postgresql.conf", LINE)
    (machine.etc / "to-roots").symlink_to(machine.roots)
    machine.own(machine.cluster)
    machine.exchange_at(program, moment, machine.cluster, machine.etc / "to-roots")
    machine.remove(check=False)
    assert machine.state_of_roots() == before


def test_link_to_a_folder_of_root_is_not_followed(machine):
    """The script does not remove root's own link to the file, nor root's own lines."""
    (machine.roots / "passwordrules.conf").symlink_to(machine.file)
    for name in ("own.conf", "postgresql.conf", "postgresql.auto.conf"):
        machine.write(machine.roots / name, LINE)
    before = machine.state_of_roots()
    folders = {
        "conf.d": machine.cluster / "conf.d", "cluster": machine.cluster, "version": machine.cluster.parent, "data": machine.data}
    for path in folders.values():
        kept = path.with_name(f"{path.name}.kept")
        path.rename(kept)
        target = machine.roots
        if path == machine.cluster.parent:
            # The target must be a folder of a version, with a cluster of the same name.
            target = machine.etc / "version"
            target.mkdir()
            (target / "main").symlink_to(machine.roots)
        path.symlink_to(target)
        os.lchown(path, kept.stat().st_uid, -1)
        machine.remove(check=False)
        assert machine.state_of_roots() == before, path
        path.unlink()
        kept.rename(path)


def test_data_of_another_user_are_left_alone(machine):
    """The configuration names these data, but it belongs to the cluster's user, who could name any folder."""
    path = machine.write(machine.roots / "postgresql.auto.conf", LINE)
    machine.program("pg_conftool", f'echo "{machine.roots}"')
    for user in ("root", "daemon"):
        shutil.chown(machine.roots, user)
        shutil.chown(path, user)
        machine.remove(check=False)
        assert path.read_text() == LINE


@pytest.mark.parametrize("exchanged", ["version", "cluster"])
def test_link_above_the_cluster_is_not_followed(machine, exchanged):
    """The user's folder is a link to one of root's, such as /, with a folder for everybody, such as /tmp."""
    everybodys = machine.etc / "roots-own" / "tmp"
    everybodys.mkdir(parents=True)
    everybodys.chmod(0o1777)
    machine.write(everybodys / "postgresql.conf", "data_directory = '/anything'\n")
    machine.own(everybodys / "postgresql.conf")
    path, target = (
        (machine.cluster.parent, everybodys.parent) if exchanged == "version" else (machine.cluster, everybodys))
    path.rename(path.with_name("old"))
    path.symlink_to(target)
    os.lchown(path, pwd.getpwnam(OWNER).pw_uid, -1)
    asked = machine.write(machine.etc / "asked", "")
    asked.chmod(0o666)
    machine.program("pg_conftool", f'id -un >> "{asked}"; echo "{machine.roots}"')
    path = machine.write(machine.roots / "postgresql.auto.conf", LINE)
    machine.remove()
    assert path.read_text() == LINE
    assert "root" not in asked.read_text().split()


@pytest.mark.parametrize("mode", [0o775, 0o757, 0o1777])
@pytest.mark.parametrize("shared", ["clusters", "version", "cluster"])
def test_root_does_nothing_where_others_can_write_in_its_folder(machine, shared, mode):
    """Others who can write in the folder could replace a file while root changes it."""
    path = machine.write(machine.cluster / "postgresql.conf", LINE)
    folders = {"clusters": machine.etc / "postgresql", "version": machine.cluster.parent, "cluster": machine.cluster}
    for folder in folders.values():
        os.chown(folder, 0, 0)
    folders[shared].chmod(mode)
    asked = machine.write(machine.etc / "asked", "")
    asked.chmod(0o666)
    machine.program("pg_conftool", f'id -un >> "{asked}"; echo "{machine.data}"')
    machine.remove()
    assert asked.read_text() == "nobody\n"
    assert shared != "cluster" or path.read_text() == LINE
    # The cluster is not skipped: its server is still asked.
    machine.program("postgres", "echo passwordrules")
    assert "still loads passwordrules" in machine.remove(check=False).stderr


def test_link_among_the_data_is_not_followed(machine):
    """The configuration is root's, and names data in a folder of the user's."""
    for folder in (machine.etc / "postgresql", machine.cluster.parent, machine.cluster):
        os.chown(folder, 0, 0)
    path = machine.write(machine.roots / "postgresql.auto.conf", LINE)
    (machine.data / "main").symlink_to(machine.roots)
    machine.own(machine.data)
    machine.program("pg_conftool", f'echo "{machine.data}/main"')
    machine.remove()
    assert path.read_text() == LINE


def test_programs_of_the_user_lose_the_terminal(machine):
    """Programs that run as the user must not have root's terminal. Other processes of the user could make them write to
    it, or push characters into it that root's shell reads."""
    (machine.cluster / "conf.d" / "passwordrules.conf").symlink_to(machine.file)
    for path in (machine.cluster / "postgresql.conf", machine.data / "postgresql.auto.conf"):
        machine.write(path, LINE)
    machine.own(machine.cluster, machine.data)
    seen = machine.write(machine.etc / "seen", "")
    seen.chmod(0o666)
    called = ["grep", "perl", "pg_conftool", "postgres", "readlink", "rm"]
    for name in called:
        made = machine.programs / name
        real = made.rename(made.with_suffix(".real")) if made.exists() else shutil.which(name)
        machine.program(name, f"""
            if [ "$(id -u)" != 0 ]; then
                terminal=none
                if (: < /dev/tty) 2>/dev/null || [ -t 0 ] || [ -t 1 ] || [ -t 2 ]; then terminal=roots; fi
                echo "{name} $terminal" >> "{seen}"
            fi
            exec "{real}" "$@" """)
    # The script runs at a terminal, as it does if root removes the package.
    machine.remove("python3", "-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)")
    assert set(seen.read_text().splitlines()) == {f"{name} none" for name in called}
