"""The Debian packages of `make deb`: their files, paths, owners and dependencies."""

import os
import re
import shutil
import stat
import subprocess
import sys

import pytest

from conftest import DEBUG_NAMES, NAMES
from installing import ROOT, make
from tree import MANIFEST, MULTIARCH, PAGES, POSTGRESQL, files, installed_paths, manual, output

sys.path.append(str(ROOT / "Tests" / "Library"))
from debugging import backtrace, build_id, compile_crash, names_our_code

LIBRARIES = f"/usr/lib/{MULTIARCH}"
MODULE = f"{LIBRARIES}/security/pam_passwordrules.so"
LIBRARY = f"{LIBRARIES}/libpasswordrules.so.1"

PWQUALITY, PWQUALITY_TOOLS = "libpwquality1-passwordrules", "libpwquality-tools-passwordrules"

# Files of the packages in addition to those of `make install`.
MORE_FILES = {
    "libpam-passwordrules": ["/etc/security/passwordrules.conf", "/etc/security/passwordrules.conf.d",
                             "/usr/share/pam-configs/passwordrules", "/usr/share/pam-configs/passwordrules-login"],
    "krb5-passwordrules": ["/usr/share/doc/krb5-passwordrules/README.md"],
    "mariadb-plugin-passwordrules": ["/etc/mysql/mariadb.conf.d/60-passwordrules.cnf",
                                     "/usr/share/doc/mariadb-plugin-passwordrules/README.md"],
    "slapd-passwordrules": ["/usr/share/doc/slapd-passwordrules/README.md"],
    # Files of `make install` only with PWQUALITY=yes; postinst puts the library into place.
    PWQUALITY: [f"{LIBRARIES}/passwordrules/libpwquality.so.1.900.passwordrules",
                "/usr/share/man/man7/passwordrules-pwquality.7.gz"],
    PWQUALITY_TOOLS: ["/usr/bin/pwmake", "/usr/bin/pwscore", "/usr/share/man/man1/pwmake.1.gz",
                      "/usr/share/man/man1/pwscore.1.gz"],
    **{name: [f"/etc/postgresql-common/passwordrules-{number}.conf", f"/usr/share/doc/{name}/README.md"]
       for name, number in POSTGRESQL.items()},
    "libpasswordrules-dev": [
        f"/usr/share/doc/libpasswordrules-dev/examples/{path.name}"
        for path in (ROOT / "Tests" / "Bindings").iterdir() if path.is_file() and not path.name.startswith("test_")],
    "python3-passwordrules": [
        f"/usr/lib/python3/dist-packages/{path.relative_to(ROOT / 'Sources' / 'Bindings' / 'Python')}"
        for path in (ROOT / "Sources" / "Bindings" / "Python" / "passwordrules").rglob("*") if path.suffix in {".py", ".pyi", ".typed"}],
}


def expected_files(name):
    paths = [] if name not in MANIFEST else installed_paths(
        name, "/usr", lib=LIBRARIES, security=f"{LIBRARIES}/security", zsh="/usr/share/zsh/vendor-completions")
    paths = [f"{path}.gz" if path.startswith("/usr/share/man/") else path for path in paths]
    return sorted(paths + MORE_FILES.get(name, []))


def own(package):
    """The files of a package, except those that every package has. The name of a text is that without compression, because
    only long texts are compressed."""
    return [re.sub(r"(/share/doc/.*\.md)\.gz$", r"\1", name) for name in package.names() if not re.match(
        r"/usr/share/(lintian|doc/.*/(copyright|changelog\.gz)$)|/usr/lib/python3/dist-packages/.*\.dist-info/", name)]


