"""alice runs the real passwd with other spellings of her name, which the real sssd finds: her password is
compared with each."""

import directories
import pytest
from dialogue import Person, converse
from people import ALICE

POLICY = "rules = minlength: 8\nretry = 1\nsuggest = no\n"
GOOD = "xkq7-vbzw"
# The account's own name, and the sssd.conf that gives it this name.
OWN_NAMES = {
    "alice": directories.SSSD,
    "alice@directory": directories.SSSD.replace("[sssd]", "[sssd]\ndefault_domain_suffix = directory")
    + "use_fully_qualified_names = true\n",
}
[SSSD] = [service for service in directories.SERVICES if service.name == "sss"]


@pytest.fixture(params=OWN_NAMES)
def account(request, debian):
    """The Debian, in which alice has an account of this name in the directory, and no local account."""
    ours = debian.read("/etc/pam.d/common-password").splitlines()[0]
    # pam_permit replaces pam_sss, which would store the password in the directory.
    debian.write("/etc/pam.d/passwd", f"{ours}\npassword required pam_permit.so\n")
    debian.write("/etc/sssd/sssd.conf", OWN_NAMES[request.param], mode=0o600)
    passwd = debian.read("/etc/passwd").splitlines(keepends=True)
    debian.write("/etc/passwd", "".join(line for line in passwd if not line.startswith("alice:")))
    with SSSD.running(debian):
        debian.write("/etc/nsswitch.conf", "passwd: files sss\ngroup: files\nshadow: files\n")
        found = debian.run("getent", "passwd", "alice@directory").stdout
        assert found.startswith(request.param + ":"), found
        yield debian


@pytest.mark.parametrize(("setting", "password"), [
    ("username = reject", "alice77zx"), ("username = whole", "alice1865"), ("username-parts = 4", "xxlice77zx"),
    ("full-name = reject", "Liddell77zx"),
])
def test_password_is_compared_with_each_name_of_the_account(account, setting, password):
    account.write("/etc/security/passwordrules.conf", f"{POLICY}{setting}\n")
    for typed in ("alice", "alice@directory"):
        for new, is_refused in ((password, True), (GOOD, False)):
            result = converse(account, ["passwd", typed], Person("", new), uid=ALICE)
            if "is not a valid name" in result.text and "@" in typed:
                continue  # Debian 13's passwd does not accept such a name.
            assert (result.status != 0) == is_refused, (typed, result.text)
            assert ("This password is not acceptable:" in result.text) == is_refused, (typed, result.text)
            assert ("password updated successfully" in result.text) != is_refused, (typed, result.text)
