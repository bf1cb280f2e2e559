"""New passwords of roles, set by PostgreSQL's own clients."""

import hashlib
import itertools
import subprocess
import time

import pytest

import oracle
import worlds
from servers import DATA, GOOD, POLICY, POLICY_PATH, WEAK, Server, quoted, refusal, set_password
from valgrind_reports import errors_of

MD5 = "md5" + hashlib.md5(b"another-password-1bob").hexdigest()
HASH_REFUSED = "ERROR:  a hashed password cannot be checked"
UNCHECKED = "ERROR:  the password cannot be checked"


def has_password(server, role="bob") -> bool:
    return server.ask(f"SELECT rolpassword IS NOT NULL FROM pg_authid WHERE rolname = '{role}';") == "t\n"


@pytest.mark.parametrize("encoding", ["UTF8", "LATIN1", "SQL_ASCII"])
def test_thousand_passwords_have_the_verdicts_of_the_tool(debian, encoding):
    given = oracle.passwords(names=("bob",))
    if encoding == "LATIN1":
        given = [one for one in given if one.isascii() or one.encode("latin-1", "ignore").decode("latin-1") == one]
    expected = oracle.verdicts(debian, given, "postgresql", "bob")
    # Each client has its own role, because PostgreSQL refuses to change a role in two sessions at once. The roles
    # differ only in case, so all are "bob" to the policy.
    roles = [f'"{"".join(letters)}"' for letters in itertools.product("bB", "oO", "bB")]
    with Server(debian, encoding) as server:
        server.ask(*(f"CREATE ROLE {role};" for role in roles))
        answers = server.answers([set_password(roles[i % 8], one) for i, one in enumerate(given)], clients=8)
        log = server.log()
    assert len(given) > 800 and 100 < sum(verdict.is_accepted for verdict in expected) < len(given) - 100
    assert answers == ["" if verdict.is_accepted else refusal(verdict.text) for verdict in expected]
    assert not [one for one in given if len(one) > 7 and one in log] and "new password for postgresql user bob refused" in log


def test_every_statement_with_a_password_is_checked(server):
    assert server.answers([f"CREATE ROLE bob PASSWORD {quoted(WEAK)};", f"CREATE USER bob PASSWORD {quoted(WEAK)};",
                           f"CREATE ROLE bob LOGIN PASSWORD {quoted(GOOD)};", set_password("bob", WEAK),
                           f"ALTER USER bob ENCRYPTED PASSWORD {quoted(WEAK)};", set_password("bob", GOOD + "5")]) == [
        refusal("The password needs 1 more character (11 of 12). It needs a digit.")] * 2 + [""] + [
        refusal("The password needs 1 more character (11 of 12). It needs a digit.")] * 2 + [""]


def test_no_password_is_none_to_check(server):
    assert server.answers([f"CREATE ROLE bob PASSWORD {quoted(GOOD)};", "ALTER ROLE bob PASSWORD NULL;"]) == ["", ""]
    assert not has_password(server)
    # For an empty password, PostgreSQL stores none, and says so in a notice.
    answers = server.answers([set_password("bob", GOOD), set_password("bob", "")])
    assert answers[0] == "" and answers[1].startswith("NOTICE:  empty string is not a valid password")
    assert not has_password(server)


def test_hashes_are_refused_unless_a_superuser_allows_them(server):
    server.ask("SET password_encryption = 'scram-sha-256';", f"CREATE ROLE carol PASSWORD {quoted(GOOD)};", "CREATE ROLE bob;",
               "CREATE ROLE admin LOGIN CREATEROLE;")
    scram = server.ask("SELECT rolpassword FROM pg_authid WHERE rolname = 'carol';").strip()
    for given in (MD5, scram):
        assert server.ask(set_password("bob", given)).startswith(HASH_REFUSED)
    assert "permission denied" in server.ask("SET passwordrules.allow_hashed = on;", user="admin")
    allowed = "-c passwordrules.allow_hashed=on"
    for given in (MD5, scram):
        assert "ERROR" not in server.ask(set_password("bob", given), options=allowed)
        assert server.ask("SELECT rolpassword FROM pg_authid WHERE rolname = 'bob';").strip() == given
        assert given not in server.log()
    assert server.log().count('the new password of role "bob" came as a hash, and was not checked') == 2
    assert server.ask(set_password("bob", WEAK), options=allowed).startswith("ERROR:  the password does not meet the policy")


