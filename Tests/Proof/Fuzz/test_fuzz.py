"""The fuzzing targets find planted faults, reach every parser, and pass the seeds and earlier finds."""

import os
import re
import shutil
import subprocess
import sys

import pytest

import fuzz
import seeds

BUILD = os.environ["FUZZ_BUILD"]
SECONDS = 5
# The symbolizer of libFuzzer's reports is beside the compiler.
TOOLS = os.pathsep.join([os.environ["PATH"], os.path.dirname(os.path.realpath(shutil.which("swiftc") or ""))])


def run(*command, **environment):
    return subprocess.run([str(part) for part in command], env=os.environ | {"PATH": TOOLS} | environment, capture_output=True,
                          text=True, errors="replace")


FAULTS = {
    # The engine, in Descriptor.parse or the parser that is inlined there, reads one byte after the memory.
    "engine": r"AddressSanitizer: heap-buffer-overflow.*READ of size 1.*PasswordRules.{0,12}Descriptor",
    "expectation": r"EXPECTATION: .*libFuzzer: deadly signal",
    "leak": "detected memory leaks",
}


# Each of the two programs has its own build of the library with the sanitizer, so one kind of fault is planted in both.
# The other kinds do not depend on the build.
@pytest.mark.parametrize(("target", "mode"), [("calls", "engine"), *(("parse", mode) for mode in FAULTS)])
def test_fault_is_found(target, mode, tmp_path):
    (tmp_path / "input").write_bytes(b"x")
    result = run(os.path.join(BUILD, target), f"-artifact_prefix={tmp_path}/", tmp_path / "input", PASSWORDRULES_FUZZ_SELF_TEST=mode)
    if "LeakSanitizer has encountered a fatal error" in result.stderr:
        pytest.skip("LeakSanitizer needs ptrace(2), which is not permitted here")
    assert result.returncode != 0
    assert re.search(FAULTS[mode], result.stderr, re.S), result.stderr


@pytest.mark.parametrize("name", [
    *(f"engine/PasswordRules{module}.o" for module in ("", "Import", "Lists")),
    *(f"library/PasswordRules{module}.o" for module in ("", "System", "ABI")), "library/NameServices.o", "shim/accounts.o",
])
def test_every_module_has_the_sanitizer(name):
    symbols = run("nm", os.path.join(BUILD, name)).stdout
    assert " U __asan_report_load" in symbols and " U __sanitizer_cov_trace_" in symbols


# The source files that read bytes from outside, by the target that gives them any bytes. Add a new parser
# here. For calls, `Tests/Proof/Sanitizers` tests that the seeds have every function.
PARSERS = {
    "parse": ["DescriptorParser", "DescriptorLint", "DescriptorWriter"],
    "check": ["Checker"],
    "generate": ["Exclusions", "DescriptorParser"],
    "policy": ["PolicyFile", "PolicySectionHeader", "PolicyValueReader", "PolicyLint", "RootExemption"],
    "import": ["PamFileLine", "PamLine", "PamControl", "PamStackWalk", "PwqualityReader", "PasswdqcSettings"],
    "blocklist": ["WordLines", "HashLines", "BlocklistHeader", "BlocklistVerifier"],
    "strength": ["RankedLines", "RankedWordsHeader", "RankedWordList"],
    "calls": ["ModuleArguments", "PwqualityArguments", "PwqualityPolicy+Reading", "PolicyLoader"],
}


@pytest.mark.parametrize("target", fuzz.TARGETS)
def test_seeds_and_their_children_reach_every_parser(target, tmp_path):
    """The seeds include the inputs that earlier runs found."""
    os.symlink(os.path.join(BUILD, target), tmp_path / target)
    count = len(seeds.inputs(target))
    assert count >= 8
    result = run(*fuzz.command(str(tmp_path), target, SECONDS), "-print_coverage=1", **fuzz.OPTIONS)
    assert result.returncode == 0, result.stderr[-5000:]
    executed = int(re.search(r"number_of_executed_units: (\d+)", result.stderr)[1])
    assert executed >= count
    assert re.search(r"Dictionary: \d+ entries", result.stderr)
    reached = set(re.findall(r"^COVERED_FUNC: .*/Sources/\S*/([\w+]+)\.swift:\d+$", result.stderr, re.M))
    assert not set(PARSERS[target]) - reached, sorted(reached)
    assert len(os.listdir(tmp_path / "corpus" / target)) > 0, "nothing new was found, which is what coverage is for"


def test_every_regression_has_a_target():
    assert set(os.listdir(seeds.HERE / "Regressions")) <= set(fuzz.TARGETS) | {"README.md"}


@pytest.mark.parametrize(("text", "bytes_"), [
    (rb"a\x01b\n", b"a\x01b\n"), (rb"\e", b""), (rb"\\x41", rb"\x41"), (rb"\xff\xC3", b"\xff\xc3"), (rb"\t\r\f", b"\t\r\f"),
])
def test_escapes(text, bytes_):
    assert seeds.unescape(text) == bytes_


def test_find_is_kept_and_figures_are_noted(tmp_path):
    program = [sys.executable, "-B", seeds.HERE / "fuzz.py", tmp_path]
    for target in ("parse", "generate"):
        os.symlink(os.path.join(BUILD, target), tmp_path / target)
    found = run(*program, 2, 1, "parse", PASSWORDRULES_FUZZ_SELF_TEST="expectation")
    assert found.returncode == 1
    path = re.search(r"^FIND: (.*)$", found.stdout, re.M)[1]
    assert os.path.exists(path) and os.path.basename(path).startswith("parse-crash-")
    assert f"to see it again: {tmp_path}/parse {path}" in found.stdout

    result = run(*program, 2, 1, "generate")
    assert result.returncode == 0, result.stdout + result.stderr
    _, target, executions, *_, finds = (tmp_path / "runs.tsv").read_text().splitlines()[-1].split("\t")
    assert (target, finds) == ("generate", "0") and int(executions) > 0
    assert re.search(rf"^ +generate +{executions} ", result.stdout, re.M)
    total = run("make", "-s", "-C", seeds.HERE, "total", f"OUT={tmp_path}").stdout
    assert re.search(rf"^generate\t{executions}$", total, re.M)
