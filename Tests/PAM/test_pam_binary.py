"""The module as a file that setuid programs load."""

import subprocess

import pytest


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def symbols(module, *options):
    return {line.split()[-1].partition("@")[0] for line in output("nm", "-D", *options, module).splitlines()}


@pytest.fixture
def module(programs):
    return programs / "pam_passwordrules.so"


def dynamic_entries(module):
    lines = output("readelf", "--wide", "--dynamic", module).splitlines()
    return [line.split(maxsplit=2)[1:] for line in lines if line.strip().startswith("0x")]


def test_module_exports_its_entry_point_only(module):
    assert symbols(module, "--defined-only") == {"pam_sm_chauthtok"}


def test_module_needs_libpam_the_library_and_libc_only(module):
    needed = {value.partition("[")[2].rstrip("]") for tag, value in dynamic_entries(module) if tag == "(NEEDED)"}
    assert needed == {"libpam.so.0", "libpasswordrules.so.1", "libc.so.6"}


def test_module_is_found_by_no_path_of_its_own(module):
    assert not {tag for tag, *_ in dynamic_entries(module)} & {"(RPATH)", "(RUNPATH)", "(TEXTREL)"}


def test_module_is_bound_when_it_is_loaded(module):
    assert "BIND_NOW" in output("readelf", "--wide", "--dynamic", module)
    segments = output("readelf", "--wide", "--segments", module)
    assert "GNU_RELRO" in segments
    [stack] = [line for line in segments.splitlines() if "GNU_STACK" in line]
    assert "RWE" not in stack


def test_module_changes_nothing_of_the_process_and_bypasses_no_conversation(module):
    forbidden = {
        "abort", "exit", "_exit", "fork", "vfork", "execve", "system", "popen", "signal", "sigaction", "umask",
        "setlocale", "setenv", "getenv", "getpwnam", "getpwuid", "puts", "putchar", "printf", "__printf_chk",
        "fprintf", "__fprintf_chk", "write", "syslog", "__syslog_chk", "openlog", "strcpy", "strcat", "alloca",
    }
    assert not symbols(module, "--undefined-only") & forbidden