def test_there_are_these_packages(made):
    assert sorted(path.name.split("_")[0] for path in made.glob("*.deb")) == sorted(NAMES + DEBUG_NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_files_with_their_owners_and_permissions(packages, name):
    package = packages[name]
    assert own(package) == expected_files(name)
    assert {f"/usr/share/doc/{name}/copyright", f"/usr/share/doc/{name}/changelog.gz"} <= set(package.members)
    for path, member in package.members.items():
        assert (member.uname, member.gname, member.uid, member.gid) == ("root", "root", 0, 0), path
        is_run = path in {"/usr/bin/passwordrules", "/usr/bin/pwmake", "/usr/bin/pwscore", "/usr/lib/passwordrules/heimdal-check"}
        expected = 0o777 if member.issym() else 0o755 if member.isdir() or is_run else 0o644
        assert stat.S_IMODE(member.mode) == expected, path
        # The link for compilers is an exception, because its library is in another package.
        if member.issym() and path != f"{LIBRARIES}/libpasswordrules.so":
            target = os.path.normpath(os.path.join(os.path.dirname(path), member.linkname))
            assert not member.linkname.startswith("/") and target in package.members, path


def test_every_page_is_in_a_package_and_no_file_in_two(packages):
    paths = [path for package in packages.values() for path in package.names()]
    assert len(paths) == len(set(paths))
    assert {f"/usr/share/man/{manual(page)}.gz" for page in PAGES} <= set(paths)


CONFFILES = {"libpam-passwordrules": ["/etc/security/passwordrules.conf"],
             "mariadb-plugin-passwordrules": ["/etc/mysql/mariadb.conf.d/60-passwordrules.cnf"],
             **{name: [f"/etc/postgresql-common/passwordrules-{number}.conf"] for name, number in POSTGRESQL.items()}}


def test_conffiles(packages):
    for name, package in packages.items():
        conffiles = package.scripts / "conffiles"
        listed = conffiles.read_text().splitlines() if conffiles.exists() else []
        assert listed == CONFFILES.get(name, [])


# ---- Fields ----

# Architecture, Multi-Arch, Section, and the packages that are needed.
FIELDS = {
    "libpasswordrules1": ("amd64", "same", "libs", {"libc6", "passwordrules-blocklist"}),
    "libpasswordrules-dev": ("amd64", "same", "libdevel", {"libpasswordrules1"}),
    "libpam-passwordrules": (
        "amd64", "same", "admin", {"libc6", "libcrypt1", "libpam0g", "libpam-runtime", "passwordrules-blocklist"}),
    "passwordrules": ("amd64", "foreign", "admin", {"libc6", "libcrypt1", "libgcc-s1", "libstdc++6", "passwordrules-blocklist"}),
    "krb5-passwordrules": ("amd64", "no", "net", {"libc6", "libkrb5-3", "libpasswordrules1", "krb5-admin-server"}),
    "mariadb-plugin-passwordrules": ("amd64", "no", "database", {"libc6", "libpasswordrules1", "mariadb-server"}),
    "slapd-passwordrules": ("amd64", "no", "net", {"libc6", "libpasswordrules1", "slapd", "ldap-utils"}),
    **{name: ("amd64", "no", "database", {"libc6", "libpasswordrules1", f"postgresql-{number}"})
       for name, number in POSTGRESQL.items()},
    PWQUALITY: ("amd64", "same", "libs", {"libc6", "libpasswordrules1", "libpwquality1", "passwordrules-blocklist"}),
    PWQUALITY_TOOLS: ("amd64", "no", "admin", {"libc6", "libpasswordrules1", "passwordrules-blocklist"}),
    "passwordrules-blocklist": ("all", "foreign", "admin", set()),
    "libpasswordrules-l10n": ("all", "foreign", "localization", set()),
    "python3-passwordrules": ("all", "no", "python", {"python3", "libpasswordrules1"}),
}


@pytest.mark.parametrize("name", NAMES)
def test_fields(packages, version, name):
    package = packages[name]
    *fields, depends = FIELDS[name]
    assert [package.field(field) for field in ("Version", "Architecture", "Multi-Arch", "Section")] == [version, *fields]
    assert (package.relations("Depends"), package.relations("Pre-Depends")) == (depends, set())


READERS = ["libpam-passwordrules", "libpasswordrules1", "passwordrules"]

# What a field must also contain; V is our version.
SAID = [
    # dpkg-shlibdeps finds these. Tests/Library examines the versions one by one.
    *((name, "Depends", r"libc6 \(>= 2\.34\)") for name in ("libpasswordrules1", "libpam-passwordrules")),
    ("libpasswordrules-dev", "Depends", r"libpasswordrules1 \(= V\)"),
    ("python3-passwordrules", "Depends", r"libpasswordrules1 \(>= V\)"),
    *((name, "Depends", r"passwordrules-blocklist \(>= V\)") for name in READERS),
    # A list of a newer format must not be installed with an older module, which would refuse all changes.
    ("passwordrules-blocklist", "Breaks", "^" + ", ".join(rf"{name} \(<< V\)" for name in READERS) + "$"),
    # Messages and the tool come with the module unless they are not wanted.
    ("libpam-passwordrules", "Recommends", "^libpasswordrules-l10n, passwordrules$"),
    ("libpasswordrules1", "Recommends", "^libpasswordrules-l10n$"),
    (PWQUALITY, "Recommends", "^libpam-passwordrules, passwordrules$"),
    # Cockpit and clevis accept our package in place of that of Debian 12 and 13.
    (PWQUALITY_TOOLS, "Provides", r"^libpwquality-tools \(= 1\.4\.5\)$"),
    *((PWQUALITY_TOOLS, field, "^libpwquality-tools$") for field in ("Conflicts", "Replaces")),
    # The source of a word list that is not in the source package.
    ("passwordrules-blocklist", "Static-Built-Using", r"^cracklib2 \(= [^,]*\)$"),
]


@pytest.mark.parametrize("name, field, text", SAID)
def test_fields_name_versions_and_sources(packages, version, name, field, text):
    assert re.search(text.replace("V", re.escape(version)), packages[name].field(field))


def test_nothing_asks_for_another_libpwquality(packages):
    """No other package of ours recommends the replacement, and programs that are built against it depend on Debian's
    library."""
    fields = ("Depends", "Recommends", "Suggests")
    assert not [name for name, package in packages.items() if name != PWQUALITY and any(
        re.search(f"{PWQUALITY}|{PWQUALITY_TOOLS}|libpwquality1", package.field(field))
        for field in fields if not name.endswith("-dbgsym"))]
    assert sorted(path.name for path in packages[PWQUALITY].scripts.iterdir()) == [
        "control", "md5sums", "postinst", "postrm", "preinst"]


def test_loader_cache_has_the_library(packages):
    assert "\nactivate-noawait ldconfig\n" in (packages["libpasswordrules1"].scripts / "triggers").read_text()


# ---- Programs ----

PROGRAMS = {"libpasswordrules1": LIBRARY, "libpam-passwordrules": MODULE, "passwordrules": "/usr/bin/passwordrules",
            "krb5-passwordrules": f"{LIBRARIES}/krb5/plugins/pwqual/passwordrules.so",
            "mariadb-plugin-passwordrules": "/usr/lib/mysql/plugin/passwordrules.so",
            "slapd-passwordrules": "/usr/lib/ldap/passwordrules.so",
            PWQUALITY: f"{LIBRARIES}/passwordrules/libpwquality.so.1.900.passwordrules",
            **{name: f"/usr/lib/postgresql/{number}/lib/passwordrules.so" for name, number in POSTGRESQL.items()}}
NEEDED = {
    PWQUALITY: {"libc.so.6", "libpasswordrules.so.1"},
    PWQUALITY_TOOLS: {"libc.so.6", "libpasswordrules.so.1"},
    "libpasswordrules1": {"libc.so.6", "libm.so.6"},
    "libpam-passwordrules": {"libc.so.6", "libcrypt.so.1", "libpam.so.0"},
    "krb5-passwordrules": {"libc.so.6", "libkrb5.so.3", "libpasswordrules.so.1"},
    "mariadb-plugin-passwordrules": {"libc.so.6", "libpasswordrules.so.1"},
    "slapd-passwordrules": {"libc.so.6", "libpasswordrules.so.1"},
    **dict.fromkeys(POSTGRESQL, {"libc.so.6", "libpasswordrules.so.1"}),
    "passwordrules": {"libc.so.6", "libcrypt.so.1", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "ld-linux-x86-64.so.2"},
}


@pytest.mark.parametrize("name, path", [
    *PROGRAMS.items(), *((PWQUALITY_TOOLS, f"/usr/bin/{name}") for name in ("pwmake", "pwscore"))])
def test_programs_need_little_and_are_hardened(packages, name, path):
    file = packages[name].file(path)
    dynamic = output("readelf", "-d", "-W", file)
    assert {"libc.so.6"} <= set(re.findall(r"NEEDED.*\[(.*)\]", dynamic)) <= NEEDED[name]
    assert "RPATH" not in dynamic and "RUNPATH" not in dynamic
    assert "NOW" in dynamic and "GNU_RELRO" in output("readelf", "-l", "-W", file)
    sections = output("readelf", "-S", "-W", file)
    assert ".symtab" not in sections and ".debug_info" not in sections


@pytest.mark.parametrize("name", PROGRAMS)
def test_debugging_symbols_have_their_own_package(packages, name):
    package = packages[f"{name}-dbgsym"]
    number = build_id(packages[name].file(PROGRAMS[name]))
    [symbols] = [path for path in package.names() if path.endswith(".debug")]
    assert symbols == f"/usr/lib/debug/.build-id/{number[:2]}/{number[2:]}.debug"
    sections = output("readelf", "-S", "-W", package.file(symbols))
    assert all(section in sections for section in (".symtab", ".debug_info", ".debug_line"))
    # The path of the build folder must not be in the package.
    assert str(ROOT) not in output("readelf", "--debug-dump=decodedline", "-W", package.file(symbols))


@pytest.mark.skipif(shutil.which("gdb") is None, reason="there is no gdb")
@pytest.mark.parametrize("name, function", [
    ("libpasswordrules1", "passwordrules_parse"), ("libpam-passwordrules", "pam_sm_chauthtok")])
def test_gdb_reads_them(packages, tmp_path, name, function):
    crash, file = compile_crash(tmp_path), packages[name].file(PROGRAMS[name])
    symbols = packages[f"{name}-dbgsym"].file("/usr/lib/debug")
    assert names_our_code(backtrace(crash, file, function, symbols), function)
    assert not names_our_code(backtrace(crash, file, function), function)


def test_module_is_built_with_the_flags_of_debian(packages):
    file = packages["libpam-passwordrules"].file(MODULE)
    # The library inside the module has the stack protector, too, but none of the other checks.
    code = output("objdump", "-d", "--disassemble=pam_sm_chauthtok", file)
    assert "__stack_chk_fail" in output("nm", "-D", file) and "%fs:0x28" in code
    undefined = output("nm", "-D", "--undefined-only", file)
    assert "__snprintf_chk" in undefined and "__explicit_bzero_chk" in undefined
    inside = output("nm", "--undefined-only", ROOT / "build" / "libpasswordrules.o")
    assert "__stack_chk_fail" in inside and "_chk\n" not in inside


def test_nothing_is_built_twice(made):
    """Only the library and the module are linked again, with Debian's paths."""
    log = (made / "build.log").read_text()
    assert len(re.findall(r"^cc .* build/libpasswordrules\.o ", log, flags=re.M)) == 2
    assert not re.search(r"^swift build", log, flags=re.M)


def test_module_is_packaged_as_it_was_linked(packages):
    """The package's module is built with other flags, and debhelper strips it. Tests/PAM examines the module of
    `make`."""
    file = packages["libpam-passwordrules"].file(MODULE)
    dynamic, segments = output("readelf", "-d", "-W", file), output("readelf", "-l", "-W", file)
    assert re.search(r"FLAGS_1.*NODELETE", dynamic) and "RELR" not in dynamic
    # The last one may be the emergency pool's, which has pages of its own.
    loaded = re.findall(r"^ +LOAD +(?:0x\w+ +){5}([RWE ]{3}) ", segments, flags=re.M)
    assert loaded[:4] == ["R  ", "R E", "R  ", "RW "] and loaded[4:] in ([], ["RW "])
    assert [line.split()[-1] for line in output("nm", "-D", "--defined-only", file).splitlines()] == [
        "pam_sm_acct_mgmt", "pam_sm_authenticate", "pam_sm_chauthtok", "pam_sm_setcred"]


def test_tool_runs_as_packaged(packages):
    assert output(packages["passwordrules"].file("/usr/bin/passwordrules"), "--version").strip()


def test_pkg_config_data(packages):
    data = packages["libpasswordrules-dev"].file(f"{LIBRARIES}/pkgconfig/passwordrules.pc")
    environment = dict(os.environ, PKG_CONFIG_LIBDIR=str(data.parent))
    # Compilers search the folders by default, so there are no options for them.
    assert output("pkg-config", "--cflags", "--libs", "passwordrules", env=environment).split() == ["-lpasswordrules"]


# ---- Lintian, the source package, and making them again ----

@pytest.mark.long
def test_lintian_has_nothing_to_say(made):
    changes = sorted(made.glob("*.changes"))
    assert [path.name.rsplit("_", 1)[1] for path in changes] == ["amd64.changes", "source.changes"]
    done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", "--display-info", "--pedantic",
                           *changes], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_source_package_is_clean_and_whole(source):
    there = files(source)
    assert not [path for path in there if re.search(
        r"^build/|^\.build|\.(o|so|so\.1|pyc|deb|blocklist)$|(^|/)\.git|^debian/(files|tmp|\.debhelper)|\.egg-info/", path)]
    tracked = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True)
    if tracked.returncode == 0:
        missing = {path for path in tracked.stdout.splitlines() if (ROOT / path).exists()} - set(there)
        assert missing <= {".gitignore"}


