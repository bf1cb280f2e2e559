"""`make install` puts everything where it is found and works, and `make uninstall` removes all of it."""

import os
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest

from installing import ROOT, copied_build, make
from tree import MANIFEST, MULTIARCH, PLUGINS, everything, files, installed_paths, output

PREFIXES = ["/usr", "/usr/local", "/opt/x"]


@pytest.fixture(scope="module")
def build():
    with copied_build() as folder:
        yield folder


@pytest.fixture(scope="module", params=PREFIXES)
def installed(request, build, tmp_path_factory):
    destination = tmp_path_factory.mktemp("installed")
    install(build, destination, request.param)
    return destination, request.param


def attempt(target, build, destination, prefix, *more, **options):
    return make(target, f"BUILD={build}", f"DESTDIR={destination}", f"PREFIX={prefix}", *more, **options)


def install(*arguments):
    done = attempt("install", *arguments)
    assert done.returncode == 0, done.stderr
    return done


def uninstall(*arguments):
    done = attempt("uninstall", *arguments)
    assert done.returncode == 0, done.stderr
    return done


def left_out(build):
    """The packages of plugins that were not built, since the first build there had no headers for them."""
    decision = (build / "plugins" / "decision").read_text().split()
    assert {"mariadb", "slapd"} <= set(decision)
    return {package for name, package in PLUGINS.items() if name not in decision}


def modules(prefix):
    return f"/usr/lib/{MULTIARCH}/security" if prefix == "/usr" else f"{prefix}/lib/security"


# ---- What is installed ----

def test_all_files_are_installed_and_no_link_dangles(build, installed):
    destination, prefix = installed
    expected = [path for package in MANIFEST if package not in left_out(build)
                for path in installed_paths(package, prefix, security=modules(prefix))]
    expected += [f"{prefix}/share/doc/passwordrules/{name}" for name in ("LICENSE", "passwordrules.conf")]
    assert files(destination) == sorted(path[1:] for path in expected)
    # Nothing goes to /etc.
    assert not (destination / "etc").exists()
    links = [path for path in destination.rglob("*") if path.is_symlink()]
    assert links
    for link in links:
        assert not os.path.isabs(os.readlink(link)) and link.exists(), link


def test_libpwquality_replacement_is_installed_on_request(build, tmp_path):
    install(build, tmp_path / "without", "/usr/local")
    install(build, tmp_path / "with", "/usr/local", "PWQUALITY=yes")
    assert set(files(tmp_path / "with" / "usr/local")) - set(files(tmp_path / "without" / "usr/local")) == {
        "bin/pwmake", "bin/pwscore", "lib/libpwquality.so.1", "lib/libpwquality.so.1.900.passwordrules",
        "share/man/man1/pwmake.1", "share/man/man1/pwscore.1", "share/man/man7/passwordrules-pwquality.7"}
    assert (tmp_path / "with" / "usr/local/lib/libpwquality.so.1").exists()
    uninstall(build, tmp_path / "with", "/usr/local", "PWQUALITY=yes")
    assert everything(tmp_path / "with") == []

def test_programs_compile_and_run(installed, tmp_path):
    destination, prefix = installed
    source = tmp_path / "program.c"
    source.write_text("#include <passwordrules.h>\n#include <stdio.h>\n"
                      "int main(void) { return puts(passwordrules_version()) == EOF; }\n")
    environment = dict(os.environ, PKG_CONFIG_LIBDIR=f"{destination}{prefix}/lib/pkgconfig",
                       PKG_CONFIG_SYSROOT_DIR=str(destination))
    flags = output("pkg-config", "--cflags", "--libs", "passwordrules", env=environment).split()
    subprocess.run(["cc", str(source), "-o", str(tmp_path / "program"), *flags], check=True)
    version = output(tmp_path / "program", env={"LD_LIBRARY_PATH": f"{destination}{prefix}/lib"}).strip()
    assert version == output("pkg-config", "--modversion", "passwordrules", env=environment).strip()
    assert output(f"{destination}{prefix}/bin/passwordrules", "count", "--length", "2", "allowed: digit").startswith("100 ")


