"""A thousand passwords from several clients at once: each verdict and each reason equal the tool's."""

import pytest
from mariadb_server import Server, quoted, read_answers
from oracle import POLICY, POLICY_PATH, passwords, verdicts

SERVICE, USER = "mariadb", "bob"
# An administrator who connects over the loopback.
ADMIN, ADMIN_PASSWORD = "admin'@'127.0.0.1", "kizzek-4ohjur-qiThor"
TO_LOOPBACK = ("--host=127.0.0.1", "--user=admin", f"--password={ADMIN_PASSWORD}")


def set_at_once(server: Server, given: list[str], clients: int):
    """The answers to these passwords, set by several clients, each for its own account; and the last password
    of each."""
    server.query(f"CREATE OR REPLACE USER '{ADMIN}' IDENTIFIED BY '{ADMIN_PASSWORD}'; "
                 f"GRANT ALL ON *.* TO '{ADMIN}' WITH GRANT OPTION")
    parts = [given[number::clients] for number in range(clients)]
    accounts = [f"'{USER}'@'10.0.0.{number}'" for number in range(clients)]
    # The accounts are created with a hash, so that none has a password of the previous test.
    server.query("SET GLOBAL strict_password_validation = OFF;" + "".join(
        f"CREATE OR REPLACE USER {account} IDENTIFIED BY PASSWORD '*{'0' * 40}';" for account in accounts) +
        "SET GLOBAL strict_password_validation = ON;")
    running = [server.begin([f"ALTER USER {account} IDENTIFIED BY {quoted(password)}" for password in part], *TO_LOOPBACK)
               for account, part in zip(accounts, parts, strict=True)]
    answers = dict(pair for part, client in zip(parts, running, strict=True)
                   for pair in zip(part, read_answers(client), strict=True))
    return answers, dict(zip(accounts, parts, strict=True))


def compare(server: Server, given: list[str], clients: int) -> None:
    expected = dict(zip(given, verdicts(server.debian, given, SERVICE, user=USER), strict=True))
    answers, parts = set_at_once(server, given, clients)
    found = {password: (answer.is_accepted, answer.text.split("\n")[0]) for password, answer in answers.items()}
    assert found == {password: (verdict.is_accepted, verdict.text) for password, verdict in expected.items()}
    # Some of each, or the comparison would prove little.
    assert 0.2 < sum(verdict.is_accepted for verdict in expected.values()) / len(given) < 0.8
    # The last accepted password is now the account's.
    for account, part in parts.items():
        last = next(password for password in reversed(part) if expected[password].is_accepted)
        user, host = account.split("@")
        assert server.query(f"SELECT authentication_string = PASSWORD({quoted(last)}) FROM mysql.user "
                            f"WHERE user = {user} AND host = {host}") == "1"
    log = server.log()
    assert log.count("new password for mariadb user bob refused") >= sum(not one.is_accepted for one in expected.values())
    assert [password for password in given if len(password) > 5 and password in log] == []


def test_thousand_passwords_from_eight_clients(server):
    compare(server, passwords(1000), clients=8)


def test_connections_at_once_get_their_own_answers(server):
    compare(server, passwords(640, seed=32), clients=32)


# MariaDB's name of a character set, Python's name of it, and a word whose length in bytes differs from that in UTF-8.
CHARACTER_SETS = {
    "latin1": ("cp1252", "Zür-naïve"), "latin2": ("iso8859-2", "Łódź-świt"), "greek": ("iso8859-7", "κωδικός"),
    "cp1251": ("cp1251", "пароль"), "koi8r": ("koi8-r", "пароль"), "hebrew": ("iso8859-8", "סיסמה"),
    # Some characters of these words contain the byte of an ASCII backslash.
    "sjis": ("shift_jis", "表示パスワード"), "ujis": ("euc_jp", "パスワード"), "gbk": ("gbk", "密码誠"),
    "big5": ("big5", "密碼功"), "euckr": ("euc_kr", "비밀번호"), "utf8mb3": ("utf-8", "пароль"), "utf8mb4": ("utf-8", "пароль🔑"),
}


@pytest.mark.parametrize("name", CHARACTER_SETS)
def test_client_character_set_is_converted_to_utf8(server, name):
    encoding, word = CHARACTER_SETS[name]
    given = [word, word + "7", f"{word}-4ohjur-qiThor", word + word[:1] * 3 + "-12345"]
    expected = verdicts(server.debian, given, SERVICE, user=USER)
    # The client also needs the character set to find escapes in the statement.
    answers = server.change(*(f"CREATE OR REPLACE USER bob IDENTIFIED BY '{password}'" for password in given),
                            encoding=encoding, options=(f"--default-character-set={name}",))
    assert [(answer.is_accepted, answer.text.split("\n")[0]) for answer in answers] == \
        [(verdict.is_accepted, verdict.text) for verdict in expected]
    assert [answer.is_accepted for answer in answers] == [False, False, True, False]