def test_source_package_builds_without_a_network(source):
    vendored = source / "vendor" / "swift-argument-parser"
    assert "Runtime Library Exception" in (vendored / "LICENSE.txt").read_text()
    assert {path.parts[1] for path in map(type(vendored), files(vendored)) if len(path.parts) > 2} == {
        "ArgumentParser", "ArgumentParserToolInfo"}
    words = source / "vendor" / "zxcvbn"
    assert files(words) == ["LICENSE.txt", "frequency_lists.py"] and "MIT License" in (words / "LICENSE.txt").read_text()
    listed = re.findall(r"^Files: (vendor/.*/\*)$", (source / "debian" / "copyright").read_text(), flags=re.M)
    assert sorted(listed) == [f"vendor/{path.name}/*" for path in sorted((source / "vendor").iterdir())]
    # The vendored package is used. If it were not found there, this command would download it.
    environment = dict(os.environ, PASSWORDRULES_ARGUMENT_PARSER="vendor/swift-argument-parser")
    description = output("swift", "package", "--package-path", source, "--scratch-path", source.parent / "scratch",
                         "show-dependencies", "--format", "json", env=environment)
    assert str(vendored) in description and "https://" not in description


def test_source_package_has_one_date_and_one_owner(made):
    archive, = made.glob("*.tar.xz")
    listed = output("tar", "--utc", "--full-time", "-tvJf", archive).splitlines()
    assert {tuple(line.split()[1:2] + line.split()[3:5]) for line in listed} == {("0/0", date(), "00:00:00")}


