"""The pages of the manual on servers have the configuration that Tests/Servers runs."""

import re

import pytest

from manual import Page, read


@pytest.mark.parametrize("page, example, test", [
    ("passwordrules-samba.5", "smb.conf", ("samba", "test_samba.py")),
    ("passwordrules-heimdal.5", "krb5.conf", ("heimdal", "test_heimdal.py"))])
def test_configuration_is_the_tested_one(page, example, test):
    [(name, text)] = [each for each in Page(page).displays("example") if each[0] == example]
    assert name == example and "passwordrules" in text
    [configuration] = re.findall(r'(?s)^CONFIGURATION = """\\\n(.*?)"""', read("Tests", "Servers", *test), re.MULTILINE)
    assert text in configuration
