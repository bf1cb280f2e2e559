"""The package: its tests in Node, its types, its sizes, its languages, and how it is made."""

import gettext
import json
import os
import subprocess
import tarfile

import pytest

from tree import BUILD, ENVIRONMENT, HERE, PACKAGE, ROOT, TOOL, node

ARCHIVE = next((BUILD / "web").glob("passwordrules-*.tgz"))


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_in_node(name, tmp_path):
    (tmp_path / "words").write_text("dragon\nsunshine\n")
    made = tmp_path / "small.blocklist"
    subprocess.run([TOOL, "blocklist", "build", "-o", made, tmp_path / "words"], check=True, capture_output=True, timeout=60)
    done = subprocess.run(["node", "--test", HERE / name], env={**ENVIRONMENT, "PASSWORDRULES_LIST": str(made)}, text=True,
                          capture_output=True, timeout=550)
    assert done.returncode == 0, done.stdout


def test_modules_are_small():
    def packed(name):
        command = ["brotli", "-q", "11", "-w", "24", "-c", PACKAGE / name]
        return len(subprocess.run(command, check=True, capture_output=True, timeout=120).stdout)

    check, full = packed("check.wasm"), packed("full.wasm")
    assert check <= 20 * 1024 and full <= 125_000
    assert packed("check.fallback.mjs") <= 2 * check and packed("full.fallback.mjs") <= 2 * full
    names = ("index", "loading", "instance", "check", "full", "errors", "places", "choose")
    around = sum(packed(f"{name}.mjs") for name in names)
    assert around <= 12_000
    assert packed("common.ranks") <= 100_000
    assert all(packed(path) <= 6_000 for path in (PACKAGE / "languages").glob("*.mjs"))


def types(program, tmp_path):
    """What tsc says of a program that imports the package."""
    modules = tmp_path / "node_modules"
    modules.mkdir()
    (modules / "passwordrules").symlink_to(PACKAGE)
    (tmp_path / "program.mts").write_text(program)
    done = subprocess.run(["tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom",
                           "program.mts"], cwd=tmp_path, text=True, capture_output=True, timeout=300)
    return done.stdout


GOOD = """
import { load, loadCheck, loadLanguage, descriptor, DescriptorError, type Engine, type Kind, type Report } from 'passwordrules';
import german from 'passwordrules/languages/de.mjs';
import { descriptor as other, type CharacterClass } from 'passwordrules/builder';

const engine: Engine = await load(new URL('https://example.com/full.wasm'), { fallback: 'auto', language: german });
engine.language = await loadLanguage(navigator.languages);
const rules = engine.parse(descriptor().required('upper', '[-_]').minLength(12).toString(), { lenient: true });
const report: Report = rules.check('secret', { strict: true });
const kinds: Kind[] = report.outcomes.map((outcome) => outcome.kind);
const number: bigint = rules.count(20).number;
const made: string = rules.generate({ style: 'words', entropy: 80 }).password;
const policy = engine.policy(['min-classes=3'], [new Uint8Array(8)]);
const unmet: readonly string[] = policy.check(made, { user: 'alice', oldPassword: 'x' }).missing;
const score: 0 | 1 | 2 | 3 | 4 = engine.strength(made).score;
const wanted: CharacterClass = 'digit';
const small = await loadCheck();
const accepted: boolean = small.parse(other().required(wanted).toString()).accepts(made);
try { engine.parse('x'); } catch (error) { if (error instanceof DescriptorError) console.log(error.diagnostics[0]?.start); }
console.log(kinds, number, unmet, score, accepted);
"""


def test_types_are_accepted(tmp_path):
    assert types(GOOD, tmp_path) == ""


@pytest.mark.parametrize("wrong", [
    "descriptor().required('uper')", "descriptor().required()", "descriptor().minLength('8')",
    "(await loadCheck()).parse('').generate()", "(await load()).parse('').generate({ style: 'nice' })",
    "(await load()).parse('').check('').accepted = true", "(await load()).policy(['x']).check('', { usr: 'alice' })",
    "const number: number = (await load()).parse('').count().number",
])
def test_mistakes_do_not_compile(wrong, tmp_path):
    names = "{ load, loadCheck, descriptor }"
    said = types(f"import {names} from 'passwordrules';\n{wrong};\nexport {names};\n", tmp_path)
    assert "program.mts(2," in said and said.count("error TS") == 1, said


