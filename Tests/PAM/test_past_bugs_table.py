"""past_bugs.tsv lists each bug that modules like ours have had, each weakness of pam_pwquality and pam_passwdqc, and
the tests that show that ours has none of them. The tests here make the same change with our module and with a peer."""

from pathlib import Path
from typing import NamedTuple

import pytest
from blocklists import ADJACENT, LISTED, WITH_CHANGES
from transaction import ACCEPTED, BROKEN, MISTAKE, POLICY, REFUSED, ROOT, SETUID, SINGLE, USER, WEAK

TESTS = Path(__file__).parents[1]


# ---- The same change with a peer ----

EIGHT = "zqxjwvkb"
TWELVE = "rules = minlength: 12\n"
SHIPPED = (TESTS.parent / "pam" / "passwordrules.conf").read_text().replace("minlength: 15;", "minlength: 8;")
COMMON = "/usr/share/passwordrules/common.blocklist"
PWQUALITY, PASSWDQC = "pwquality", "passwdqc"


class Row(NamedTuple):
    """A password, what ours does with it, and what a peer does."""

    policy: str
    password: str
    ours: list[str] | str | None
    """The beginnings of the reasons; a mistake in the policy, which refuses every password; or None if it accepts this one."""
    peer: str
    peer_options: str
    is_taken: bool | None = True
    """Whether the peer accepts the password; None where its versions differ."""
    options: str = ""
    circumstances: dict = {}
    files: dict = {}
    """The peer's files in /etc/security."""