def test_clients_that_hash_are_refused_with_the_reason(server):
    """psql asks on the terminal, so script gives it one."""
    def twice(password, command):
        # Each prompt drops what was typed before it.
        typed = f"(while sleep 1; do echo '{password}'; done)"
        return server.debian.run("sh", "-c", f'{typed} | script -qec "{command}" /dev/null', check=False).stdout

    server.ask("CREATE ROLE bob;")
    psql = "psql -X -h 127.0.0.1 -U postgres -d postgres -c '\\\\password bob'"
    createuser = "createuser -h 127.0.0.1 -U postgres -P dave"
    for command in (psql, createuser):
        printed = twice(GOOD, command)
        assert "a hashed password cannot be checked" in printed and "psql's \\password" in printed
    server.configure("passwordrules.allow_hashed = on\n")
    server.restart()
    for command in (psql, createuser):
        assert "ERROR" not in twice(WEAK, command)
    assert has_password(server) and has_password(server, "dave")


def test_renamed_role_keeps_its_password_with_a_warning(server):
    server.ask("SET password_encryption = 'scram-sha-256';", f"CREATE ROLE bob PASSWORD {quoted(GOOD)};", "CREATE ROLE nora;")
    assert server.ask("ALTER ROLE bob RENAME TO lemon;") == (
        'WARNING:  the password of role "lemon" is not compared with its new name\nHINT:  Set a new password, which will be.\n')
    assert server.ask("ALTER ROLE nora RENAME TO nobody;", "ALTER TABLE pg_temp.none RENAME TO other;").startswith("ERROR:  ")
    assert server.log().count("is not compared with its new name") == 1
    # The warning is justified: the old password contains the new name, and would now be refused.
    assert "contains your user name" in server.ask(set_password("lemon", GOOD))


def test_sections_of_the_service_by_role_and_membership(server):
    server.debian.write(POLICY_PATH, POLICY + "[service postgresql group dba]\nrules = minlength: 30;\n[user bob]\n"
                        "rules = minlength: 60;\n[service postgresql user carol]\nrules = minlength: 50;\n")
    server.ask("CREATE ROLE dba;", "CREATE ROLE ops IN ROLE dba;", "CREATE ROLE bob IN ROLE ops;", "CREATE ROLE carol;",
               "CREATE ROLE dave;")
    answers = server.answers([set_password(role, GOOD) for role in ("bob", "carol", "dave")])
    assert answers == [refusal("The password needs 8 more characters (22 of 30)."), refusal("The password needs 28 more characters (22 of 50)."), ""]


def test_administrators_at_exempt_services_are_warned(server):
    server.debian.write(POLICY_PATH, POLICY + "exempt-services = postgresql\n")
    assert server.ask("CREATE ROLE bob LOGIN;", set_password("bob", WEAK)) == (
        "WARNING:  the password does not meet the policy\nDETAIL:  The password needs 1 more character (11 of 12). It needs a digit.\n")
    assert server.ask(set_password("bob", WEAK), user="bob").startswith("ERROR:  the password does not meet the policy")


@pytest.mark.parametrize("enforcement, told", [
    ("warn", "WARNING:  the password does not meet the policy\nDETAIL:  The password needs 1 more character (11 of 12). It needs a digit.\n"),
    ("audit", ""), ("no", "")])