def test_password_outside_the_declared_character_set_is_refused(server):
    for declared in ("utf8mb4", "binary"):
        [answer] = server.change("CREATE OR REPLACE USER bob IDENTIFIED BY 'Zürich-4ohjur-qiThor'", encoding="latin-1",
                                 options=(f"--default-character-set={declared}",))
        assert answer.warnings[0] == "The password contains characters that are not valid UTF-8."


def test_utf8_over_a_binary_connection_is_utf8(server):
    [answer] = server.change("CREATE OR REPLACE USER bob IDENTIFIED BY 'Zürich-4ohjur-qiThor'",
                             options=("--default-character-set=binary",))
    assert answer.is_accepted


def test_character_set_of_the_statement_applies(server):
    answers = server.change("SET NAMES latin1", "CREATE OR REPLACE USER bob IDENTIFIED BY 'Zürich-é'", encoding="latin-1",
                            options=("--default-character-set=utf8mb4",))
    assert "needs 4 more characters (8 of 12)" in answers[1].warnings[0]


# MariaDB's names of character sets for which the UTF-8 bytes of "пароль" are either text with twice as many
# characters, or not text.
FALSE_CHARACTER_SETS = ["latin1", "cp1251", "koi8r", "tis620", "hp8", "keybcs2", "armscii8", "utf8mb3", "binary"]


def test_wrong_character_set_is_not_noticed(debian):
    """MariaDB hashes the bytes: whoever types the same in UTF-8 logs in."""
    good, typed = "kizzek-4ohjur-qiThor", "пароль7"
    login = ("--user=bob", f"--password={typed}", "--default-character-set=utf8mb4")

    def set_own(name: str):
        """As bob does it himself."""
        return server.change(f"SET NAMES {name}", f"SET PASSWORD = PASSWORD('{typed}')",
                             options=("--user=bob", f"--password={good}"))[1]

    with Server(debian) as server:
        for name in FALSE_CHARACTER_SETS:
            server.query(f"CREATE OR REPLACE USER bob IDENTIFIED BY '{good}'")
            answer = set_own(name)
            assert not answer.is_accepted and answer.warnings[0].startswith("The password needs 5 more characters (7 of 12)"), name
            assert server.query("SELECT 1", "--user=bob", f"--password={good}") == "1"
        # Each change has one line in the log, even if the bytes are text in several character sets.
        assert server.log().count("new password for mariadb user bob refused") == len(FALSE_CHARACTER_SETS)
        # Without enforcement, the password is set, and the user can log in with these bytes.
        debian.write(POLICY_PATH, POLICY + "enforce = no\n")
        for name in FALSE_CHARACTER_SETS:
            server.query(f"CREATE OR REPLACE USER bob IDENTIFIED BY '{good}'")
            assert set_own(name).is_accepted, name
            assert server.query("SELECT 1", *login) == "1", name


def test_declared_character_set_decides_how_bytes_are_read(server):
    """The bytes are text only in that character set."""
    [answer] = server.change("CREATE OR REPLACE USER bob IDENTIFIED BY 'Zürich-4ohjur-qiThor'", encoding="latin-1",
                             options=("--default-character-set=latin1",))
    assert answer.is_accepted


def test_both_texts_have_to_be_good_enough(server):
    # The bytes of both passwords are text in two character sets. The second password has 13 characters in one set, and
    # 7 in the other.
    good, short = (text.encode().decode("cp1251") for text in ("kizzek-4ohjur-ключ", "пароль7"))
    answers = server.change(*(f"CREATE OR REPLACE USER bob IDENTIFIED BY '{one}'" for one in (good, short)), encoding="cp1251",
                            options=("--default-character-set=cp1251",))
    assert [answer.is_accepted for answer in answers] == [True, False]
    assert answers[1].warnings[0].startswith("The password needs 5 more characters (7 of 12)")


def test_password_with_a_nul_is_seen_whole(server):
    [answer] = server.change(r"CREATE OR REPLACE USER bob IDENTIFIED BY 'kizzek\0-4ohjur-qiThor'")
    assert answer.warnings[0] == "The password contains a NUL character: everything after it would be ignored."


def test_long_password_is_refused_in_bounded_time(server):
    long = "aB3-" * 1_000_000
    [answer] = server.change(f"CREATE OR REPLACE USER bob IDENTIFIED BY '{long}'")
    assert not answer.is_accepted and "at most" in answer.warnings[0]
    assert server.is_running
