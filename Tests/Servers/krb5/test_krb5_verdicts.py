"""Passwords by kpasswd, kadmin and kadmin.local: each verdict and its reasons equal the tool's."""

import itertools
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from krb5_realm import ADMIN_PASSWORD, GOOD, KRB5_POLICY, OTHER, WITH_POLICY, Answer, Server, answer_of, local, local_password
from oracle import POLICY, POLICY_PATH, assert_log_tells_nothing, passwords, verdicts

# The first component of these principals is bob, because some of the passwords contain "bob".
CLIENTS = [f"bob/{number}" for number in range(8)]
TOO_SHORT, CLASSES = "Password is too short", "Password does not contain enough character classes"
NUMBERS = itertools.count(1250)
LISTED, OTHERWISE = "Password is in the password dictionary", "Unspecified password quality failure"
# The beginnings of kpasswd's texts for the same codes.
BY_KPASSWD = {TOO_SHORT: TOO_SHORT, CLASSES: CLASSES, OTHERWISE: "Password not changed.\nUnspecified password quality failure",
              LISTED: "New password was found in a dictionary of possible passwords"}
# By kind: a password, and the message for a principal without a Kerberos policy.
KINDS = {"short": ("xkw4-qz", TOO_SHORT), "classes": ("zkfqjwxv-rtbnmp", CLASSES), "listed": ("password1234", LISTED),
         "listed and short": ("dragon1", LISTED), "name": ("zk4-bob-vq7hjxwq", OTHERWISE),
         "word": ("zk4-acme-vq7hjxw", OTHERWISE), "short and classes": ("xkwqz-v", OTHERWISE), "good": (GOOD, "")}


def expected(debian, *given: str, groups=()) -> list[Answer]:
    return [Answer(one.is_accepted, one.text)
            for one in verdicts(debian, list(given), "kerberos", user="bob", groups=groups, is_logged=True)]


def sentence_of(wanted: Answer) -> str:
    """The text that kadmin shows for a verdict. Only kadmin.local shows the reasons themselves."""
    if wanted.is_accepted:
        return ""
    if "common or leaked password" in wanted.text or "too common, or has been leaked" in wanted.text:
        return LISTED
    if re.fullmatch(r"The password does not meet the rules: at least \d+ characters\.", wanted.text):
        return TOO_SHORT
    return CLASSES if wanted.text == "The password needs a digit." else OTHERWISE


def without_password(log: str, given) -> bool:
    # A short password may occur in the log by chance.
    return [password for password in given if len(password) > 5 and password in log] == []


# ---- Kinds ----


@pytest.mark.parametrize("password, sentence", KINDS.values(), ids=KINDS)
def test_clients_show_the_right_message(server, password, sentence):
    [wanted] = expected(server.debian, password)
    assert sentence_of(wanted) == sentence
    assert local_password(server.debian, password) == wanted
    assert server.set_password(password) == Answer(wanted.is_accepted, sentence)
    server.set_password(OTHER)
    answer = server.kpasswd(OTHER, password)
    assert answer.is_accepted == wanted.is_accepted
    start = f"Password change rejected: {BY_KPASSWD[sentence]}" if sentence else "Password changed."
    assert answer.text.startswith(start), answer.text
    assert server.is_password("bob", password if wanted.is_accepted else OTHER)


@pytest.mark.parametrize("password, sentence", [KINDS[kind] for kind in ("short", "classes", "listed", "good")])
def test_policy_of_kerberos_is_separate(server, password, sentence):
    # The codes for length and classes would show the numbers of the Kerberos policy, 4 and 2. So the module returns
    # another code.
    sentence = OTHERWISE if sentence in (TOO_SHORT, CLASSES) else sentence
    [wanted] = expected(server.debian, password, groups=[KRB5_POLICY])
    # The Kerberos policy refuses a password that was set before, so each change has a new one.
    own = f"mibdur-7xotyn-{next(NUMBERS)}"
    given = [f"{password}-{next(NUMBERS)}" if wanted.is_accepted else password for _ in range(3)]
    assert local_password(server.debian, given[0], WITH_POLICY) == wanted
    assert server.set_password(given[1], WITH_POLICY) == Answer(wanted.is_accepted, sentence)
    assert server.set_password(own, WITH_POLICY).is_accepted
    answer = server.kpasswd(own, given[2], WITH_POLICY)
    assert answer.is_accepted == wanted.is_accepted and not re.search(r"at least \d", answer.text)
    assert sentence == "" or BY_KPASSWD[sentence] in answer.text


def test_policy_of_kerberos_is_asked_first(server):
    # The message is Kerberos's own, so the log of kadmind does not name the module.
    assert server.set_password("xkw", WITH_POLICY) == Answer(False, TOO_SHORT)
    assert "passwordrules rejected password for carol" not in server.log().splitlines()[-1]


# ---- A thousand passwords ----


def test_thousand_passwords_by_kadmin_local(fresh_server):
    debian, given = fresh_server.debian, passwords(1000)
    output = local(debian, *(f"cpw -pw {password} bob" for password in given))
    wanted = expected(debian, *given)
    assert dict(zip(given, map(answer_of, output), strict=True)) == dict(zip(given, wanted, strict=True))
    # Some of each, or the comparison would prove little.
    assert 0.2 < sum(one.is_accepted for one in wanted) / len(given) < 0.8
    assert without_password(fresh_server.log(), given)
    for one in wanted[:50]:
        assert one.is_accepted or f"rejected password for bob@EXAMPLE.ORG: {one.text}\n" in fresh_server.log()


