"""The RPM packages of `make rpm`. `make test` compares the spec with the Makefile; only the long tests build
packages. They unpack them without installing them, so they do not cover Fedora."""

import fnmatch
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installing import BUILD, ROOT, make
from tree import MANIFEST, files, installed_paths, output

sys.path.append(str(ROOT / "Tests" / "Library"))
from debugging import backtrace, compile_crash, names_our_code

FOLDER = ROOT / "Sources" / "Packaging"
SPEC = FOLDER / "passwordrules.spec"
LIBRARIES = "/usr/lib64"
LIBRARY = f"{LIBRARIES}/libpasswordrules.so.1"
MODULE = f"{LIBRARIES}/security/pam_passwordrules.so"
TOOL = "/usr/bin/passwordrules"
SITE = "/usr/lib/python3.14/site-packages"
# Each package, and the Debian package with the same files.
NAMES = {
    "passwordrules": "passwordrules", "passwordrules-libs": "libpasswordrules1", "passwordrules-devel": "libpasswordrules-dev",
    "pam_passwordrules": "libpam-passwordrules", "passwordrules-blocklist": "passwordrules-blocklist",
    "passwordrules-l10n": "libpasswordrules-l10n", "python3-passwordrules": "python3-passwordrules",
}
DEBUG_NAME = "passwordrules-debuginfo"
NOARCH = {"passwordrules-blocklist", "passwordrules-l10n", "python3-passwordrules"}

long = pytest.mark.long


# ---- The spec and the Makefile ----

@pytest.fixture(scope="module")
def spec():
    """The spec, with its macros expanded."""
    if shutil.which("rpmspec") is None:
        pytest.skip("there is no rpmspec to read the spec")
    return output("rpmspec", "-P", SPEC)


def listed(spec):
    """The files that the spec lists for each package, without directories, documentation and licences."""
    found = {}
    for heading, body in re.findall(r"^%files(.*)\n((?:(?!%(?:files|prep|changelog)).*\n)*)", spec, flags=re.M):
        name = re.sub(r" -f \S+", "", heading).strip()
        name = name[3:] if name.startswith("-n ") else f"passwordrules-{name}" if name else "passwordrules"
        lines = [re.sub(r"^%config\(noreplace\) ", "", line) for line in body.splitlines()]
        found[name] = [line for line in lines if line.startswith("/")]
    return found


def manifest(spec):
    """The paths of the files that `make install` installs for the spec, without documentation, which the spec
    adds itself."""
    variables = re.search(r"^make all ((?:.*\\\n)*.*)", spec, flags=re.M).group(1).replace("\\\n", " ").split()
    done = make("-s", "--eval", "print-manifest: ; @printf '%s\\n' $(MANIFEST)", "print-manifest", *variables)
    assert done.returncode == 0, done.stderr
    destinations = [line.split(":")[2] for line in done.stdout.splitlines()]
    return [path for path in destinations if not path.startswith("/usr/share/doc/")]


def test_spec_has_the_version_of_the_makefile(spec, version):
    assert re.findall(r"^Version: +(.*)$", spec, flags=re.M) == [version]
    assert re.search(rf"^%changelog\n\* .* - {re.escape(version)}-1$", spec, flags=re.M)


def test_every_file_of_make_install_is_in_one_package(spec):
    patterns = [pattern for each in listed(spec).values() for pattern in each]
    # rpm finds the translations itself.
    installed = [path for path in manifest(spec) if not path.startswith("/usr/share/locale/")]
    assert len(installed) > 40
    for path in installed:
        matching = [pattern for pattern in patterns if fnmatch.fnmatchcase(path, pattern)]
        assert len(matching) == 1, (path, matching)


def test_every_file_of_the_spec_is_installed_by_make(spec):
    installed_by_spec = ["/etc/security/passwordrules.conf", f"{SITE}/passwordrules/"]
    installed = manifest(spec)
    for name, patterns in listed(spec).items():
        for pattern in patterns:
            if pattern not in installed_by_spec and not re.fullmatch(rf"{SITE}/passwordrules-[\d.]+\.dist-info/", pattern):
                assert any(fnmatch.fnmatchcase(path, pattern) for path in installed), (name, pattern)


