"""The result that libpam has for a stack, whether it changes a password or belongs to a login. The same table
tests the tool's model of libpam, by which "passwordrules status" judges stacks."""

import ctypes
from pathlib import Path

import pytest

TABLE = Path(__file__).parents[1] / "Vectors" / "pam-stacks.tsv"
ROWS = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]
# <security/_pam_types.h>
RESULTS = (
    "success open_err symbol_err service_err system_err buf_err perm_denied auth_err cred_insufficient authinfo_unavail "
    "user_unknown maxtries new_authtok_reqd acct_expired session_err cred_unavail cred_expired cred_err no_module_data conv_err "
    "authtok_err authtok_recover_err authtok_lock_busy authtok_disable_aging try_again ignore abort authtok_expired "
    "module_unknown bad_item conv_again incomplete").split()
CONVERSATION = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class Conversation(ctypes.Structure):
    _fields_ = [("function", CONVERSATION), ("data", ctypes.c_void_p)]


# The type of a stack, the function of libpam that runs it, and the options by which pam_debug returns a result.
CALLS = {"password": ("pam_chauthtok", ["prechauthtok", "chauthtok"]), "auth": ("pam_authenticate", ["auth"]),
         "account": ("pam_acct_mgmt", ["acct"])}


def write(folder, stack, call="password"):
    """Writes the service "service" with this stack."""
    (folder / "other").write_text(f"{call} required pam_deny.so\n")
    files = [[]]
    opened = [files[0]]
    for piece in stack.split("; "):
        if piece in ("{", "("):
            opened[-1].append(f"{call} {'substack' if piece == '{' else 'include'} {folder}/part{len(files)}")
            files.append([])
            opened.append(files[-1])
        elif piece in ("}", ")"):
            opened.pop()
        else:
            control, result = piece.rsplit(" ", 1)
            options = " ".join(f"{option}={result}" for option in CALLS[call][1])
            opened[-1].append(f"{call} {control} pam_debug.so {options}")
    for number, lines in enumerate(files):
        (folder / (f"part{number}" if number else "service")).write_text("\n".join(lines) + "\n")


def run(folder, call="password"):
    pam = ctypes.CDLL("libpam.so.0")
    conversation = Conversation(CONVERSATION(lambda *_: RESULTS.index("conv_err")), None)
    handle = ctypes.c_void_p()
    result = pam.pam_start_confdir(b"service", b"root", ctypes.byref(conversation), bytes(folder), ctypes.byref(handle))
    if result:
        return RESULTS[result]
    result = getattr(pam, CALLS[call][0])(handle, 0)
    pam.pam_end(handle, result)
    return RESULTS[result]


@pytest.fixture(scope="module")
def has_pam_debug(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pam.d")
    write(folder, "required success")
    if run(folder) != "success":
        pytest.skip("libpam has no pam_debug here")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(("result", "stack"), ROWS)
def test_libpam_gives_this_result(has_pam_debug, tmp_path, result, stack, call):
    write(tmp_path, stack, call)
    assert run(tmp_path, call) == result


def test_table_has_successes_and_failures():
    successes = [result for result, _ in ROWS].count("success")
    assert successes > 50 and len(ROWS) - successes > 50


# "passwordrules status" reports such files.
@pytest.mark.parametrize(("end", "result"), [
    ("", "success"), (" # comment \\", "success"), (" \\", "abort"), (" \\\n# comment\n", "abort"), ("\n\\", "abort"),
    ("\r", "module_unknown"), (" # comment\r", "success"), (" \\\n\n# comment\nsilent", "success")])
def test_libpam_reads_trailing_backslash_and_carriage_return(has_pam_debug, tmp_path, end, result):
    write(tmp_path, "required success")
    (tmp_path / "service").write_text("password required pam_permit.so" + end + "\n", newline="")
    assert run(tmp_path) == result


@pytest.mark.parametrize(("service", "other", "result"), [
    ("auth required pam_deny.so", "password required pam_permit.so", "success"),
    ("auth required pam_permit.so", "password required pam_deny.so", "authtok_err"),
    (None, "password required pam_permit.so", "success"), ("auth required pam_permit.so", "", "perm_denied")])
def test_libpam_uses_other_for_service_without_lines(has_pam_debug, tmp_path, service, other, result):
    (tmp_path / "other").write_text(other)
    if service:
        (tmp_path / "service").write_text(service + "\n")
    assert run(tmp_path) == result
