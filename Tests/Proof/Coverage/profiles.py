"""Moves the profiles of a test's processes to another folder: they are named after process numbers, which are reused."""

import itertools
import os

FOLDER = os.environ["PROFILES"]
numbers = itertools.count()


def pytest_runtest_logfinish():
    for entry in [entry for entry in os.scandir(FOLDER) if entry.is_file()]:
        os.rename(entry, f"{FOLDER}/kept/{os.getpid()}-{next(numbers)}")