def test_module_loads_without_the_library_and_knows_its_translations(installed):
    destination, prefix = installed
    module = f"{destination}{modules(prefix)}/pam_passwordrules.so"
    # This needs a separate process, which has not loaded the library yet.
    script = ("import ctypes, sys; assert ctypes.CDLL(sys.argv[1]).pam_sm_chauthtok; maps = open('/proc/self/maps').read(); "
              "print(*(name in maps for name in ('pam_passwordrules.so', 'libpasswordrules')))")
    assert output("/usr/bin/python3", "-B", "-c", script, module) == "True False\n"
    assert f"{prefix}/share/locale\0".encode() in Path(module).read_bytes()


def test_security_names_the_installed_list(installed, tmp_path):
    """Presets use the list where it is installed, not one below /usr/share."""
    destination, prefix = installed
    listed = f"{prefix}/share/passwordrules/common.blocklist"
    assert Path(f"{destination}{listed}").stat().st_size > 1_000_000
    example = Path(f"{destination}{prefix}/share/doc/passwordrules/passwordrules.conf").read_text()
    assert [line for line in example.splitlines() if line.startswith("blocklist = ")] == [f"blocklist = {listed}"]
    for name in f"{prefix}/lib/libpasswordrules.so.1", f"{modules(prefix)}/pam_passwordrules.so":
        assert f"\0{listed}\0".encode() in Path(f"{destination}{name}").read_bytes()
    # The tool finds files relative to itself, so it works in a DESTDIR, too.
    (tmp_path / "pwquality.conf").write_text("minlen = 12\n")
    policy = output(f"{destination}{prefix}/bin/passwordrules", "import", "pwquality", tmp_path / "pwquality.conf")
    assert f"= mangled {destination}{listed}\n" in policy


def test_uninstall_leaves_nothing(build, installed):
    """This must be the last test that uses the installation."""
    destination, prefix = installed
    uninstall(build, destination, prefix)
    assert everything(destination) == []


def test_permissions_do_not_depend_on_the_umask(build, tmp_path):
    command = 'umask 077; exec make -C "$0" install BUILD="$1" DESTDIR="$2"'
    done = subprocess.run(["sh", "-c", command, ROOT, build, tmp_path], capture_output=True, text=True,
                          env={"PATH": os.environ["PATH"]})
    assert done.returncode == 0, done.stderr
    for name in everything(tmp_path):
        path = tmp_path / name
        if not path.is_symlink():
            is_run = name in {"usr/local/bin/passwordrules", "usr/local/lib/passwordrules/heimdal-check"}
            assert stat.S_IMODE(path.stat().st_mode) == (0o755 if path.is_dir() or is_run else 0o644), name


# ---- Again, and elsewhere ----

def test_installing_twice_is_installing_once(build, tmp_path):
    def made():
        return (build / "pam_passwordrules.so").stat().st_mtime_ns

    install(build, tmp_path, "/usr/local")
    first, once = made(), everything(tmp_path)
    install(build, tmp_path, "/usr/local")
    assert (made(), everything(tmp_path)) == (first, once)
    uninstall(build, tmp_path, "/usr/local")
    assert everything(tmp_path) == []
    # Another prefix builds the module again.
    install(build, tmp_path, "/opt/y")
    assert made() != first


def test_paths_of_packagers(build, tmp_path):
    paths = {"LIBDIR": "/usr/lib64", "SECUREDIR": "/lib64/security", "MANDIR": "/usr/man", "LOCALEDIR": "/usr/lc",
             "BASHCOMPDIR": "/usr/b", "ZSHCOMPDIR": "/usr/z", "FISHCOMPDIR": "/usr/f", "DOCDIR": "/usr/d"}
    arguments = [f"{name}={path}" for name, path in paths.items()]
    install(build, tmp_path, "/usr", *arguments)
    there = set(files(tmp_path))
    assert {"usr/lib64/libpasswordrules.so.1", "usr/lib64/pkgconfig/passwordrules.pc", "lib64/security/pam_passwordrules.so",
            "usr/man/man5/passwordrules.conf.5", "usr/b/passwordrules", "usr/z/_passwordrules", "usr/f/passwordrules.fish",
            "usr/d/README.md"} <= there
    assert "libdir=/usr/lib64\n" in (tmp_path / "usr/lib64/pkgconfig/passwordrules.pc").read_text()
    uninstall(build, tmp_path, "/usr", *arguments)
    assert everything(tmp_path) == []


def test_any_destdir(build, tmp_path):
    neighbour, destination = tmp_path / "neighbour", tmp_path / """with space, quote's, double"quotes, semi;colon & *"""
    neighbour.mkdir()
    install(build, destination, "/usr/local")
    assert (destination / "usr/local/lib/libpasswordrules.so.1").is_file()
    assert sorted(tmp_path.iterdir()) == sorted([destination, neighbour])
    uninstall(build, destination, "/usr/local")
    assert everything(destination) == [] and everything(neighbour) == []


