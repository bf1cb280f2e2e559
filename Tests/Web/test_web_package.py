"""The published package: its types, its files, what its modules import, and that its archive is reproducible."""

import json
import re
import subprocess
import tarfile

import pytest

from tree import HERE, PACKAGE, ROOT, WEB, node

LANGUAGES = sorted(path.stem.replace("_", "-") for path in (ROOT / "Sources" / "Translations").glob("*.po"))
TYPES = HERE / "types.mts"
OPTIONS = ["--strict", "--noEmit", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16",
           "--lib", "es2022,dom", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project in which the archive is unpacked as npm would install it."""
    folder, modules = tmp_path_factory.mktemp("project"), "node_modules"
    [path] = WEB.glob("*.tgz")
    (folder / modules).mkdir()
    with tarfile.open(path) as archive:
        assert all(member.name == "package" or member.name.startswith("package/") for member in archive)
        archive.extractall(folder / modules)
    (folder / modules / "package").rename(folder / modules / "passwordrules")
    (folder / "package.json").write_text('{ "type": "module" }')
    return folder


def files(folder, ending=""):
    return [path for path in folder.rglob(f"*{ending}") if path.is_file()]


def compiled(project, name, text):
    """Runs tsc on a file; returns its output and exit status."""
    (project / name).write_text(text, encoding="utf-8")
    ran = subprocess.run(["tsc", *OPTIONS, name], cwd=project, text=True, capture_output=True)
    return ran.returncode, ran.stdout


def test_strict_typescript_accepts_the_types(project):
    assert compiled(project, "types.mts", TYPES.read_text(encoding="utf-8")) == (0, "")


def test_strict_typescript_refuses_each_misuse(project):
    """Each line under a mark @ts-expect-error is an error when the mark is removed."""
    text = TYPES.read_text(encoding="utf-8")
    status, output = compiled(project, "misuse.mts", text.replace("// @ts-expect-error", "//"))
    assert status != 0 and len(set(re.findall(r"misuse\.mts\((\d+),", output))) == text.count("// @ts-expect-error") == 12


@pytest.mark.parametrize("name, is_full, imports", [
    ("check", False, ["env.translate"]), ("full", True, ["env.random", "env.translate"])])
def test_module_imports_only_random_bytes_and_translation(name, is_full, imports):
    found = json.loads(node("interface.mjs", PACKAGE / f"{name}.wasm"))
    assert sorted(found["imports"]) == imports
    expected = []
    for exports in ("check.exports", *(["full.exports"] if is_full else [])):
        lines = (ROOT / "Sources" / "Bindings" / "Web" / exports).read_text(encoding="utf-8").splitlines()
        expected += [line.strip() for line in lines if not line.startswith("#")]
    assert sorted(found["exports"]) == sorted([*expected, "memory"])


def test_nothing_evaluates_text_or_writes_html():
    scripts = files(PACKAGE, ".mjs")
    assert len(scripts) > len(LANGUAGES)
    for path in scripts:
        code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text(encoding="utf-8"))
        found = re.search(r"\beval\s*\(|\bnew Function\b|\bFunction\s*\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|"
                          r"set(Timeout|Interval)\s*\(\s*['\"`]", code)
        assert found is None, f"{path}: {found}"


def test_without_evaluation_everything_works():
    """With this option, V8 does not turn strings into code, as under a Content Security Policy without unsafe-eval."""
    assert node("drawn.mjs", options=["--disallow-code-generation-from-strings"]).count("\n") == 100


def test_there_are_no_dependencies_and_no_scripts(project):
    package = json.loads((project / "node_modules" / "passwordrules" / "package.json").read_text())
    assert not [key for key in package if "ependencies" in key or key in ("scripts", "bin", "gypfile")]
    assert package["name"] == "passwordrules" and package["type"] == "module" and package["engines"]["node"] == ">=18"
    assert re.fullmatch(r"\d+\.\d+\.\d+", package["version"])

    def paths(value):
        return [value] if isinstance(value, str) else [path for one in value.values() for path in paths(one)]

    for path in [package["types"], *paths(package["exports"])]:
        assert "*" in path or (project / "node_modules" / "passwordrules" / path).is_file(), path


def test_archive_has_everything_once_and_works(project):
    installed = project / "node_modules" / "passwordrules"
    assert sorted(path.relative_to(installed) for path in files(installed)) == \
        sorted(path.relative_to(PACKAGE) for path in files(PACKAGE))
    (project / "use.mjs").write_text(
        "import { load, loadCheck, descriptor } from 'passwordrules';\n"
        "import german from 'passwordrules/languages/de.mjs';\n"
        "const engine = await load(), text = String(descriptor().required('digit').minLength(8));\n"
        "const small = await loadCheck(null, { language: german });\n"
        "console.log(text, engine.parse(text).check('abc').missing.length, small.parse(text).check('abcdefgh').missing[0]);\n")
    ran = subprocess.run(["node", "use.mjs"], cwd=project, text=True, capture_output=True)
    assert ran.stdout == "required: digit; minlength: 8; 2 es fehlt eine Ziffer\n", ran.stderr


def test_each_catalogue_is_a_language():
    names = sorted(path.stem for path in files(PACKAGE / "languages", ".mjs"))
    assert names == sorted([*LANGUAGES, "index"])


def test_archive_is_reproducible():
    [path] = WEB.glob("*.tgz")
    header = path.read_bytes()[:10]
    assert header[3] == 0 and header[4:8] == bytes(4), "gzip stores neither the name nor the time"
    with tarfile.open(path) as archive:
        members = archive.getmembers()
    names = [member.name for member in members]
    assert names == sorted(names) and len(names) == len(set(names))
    for member in members:
        assert (member.mtime, member.uid, member.gid, member.uname, member.gname) == (0, 0, 0, "", "") and not member.pax_headers
        assert member.mode == (0o755 if member.isdir() else 0o644) and (member.isdir() or member.isfile())


def test_package_does_not_name_the_build_folder():
    paths = files(PACKAGE)
    assert len(paths) > 10
    for path in paths:
        data = path.read_bytes()
        assert str(ROOT).encode() not in data and b"/tmp/" not in data and b"/home/" not in data, path
