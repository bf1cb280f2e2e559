"""Without a configuration, our verdicts under all settings of libpwquality are its own, except for named differences.

These are the differences of an imported policy, which Tests/Peers lists, and one more: the words of the dictionary.
"""

import random

import pytest
from candidates import Candidates
from library import BUILD, DEBIANS, NAMES, OURS, SETTING
from passwordrules import Policy
from peers import peer_verdicts, unmet_rules
from test_peers_pwquality import REASONS, explain

SEED = 20261126
ROUNDS, COUNT = 40, 250
NUMBERS = {
    "difok": (0, 12), "minlen": (4, 16), "dcredit": (-3, 3), "ucredit": (-3, 3), "lcredit": (-3, 3), "ocredit": (-3, 3),
    "minclass": (0, 5), "maxrepeat": (0, 4), "maxclassrepeat": (0, 6), "maxsequence": (0, 5), "gecoscheck": (0, 1),
    "dictcheck": (0, 1), "usercheck": (0, 1), "usersubstr": (0, 7), "enforcing": (0, 1), "retry": (0, 5),
    "enforce_for_root": (1, 1), "local_users_only": (1, 1),
}
WORDS = ["flower", "Sunshine", "acme", "none", "wolf"]
# Settings that a policy does not use.
PROMPT = {"enforcing", "retry", "enforce_for_root", "local_users_only"}


def options(source: random.Random) -> list[str]:
    """Some of the settings, with values."""
    found = [f"{name}={source.randint(*limits)}" for name, limits in NUMBERS.items() if source.random() < 0.35]
    if source.random() < 0.5:
        found.append("badwords=" + " ".join(source.sample(WORDS, source.randint(0, 4))))
    if source.random() < 0.1:
        found.append("dictpath=/nowhere")
    if not any(option.startswith("dictcheck") for option in found) and source.random() < 0.8:
        found.append("dictcheck=0")
    return found


def difference(case, verdict: str, unmet: list[str], configuration: str) -> list[str | None]:
    """The names of the differences that explain the verdicts; None for one that nothing explains."""
    has_dictionary = "dictcheck=0" not in configuration
    if has_dictionary and verdict == "-22 other" and not unmet:
        return ["dictionary"]
    if has_dictionary and verdict == "0" and "blocklist" in unmet:
        return ["dictionary"]
    return explain(case, verdict, unmet, configuration)


def test_all_settings_are_tried():
    assert set(NUMBERS) | {"badwords", "dictpath"} == {NAMES[name] for name in SETTING}


@pytest.fixture(scope="module")
def counts():
    return dict.fromkeys([*REASONS, "dictionary"], 0)


@pytest.mark.parametrize("part", range(ROUNDS))
def test_verdicts_without_configuration(part, counts, tmp_path):
    source = random.Random(f"{SEED} {part}")
    lines = options(source)
    file = tmp_path / "settings"
    file.write_text("".join(f"{line}\n" for line in lines))
    cases = Candidates(f"{SEED} {part}").cases(COUNT)
    theirs = peer_verdicts("pwquality-settings", file, cases, [DEBIANS.parent])
    verdicts = peer_verdicts("pwquality-settings", file, cases, [OURS.parent, BUILD])
    policy = Policy.from_pwquality([line for line in lines if line.split("=")[0] not in PROMPT])
    unexplained = []
    for case, their, our in zip(cases, theirs, verdicts, strict=True):
        unmet = unmet_rules(policy, case)
        assert (our == "0") == (not unmet), (case, our, unmet, lines)
        if (our == "0") != (their == "0"):
            for name in difference(case, their, unmet, "\n".join(lines)):
                if name:
                    counts[name] += 1
                else:
                    unexplained.append(f"{case}: libpwquality says {their}, we say {unmet or 'accepted'}")
    assert not unexplained, f"{lines}: {len(unexplained)} such as\n" + "\n".join(unexplained[:10])


def test_differences_occur(counts):
    assert counts["dictionary"] > 0 and sum(count > 0 for count in counts.values()) > 6, counts
