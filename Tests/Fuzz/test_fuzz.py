"""The fuzzing targets: they find planted faults, and pass the seeds and earlier finds."""

import os
import re
import subprocess
import sys

import pytest

import fuzz
import seeds

ROOT = os.path.dirname(os.path.dirname(fuzz.HERE))
BUILD = os.environ.get("FUZZ_BUILD", os.path.join(ROOT, "build", "fuzz"))
SECONDS = int(os.environ.get("FUZZ_TEST_SECONDS", "5"))
PROGRAMS = ("strict", "calls")  # one of each of the two programs


def self_test(target, mode, path, *options):
    """The output of a program with a planted fault; no input can select it."""
    environment = dict(os.environ, PASSWORDRULES_FUZZ_SELF_TEST=mode)
    path.write_bytes(b"x")
    return subprocess.run([os.path.join(BUILD, target), *options, f"-artifact_prefix={path.parent}/", path], env=environment,
                          capture_output=True, text=True, errors="replace", timeout=60)


FAULTS = {
    # The engine reads one byte after the memory.
    "engine": r"AddressSanitizer: heap-buffer-overflow.*READ of size 1.*DescriptorParser",
    "expectation": r"EXPECTATION: .*libFuzzer: deadly signal",
    "hang": r"libFuzzer: timeout after 1 seconds",
}


@pytest.mark.parametrize("target", PROGRAMS)
@pytest.mark.parametrize("mode", FAULTS)
def test_faults_are_found(target, mode, tmp_path):
    result = self_test(target, mode, tmp_path / "input", "-timeout=1")
    assert result.returncode != 0
    assert re.search(FAULTS[mode], result.stderr, re.S), result.stderr


def test_traps_are_found(tmp_path):
    result = self_test("strict", "trap", tmp_path / "input")
    assert result.returncode != 0
    assert "libFuzzer: deadly signal" in result.stderr


@pytest.mark.parametrize("target", PROGRAMS)
def test_leaks_are_found(target, tmp_path):
    result = self_test(target, "leak", tmp_path / "input")
    if "LeakSanitizer has encountered a fatal error" in result.stderr:
        pytest.skip("LeakSanitizer needs ptrace(2), which is not permitted here")
    assert result.returncode != 0
    assert "detected memory leaks" in result.stderr


OBJECTS = ("engine/PasswordRules.o", "engine/PasswordRulesImport.o", "engine/PasswordRulesBlocklist.o",
           "library/PasswordRules.o", "library/PasswordRulesSystem.o", "library/PasswordRulesABI.o", "shim/system.o")


@pytest.mark.parametrize("name", OBJECTS)
def test_every_module_has_the_sanitizer(name):
    symbols = subprocess.run(["nm", os.path.join(BUILD, name)], capture_output=True, text=True, check=True).stdout
    assert re.search(r" U __asan_report_load", symbols)
    assert re.search(r" U __sanitizer_cov_trace_", symbols)


@pytest.mark.parametrize("target", fuzz.TARGETS)
def test_seeds_and_their_children(target, tmp_path):
    os.symlink(os.path.join(BUILD, target), tmp_path / target)
    count = len(seeds.inputs(target))
    assert count >= 8
    result = subprocess.run(fuzz.command(str(tmp_path), target, SECONDS), env=fuzz.environment(), capture_output=True,
                            text=True, errors="replace")
    assert result.returncode == 0, result.stderr
    executed = int(re.search(r"number_of_executed_units: (\d+)", result.stderr)[1])
    assert executed >= count
    coverage = int(re.findall(r"cov: (\d+)", result.stderr)[-1])
    assert coverage > 200, "the engine is not reached"
    assert len(os.listdir(tmp_path / "corpus" / target)) > 0, "nothing new was found, which is what coverage is for"


REGRESSIONS = [(target, path) for target in fuzz.TARGETS for path in seeds.regressions(target)]


# Without any there is nothing to run, and nothing to skip.
if REGRESSIONS:
    @pytest.mark.parametrize("target, path", REGRESSIONS, ids=[f"{t}-{os.path.basename(p)}" for t, p in REGRESSIONS])
    def test_what_was_found_before(target, path):
        result = subprocess.run([os.path.join(BUILD, target), f"-timeout={fuzz.TIMEOUT}", path], capture_output=True,
                                text=True, errors="replace")
        assert result.returncode == 0, result.stderr


def test_every_regression_has_a_target():
    folder = os.path.join(fuzz.HERE, "Regressions")
    assert set(os.listdir(folder)) <= set(fuzz.TARGETS) | {"README.md"}


def test_every_function_of_the_library_is_called():
    with open(os.path.join(ROOT, "Sources", "PasswordRulesABI", "libpasswordrules.map")) as file:
        functions = set(re.findall(r"^ +(passwordrules_\w+);", file.read(), re.M))
    called = set()
    folder = os.path.join(fuzz.HERE, "Library")
    for name in os.listdir(folder):
        with open(os.path.join(folder, name)) as file:
            called |= set(re.findall(r"\b(passwordrules_\w+)\(", file.read()))
    assert functions == called & functions and len(functions) > 30


ESCAPED = {
    rb"a\x01b\n": b"a\x01b\n", rb"\e": b"", rb"\\x41": rb"\x41", rb"\xff\xC3": b"\xff\xc3", rb"\t\r\f": b"\t\r\f",
}


@pytest.mark.parametrize("text", ESCAPED)
def test_escapes(text):
    assert seeds.unescape(text) == ESCAPED[text]


def run_make_fuzz(build, *targets, **environment):
    return subprocess.run([sys.executable, "-B", os.path.join(fuzz.HERE, "fuzz.py"), "--build", str(build), "run",
                           "--seconds", "2", *targets], env=dict(os.environ, **environment), capture_output=True, text=True)


def test_a_find_is_kept_and_named(tmp_path):
    os.symlink(os.path.join(BUILD, "strict"), tmp_path / "strict")
    result = run_make_fuzz(tmp_path, "strict", PASSWORDRULES_FUZZ_SELF_TEST="expectation")
    assert result.returncode == 1
    path = re.search(r"^FIND: (.*)$", result.stdout, re.M)[1]
    assert os.path.exists(path) and os.path.basename(path).startswith("strict-crash-")
    assert f"to see it again: {tmp_path}/strict {path}" in result.stdout


def test_figures_are_kept_and_added_up(tmp_path):
    os.symlink(os.path.join(BUILD, "count"), tmp_path / "count")
    result = run_make_fuzz(tmp_path, "count")
    assert result.returncode == 0, result.stdout + result.stderr
    [line] = (tmp_path / "runs.tsv").read_text().splitlines()
    _, target, executions, *_, finds = line.split("\t")
    assert (target, finds) == ("count", "0") and int(executions) > 0
    assert re.search(rf"^count +{int(executions):,} ", result.stdout, re.M)
    both = subprocess.run([sys.executable, "-B", os.path.join(fuzz.HERE, "fuzz.py"), "--build", str(tmp_path), "total",
                           str(tmp_path)], capture_output=True, text=True, check=True)
    assert f"{2 * int(executions):,} executions" in both.stdout
