"""Ownership: objects are freed once, with their last reference, and not before; nothing leaks."""

import copy
import ctypes
import gc
import gettext
import pickle
import weakref

import pytest

import passwordrules
from passwordrules import Blocklist, Error, Policy, Rules, lint
from passwordrules._library import library
from tree import COMMON, python

KINDS = {
    "rules": lambda: Rules("minlength: 8"),
    "policy": lambda: Policy.from_settings(["rules=minlength: 8"]),
    "blocklist": lambda: Blocklist(COMMON),
}


@pytest.fixture
def freed(monkeypatch):
    """The addresses that each function of the library freed."""
    calls = {}
    for name in ("rules", "policy", "blocklist", "report", "diagnostics"):
        function, free = f"passwordrules_{name}_free", getattr(library, f"passwordrules_{name}_free")
        calls[name] = []
        monkeypatch.setattr(
            library, function, lambda pointer, free=free, freed=calls[name]: freed.append(pointer.value) or free(pointer))
    return calls


@pytest.mark.parametrize("kind", KINDS)
def test_object_is_freed_once_and_at_once(freed, kind):
    thing = KINDS[kind]()
    address = thing._handle._as_parameter_.value
    other = thing
    del thing
    assert freed[kind] == []
    del other
    assert freed[kind] == [address]
    gc.collect()
    assert freed[kind] == [address]
    # The garbage collector frees an object in a cycle.
    cycle = [KINDS[kind]()]
    cycle.append(cycle)
    del cycle
    gc.collect()
    assert len(freed[kind]) == 2


def test_temporary_objects_are_freed_and_failed_ones_are_not(freed):
    for call in (lambda: Rules("x"), lambda: Policy.load("/nonexistent"), lambda: Blocklist("/nonexistent")):
        with pytest.raises(Error):
            call()
    assert freed["rules"] == freed["policy"] == freed["blocklist"] == []
    # The package copies reports and diagnostics, and frees the library's before it returns.
    Rules("required: digits").check("weak")
    lint("x")
    assert len(freed["report"]) == 1 and len([address for address in freed["diagnostics"] if address]) == 5
    # The policy of a user is an object of its own.
    policy = KINDS["policy"]()
    alice = policy.for_user("alice")
    del policy
    assert len(freed["policy"]) == 1 and alice.check("x" * 8)


def test_second_init_frees_the_first_object(freed):
    rules = Rules("minlength: 8")
    rules.__init__("minlength: 3")
    assert len(freed["rules"]) == 1 and rules.check("abc")
    with pytest.raises(Error):
        rules.__init__("x")
    assert len(freed["rules"]) == 1 and rules.check("abc")


def test_uninitialized_object_raises():
    class Forgetful(Rules):
        def __init__(self):
            pass
    for thing in (Forgetful(), Rules.__new__(Rules), Policy.__new__(Policy), Blocklist.__new__(Blocklist)):
        for call in (lambda: thing.check("x"), lambda: thing.lookup("x"), lambda: repr(thing)):
            with pytest.raises(AttributeError):
                call()
    rules = Rules("")
    rules._handle = None
    with pytest.raises(ValueError):
        rules.check("x")


def test_subclasses():
    class Named(Rules):
        def __init__(self, name, text):
            super().__init__(text)
            self.name = name

    class House(Policy):
        pass

    rules = Named("house", "minlength: 8")
    assert rules.name == "house" and rules.check("x" * 8) and repr(rules) == "Named('minlength: 8;')"
    policy = House.from_settings(["rules=minlength: 8"])
    assert type(policy) is type(policy.for_user("alice")) is House


@pytest.mark.parametrize("kind", KINDS)
def test_objects_do_not_change_and_are_not_copied(kind):
    thing = KINDS[kind]()
    for function in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot pickle"):
            function(thing)
    for name in ("diagnostics", "info", "count", "anything"):
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)
    assert weakref.ref(thing)() is thing and thing == thing and thing != KINDS[kind]() and {thing: 1}[thing] == 1


