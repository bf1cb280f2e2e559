"""Lists of ranked words that are unreadable or invalid: without one, passwords would be rated too strong."""

import errno
import os

import pytest
import ranks
from faults import EMPTY, ROOT, STRONG, USER, WEAK, Fault, answers, by, check_safe
from transaction import BROKEN

GUESSED = WEAK["of the ranked words"]


def changed(contents: bytes, position: int) -> bytes:
    position %= len(contents)
    return contents[:position] + bytes([contents[position] ^ 1]) + contents[position + 1 :]


# Ways to write an unusable list, and the cause in the log.
LISTS = {
    "missing": (None, "no such file"),
    "folder": (os.mkdir, "is not a regular file"),
    "pipe": (os.mkfifo, "is not a regular file"),
    "writable": (0o666, "is writable by group or others"),
    "unreadable": (0o000, "permission denied"),
    "empty": (lambda _: b"", "is not a list of ranked words"),
    "foreign": (lambda _: b"password\ndragon\nmonkey\n" * 9, "is not a list of ranked words"),
    "other-version": (lambda whole: changed(whole, 8), "of version 0"),
    "header": (lambda whole: changed(whole, 24), "is damaged (bad header checksum)"),
    "cut": (lambda whole: whole[:-32], "is damaged: it has"),
    "grown": (lambda whole: whole + bytes(32), "is damaged: it has"),
    "costs": (lambda whole: changed(whole, ranks.HEADER), "is damaged (checksum mismatch)"),
    "entries": (lambda whole: changed(whole, -1), "is damaged (checksum mismatch)"),
    "too-long": (lambda whole: whole + bytes(ranks.LONGEST), "is larger than"),
}


def write(path, whole: bytes, how) -> None:
    if how is None:
        return
    if how in (os.mkdir, os.mkfifo):
        how(path)
    elif isinstance(how, int):
        path.write_bytes(whole)
        path.chmod(how)
    else:
        path.write_bytes(how(whole))
        path.chmod(0o644)


@pytest.fixture(scope="module")
def change(faulty):
    """A change by a policy with this list alone, without any fault."""
    def change(path, answers, by):
        service = path.name.removesuffix(".ranks")
        faulty.write_stack(service, f"enforce_for_root ranked-words= ranked-words={path}")
        run, *_ = faulty.sweep(Fault("close", errno.EIO), answers, by, service, last=0)
        check_safe(run)
        return run

    return change


# Root may read all files.
@pytest.mark.parametrize("name, by", [(name, by) for name in LISTS for by in (USER, ROOT) if (name, by) != ("unreadable", ROOT)])
def test_unusable_list_refuses_before_the_first_prompt(faulty, change, name, by):
    how, said = LISTS[name]
    path = faulty.directory / f"{name}.ranks"
    if not path.exists():
        write(path, ranks.build("dragon"), how)
    for answers in [GUESSED], [STRONG]:
        run = change(path, answers, by)
        assert (run.status, run.dialogue, run.stored) == ("PAM_TRY_AGAIN", [BROKEN], [])
        [log] = run.log
        assert f"ranked words {path} " in log and said in log


def test_list_causes_the_refusal(faulty, change):
    """With a list that lacks the words, the same password passes; so a missing list must not be ignored."""
    for name, word in [("with", STRONG), ("without", "nothing")]:
        path = faulty.directory / f"{name}.ranks"
        path.write_bytes(ranks.build(word.lower()))
        assert change(path, [STRONG], USER).stored == ([] if name == "with" else [STRONG])


@pytest.mark.parametrize(("fault", "said"), [
    (Fault("open", errno.EMFILE), "too many open files"), (Fault("stat", errno.EIO), "input/output error"),
    (Fault("pread", errno.EIO), "input/output error"), (Fault("pread", EMPTY), "truncated"),
    (Fault("pread", EMPTY, onwards=True), "truncated"),
], ids=str)
@answers
@by
def test_failing_list_is_named(faulty, fault, said, answers, by):
    """The sweep covers the calls for all files, among them the list, which may shrink while it is read."""
    named = 0
    for run in faulty.sweep(fault, answers, by):
        check_safe(run)
        for log in run.log:
            if "common.ranks" in log:
                assert said in log and (run.status, run.stored) == ("PAM_TRY_AGAIN", [])
                named += 1
    assert named > 0 or fault.onwards