@pytest.mark.parametrize("definition, text", [
    ("python3_version 3.12", "\n/usr/lib/python3.12/site-packages/passwordrules/\n"),
    ("cracklib_words /words", " CRACKLIB_WORDS=/words\n"), ("lgpl_text /text", "\ncp /text LICENSE.LGPL-2.1\n")])
def test_paths_of_other_distributions_can_be_set(spec, definition, text):
    assert text in output("rpmspec", "-P", "--define", definition, SPEC) and text not in spec
    assert definition.split()[0] in (FOLDER / "README.md").read_text()


def test_authselect_profile_makes_the_stack_of_the_manual():
    """Without the profile's feature, the stack has pam_pwquality instead of our module."""
    template = re.findall(r"^    (password .*)$", (FOLDER / "README.md").read_text(), flags=re.M)
    page = (ROOT / "Sources" / "Manual" / "pam_passwordrules.8").read_text()
    stack = re.search(r'^\.\\" stack: Fedora\n\.Bd .*\n((?:password .*\n)+)', page, flags=re.M).group(1)

    def profile(feature):
        lines = [line for line in template if f'{{{"exclude" if feature else "include"} if "with-passwordrules"}}' not in line]
        lines = [re.sub(r"\{(?:in|ex)clude if .*\}", "", line) for line in lines]
        return [re.sub(r'\{if not "[^"]*":(.*?)\}', r"\1", line).split() for line in lines]

    expected = [line.split() for line in stack.splitlines()]
    assert profile(True) == expected
    assert profile(False) == [[part.replace("passwordrules", "pwquality") for part in line] for line in expected]


# ---- The packages ----

class Package:
    """An .rpm, and its unpacked files."""

    def __init__(self, path, folder):
        self.path, self.files, self.database = path, folder / "files", folder / "database"
        self.files.mkdir()
        archive = subprocess.run(["rpm2cpio", path], stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["cpio", "--extract", "--make-directories", "--quiet"], input=archive, cwd=self.files, check=True)

    def query(self, *arguments):
        return output("rpm", "--dbpath", self.database, "-qp", *arguments, self.path).splitlines()

    def field(self, tag):
        return self.query("--qf", f"%{{{tag}}}")[0]

    def file(self, name):
        return self.files / name.lstrip("/")


@pytest.fixture(scope="module")
def made():
    """The folder of the packages."""
    for program in ["rpmbuild", "rpm2cpio", "cpio", "find-debuginfo"]:
        if shutil.which(program) is None:
            pytest.skip(f"there is no {program}, so no package can be built or read")
    done = make("rpm")
    assert done.returncode == 0, done.stdout + done.stderr
    return BUILD / "rpm"


@pytest.fixture(scope="module")
def packages(made, tmp_path_factory):
    found = {}
    for name in [*NAMES, DEBUG_NAME]:
        [path] = [path for path in made.glob("*.rpm") if re.fullmatch(rf"{name}-\d.*\.(x86_64|noarch)\.rpm", path.name)]
        found[name] = Package(path, tmp_path_factory.mktemp(name))
    return found


@pytest.fixture(scope="module")
def unpacked(packages, tmp_path_factory):
    """A folder with the files of all packages."""
    folder = tmp_path_factory.mktemp("unpacked")
    for package in packages.values():
        shutil.copytree(package.files, folder, symlinks=True, dirs_exist_ok=True)
    return folder


@long
def test_make_rpm_writes_these_packages_and_their_source(made, version):
    expected = {f"{name}-{version}-1.{'noarch' if name in NOARCH else 'x86_64'}.rpm" for name in [*NAMES, DEBUG_NAME]}
    assert {path.name for path in made.iterdir()} == expected | {f"passwordrules-{version}-1.src.rpm", "build.log"}


