"""Makes locales for the tests, because a machine may have only C and C.UTF-8."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "Translations"))

from locale_names import LOCALES

# The locale of a language without a catalogue.
OTHER = "nl_NL.UTF-8"


@pytest.fixture(scope="session")
def locales(programs):
    """The folder of these locales, and of two single-byte ones, where bytes above 127 are letters. In one of the two,
    the Turkish, "i" is not the lower case of "I"."""
    folder = programs / "locales"
    folder.mkdir()
    if not shutil.which("localedef"):
        pytest.skip("there is no localedef")
    single = {"latin": ("de_DE", "ISO-8859-1"), "turkish": ("tr_TR", "ISO-8859-9")}
    for name, (source, charmap) in ({name: name.split(".") for name in [*LOCALES.values(), OTHER]} | single).items():
        made = subprocess.run(
            ["localedef", "-i", source, "-f", charmap, folder / name], capture_output=True, text=True, check=False)
        if not (folder / name / "LC_CTYPE").exists():
            pytest.skip("no such locale can be made here: " + " ".join(made.stderr.split()))
    return folder


@pytest.fixture
def spoken(locales):
    """The environment variables for a language: its own locale, or LANGUAGE in another locale."""
    def variables(language):
        own = {"LC_ALL": LOCALES[language]} if language in LOCALES else {"LC_ALL": OTHER, "LANGUAGE": language}
        return own | {"LOCPATH": str(locales)}

    return variables