def test_lax_policies_accept_weak_passwords(server, enforcement, told):
    server.debian.write(POLICY_PATH, POLICY + f"enforce = {enforcement}\n")
    assert server.ask(f"CREATE ROLE bob PASSWORD {quoted(WEAK)};") == told and has_password(server)
    assert ("does not meet the policy" in server.log()) == (enforcement != "no") and WEAK not in server.log()


@pytest.mark.parametrize("policy, logged", [
    ("rules = minlength: many;\n", f"{POLICY_PATH}:1:"), (POLICY.replace("common.", "missing."), "missing.blocklist")])
def test_unusable_policy_refuses_and_is_logged(server, policy, logged):
    server.ask("CREATE ROLE bob;")
    server.debian.write(POLICY_PATH, policy)
    assert server.ask(set_password("bob", GOOD)).startswith(UNCHECKED + "\nDETAIL:  The password policy of this server")
    assert logged in server.log() and GOOD not in server.log() and not has_password(server)
    server.debian.write(POLICY_PATH, POLICY)
    assert server.ask(set_password("bob", GOOD)) == ""


def test_log_never_has_the_password(server):
    """Not by the statement that is refused, nor by what it is called from; log_statement is the
    administrator's choice."""
    server.ask("CREATE ROLE bob;", "ALTER SYSTEM SET log_min_error_statement = 'debug5';", "SELECT pg_reload_conf();")
    server.ask("SELECT 1;")
    server.debian.write(POLICY_PATH, POLICY + "[service postgresql user dora]\nenforce = warn\n")
    inside = f"DO $$ BEGIN EXECUTE 'ALTER ROLE bob PASSWORD ''{WEAK}'''; END $$;"
    assert refusal("The password needs 1 more character")[:60] in server.ask(inside)
    assert server.ask(f"CREATE ROLE dora PASSWORD {quoted(WEAK)};").startswith("WARNING")
    server.ask(set_password("bob", MD5), set_password("bob", WEAK))
    log = server.log()
    assert WEAK not in log and MD5 not in log and "of 12" not in log and log.count("user bob refused") == 2
    server.ask("SET log_statement = 'all';", set_password("bob", WEAK))
    assert WEAK in server.log()


@pytest.mark.parametrize("loader", ["shared", "session"])
def test_failed_allocation_refuses_the_change(debian, fault_so, loader):
    """The library's calls for memory fail from one on: in the server, which loads the policy, and then in each backend; or
    only in each backend."""
    server, answers, faults = Server(debian, settings=f"{loader}_preload_libraries = 'passwordrules'\n"), [], 0
    report = "/var/lib/postgresql/faults"
    server.start()
    server.ask("CREATE ROLE bob;")
    for at in (1, 2, 3, 5, 10, 20, 50, 100, 200, 400, 100000):
        server.as_postgres("pg_ctl", "-D", DATA, "-w", "-m", "fast", "stop")
        planned = worlds.plan_fault(debian, fault_so, at, onwards=True, report=report)
        server.start([f"{name}={value}" for name, value in planned.items()])
        answers.append(server.ask(set_password("bob", GOOD)))
        assert server.ask("SELECT 1;") == "1\n"
        faults += debian.read(report) != ""
    server.__exit__()
    log = server.log()
    refused = [answer for answer in answers if answer.startswith(UNCHECKED + "\nDETAIL:  The password policy of this server")]
    # After the verdict, only the count of changes under enforce = audit asks for memory.
    uncounted = log.count("the log is incomplete, and it may not be counted: out of memory")
    assert len(refused) + uncounted == faults and len(refused) >= 3 and answers[-1] == ""
    not_shared = log.count("the policy was not loaded: out of memory. Each change of a password loads it.")
    assert not_shared >= 3 if loader == "shared" else not_shared == 0
    assert set(answers) == {"", *refused} and log.count("out of memory") == faults + not_shared
    assert "terminated by signal" not in log and GOOD not in log


