"""The settings of a program, and the values that the getters return."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest
from library import ERROR, NAMES, SETTING, TEXTS, Settings

POLICY = "rules = minlength: 12; required: digit;\n"
GOOD = "kizzek-4ohjur-qiThor"


def test_defaults_are_libpwquality_s(ours, debians):
    one, other = Settings(ours), Settings(debians)
    for name in SETTING:
        if name not in TEXTS:
            assert one.number(name) == other.number(name)
    assert one.string("BAD_WORDS") is None
    # systemd checks that the dictionary exists.
    assert os.path.exists(one.string("DICT_PATH"))


@pytest.mark.parametrize("option", [
    "minlen=12", "MINLEN=9", "minlen=3", "minlen=", "minlen", "minlen=x", "minlen= 3", "minlen=3 ", "minlen=0x10", "minlen=-5",
    "minlen=2147483647", "minlen=99999999999", "dcredit=-2", "foo=1", "=", "", "enforce_for_root", "enforce_for_root=0",
    "local_users_only", "badwords=a b", "badwords", "badwords=", "dictpath=/x", "retry=0", "enforcing=7", "usersubstr=-2",
    "minclass=5", "minclass=2147483646", "minclass=-2", "dcredit=-2147483647", "dcredit=-2147483648"])
def test_options_are_parsed_like_libpwquality(ours, debians, option):
    results, values = [], []
    for library in (ours, debians):
        settings = Settings(library)
        results.append(library.set_option(settings.pointer, option.encode()))
        values.append([settings.number(name) for name in SETTING if name not in TEXTS] + [settings.string("BAD_WORDS")])
    assert results[0] == results[1] and values[0] == values[1]


@pytest.mark.parametrize("number", [-2**31, 1 - 2**31, 2**31 - 1])
@pytest.mark.parametrize("name", sorted(set(SETTING) - TEXTS))
def test_extreme_numbers_are_valid(ours, debians, policy, name, number):
    policy("rules = minlength: 8;\n")
    told = []
    for library in (ours, debians):
        settings = Settings(library)
        assert library.set_int_value(settings.pointer, SETTING[name], number) == 0
        told.append(settings.number(name))
    assert told[0] == told[1]
    mistakes = {ERROR["CFGFILE_MALFORMED"], ERROR["CFGFILE_OPEN"], ERROR["FATAL_FAILURE"]}
    for configured in (False, True):
        settings = Settings(ours, configured=configured)
        assert ours.set_int_value(settings.pointer, SETTING[name], number) == 0
        assert settings.check(GOOD, old="Old-Password-7", user="root") not in mistakes


@pytest.mark.parametrize("number", [-1, 0, 2, 10, 13, 22, 99, 2**31 - 1, -2**31])
def test_unknown_settings_are_rejected(ours, debians, number):
    for library in (ours, debians):
        settings = Settings(library)
        value, text = ctypes.c_int(7), ctypes.c_char_p(b"7")
        assert library.set_int_value(settings.pointer, number, 1) == ERROR["NON_INT_SETTING"]
        assert library.get_int_value(settings.pointer, number, ctypes.byref(value)) == ERROR["NON_INT_SETTING"]
        is_text = number in {SETTING[name] for name in TEXTS}
        assert library.set_str_value(settings.pointer, number, b"x") == (0 if is_text else ERROR["NON_STR_SETTING"])
        found = library.get_str_value(settings.pointer, number, ctypes.byref(text))
        assert (found, text.value) == ((0, b"x") if is_text else (ERROR["NON_STR_SETTING"], b"7"))


def test_strings_are_copied_and_can_be_taken_back(ours):
    settings = Settings(ours)
    given = ctypes.create_string_buffer(b"acme")
    assert ours.set_str_value(settings.pointer, SETTING["BAD_WORDS"], given) == 0
    given.value = b"xxxx"
    assert settings.string("BAD_WORDS") == "acme"
    for nothing in (None, b""):
        assert ours.set_str_value(settings.pointer, SETTING["BAD_WORDS"], nothing) == 0
        assert settings.string("BAD_WORDS") is None


def test_free_of_nothing(ours):
    ours.free_settings(None)


# ---- Settings together with a policy ----


@pytest.mark.parametrize(("lines", "expected"), [
    ("", dict(MIN_LENGTH=12, RETRY_TIMES=3, ENFORCING=1, ENFORCE_ROOT=0, LOCAL_USERS=0)),
    ("rules = minlength: 20;\nretry = 7\nenforce-for-root = yes\nlocal-users-only = yes\n",
     dict(MIN_LENGTH=20, RETRY_TIMES=7, ENFORCING=1, ENFORCE_ROOT=1, LOCAL_USERS=1)),
    ("enforce = warn\n", dict(MIN_LENGTH=12, ENFORCING=1)),
    # The getters do not report a policy that refuses and warns of nothing.
    ("enforce = audit\n", dict(MIN_LENGTH=0, ENFORCING=1)), ("enforce = no\n", dict(MIN_LENGTH=0, ENFORCING=1)),
    # No service exempts root.
    ("exempt-services = none\n", dict(ENFORCE_ROOT=1)),
])
def test_getters_report_the_policy(ours, policy, lines, expected):
    policy(POLICY + lines)
    settings = Settings(ours, configured=True)
    assert {name: settings.number(name) for name in expected} == expected


def test_stricter_section_is_enforced(ours, policy):
    # pam_pwquality reads the setting before it knows the user, and accepts everything if it is 0.
    policy(POLICY + "enforce = warn\n[user root]\nenforce = yes\n")
    settings = Settings(ours, "enforcing=0", configured=True)
    assert settings.number("ENFORCING") == 1
    assert settings.check("weak", user="root") < 0 < settings.check("weak", user="nobody") < 50


@pytest.mark.parametrize("broken", ["rules = minlength: x;\n", None])
def test_getters_report_strictest_values_without_a_policy(ours, policy, broken):
    if broken is not None:
        policy(broken)
    settings = Settings(ours, configured=True)
    assert (settings.number("ENFORCING"), settings.number("ENFORCE_ROOT"), settings.number("LOCAL_USERS")) == (1, 1, 0)
    assert settings.number("MIN_LENGTH") == 8 and settings.number("RETRY_TIMES") == 1


def test_getters_report_stricter_settings(ours, policy):
    policy(POLICY + "enforce = warn\n")
    settings = Settings(ours, "minlen=6", "retry=5", "local_users_only", "enforce_for_root", "enforcing=1", configured=True)
    assert settings.number("MIN_LENGTH") == 12 and settings.number("RETRY_TIMES") == 5
    assert (settings.number("ENFORCE_ROOT"), settings.number("ENFORCING"), settings.number("LOCAL_USERS")) == (1, 1, 0)
    assert ours.set_option(settings.pointer, b"minlen=16") == 0
    assert settings.number("MIN_LENGTH") == 16 and settings.number("DIG_CREDIT") == 0
    policy(POLICY)
    assert Settings(ours, "enforcing=0", configured=True).number("ENFORCING") == 1


def test_getters_report_the_current_policy(ours, policy):
    policy(POLICY)
    settings = Settings(ours, configured=True)
    assert settings.number("MIN_LENGTH") == 12
    policy("rules = minlength: 17;\n")
    assert settings.number("MIN_LENGTH") == 17


def test_settings_add_to_the_policy(ours, policy):
    policy(POLICY)
    assert Settings(ours, configured=True).check(GOOD) >= 50
    for option, error in {"minlen=30": "MIN_LENGTH", "ucredit=-2": "MIN_UPPERS", "badwords=ohjur": "BAD_WORDS",
                          "minclass=4": None, "maxrepeat=1": "MAX_CONSECUTIVE", "usercheck=0": None, "dictcheck=0": None,
                          "dictcheck=1": None, "minlen=6": None, "lcredit=1": None}.items():
        settings = Settings(ours, option, configured=True)
        if error is None:
            assert settings.check(GOOD) >= 50, option
        else:
            assert settings.refusal(GOOD)[0] == error
    # No setting weakens the policy.
    weaker = [f"{NAMES[name]}=0" for name in SETTING if name not in TEXTS and name not in ("MIN_LENGTH", "USER_SUBSTR")]
    settings = Settings(ours, *weaker, "minlen=6", "badwords=", "dictpath=/nowhere", configured=True)
    assert settings.refusal("short-1")[0] == "MIN_LENGTH" and settings.refusal("without-any-digits")[0] == "MIN_DIGITS"


# A setting of a program; a password that the setting refuses, though the policy does not; and the error.
FLOORS = {
    "minlen=14": ("Kq7zWm-xHp", "MIN_LENGTH"), "minclass=3": ("abcxefgh", "MIN_CLASSES"),
    "dcredit=-1": ("abcxefgh", "MIN_DIGITS"), "dcredit=-2": ("abcxefg1", "MIN_DIGITS"),
    "maxrepeat=2": ("Kq7-aaaa-Hp", "MAX_CONSECUTIVE"),
    "maxclassrepeat=3": ("abcxefg-1", "MAX_CLASS_REPEAT"), "badwords=acmex": ("Kq7zWm-acmex-", "BAD_WORDS"),
    "usercheck=1": ("Kq-root-Hp7", "USER_CHECK"), "dictcheck=1": ("monkey12", "CRACKLIB_CHECK"),
    "difok=5": ("Old-Password-8", "TOO_SIMILAR"),
}


@pytest.mark.parametrize("option", FLOORS)
def test_no_section_drops_settings(ours, policy, option):
    dropped = "".join(f"{key} =\n" for key in ("rules", "min-classes", "at-least", "max-class-repeating", "words", "username",
                                               "blocklist", "old-password", "old-password-changes"))
    policy(f"{POLICY}[user root]\n{dropped}rules = minlength: 4;\n")
    password, error = FLOORS[option]
    assert Settings(ours, configured=True).check(password, old="Old-Password-7", user="root") >= 50
    settings = Settings(ours, option, configured=True)
    assert settings.refusal(password, old="Old-Password-7", user="root")[0] == error


@pytest.mark.parametrize("option", [None, "minlen=8", "maxrepeat=9", "dcredit=-1", "badwords=acme"])
@pytest.mark.parametrize("text", ["", "# No line yet\n", "username = reject\n", POLICY + "[user root]\nrules =\n"])
def test_settings_do_not_replace_missing_rules(ours, policy, text, option):
    """An empty file is more likely an accident than a policy."""
    policy(text)
    settings = Settings(ours, *([option] if option else []), configured=True)
    error, said = settings.refusal(GOOD, user="root")
    assert error == "CFGFILE_MALFORMED" and "policy --check" in said


def test_reading_the_configuration_resets_settings(ours, policy):
    """GNOME Settings sets MAX_SEQUENCE before it reads the configuration."""
    policy(POLICY)
    settings = Settings(ours, "maxsequence=2", "minlen=40", "badwords=abcd")
    assert settings.check("qX-abcdefg-71!") < 0
    assert ours.read_config(settings.pointer, None, None) == 0
    assert settings.check("qX-abcdefg-71!") >= 50 and settings.number("MAX_SEQUENCE") == 0


# ---- A file that a program names ----


@pytest.mark.parametrize("path", ["/etc/security/pwquality.conf", None])
def test_libpwquality_s_own_file_is_not_read(ours, policy, path):
    policy(POLICY)
    assert Settings(ours, file=Path(path) if path else None, configured=True).check(GOOD) >= 50


def test_named_file_adds_to_the_policy(ours, policy, tmp_path):
    policy(POLICY)
    file = tmp_path / "own.conf"
    file.write_text("# a comment\n\n  minlen = 14 # more\nMAXREPEAT=2\nenforce_for_root\n badwords = acme  wonderland \n"
                    "dcredit -1")
    settings = Settings(ours, file=file)
    assert settings.string("BAD_WORDS") == "acme  wonderland" and settings.number("MIN_LENGTH") == 14
    assert settings.refusal("Wonderland-4-kizzek")[0] == "BAD_WORDS" and settings.refusal("kiz-4ohjur-TT")[0] == "MIN_LENGTH"
    assert settings.refusal("kizzek-ohjur-qiTho")[0] == "MIN_DIGITS" and settings.check(GOOD) >= 50


@pytest.mark.parametrize("line", [
    "difok=3", "DIFOK = 3", "difok 3", "difok\t=\t3 # more", "\rdifok = 3\r", "difok\v3\f", "\f\v difok=\r3", "difok= =3",
    "difok==3", "difok = 3 4", "enforce_for_root\vno", "badwords =acme  flower\r", "\r", "dcredit = -1\r\n\r\nucredit = -2\r"])
def test_named_file_is_parsed_like_libpwquality(ours, debians, policy, tmp_path, line):
    policy(POLICY)
    file = tmp_path / "own.conf"
    file.write_bytes(f"{line}\n".encode())
    found = []
    for library in (ours, debians):
        settings = Settings(library)
        is_read = library.read_config(settings.pointer, bytes(file), None) == 0
        if library is ours:
            is_read = settings.check(GOOD) != ERROR["CFGFILE_MALFORMED"]
        values = [settings.number(name) for name in ("DIFF_OK", "DIG_CREDIT", "UP_CREDIT")] + [settings.string("BAD_WORDS")]
        found.append(values if is_read else None)
    assert found[0] == found[1]


@pytest.mark.parametrize(("text", "line"), [
    ("minlen = 14\nminlenn = 3\n", 2), ("minlen = x\n", 1), ("minlen\n", 1), ("\n\n" + "x" * 2000 + "\n", 3), ("= 4\n", 1),
    ("minlen = 8\0\n", 1), ("minlen = 8\0", 1), ("minlen = 8\0 maxrepeat = 1", 1), ("# " + "x" * 3000 + "\n", 1)])
def test_mistake_in_named_file_refuses_every_password(ours, policy, tmp_path, text, line):
    policy(POLICY)
    file = tmp_path / "own.conf"
    file.write_text(text)
    settings = Settings(ours, file=file)
    error, said = settings.refusal(GOOD)
    assert error == "CFGFILE_MALFORMED" and said.endswith(f"({file}:{line})")
    assert settings.generate(64) == (ERROR["CFGFILE_MALFORMED"], "")
    # Reading the configuration without a named file clears the mistake.
    assert ours.read_config(settings.pointer, None, None) == 0 and settings.check(GOOD) >= 50


def test_unreadable_named_file_refuses_every_password(ours, policy, tmp_path):
    policy(POLICY)
    for path in (tmp_path / "nowhere", tmp_path):
        error, said = Settings(ours, file=path).refusal(GOOD)
        assert error == "CFGFILE_OPEN" and str(path) in said


def test_folder_of_named_file_is_read_first(ours, policy, tmp_path):
    policy(POLICY)
    file, folder = tmp_path / "own.conf", tmp_path / "own.conf.d"
    folder.mkdir()
    texts = {"2.conf": "minlen=15\n", "1.conf": "minlen=14\nucredit=-1\n", "3.config": "?\n", ".conf": "lcredit=-1\n"}
    for name, text in texts.items():
        (folder / name).write_text(text)
    file.write_text("maxrepeat=2\n")
    settings = Settings(ours, file=file)
    assert [settings.number(name) for name in ("MIN_LENGTH", "UP_CREDIT", "LOW_CREDIT", "MAX_REPEAT")] == [15, -1, -1, 2]
    (folder / "2.conf").write_text("?\n")
    assert Settings(ours, file=file).refusal(GOOD)[1].endswith(f"({folder}/2.conf:1)")


def test_folder_order_does_not_depend_on_locale(policy, tmp_path):
    """A locale's own order has upper and lower case side by side."""
    policy(POLICY)
    file, folder = tmp_path / "own.conf", tmp_path / "own.conf.d"
    folder.mkdir()
    for name, length in (("B.conf", 20), ("a.conf", 15)):
        (folder / name).write_text(f"minlen={length}\n")
    file.touch()
    subprocess.run(["localedef", "--no-archive", "-i", "en_US", "-f", "UTF-8", tmp_path / "en_US.UTF-8"], check=False,
                   capture_output=True)
    script = ("import locale, sys; locale.setlocale(locale.LC_ALL, 'en_US.UTF-8'); sys.path.insert(0, sys.argv[1]); "
              "from library import DEBIANS, Library, Settings; from pathlib import Path\n"
              "for library in (Library(), Library(DEBIANS)):\n"
              "    print(Settings(library, file=Path(sys.argv[2])).number('MIN_LENGTH'))\n")
    done = subprocess.run([sys.executable, "-c", script, os.path.dirname(os.path.abspath(__file__)), file], capture_output=True,
                          text=True, check=True, env=os.environ | {"LOCPATH": str(tmp_path)})
    assert done.stdout.split() == ["15", "15"]