def test_eight_kadmins_at_once_get_the_right_answers(fresh_server):
    given = passwords(1000, seed=23)
    wanted = dict(zip(given, expected(fresh_server.debian, *given), strict=True))
    local(fresh_server.debian, *(f"addprinc -pw {GOOD} {client}" for client in CLIENTS))
    parts = [given[number::8] for number in range(8)]

    def client(number: int):
        return fresh_server.kadmin(*(f"cpw -pw {password} {CLIENTS[number]}" for password in parts[number]))

    with ThreadPoolExecutor(8) as clients:
        output = list(clients.map(client, range(8)))
    for part, lines, name in zip(parts, output, CLIENTS, strict=True):
        assert [answer_of(line) for line in lines] == [
            Answer(wanted[password].is_accepted, sentence_of(wanted[password])) for password in part]
        # The last accepted password is now the person's.
        assert fresh_server.is_password(name, next(password for password in reversed(part) if wanted[password].is_accepted))
    assert without_password(fresh_server.log(), given) and fresh_server.is_running


def test_eight_kpasswds_at_once_get_the_right_answers(fresh_server):
    given = passwords(120, seed=24)
    wanted = dict(zip(given, expected(fresh_server.debian, *given), strict=True))
    local(fresh_server.debian, *(f"addprinc -pw {GOOD} {client}" for client in CLIENTS))

    def client(number: int):
        own, answers = GOOD, {}
        for password in given[number::8]:
            answers[password] = fresh_server.kpasswd(own, password, CLIENTS[number])
            own = password if answers[password].is_accepted else own
        return answers

    with ThreadPoolExecutor(8) as clients:
        answers = {password: answer for part in clients.map(client, range(8)) for password, answer in part.items()}
    for password, answer in answers.items():
        sentence = sentence_of(wanted[password])
        start = f"Password change rejected: {BY_KPASSWD[sentence]}" if sentence else "Password changed."
        assert answer.is_accepted == wanted[password].is_accepted and answer.text.startswith(start), (password, answer)
    assert without_password(fresh_server.log(), given) and fresh_server.is_running


def test_log_of_kadmind_does_not_reveal_the_password(server):
    def refuse(password):
        assert not server.set_password(password).is_accepted

    assert_log_tells_nothing(refuse, server.log)


# ---- Who is checked ----


def test_sections_of_the_policy(debian):
    debian.write(POLICY_PATH, POLICY + "\n[service kerberos user bob]\nrules = minlength: 30;\n"
                 f"\n[user alice]\nrules = minlength: 40;\n\n[service kerberos group {KRB5_POLICY}]\nrules = minlength: 25;\n")
    shorter = "The password does not meet the rules: at least 30 characters."
    assert local_password(debian, GOOD) == Answer(False, shorter)
    # The first component is the user.
    assert local_password(debian, GOOD, "bob/admin") == Answer(False, shorter)
    # The section for alice is only for the machine's own account of that name.
    assert local_password(debian, GOOD, "alice").is_accepted
    # The group is the policy of Kerberos.
    assert local_password(debian, GOOD, WITH_POLICY) == Answer(
        False, "The password does not meet the rules: at least 25 characters.")


def test_estimates_know_components_and_realm(debian):
    debian.write(POLICY_PATH, "min-guesses = 10^6\n")
    local(debian, f"addprinc -pw {GOOD} dave/qzvkwhjxtrp")
    weak = local_password(debian, "Qzvkwhjxtrp1", "dave/qzvkwhjxtrp")
    assert not weak.is_accepted and local_password(debian, "Qzvkwhjxtrp1", "alice").is_accepted


def test_new_principals(debian):
    output = local(debian, "addprinc -pw weak newcomer", f"addprinc -pw {GOOD} newcomer", "addprinc -randkey host/server",
                   "cpw -randkey host/server")
    assert output[0].startswith("add_principal: The password does not meet the rules: at least 12 characters. It ")
    assert output[1:3] == ['Principal "newcomer@EXAMPLE.ORG" created.', 'Principal "host/server@EXAMPLE.ORG" created.']
    assert "randomized" in output[3]


EXEMPT = "exempt-services = passwd, chpasswd, newusers, pwupd-passwd, kerberos\n"


@pytest.mark.parametrize("lines, is_exempt", [("", False), (EXEMPT, True), (EXEMPT + "enforce-for-root = yes\n", False)])
def test_root_at_kadmin_local_is_an_administrator(debian, lines, is_exempt):
    debian.write(POLICY_PATH, POLICY + lines)
    assert local_password(debian, "xkw4-qz").is_accepted == is_exempt
    with Server(debian) as server:
        logged = "passwordrules: new password for kerberos user bob accepted with a warning: it does not meet the policy"
        assert (logged in server.log()) == is_exempt
        # kadmind does not tell who makes a change.
        assert server.set_password("xkw4-qz") == Answer(False, TOO_SHORT)
        assert not server.kpasswd("xkw4-qz" if is_exempt else GOOD, "xkw4-qy").is_accepted


@pytest.mark.parametrize("enforce, logged", [("warn", "accepted with a warning"), ("audit", "accepted (enforce = audit)"),
                                             ("no", "")])
def test_policy_that_only_watches(debian, enforce, logged):
    debian.write(POLICY_PATH, POLICY + f"enforce = {enforce}\n")
    with Server(debian) as server:
        assert server.set_password("xkw4-qz").is_accepted and server.kpasswd("xkw4-qz", "xkw4-qy").is_accepted
        assert (len(server.own_lines()) > 0) == (logged != "")
        assert logged in server.log() and ADMIN_PASSWORD not in server.log() and "xkw4" not in server.log()