# What the packages contain in addition to the files of `make install`.
MORE_FILES = {
    "passwordrules": ["/usr/share/licenses/passwordrules/LICENSE.swift-argument-parser"],
    "pam_passwordrules": ["/etc/security/passwordrules.conf", "/etc/security/passwordrules.conf.d", f"{LIBRARIES}/security",
                          "/usr/share/doc/pam_passwordrules/README.md"],
    "passwordrules-devel": [
        f"/usr/share/doc/passwordrules-devel/{path.name}"
        for path in (ROOT / "Tests" / "Bindings").iterdir() if path.is_file() and not path.name.startswith("test_")],
    "passwordrules-blocklist": [
        "/usr/share/passwordrules",
        *(f"/usr/share/licenses/passwordrules-blocklist/LICENSE.{name}" for name in ("LGPL-2.1", "zxcvbn"))],
    "python3-passwordrules": [
        f"{SITE}/{path.relative_to(ROOT / 'Sources' / 'Bindings' / 'Python')}".removesuffix("/.")
        for path in [ROOT / "Sources" / "Bindings" / "Python" / "passwordrules", *(ROOT / "Sources" / "Bindings" / "Python" / "passwordrules").rglob("*")]
        if path.is_dir() and path.name == "passwordrules" or path.suffix in {".py", ".pyi", ".typed"}],
}


def expected_files(name):
    debian_name = NAMES[name]
    paths = []
    if debian_name in MANIFEST:
        paths = installed_paths(debian_name, "/usr", lib=LIBRARIES, security=f"{LIBRARIES}/security")
    paths = [f"{path}.gz" if path.startswith("/usr/share/man/") else path for path in paths]
    licence = [] if name == "passwordrules-devel" else [f"/usr/share/licenses/{name}/LICENSE", f"/usr/share/licenses/{name}"]
    return sorted(paths + licence + MORE_FILES.get(name, []))


@long
@pytest.mark.parametrize("name", NAMES)
def test_files_with_their_owners_and_permissions(packages, name):
    tags = "[%{filemodes:perms} %{fileusername} %{filegroupname} %{filenames}\n]"
    rows = [line.split() for line in packages[name].query("--qf", tags)]
    # Leaves out rpm's links by build ID, setuptools' metadata, and folders of documentation.
    ours = sorted(path for *_, path in rows if not re.match(
        rf"/usr/lib/\.build-id|{SITE}/passwordrules-.*\.dist-info|/usr/share/doc/[^/]*$", path))
    assert ours == expected_files(name)
    for permissions, user, group, path in rows:
        assert (user, group) == ("root", "root"), path
        expected = ("lrwxrwxrwx" if permissions[0] == "l" else "drwxr-xr-x" if permissions[0] == "d" else
                    "-rwxr-xr-x" if path in (TOOL, LIBRARY, MODULE) else "-rw-r--r--")
        assert permissions == expected, path


@long
def test_files_of_administrators_licences_and_translations_are_marked(packages):
    flags = {name: [line.split() for line in package.query("--qf", "[%{filenames} %{fileflags:fflags}\n]")]
             for name, package in packages.items()}
    marked = {name: {row[0] for row in rows if "c" in "".join(row[1:])} for name, rows in flags.items()}
    assert {name: paths for name, paths in marked.items() if paths} == {"pam_passwordrules": {"/etc/security/passwordrules.conf"}}
    # c: configuration; n: an update does not replace a changed file.
    assert ["/etc/security/passwordrules.conf", "cn"] in flags["pam_passwordrules"]
    for name in set(NAMES) - {"passwordrules-devel"}:
        assert [f"/usr/share/licenses/{name}/LICENSE", "l"] in flags[name]
    languages = packages["passwordrules-l10n"].query("--qf", "[%{filenames} %{filelangs}\n]")
    # The language, by which an installation can leave files out. rpm ignores the region.
    assert "/usr/share/locale/pt_BR/LC_MESSAGES/passwordrules.mo pt" in languages