BY_ROOT = {"by": ROOT}
ROWS = {
    # Misspelt: a peer leaves out what follows, and ignores an unknown option.
    "key": Row("rulez = minlength: 20\nrules = minlength: 20\n", EIGHT, ':1:1: unknown key "rulez"; did you mean "rules"?',
               PWQUALITY, "dictcheck=0", files={"pwquality.conf": "minlenn = 20\nminlen = 20\nminclass = 4\n"}),
    **{f"option, {by}": Row("rules = minlength: 4\n", EIGHT, 'did you mean "enforce_for_root"?', PWQUALITY,
                            "dictcheck=0 minlenn=20",
                            options="enforce_for_rooot", circumstances={"by": by}) for by in (USER, ROOT)},
    # A file in addition to the main one.
    "drop-in": Row("rules = minlength: 8\n", EIGHT, ["12 more characters needed (8 of 20)"], PWQUALITY, "dictcheck=0",
                   circumstances={"drop_in": "rules = minlength: 20\n"},
                   files={"pwquality.conf": "minlen = 8\n", "pwquality.conf.d/99-local.conf": "minlen = 20\n"}),
    # Without a dictionary, a peer refuses everything.
    "dictionary": Row(POLICY, ACCEPTED, None, PWQUALITY, "dictpath=/nonexistent/list", False),
    # Settings that are off: the peer sees only their names, and turns them on. A value that is neither on nor off refuses.
    "off": Row(POLICY + "enforce-for-root = no\n", WEAK, None, PWQUALITY, "dictcheck=0", False, circumstances=BY_ROOT,
               files={"pwquality.conf": "enforce_for_root = 0\n"}),
    "neither on nor off": Row(POLICY + "enforce-for-root = 0\n", WEAK, ':2:20: invalid value "0"', PWQUALITY,
                              "dictcheck=0 enforce_for_root=0", False, circumstances=BY_ROOT),
    "option neither on nor off": Row(POLICY, WEAK, 'did you mean "enforce-for-root"?', PWQUALITY,
                                     "dictcheck=0 enforce_for_root=0",
                                     False, options="enforce_for_root=0", circumstances=BY_ROOT),
    # Our rules count characters, not bytes.
    "length": Row(TWELVE, "éàüöñç", ["6 more characters needed (6 of 12)"], PWQUALITY, "dictcheck=0 minlen=12"),
    "repeating": Row("rules = max-repeating: 2\n", "é" * 11, ["the same character 11 times in a row (at most 2)"],
                     PWQUALITY, "dictcheck=0 minlen=8 maxrepeat=2"),
    "class": Row("rules = required: special\n", "парольбукв", ["needs a special character"], PWQUALITY,
                 "dictcheck=0 minlen=8 ocredit=-1"),
    "emoji": Row("rules = minlength: 6\n", "🐢🐇🐢🐇", ["2 more characters needed (4 of 6)"], PWQUALITY, "dictcheck=0 minlen=6"),
    # Passwords that everybody tries first, under the policy that ships, but with a smaller minimum length.
    **{f"{password}, {peer}": Row(SHIPPED, password, [reason], peer, options)
       for peer, options, reason, passwords in [
           (PWQUALITY, "dictcheck=0", LISTED, ["Password1234", "P@ssw0rd123"]),
           (PWQUALITY, "dictcheck=0", ADJACENT, ["qwertyuiop123"]),
           (PWQUALITY, "dictcheck=0", WITH_CHANGES, ["passwordpasswordpassword"]),
           (PASSWDQC, "non-unix", LISTED, ["P@ssw0rd123", "Summer2024!"]),
           (PASSWDQC, "non-unix", WITH_CHANGES, ["Abcd1234!"])]
       for password in passwords},
    # Rules that a peer does not know.
    **{rules: Row(f"rules = {rules}\n", password, [reason], PASSWDQC, "non-unix min=disabled,8,8,8,8")
       for rules, password, reason in [
           ("required: digit", "Horse-Battery?Staple", "needs a digit"),
           ("max-repeating: 2", "Corrrect-Horse-9-Battery", "the same character 3 times in a row"),
           ("required: [-_]", "Horse+Battery9Staple", "needs one of"),
           ("maxlength: 16", "Horse-Battery9Staple", "4 characters too many")]},
    # These rows test who is bound. When root runs passwd to change expired passwords, as "passwd -k" does, a peer exempts
    # every user.
    **{f"{by}, {service}{', expired' * expired}": Row(
        TWELVE, WEAK, ["8 more characters needed (4 of 12)"] if is_bound else None, PASSWDQC,
        "enforce=users retry=1 random=0 non-unix",
        None if service == "chpasswd" else by == ROOT and service == "passwd",
        circumstances={"by": by, "expired": expired, "service": service})
       for by, expired, service, is_bound in [
           (USER, False, "passwd", True), (USER, True, "login", True), (SETUID, False, "passwd", True),
           (SETUID, True, "passwd", True),
           (ROOT, False, "passwd", False), (ROOT, False, "chpasswd", False), (ROOT, True, "sshd", True),
           (ROOT, True, "login", True),
           (ROOT, True, "passwd", True), (ROOT, True, "su", True)]},
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_module_avoids_faults_of_peers(machine, peers, monkeypatch, row):
    policy, circumstances = row.policy, dict(row.circumstances)
    if policy == SHIPPED:
        # Messages contain the word "password", as do some of these passwords.
        monkeypatch.setattr("transaction.LONGEST_SHARED_PIECE", len("password"))
        assert f"\nblocklist = {COMMON}\n" in policy
        policy = policy.replace(COMMON, str(machine.programs / "common.blocklist"))
    if "drop_in" in circumstances:
        machine.drop_in("99-local.conf", circumstances.pop("drop_in"))
    change = machine.change(row.password, row.password, policy=policy, options=f"{row.options} {SINGLE}", **circumstances)
    if isinstance(row.ours, str):
        told = MISTAKE if circumstances.get("by") == ROOT else BROKEN
        assert (change.status, change.dialogue[0], change.prompts, change.tokens) == ("PAM_TRY_AGAIN", told, [], [])
        assert row.ours in change.log[0].text
    elif row.ours is None:
        assert (change.status, change.tokens) == ("PAM_SUCCESS", [row.password])
    else:
        heading, *reasons = change.texts("error")
        assert (heading, change.status, change.tokens) == (REFUSED, "PAM_AUTHTOK_ERR", [None])
        assert all(reason.startswith(f"  - {start}") for reason, start in zip(reasons, row.ours, strict=True))
    for name, text in row.files.items():
        peers.write(name, text)
    theirs = peers.change(row.peer, row.peer_options, row.password, row.password, **circumstances)
    is_taken = theirs.status == "PAM_SUCCESS"
    assert row.is_taken in (None, is_taken)
    assert theirs.tokens == [row.password if is_taken else None]
