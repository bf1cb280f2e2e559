"""The engine in Node says the same as the native library, in all builds: verdicts, sentences, places and counts."""

import gettext
import hashlib
import json
import os
import struct
import sys

import pytest

from web import BUILD, ROOT, answers, descriptors, passwords

sys.path.insert(0, os.path.join(ROOT, "Tests", "Python"))
import conftest  # noqa: E402,F401  (finds the native library)
from passwordrules import Error, Rules, lint  # noqa: E402

LANGUAGES = ["en", "de", "pl", "ja", "fr"]
ALL_LANGUAGES = sorted(os.listdir(os.path.join(BUILD, "locale")))
DESCRIPTORS, PASSWORDS = descriptors(500), passwords(50)


def catalogue(tag):
    return None if tag == "en" else gettext.translation("passwordrules", os.path.join(BUILD, "locale"), [tag.replace("-", "_")])


def bits(number):
    return struct.pack(">d", number).hex()


def plain(report):
    return [report.accepted, bits(report.progress), list(report.messages),
            [[one.rule, one.met, one.limit, one.actual, one.message, one.characters] for one in report.outcomes]]


def attempt(body):
    try:
        return body()
    except Error as error:
        return ["status", int(error.code)]


def units(text, offset):
    """How many code units of UTF-16 stand before this byte of the text's UTF-8."""
    before = text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "surrogatepass")
    return len(before.encode("utf-16-le", "surrogatepass")) // 2


def places(text, diagnostics):
    return [[one.severity.name.lower(), int(one.code), one.text, units(text, one.offset), units(text, one.offset + one.length)]
            for one in diagnostics]


def native_reports(rules, translations):
    return [plain(rules.check(password.encode("utf-8", "surrogatepass"), strict=index % 2 == 1, translations=translations))
            for index, password in enumerate(PASSWORDS)]


def native_words(text, rules, catalogues):
    def count(length):
        found = attempt(lambda: rules.count(length))
        return found if isinstance(found, list) else [str(found.number), bits(found.entropy)]

    return {
        "format": str(rules), "minified": rules.format(minified=True), "counts": [count(length) for length in (0, 1, 12, 129)],
        "shortest": [attempt(lambda entropy=entropy: rules.shortest_length(entropy)) for entropy in (1, 71)],
        "explained": [rules.explain(translations=one).splitlines() for one in catalogues], "lint": places(text, lint(text))}


def native(text, catalogues, is_small):
    rules = Rules(text, lenient=True)

    def parsed():
        Rules(text)
        return "accepted"

    found = {"strict": attempt(parsed), "diagnostics": places(text, rules.diagnostics),
             "checks": [native_reports(rules, one) for one in catalogues]}
    return found if is_small else {**found, **native_words(text, rules, catalogues)}


def digest(reports):
    return hashlib.sha256(json.dumps(reports, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def compare(tmp_path, texts, languages, is_small=False, fallback="never"):
    """Compares digests, and of the first descriptor that differs everything."""
    questions = {"descriptors": texts, "passwords": PASSWORDS, "languages": [tag.replace("_", "-") for tag in languages],
                 "isSmall": is_small, "fallback": fallback}
    catalogues, found = [catalogue(tag) for tag in languages], answers(tmp_path, questions)
    assert len(found) == len(texts)
    for text, answer in zip(texts, found):
        expected = native(text, catalogues, is_small)
        if answer != {**expected, "checks": [digest(reports) for reports in expected["checks"]]}:
            [whole] = answers(tmp_path, {**questions, "descriptors": [text], "isWhole": True})
            assert whole == json.loads(json.dumps(expected)), text
            pytest.fail(f"the second answer to {text!r} is another")
    return len(texts) * len(PASSWORDS) * len(languages)


def test_webassembly_says_what_the_native_library_says(tmp_path):
    assert compare(tmp_path, DESCRIPTORS, LANGUAGES) == 125_000


def test_so_does_the_small_module(tmp_path):
    assert compare(tmp_path, DESCRIPTORS[::5], ["en", "pl"], is_small=True) == 10_000


@pytest.mark.parametrize("is_small", [True, False])
def test_so_does_the_build_in_javascript(tmp_path, is_small):
    assert compare(tmp_path, DESCRIPTORS[::10], ["en", "fr"], is_small=is_small, fallback="always") == 5_000


def test_so_does_each_language(tmp_path):
    """Each catalogue, with each form of plurals: the passwords have many lengths."""
    assert len(ALL_LANGUAGES) >= 12
    compare(tmp_path, DESCRIPTORS[::25] + ["required: upper; required: digit; minlength: 40; max-repeating: 2"], ALL_LANGUAGES)