def test_ill_formed_bytes_are_refused_and_not_shown(debian):
    with Server(debian, "SQL_ASCII") as server:
        answer = server.debian.run("sh", "-c", "printf \"CREATE ROLE bob PASSWORD 'quartz-L\\344mon-42-kettle';\" | "
                                   "psql -X -q -h 127.0.0.1 -U postgres -d postgres").stdout
        assert "not valid UTF-8" in answer and "emon" not in server.log() and "mon-42" not in server.log()


# ---- What is stored is judged ----

# RFC 3454, table B.1: what SASLprep drops.
DROPPED = "\u00ad\u034f\u1806\u180b\u180c\u180d\u200c\u200d\u2060" + "".join(map(chr, range(0xFE00, 0xFE10))) + "\ufeff"
OF_THE_STORED_FORM = " This is about the form that SCRAM stores: SASLprep drops invisible characters, and replaces some others."
# The encoding that database and client declare, though the client sends UTF-8; the password that it sends; another
# password that would then log in; and the reasons, without the sentence about the stored form.
OTHER_FORMS = {
    "invisible characters": ("UTF8", "xq7" + DROPPED[:14], "xq7", "needs 9 more characters (3 of 12)"),
    "invisible ones between equal ones": ("UTF8", "kizzek-4o\u00ado\u200dohjur", "kizzek-4ooohjur", "3 times"),
    "spaces of several kinds": ("UTF8", "kizzek-4\u00a0\u2003\u3000ohjur", "kizzek-4   ohjur", "3 times"),
    "letters of several widths": ("UTF8", "kizzek-4o\uff4f\u24deohjur", "kizzek-4oooohjur", "4 times"),
    "UTF-8 in Latin-1": ("LATIN1", "пароль7", "пароль7", "needs 5 more characters (7 of 12)"),
    "invisible ones in Latin-1": ("LATIN1", "xq7" + DROPPED[:14], "xq7", "needs 9 more characters (3 of 12)"),
    "UTF-8 in Cyrillic": ("KOI8R", "пароль7", "пароль7", "needs 5 more characters (7 of 12)"),
}


def own(server, role: str, password: str, statement: str, encoding: str = "UTF8") -> str:
    """What psql prints of a statement by a role that logs in."""
    how = server.client(user=role, encoding=encoding)
    how["env"]["PGPASSWORD"] = password
    with subprocess.Popen(**how) as client:
        return client.communicate(statement + "\n")[0]


def with_passwords(debian, encoding: str = "UTF8") -> Server:
    """A server at which eve needs a password."""
    server = Server(debian, encoding)
    path = debian.path(f"{DATA}/pg_hba.conf")
    path.write_text("host all eve 127.0.0.1/32 scram-sha-256\n" + path.read_text())
    return server


@pytest.mark.parametrize("encoding, typed, stored, reason", OTHER_FORMS.values(), ids=OTHER_FORMS)
def test_stored_form_is_checked(debian, encoding, typed, stored, reason):
    with with_passwords(debian, encoding) as server:
        server.ask(f"CREATE ROLE eve LOGIN PASSWORD {quoted(GOOD)};")
        answer = own(server, "eve", GOOD, set_password("eve", typed), encoding)
        assert answer.startswith("ERROR:  the password does not meet the policy\nDETAIL:  ") and reason in answer
        assert answer.rstrip().endswith(OF_THE_STORED_FORM) == (typed != stored)
        log = server.log()
        assert log.count("new password for postgresql user eve refused") == 1 and stored not in log and "SASLprep" not in log
        assert own(server, "eve", GOOD, "SELECT 1;") == "1\n"
        # Without enforcement, the password is set, and its stored form logs in.
        server.debian.write(POLICY_PATH, POLICY + "enforce = no\n")
        assert own(server, "eve", GOOD, set_password("eve", typed), encoding) == ""
        assert own(server, "eve", stored, "SELECT 1;") == "1\n"