def date():
    written = output("dpkg-parsechangelog", "-l", ROOT / "debian" / "changelog", "-S", "Date").strip()
    return output("date", "-u", "-d", written, "+%F").strip()


@pytest.mark.long
def test_made_again_they_are_the_same(packages, made):
    before = {path.name: path.read_bytes() for path in [*made.glob("*.deb"), *made.glob("*.tar.xz")]}
    done = make("deb")
    assert done.returncode == 0, done.stderr
    after = {path.name: path.read_bytes() for path in [*made.glob("*.deb"), *made.glob("*.tar.xz")]}
    assert sorted(before) == sorted(after) and len(before) > len(packages)
    assert [name for name in before if before[name] != after[name]] == []


def test_failure_leaves_nothing_behind(made, source, version, tmp_path):
    command = ["debian/build-packages", version, source / "vendor" / "swift-argument-parser", source / "vendor" / "zxcvbn",
               tmp_path / "deb", ROOT / "build", "there-is-no-such-product"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stderr.endswith("passwordrules: no packages were made\n") and "there-is-no-such-product" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_descriptions_have_the_words_that_people_search_for():
    """apt-cache search password policy, and the choice of pam-auth-update."""
    control = (ROOT / "debian" / "control").read_text()
    descriptions = re.findall(r"(?m)^Description: (.*)$", control)
    assert len(descriptions) > 10 and all(text.startswith("password policy - ") for text in descriptions)
    assert (ROOT / "debian" / "pam-config").read_text().startswith("Name: Password policy (passwordrules)\n")
    assert (ROOT / "debian" / "pam-config-login").read_text().startswith(
        "Name: Find listed passwords at login (passwordrules)\nDefault: no\n")