# For each package: which of our packages and pam it requires, and the most that it may require of others.
# Versions of symbols are ignored.
LIBC = {"libc.so.6"}
REQUIRED = {
    "passwordrules": ({"passwordrules-blocklist"},
                      LIBC | {"libcrypt.so.1", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "ld-linux-x86-64.so.2"}),
    "passwordrules-libs": ({"passwordrules-blocklist"}, LIBC | {"libm.so.6"}),
    "passwordrules-devel": ({"passwordrules-libs"}, {"libpasswordrules.so.1", "pkg-config"}),
    "pam_passwordrules": ({"pam", "passwordrules-blocklist"}, LIBC | {"libcrypt.so.1", "libpam.so.0"}),
    "passwordrules-blocklist": (set(), set()),
    "passwordrules-l10n": (set(), set()),
    "python3-passwordrules": ({"passwordrules-libs"}, {"python"}),
}


@long
@pytest.mark.parametrize("name", NAMES)
def test_packages_require_only_these(packages, version, name):
    expected, permitted = REQUIRED[name]
    lines = [line for line in packages[name].query("--requires") if not line.startswith(("rpmlib(", "config(", "rtld("))]
    programs = {re.sub(r"\(.*", "", line).removeprefix("/usr/bin/") for line in lines}
    ours = {line.split()[0].split("(")[0] for line in lines if re.match(r"pass\w+-|pam$", line)}
    assert ours == expected and programs - {line for line in programs if re.match(r"pass\w+-|pam$", line)} <= permitted
    for line in lines:
        if line.startswith("passwordrules-"):
            assert re.search(rf" {'=' if name == 'passwordrules-devel' else '>='} {re.escape(version)}-1$", line), line


@long
def test_requirements_name_versions_of_symbols_and_of_python(packages):
    assert "libc.so.6(GLIBC_2.4)(64bit)" in packages["pam_passwordrules"].query("--requires")
    assert "libpam.so.0(LIBPAM_1.0)(64bit)" in packages["pam_passwordrules"].query("--requires")
    assert "python(abi) = 3.14" in packages["python3-passwordrules"].query("--requires")
    assert {"libpasswordrules.so.1(PASSWORDRULES_1.0)(64bit)"} <= set(packages["passwordrules-libs"].query("--provides"))
    assert not [line for line in packages["pam_passwordrules"].query("--provides") if ".so" in line]


@long
def test_blocklist_conflicts_with_older_readers(packages, version):
    assert sorted(packages["passwordrules-blocklist"].query("--conflicts")) == [
        f"{name} < {version}-1" for name in ("pam_passwordrules", "passwordrules", "passwordrules-libs")]


@long
def test_module_recommends_the_messages_and_the_tool(packages):
    assert packages["pam_passwordrules"].query("--recommends") == ["passwordrules", "passwordrules-l10n"]
    assert packages["passwordrules-libs"].query("--recommends") == ["passwordrules-l10n"]


@long
def test_installing_runs_no_script(packages):
    assert [package.query("--scripts", "--triggers") for package in packages.values()] == [[]] * len(packages)


# ---- The programs in the packages ----

