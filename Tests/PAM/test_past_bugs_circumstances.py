"""Classes of bug that modules like ours have had: who changes a password, how, and who reads of it.

| | class of bug | test |
|---|---|---|
| 5 | an expired password is kept, or ageing forgotten | test_expired_password_is_not_kept |
| 5 | the same, before the real programs | EndToEnd/test_past_bugs_programs.py: test_ageing_stays_with_pam_unix |
| 6 | root is not bound, and so nobody is whose password expired | test_who_is_bound |
| 14 | passwords in the log, names that forge its lines | test_log_holds_no_password_and_no_forged_line |
| 15 | a suggestion is printed by a script | test_suggestion_is_for_people_alone |
| 15 | the same, before the real programs | EndToEnd/test_past_bugs_programs.py: test_chpasswd_prints_no_suggestion |
| 16 | a configuration is read up to its first mistake | test_policy_is_read_whole_or_not_at_all |
| 17 | messages where the program asked for silence | test_silence_is_kept |
| 17 | the same, before the real programs | EndToEnd/test_past_bugs_programs.py: test_quiet_passwd_is_quiet |
| 19 | faults of pam_namespace, pam_access and others | none: they are in what those modules do, of which ours does nothing |
"""

import pytest
from peer_modules import peers, suggested  # noqa: F401
from transaction import (
    ACCEPTED, BROKEN, CANCEL, LOG_ERR, POLICY, REFUSED, ROOT, SETUID, USER, WARNED, WEAK, needs_root,
)

root = pytest.param(ROOT, marks=needs_root)
setuid = pytest.param(SETUID, marks=needs_root)


@pytest.mark.parametrize("by", [USER, setuid, root])
@pytest.mark.parametrize("service", ["login", "sshd", "passwd", "chpasswd", "su"])
def test_expired_password_is_not_kept(machine, by, service):
    """Neither a refusal nor a way out of the prompts ends in success, and success only in a password that was checked."""
    machine.write_policy(POLICY)
    for answers in ([WEAK] * 9, [CANCEL], [], [""] * 9, [ACCEPTED, CANCEL], [ACCEPTED, WEAK]):
        change = machine.change(*answers, expired=True, by=by, service=service)
        assert change.status not in ("PAM_SUCCESS", "PAM_IGNORE") and change.tokens == [None], answers
    change = machine.change(ACCEPTED, ACCEPTED, expired=True, by=by, service=service)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])


# By whom, whether the password has expired, the program; and whether somebody else's leave to be weak counts there.
WHO = [
    (USER, False, "passwd", True), (USER, True, "login", True), (SETUID, False, "passwd", True),
    (SETUID, True, "passwd", True), (ROOT, False, "passwd", False), (ROOT, False, "chpasswd", False),
    (ROOT, True, "sshd", True), (ROOT, True, "login", True), (ROOT, True, "passwd", True), (ROOT, True, "su", True),
]


@needs_root
@pytest.mark.parametrize(("by", "expired", "service", "is_bound"), WHO)
def test_who_is_bound(machine, peers, by, expired, service, is_bound):
    circumstances = {"by": by, "expired": expired, "service": service}
    change = machine.change(WEAK, WEAK, policy=POLICY + "retry = 1\n", **circumstances)
    assert (change.status, change.tokens) == (("PAM_AUTHTOK_ERR", [None]) if is_bound else ("PAM_SUCCESS", [WEAK]))
    assert change.texts("error")[0] == (REFUSED if is_bound else WARNED)
    # A peer exempts every user whose expired password passwd changes for root, as "passwd -k" does.
    peer = peers.change("passwdqc", "enforce=users retry=1 random=0 non-unix", WEAK, WEAK, **circumstances)
    assert (peer.status != "PAM_SUCCESS") == (by != ROOT or service != "passwd")