@pytest.mark.parametrize("target, prefix", [
    *(("install", prefix) for prefix in ("/with space", "relative", "", "/semi;colon", "/quote'", '/quote"', "/a:b", "/a\\b",
                                         "/a*", "/a%b", "/a=b")),
    ("uninstall", "/with space"), ("uninstall", "")])
def test_impossible_prefix_is_refused(build, tmp_path, target, prefix):
    done = attempt(target, build, tmp_path, prefix)
    assert done.returncode != 0
    assert "PREFIX must be an absolute path of ordinary characters" in done.stderr
    assert everything(tmp_path) == []


def test_missing_permission_is_an_error_with_a_path(build):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as public:
        os.chmod(folder, 0o555)
        # This first completes the build.
        install(build, f"{public}/elsewhere", "/usr/local")
        # Root may write anywhere, and the sources may be in a folder that other users may not enter.
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        sources = shutil.copytree(ROOT, f"{public}/sources", symlinks=True, ignore=shutil.ignore_patterns("build", ".build*", ".git"))
        for path in (public, sources):
            os.chmod(path, 0o755)
        done = attempt("install", build, folder, "/usr/local", sources=sources, **nobody)
        assert done.returncode != 0
        assert folder in done.stderr and "Permission denied" in done.stderr
        assert everything(folder) == []


# ---- Uninstalling ----

def test_uninstall_keeps_files_of_others(build, tmp_path):
    foreign = [
        "usr/local/bin/other", "usr/local/lib/libother.so", "usr/local/share/passwordrules/own.blocklist",
        "usr/local/share/man/man5/other.5", "usr/local/share/locale/pt/LC_MESSAGES/other.mo",
        "etc/security/passwordrules.conf",
    ]
    for name in foreign:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    install(build, tmp_path, "/usr/local")
    # It is not an error if nothing is installed any more.
    uninstall(build, tmp_path, "/usr/local")
    uninstall(build, tmp_path, "/usr/local")
    assert files(tmp_path) == sorted(foreign)
    assert all((tmp_path / name).read_text() == name for name in foreign)


def test_uninstall_keeps_the_directories_of_a_live_prefix(build, tmp_path):
    prefix = tmp_path / "prefix"
    done = install(build, "", prefix, "LDCONFIG=true")
    assert f"The dynamic linker does not know {prefix}/lib" in done.stdout
    uninstall(build, "", prefix, "LDCONFIG=true")
    assert everything(prefix) == ["bin", "include", "lib", "share", "share/man"]


def test_uninstall_without_anything_built(tmp_path):
    uninstall(tmp_path / "nothing", tmp_path / "destination", "/usr/local")
    assert everything(tmp_path) == []


def test_failed_removal_is_an_error(build, tmp_path):
    (tmp_path / "usr/local/bin/passwordrules").mkdir(parents=True)
    done = attempt("uninstall", build, tmp_path, "/usr/local")
    assert done.returncode != 0 and "usr/local/bin/passwordrules" in done.stderr


@pytest.mark.parametrize("line, named", [
    ("password requisite /opt/x/lib/security/pam_passwordrules.so\n", True),
    ("# password requisite pam_passwordrules.so\n", False),
])
def test_uninstall_names_the_stacks_that_need_the_module(build, tmp_path, line, named):
    stack = tmp_path / "common-password"
    stack.write_text(line)
    done = uninstall(build, "", tmp_path / "prefix", "LDCONFIG=true", f"STACKS={tmp_path}/no-such-file {stack}")
    assert (str(stack) in done.stderr) == named
    assert ("password changes are refused" in done.stderr) == named


def test_install_does_not_need_swift(build, tmp_path):
    """sudo gives root a PATH without the toolchain."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for folder in ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]:
        for path in Path(folder).iterdir():
            if not path.name.startswith("swift") and not (programs / path.name).is_symlink():
                (programs / path.name).symlink_to(path)
    done = subprocess.run(
        ["make", "--no-print-directory", "-C", ROOT, "install", f"BUILD={build}", f"DESTDIR={tmp_path}/to", "PREFIX=/usr"],
        env={"PATH": str(programs)}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "to/usr/bin/passwordrules").exists()