@pytest.mark.parametrize("kind, call", [
    ("rules", lambda thing, language: thing.explain(translations=language)),
    ("policy", lambda thing, language: thing.describe(translations=language))])
def test_object_in_use_is_not_freed(freed, kind, call):
    """A callback of the library replaces the object in the middle of a call."""
    thing, seen = KINDS[kind](), []

    class Replacing(gettext.NullTranslations):
        def ngettext(self, one, many, count):
            thing._handle = KINDS[kind]()._handle
            seen.append(list(freed[kind]))
            return one

    old = thing._handle._as_parameter_.value
    call(thing, Replacing())
    assert seen and not any(old in addresses for addresses in seen)
    assert freed[kind].count(old) == 1


class Heap(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


def allocated():
    """How many bytes of the C heap are in use: the library's, and Python's larger ones."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = Heap
    gc.collect()
    heap = libc.mallinfo2()
    return heap.uordblks + heap.hblkhd


def test_nothing_leaks(damaged_list, policy_file):
    path = policy_file("rules = minlength: 8;\n[user alice]\nretry = 5\n")

    def fail(function, *arguments):
        with pytest.raises(Error):
            function(*arguments)

    def use_everything():
        rules = Rules("required: digits; minlength: 8")
        rules.check("password" * 20)
        rules.check(memoryview(b"password"))
        rules.format(), rules.explain(), rules.generate(5), rules.count(8), rules.shortest_length(20), lint("x")
        policy = Policy.load(path).for_user("alice")
        policy.check("x", user="alice", old_password=bytearray(b"y")), policy.suggest(), policy.describe()
        fail(Rules, "x" * 100)
        fail(Policy.load, path + ".none")
        fail(Blocklist, path + ".none")
        fail(Blocklist(damaged_list).lookup, "dragon")

    for _ in range(100):
        use_everything()
    before = allocated()
    for _ in range(1000):
        use_everything()
    # If each round leaked one of the smallest objects, this would be exceeded.
    assert allocated() - before < 16_000


EXIT = """
import gc, threading, time
from passwordrules import Blocklist, Policy, Rules
import gettext
rules = Rules("required: upper; required: digit; minlength: 12")
policy = Policy.from_settings(["rules=minlength: 8"])
words = Blocklist({common!r})
cycle = [Rules("minlength: 1")]
cycle.append(cycle)
class Late:
    def __init__(self): self.rules = Rules("minlength: 3")
    def __del__(self): assert self.rules.check("abc") and len(self.rules.generate()) == 20
late = Late()
def work():
    while True:
        rules.check("weak"), rules.generate(50), policy.suggest(), words.lookup("dragon")
        rules.explain(translations=gettext.NullTranslations())
for _ in range({threads}):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
{end}
"""


@pytest.mark.parametrize("threads", [0, 8])
@pytest.mark.parametrize("end, status", [("", 0), ("raise SystemExit(3)", 3), ("import os; os._exit(4)", 4), ("1 / 0", 1)])
def test_programs_end_as_they_should(threads, end, status):
    done = python(EXIT.format(common=COMMON, threads=threads, end=end), "-X", "faulthandler")
    assert done.returncode == status and done.stdout == ""
    assert done.stderr == "" if status != 1 else done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_forked_process_has_its_own_objects():
    program = f"""
import os
from passwordrules import Blocklist, Rules
rules, words = Rules("minlength: 8"), Blocklist({COMMON!r})
child = os.fork()
assert rules.check("x" * 8) and "password" in words and rules.generate()
del rules, words
if child:
    raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = python(program)
    assert (done.returncode, done.stderr) == (0, "")


def test_process_loads_only_the_library_of_this_tree():
    with open("/proc/self/maps") as maps:
        loaded = {line.split()[-1] for line in maps if "libpasswordrules" in line}
    assert len(loaded) == 1 and loaded.pop().endswith("/build/libpasswordrules.so.1")
    assert passwordrules.__file__.endswith("/Sources/Bindings/Python/passwordrules/__init__.py")