@pytest.mark.parametrize("by", [USER, setuid, root])
def test_log_holds_no_password_and_no_forged_line(machine, by):
    """Whatever comes of it. Each password is looked for as it is, by the name of the user, and in pieces of four."""
    machine.write_policy(POLICY + "enforce-for-root = yes\nretry = 4\n")
    name = "eve\nNov 1 00:00:00 host sshd[1]: Accepted password for root"
    scripts = [
        [WEAK, "Zgk4-Hnv", ACCEPTED, ACCEPTED], [ACCEPTED, "Mkb8+Vtn-Xz", ACCEPTED, ACCEPTED], [WEAK, CANCEL],
        [b"\xffMkb8+Vtn", WEAK, WEAK, "q" * 5000],
    ]
    lines = []
    for options in ("debug", "retry=2 debug", "use_authtok debug"):
        for script in scripts:
            change = machine.change(*script, options=options, user=name, by=by)
            lines += change.logged
            for line in change.logged:
                assert "\n" not in line and "Accepted password for root" not in line
                typed = [text for text in change.typed if len(text) >= 4]
                assert not [text for text in typed for i in range(len(text) - 3) if text[i : i + 4] in line]
    assert any("refused: minlength, required" in line for line in lines) and any("accepted" in line for line in lines)


@pytest.mark.parametrize(("service", "terminal", "is_suggested"), [
    ("chpasswd", True, False), ("chpasswd", False, False), ("newusers", True, False), ("passwd", False, False),
    ("passwd", True, True), ("login", False, True), ("sshd", False, True),
])
def test_suggestion_is_for_people_alone(machine, peers, service, terminal, is_suggested):
    answers, circumstances = [WEAK] * 3, {"service": service, "terminal": terminal}
    change = machine.change(*answers, policy=POLICY, options="suggest=yes", **circumstances)
    assert change.status != "PAM_SUCCESS" and REFUSED in change.shown
    assert bool(change.suggestions) == is_suggested
    assert any("Suggestion" in text for text in change.dialogue) == is_suggested
    # A peer does not care who reads.
    peer = peers.change("passwdqc", "non-unix", *answers, **circumstances)
    assert suggested(peer)


def in_policy(text):
    return {"policy": text}


def in_file_of_the_folder(text):
    return {"policy": "rules = minlength: 4\n", "dropin": text}


@pytest.mark.parametrize(("text", "place"), [
    ("rulez = minlength: 30\n" + "rules = minlength: 20\n", ":1:1:"),
    ("rules = minlength: 20\n" + "rulez = minlength: 30\n", ":2:1:"),
    ("rules = minlength: 20; requird: upper\n", ":1:24:"),
    ("rules = minlength: 20\nretry = 1\nretry\n", ":3:6:"),
    ("rules = minlength: 20\nretry = 1 # once\n", ":2:"),
    ("rules = minlength: 20\n[group staff\n", ":2:"),
    ("rules = minlength: 20\nenforce-for-root = 0\n", ":2:20:"),
    ("rules = minlength: 20\nwords = a\0b\n", ":2:"),
    ("rules = minlength: 20\n" + "# " + "x" * 2_000_000 + "\n", ": "),
    ("rules = minlength: 20\nretry = 99999999999999999999\n", ":2:9:"),
    ("rules = minlength: 20\nblocklist = /nonexistent/list\n", ":2:"),
])
@pytest.mark.parametrize("put", [in_policy, in_file_of_the_folder])
def test_policy_is_read_whole_or_not_at_all(machine, text, place, put):
    files = put(text)
    if "dropin" in files:
        folder = machine.directory / "policy.conf.d"
        folder.mkdir(mode=0o755)
        (folder / "10.conf").write_text(files["dropin"])
        (folder / "10.conf").chmod(0o644)
    change = machine.change(ACCEPTED, ACCEPTED, policy=files["policy"])
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.priority == LOG_ERR and place in log.text
    assert ("policy.conf.d/10.conf" in log.text) == ("dropin" in files)


@pytest.mark.parametrize("by", [USER, setuid, root])
@pytest.mark.parametrize("answers", [(WEAK,) * 3, (ACCEPTED, WEAK, ACCEPTED, ACCEPTED)])
def test_silence_is_kept(machine, peers, by, answers):
    machine.write_policy(POLICY + "enforce-for-root = yes\n")
    told, silent = (machine.change(*answers, silent=silent, by=by) for silent in (False, True))
    assert told.shown
    assert (silent.status, silent.prompts, silent.tokens) == (told.status, told.prompts, told.tokens)
    # That two passwords differ is libpam's own message, which it does not hold back.
    assert set(silent.shown) <= {"Sorry, passwords do not match."}
    if WEAK in answers[:1] and by == USER:
        for name, options in (("pwquality", "dictcheck=0"), ("passwdqc", "non-unix")):
            assert peers.change(name, options, WEAK, silent=True).shown