@long
def test_library_passes_the_vectors(unpacked):
    done = make("build/tests/vectors")
    assert done.returncode == 0, done.stderr
    tables = [ROOT / "Tests" / "Vectors" / name for name in ("parse.tsv", "check.tsv", "lenient.tsv")]
    environment = {"LD_LIBRARY_PATH": f"{unpacked}{LIBRARIES}", "LD_DEBUG": "libs"}
    done = subprocess.run([BUILD / "tests" / "vectors", *tables], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    # The packaged library was loaded, not another.
    assert f"calling init: {unpacked}{LIBRARY}\n" in done.stderr


@long
def test_packaged_tool_list_and_python_work(unpacked, version):
    tool, blocklist = f"{unpacked}{TOOL}", f"{unpacked}/usr/share/passwordrules/common.blocklist"
    assert output(tool, "--version").strip() == version
    output(tool, "blocklist", "verify", blocklist)
    assert Path(blocklist).read_bytes() == (BUILD / "common.blocklist").read_bytes()
    environment = {"PYTHONPATH": f"{unpacked}{SITE}", "LD_LIBRARY_PATH": f"{unpacked}{LIBRARIES}"}
    script = "import passwordrules; print(bool(passwordrules.Rules('minlength: 12;').check('weak')))"
    assert output("/usr/bin/python3", "-B", "-c", script, env=environment).strip() == "False"


@long
def test_module_and_pkg_config_know_their_paths(unpacked):
    module = Path(f"{unpacked}{MODULE}").read_bytes()
    assert b"\0/usr/share/locale\0" in module and b"\0/usr/share/passwordrules/common.blocklist\0" in module
    assert f"\nlibdir={LIBRARIES}\n" in Path(f"{unpacked}{LIBRARIES}/pkgconfig/passwordrules.pc").read_text()
    links = [path for path in unpacked.rglob("*") if path.is_symlink()]
    assert f"{unpacked}{LIBRARIES}/libpasswordrules.so" in map(str, links)
    assert [str(link) for link in links if not link.exists()] == []


@long
@pytest.mark.parametrize("path", [LIBRARY, MODULE, TOOL])
def test_programs_are_hardened_and_stripped(unpacked, path):
    file = f"{unpacked}{path}"
    dynamic, sections = output("readelf", "-d", "-W", file), output("readelf", "-S", "-W", file)
    assert "NOW" in dynamic and "RPATH" not in dynamic and "RUNPATH" not in dynamic
    assert "GNU_RELRO" in output("readelf", "-l", "-W", file)
    assert ".symtab" not in sections and ".debug_info" not in sections
    assert path == TOOL or "__stack_chk_fail" in output("nm", "-D", file)


@long
@pytest.mark.skipif(shutil.which("gdb") is None, reason="there is no gdb")
@pytest.mark.parametrize("path, function", [(LIBRARY, "passwordrules_parse"), (MODULE, "pam_sm_chauthtok")])
def test_gdb_reads_the_debugging_symbols(packages, unpacked, tmp_path, path, function):
    crash, file = compile_crash(tmp_path), f"{unpacked}{path}"
    assert names_our_code(backtrace(crash, file, function, packages[DEBUG_NAME].file("/usr/lib/debug")), function)
    assert not names_our_code(backtrace(crash, file, function), function)


@long
def test_no_file_names_the_build_folder(unpacked):
    forbidden = [str(ROOT).encode(), b"build/rpm/work", b"BUILDROOT"]
    names = files(unpacked)
    assert len(names) > 20
    for name in names:
        content = b"" if (unpacked / name).is_symlink() else (unpacked / name).read_bytes()
        assert not [word for word in forbidden if word in content], name


# ---- Rpmlint and reproducibility ----

@long
@pytest.mark.skipif(shutil.which("rpmlint") is None, reason="there is no rpmlint")
def test_rpmlint_reports_nothing(made):
    done = subprocess.run(["rpmlint", "--strict", "--rpmlintrc", FOLDER / "passwordrules.rpmlintrc", SPEC, *made.glob("*.rpm")],
                          capture_output=True, text=True)
    messages = [line for line in done.stdout.splitlines() if re.match(r"\S+:(\d+:)? [EWI]: ", line)]
    assert (done.returncode, messages) == (0, []), done.stdout + done.stderr


@long
def test_made_again_they_are_the_same(packages, made):
    before = {path.name: path.read_bytes() for path in made.glob("*.rpm")}
    done = make("rpm")
    assert done.returncode == 0, done.stderr
    assert sorted(before) == sorted(path.name for path in made.glob("*.rpm")) and len(before) > 5
    assert [name for name in before if before[name] != (made / name).read_bytes()] == []
