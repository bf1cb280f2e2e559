"""Passwords generated from every real descriptor, in every style, pass the strict check, through the C
interface."""

import ctypes
import json
import os

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIBRARY = os.path.join(ROOT, "build", "libpasswordrules.so.1")
CORPUS = os.environ.get("PASSWORDRULES_CORPUS")

OK, ETOOFEW, STRICT = 0, 25, 1
RANDOM, READABLE, WORDS = 1, 2, 3
# The number of passwords in each style.
COUNTS = {RANDOM: 10_000, READABLE: 500, WORDS: 500}

pytestmark = pytest.mark.skipif(CORPUS is None, reason="PASSWORDRULES_CORPUS is not set: the real descriptors are not at hand")


class Options(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("length", ctypes.c_size_t), ("entropy", ctypes.c_double), ("style", ctypes.c_int),
        ("exclude", ctypes.c_char_p), ("count", ctypes.c_size_t),
    ]


class Generated(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("style", ctypes.c_int), ("requested", ctypes.c_int), ("length", ctypes.c_size_t),
        ("entropy", ctypes.c_double), ("excluded", ctypes.c_int), ("falls_short", ctypes.c_int),
    ]


def descriptors():
    with open(os.path.join(CORPUS, "descriptors.jsonl"), encoding="utf-8") as lines:
        return [json.loads(line)["descriptor"] for line in lines]


@pytest.fixture(scope="module")
def library():
    library = ctypes.CDLL(LIBRARY)
    library.passwordrules_parse.argtypes = [
        ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p]
    library.passwordrules_generate.argtypes = [
        ctypes.c_void_p, ctypes.POINTER(Options), ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.POINTER(Generated)]
    library.passwordrules_report_create.argtypes = [ctypes.POINTER(ctypes.c_void_p)]
    library.passwordrules_check_into.argtypes = [
        ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint, ctypes.c_void_p]
    for name in ("report_accepted", "report_free", "rules_free"):
        getattr(library, f"passwordrules_{name}").argtypes = [ctypes.c_void_p]
    return library


def generate(library, rules, buffer, style, count):
    """Returns `count` different passwords, or fewer if there are fewer, and their description."""
    options = Options(ctypes.sizeof(Options), style=style, count=count)
    generated = Generated(ctypes.sizeof(Generated))
    status = library.passwordrules_generate(rules, options, buffer, len(buffer), None, generated)
    if status == ETOOFEW:
        return generate(library, rules, buffer, style, count // 10)
    assert status == OK
    passwords = buffer.value.split(b"\n")
    assert len(passwords) == len(set(passwords)) == count
    return passwords, generated


@pytest.mark.parametrize("style", COUNTS)
def test_every_generated_password_passes_the_strict_check(library, style):
    buffer = ctypes.create_string_buffer(2 << 20)
    report = ctypes.c_void_p()
    assert library.passwordrules_report_create(ctypes.byref(report)) == OK
    used = set()
    for text in descriptors():
        rules = ctypes.c_void_p()
        encoded = text.encode()
        assert library.passwordrules_parse(encoded, len(encoded), 0, ctypes.byref(rules), None) == OK
        checked = 0
        while checked < COUNTS[style]:
            passwords, generated = generate(library, rules, buffer, style, COUNTS[style])
            for password in passwords:
                assert library.passwordrules_check_into(rules, password, len(password), STRICT, report) == OK
                assert library.passwordrules_report_accepted(report) == 1, (text, password)
                assert len(password) <= generated.length
            checked += len(passwords)
        assert generated.entropy > 0
        # There are fewer than 71 bits only if the rules limit the length.
        assert generated.entropy >= 71 or "maxlength" in text, text
        used.add(generated.style)
        library.passwordrules_rules_free(rules)
    library.passwordrules_report_free(report)
    # Some descriptors permit the style, and some do not.
    assert style in used and RANDOM in used
