"""build/common.blocklist, the list of the default policy: its contents, and what it does not refuse."""

import ctypes
import mmap
import os
import random
import string

import pytest

from tool import LIST, run

COMMON = ["correct horse battery staple", "Password Password", "passwordpasswordp", "Password123!", "Summer2024!", "P@ssw0rd123", "qwertyuiop123", "Abcd1234!", "passwordpasswordpassword"]


def look_up(*passwords):
    result = run("blocklist", "lookup", LIST, input="".join(f"{password}\n" for password in passwords).encode())
    assert result.errors == "" and len(result.lines) == len(passwords)
    return result.lines


def test_list_is_long_and_small_and_whole():
    assert os.path.getsize(LIST) <= 2_000_000
    assert os.stat(LIST).st_mode & 0o777 == 0o644
    verified = run("blocklist", "verify", LIST)
    assert (verified.status, verified.errors) == (0, "")
    assert int(verified.lines[0].split()[1].replace(",", "")) >= 100_000
    assert "  match            mangled" in run("blocklist", "info", LIST).lines


@pytest.mark.parametrize("password", COMMON)
def test_what_everybody_tries_first_is_refused_by_the_policy_that_ships(shipped_policy, password):
    result = run("check", "--config", shipped_policy, input=f"{password}\n".encode())
    [line] = result.lines
    assert result.status == 1 and "is a common or leaked password" in line


def test_policy_that_ships_takes_passwords_of_its_length(shipped_policy):
    result = run("check", "--config", shipped_policy, input=b"timely nickel course eater\nkeen-otter-sails-9\n")
    assert (result.status, result.lines) == (0, ["accepted", "accepted"])


def test_common_words_are_found_in_disguise():
    assert not {"not listed"} & set(look_up(
        "letmein", "L3tm31n!!", "dragon", "nogard", "iloveyou2", "ILoveYou", "Winter2026", "monday1", "Freitag13", "1q2w3e4r5t",
        "asdfghjkl;", "zaq12wsx", "19870524", "24051987", "aaaaaaaaaaaa", "123123123123", "9876543210", "monkey", "Jessica99",
        "trustno1", "qazwsxedc", "administrator", "Passw0rd!", "Sommer2025", "ilovejessica"))


def test_what_is_made_up_at_random_is_hardly_ever_listed():
    """Four letters that are a word, with only digits and symbols around them, are."""
    source = random.Random(1)
    alphabet = string.ascii_letters + string.digits + string.punctuation
    passwords = ["".join(source.choices(alphabet, k=12)) for _ in range(20_000)]
    assert look_up(*passwords).count("not listed") >= 19_995


@pytest.mark.parametrize("style", ["random", "readable", "words"])
def test_what_is_generated_is_not_listed(style):
    generated = run("generate", "--rules", "minlength: 12", "--style", style, "--count", "5000")
    assert len(generated.lines) == 5000
    assert set(look_up(*generated.lines)) == {"not listed"}


def test_own_patterns_are_all_in_it():
    patterns = run("blocklist", "patterns").lines
    assert len(patterns) > 100_000
    assert "not listed" not in look_up(*patterns)


def resident_pages(path):
    """How many pages of a file are in the page cache, and how many there are."""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY) as memory:
        pages = (ctypes.c_ubyte * (-(-len(memory) // mmap.PAGESIZE)))()
        start = (ctypes.c_ubyte * 1).from_buffer(memory)
        assert ctypes.CDLL(None).mincore(ctypes.byref(start), ctypes.c_size_t(len(memory)), pages) == 0
        del start
        return sum(page & 1 for page in pages), len(pages)


def test_nobody_sees_from_the_page_cache_where_a_password_was_looked_for(tmp_path):
    path = tmp_path / "list"
    with open(LIST, "rb") as source, open(path, "wb") as copy:
        copy.write(source.read())
        copy.flush()
        os.fsync(copy.fileno())
        os.posix_fadvise(copy.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    if resident_pages(path)[0] > 0:
        pytest.skip("this file system keeps pages in the cache")
    assert run("blocklist", "lookup", path, "--match", "exact", input=b"kT7#vQ2zWm4\n").lines == ["not listed"]
    # It was read whole, and by the time that there is an answer: nothing is asked for in advance.
    resident, all_pages = resident_pages(path)
    assert resident == all_pages