LANGUAGES = """
import { readFileSync } from 'node:fs';
const wanted = JSON.parse(readFileSync(0, 'utf8')), said = {};
for (const [tag, messages] of Object.entries(wanted)) {
  const language = (await import(`${process.env.PASSWORDRULES_PACKAGE}/languages/${tag}.mjs`)).default;
  said[tag] = messages.map(([one, counts]) => {
    const found = language.messages[one];
    return counts === null ? found : counts.map((count) => found[language.plural(count)]);
  });
}
console.log(JSON.stringify(said));
"""


def test_languages_say_what_gettext_says():
    counts = [*range(0, 250), 1000, 1001, 1_000_011, 1_000_021]
    wanted, expected = {}, {}
    for folder in sorted((BUILD / "locale").iterdir()):
        catalogue = gettext.translation("passwordrules", BUILD / "locale", [folder.name])
        tag = folder.name.replace("_", "-")
        wanted[tag], expected[tag] = [], []
        for key in catalogue._catalog:
            if isinstance(key, str) and key:
                wanted[tag].append([key, None])
                expected[tag].append(catalogue.gettext(key))
            elif isinstance(key, tuple) and key[1] == 0:
                wanted[tag].append([key[0], counts])
                expected[tag].append([catalogue.ngettext(key[0], "", count) for count in counts])
        assert len(wanted[tag]) > 90
    said = subprocess.run(["node", "--input-type=module", "-e", LANGUAGES], input=json.dumps(wanted), env=ENVIRONMENT, text=True,
                          check=True, capture_output=True, timeout=60).stdout
    assert json.loads(said) == expected and len(expected) == 12


def test_rules_of_plurals_are_no_programs(tmp_path):
    import importlib.util
    spec = importlib.util.spec_from_file_location("languages", ROOT / "Sources" / "Web" / "languages.py")
    languages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(languages)
    assert languages.plural_rule("Plural-Forms: nplurals=2; plural=(n != 1);\n") == "(n !== 1)"
    for rule in ("alert(1)", "n = 1", "n; 1", "this", "n[0]", "`x`"):
        with pytest.raises(AssertionError):
            languages.plural_rule(f"Plural-Forms: nplurals=2; plural={rule};\n")


def test_package_needs_nothing_and_runs_nothing():
    description = json.loads((PACKAGE / "package.json").read_text())
    assert description["name"] == "passwordrules" and description["type"] == "module"
    assert not {"dependencies", "peerDependencies", "optionalDependencies", "scripts", "bin"} & set(description)
    assert f'VERSION := {description["version"]}\n' in (ROOT / "Makefile").read_text()


def test_package_installs_from_its_archive(tmp_path):
    with tarfile.open(ARCHIVE) as archive:
        members = archive.getmembers()
        archive.extractall(tmp_path)
    assert all(one.name.split("/")[0] == "package" and one.mtime == 0 and one.uid == 0 for one in members)
    assert {"package/package.json", "package/README.md", "package/LICENSE", "package/full.wasm"} <= {one.name for one in members}
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "package").rename(tmp_path / "node_modules" / "passwordrules")
    program = tmp_path / "program.mjs"
    program.write_text("import { load } from 'passwordrules';\nconst engine = await load();\n"
                       "console.log(engine.build, engine.parse('minlength: 3').accepts('abc'));\n")
    assert node(program).stdout == "wasm true\n"


def test_archive_is_the_same_each_time(tmp_path):
    before = ARCHIVE.read_bytes()
    os.utime(PACKAGE / "LICENSE")
    subprocess.run(["make", "--no-print-directory", f"build/web/{ARCHIVE.name}"], cwd=ROOT, check=True, capture_output=True,
                   timeout=300)
    assert ARCHIVE.read_bytes() == before
