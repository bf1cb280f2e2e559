"""The output of the programs goes to the right measurement and subject. Nothing is measured here."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import calls
import fresh
import results
import transactions
from results import DICTIONARY, OURS, PASSWDQC, PERMIT, PLAIN


@pytest.fixture(autouse=True)
def samples(monkeypatch):
    """An empty store in place of the one that all modules share."""
    store = dict(results.samples)
    results.samples.clear()
    yield results.samples
    results.samples.clear()
    results.samples.update(store)


def answers(monkeypatch, module, text):
    """Has a module see this in place of what a program writes; returns the commands."""
    commands = []

    def output(*command):
        commands.append([str(word) for word in command])
        return text

    monkeypatch.setattr(module, "output", output)
    return commands


def test_a_line_of_a_program_is_a_measurement(samples):
    read = results.sample_lines("check\tpwquality\t8 bytes, weak\t1.50\t2.50\ngenerate\tpasswdqc\t\t7\n")
    assert samples == {("check 8 bytes, weak", PLAIN): [1.5, 2.5], ("generate", PASSWDQC): [7.0]}
    assert read == [("check", PLAIN, "8 bytes, weak"), ("generate", PASSWDQC, "")]


def test_growth_is_round_by_round(samples, monkeypatch):
    lines = [
        f"{action}\tpasswordrules\t{length}\t{figures}"
        for action in ("growth", "growth with old")
        for length, figures in (("64", "10\t20\t40"), ("1024", "100\t100\t100"), ("4096", "1000\t4000"))
    ]
    [command] = [answers(monkeypatch, calls, "\n".join(lines))]
    calls.measure_growth(None)
    assert command == [[str(calls.OUT / "checkbench"), "growth", str(calls.ROUNDS), "-"]]
    for action in ("growth", "growth with old"):
        assert samples[f"{action} 1024 by 64", OURS] == [10, 5, 2.5]
        assert samples[f"{action} 4096 by 64", OURS] == [100, 200]
    assert not any(measurement.endswith("64 by 64") for measurement, _ in samples)


def test_a_change_is_of_the_service_that_made_it(monkeypatch):
    commands = answers(monkeypatch, transactions, "3 30 5 6\n0 10 1 2\n1 20 3 4\n2 40 7 8\n")
    found = list(transactions.changes("fresh", 7, Path("/services"), [PERMIT, OURS]))
    assert found == [
        (OURS, "refused", [30, 5, 6]), (PERMIT, "accepted", [10, 1, 2]), (OURS, "accepted", [20, 3, 4]),
        (PERMIT, "refused", [40, 7, 8]),
    ]
    # pam_permit refuses nothing.
    assert commands[0][1:4] == ["fresh", "7", "/services"]
    assert commands[0][5:] == [
        PERMIT, transactions.STRONG, "0", OURS, transactions.STRONG, "0",
        PERMIT, transactions.WEAK, "0", OURS, transactions.WEAK, "20",
    ]


def test_memory_after_a_change_is_that_of_an_accepted_one(samples, monkeypatch, tmp_path):
    written = {"fresh": "0 10 5 6\n1 11 7 8\n", "same": "0 3\n0 4\n1 5\n"}
    monkeypatch.setattr(transactions, "output", lambda program, mode, *_: written[mode])
    monkeypatch.setattr(transactions, "write_services", lambda modules, dictionary: (tmp_path, [OURS]))
    transactions.measure({}, None)
    assert samples == {
        ("pam fresh accepted", OURS): [10], ("pam rss", OURS): [5], ("pam dirty", OURS): [6],
        ("pam fresh refused", OURS): [11],
        ("pam same accepted", OURS): [3, 4], ("pam same refused", OURS): [5],
    }


def test_loading_has_memory_before_and_after_the_first_check(samples, monkeypatch):
    libraries = {f"lib{name}": Path(name) for name in ("passwordrules", "pwquality", "passwdqc")}
    modules = {PLAIN: Path("pam_pwquality.so")}
    monkeypatch.setattr(fresh, "LOAD_ROUNDS", 2)
    monkeypatch.setattr(
        fresh, "output", lambda program, file, functions, *_: "9 8 7\n" if functions == "module" else "1 2 3 4 5 6\n"
    )
    fresh.measure_load(libraries, modules, None)
    ours = {measurement: values for (measurement, subject), values in samples.items() if subject == OURS}
    assert ours == {
        "load": [1, 1], "load rss": [2, 2], "load dirty": [3, 3], "first check": [4, 4], "load and first check": [5, 5],
        "first check rss": [5, 5], "first check dirty": [6, 6],
    }
    assert samples["module load", PLAIN] == samples["module load", DICTIONARY] == [9, 9]
    assert samples["module load dirty", PLAIN] == [7, 7]
