"""Many threads use one object, while others make and drop theirs."""

import contextlib
import ctypes
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from passwordrules import Blocklist, Match, Policy, Rules, Style
from passwordrules._library import library

THREADS = 24
TEXT = "minlength: 8; required: upper; required: lower; required: digit; max-repeating: 2"


def run(work, count=THREADS):
    """Runs `work` in this many threads at once. Raises what any of them raises."""
    start = threading.Barrier(count)
    with ThreadPoolExecutor(count, initializer=start.wait) as pool:
        list(pool.map(work, range(count)))


@contextlib.contextmanager
def when_done(event):
    """Sets an event at the end, even after an exception."""
    try:
        yield
    finally:
        event.set()


def test_threads_share_everything(list_path):
    rules, words = Rules(TEXT), Blocklist(list_path)
    policy = Policy.from_settings([f"rules={TEXT}", f"blocklist={list_path}", "enforce-for-root=yes"])
    good, bad, number = rules.check("Correct-Horse-9"), rules.check("horse"), rules.count(20)
    text, words_of_policy = rules.explain(), policy.describe()

    def work(number_of_thread):
        for _ in range(30):
            assert rules.check("Correct-Horse-9") == good and rules.check(bytearray(b"horse")) == bad
            assert rules.check(rules.generate(style=Style(1 + number_of_thread % 3)), strict=True) or number_of_thread % 3
            assert len(set(rules.generate(20))) == 20 and rules.explain() == text and rules.count(20) == number
            assert "sunshine" in words and words.lookup("DRAGON") is Match.FOLDED and "horse" not in words
            assert policy.check(policy.suggest(user="alice"), user="alice", old_password="Rabbit-18")
            assert not policy.check("Drag0n123") and policy.describe() == words_of_policy
            assert policy.for_user(f"user{number_of_thread}").check("Correct-Horse-9")

    run(work)


def test_objects_are_replaced_while_others_use_them(list_path):
    """Each thread fetches the shared objects again, and drops the last reference to some of them; one is made
    again."""
    shared = {}

    def replace():
        shared["rules"] = Rules(TEXT)
        shared["policy"] = Policy.from_settings([f"rules={TEXT}"])
        shared["user"] = shared["policy"].for_user("alice")
        shared["words"] = Blocklist(list_path)

    replace()
    made_again = Rules(TEXT)
    is_over = threading.Event()

    def work(number):
        while number < 5 and not is_over.is_set():
            replace() if number else made_again.__init__(TEXT)
        with when_done(is_over):
            for _ in range(150 if number >= 5 else 0):
                assert shared["rules"].check("Correct-Horse-9") and shared["rules"].generate()
                assert shared["policy"].check("Correct-Horse-9") and shared["user"].suggest()
                assert "sunshine" in shared["words"] and not shared["rules"].check("horse")
                assert made_again.check("Correct-Horse-9") and not made_again.check("horse") and made_again.format()

    run(work)


def ticks_during_a_call():
    """How often this thread runs while another is in the library."""
    rules, ticks, is_over = Rules(TEXT), 0, threading.Event()

    def work():
        with when_done(is_over):
            rules.generate(150_000)

    thread = threading.Thread(target=work)
    thread.start()
    while not is_over.is_set():
        time.sleep(0.001)
        ticks += 1
    thread.join()
    return ticks


def test_others_run_while_the_library_works():
    """If the interpreter's lock were held, no other thread could count, in any call. A busy machine gets
    several tries."""
    assert type(library) is ctypes.CDLL
    assert any(ticks_during_a_call() >= 5 for _ in range(200))