@pytest.mark.parametrize("typed, stored", [
    ("kizzek-4ohjur-qi\u00adThor", "kizzek-4ohjur-qiThor"),
    # SASLprep prohibits characters for private use, so SCRAM's hash is of what was typed.
    ("xq7" + DROPPED[:14] + "\ue000", "xq7" + DROPPED[:14] + "\ue000")])
def test_stored_password_may_have_invisible_characters(debian, typed, stored):
    with with_passwords(debian) as server:
        assert server.ask(f"CREATE ROLE eve LOGIN PASSWORD {quoted(typed)};") == ""
        assert own(server, "eve", typed, "SELECT 1;") == own(server, "eve", stored, "SELECT 1;") == "1\n"
        assert "authentication failed" in own(server, "eve", "xq7\ue000", "SELECT 1;")


def test_one_change_is_logged_once(debian):
    with Server(debian, "LATIN1") as server:
        server.debian.write(POLICY_PATH, POLICY + "enforce = audit\n")
        # The bytes can be read as three texts, and none of them is good enough.
        assert server.ask(f"CREATE ROLE bob PASSWORD {quoted('é' + DROPPED[0])};", encoding="LATIN1") == ""
        assert server.log().count("new password for postgresql user bob accepted (enforce = audit)") == 1


def test_server_whose_module_is_missing_does_not_start(server):
    module = server.debian.path(f"{server.programs}/../lib/passwordrules.so")
    content = module.read_bytes()
    module.unlink()
    # The running server keeps the module.
    assert server.ask(f"CREATE ROLE bob PASSWORD {quoted(WEAK)};").startswith("ERROR:  the password does not meet")
    with pytest.raises(AssertionError):
        server.restart()
    assert 'could not access file "passwordrules"' in server.log()
    module.write_bytes(content)
    server.start()
    assert server.ask(f"CREATE ROLE bob PASSWORD {quoted(WEAK)};").startswith("ERROR:  the password does not meet")


def test_module_works_beside_others(debian):
    with Server(debian, settings="shared_preload_libraries = 'passwordcheck, passwordrules'\n") as server:
        # The module that was loaded first is asked first.
        assert server.ask("CREATE ROLE bob PASSWORD 'bob';") == "ERROR:  password is too short\n"
        assert server.ask(f"CREATE ROLE bob PASSWORD {quoted(WEAK)};").startswith("ERROR:  password must contain both") is False
        server.configure("shared_preload_libraries = ''\n")
        server.restart()
        assert server.ask("CREATE ROLE eve PASSWORD 'eve';") == ""
        assert server.ask("LOAD 'passwordrules';", "CREATE ROLE fay PASSWORD 'fay';").startswith("ERROR:  the password does")
        server.configure("session_preload_libraries = 'passwordrules'\n")
        server.as_postgres("pg_ctl", "-D", DATA, "reload")
        while server.ask("SHOW session_preload_libraries;") != "passwordrules\n":
            time.sleep(0.1)
        assert server.ask("CREATE ROLE gus PASSWORD 'gus';").startswith("ERROR:  the password does not meet")


@pytest.mark.long
def test_valgrind_finds_nothing_in_a_backend(debian):
    """PostgreSQL's memory contexts hide leaks of its own, so only leaks count in which our files take
    part."""
    server = Server(debian)
    statements = "\n".join(["CREATE ROLE bob", *(set_password("bob", one).rstrip(";") for one in (WEAK, GOOD, MD5, ""))])
    debian.write("/tmp/statements", statements + "\n")
    done = debian.run("runuser", "-u", "postgres", "--", "sh", "-c", "valgrind --log-file=/tmp/valgrind.%p --num-callers=40 "
                      f"--leak-check=full {server.programs}/postgres --single -D {DATA} postgres < /tmp/statements")
    assert "the password does not meet the policy" in done.stdout and "a hashed password cannot be checked" in done.stdout
    assert errors_of("\n".join(path.read_text() for path in debian.path("/tmp").glob("valgrind.*")), "PostgreSQL") == []
