"""Passwords generated from every real descriptor, in every style, pass the strict check. By the Python package."""

import json
import os
import sys

import pytest

from c_header import ROOT

sys.path.insert(0, os.path.join(ROOT, "Sources", "Python"))

CORPUS = os.environ.get("PASSWORDRULES_CORPUS")
# In each style; of the first as many as are promised.
COUNTS = {"RANDOM": 10_000, "READABLE": 500, "WORDS": 500}

pytestmark = pytest.mark.skipif(CORPUS is None, reason="PASSWORDRULES_CORPUS is not set: the real descriptors are not at hand")


def generate(rules, style, count):
    """Passwords, all different; fewer than `count` where there are not as many."""
    import passwordrules

    try:
        passwords = rules.generate(count, style=passwordrules.Style[style])
    except passwordrules.GenerationError:
        return generate(rules, style, count // 10)
    assert len(passwords) == len(set(passwords)) == count
    return passwords


@pytest.mark.parametrize("style", COUNTS)
def test_every_generated_password_passes_the_strict_check(style):
    import passwordrules

    used = set()
    with open(os.path.join(CORPUS, "descriptors.jsonl"), encoding="utf-8") as lines:
        texts = [json.loads(line)["descriptor"] for line in lines]
    for text in texts:
        rules, checked = passwordrules.Rules(text), 0
        while checked < COUNTS[style]:
            passwords = generate(rules, style, COUNTS[style])
            generated = passwords[0].generated
            for password in passwords:
                assert rules.check(password, strict=True) and len(password) <= generated.length, (text, password)
            checked += len(passwords)
        # Fewer bits than 71 only where the rules permit no longer password.
        assert generated.entropy >= 71 or (generated.entropy > 0 and "maxlength" in text), text
        used.add(generated.style.name)
    # Some descriptors permit the style, and some do not.
    assert style in used and "RANDOM" in used
