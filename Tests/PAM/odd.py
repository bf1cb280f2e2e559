"""libpam and libc as they hardly ever are; odd_answers.c says how."""

import subprocess
from pathlib import Path

import pytest

# <security/_pam_types.h>
SUCCESS, SYSTEM_ERR, CONV_ERR, CONV_AGAIN = 0, 4, 19, 30
SERVICE, CONV, AUTHTOK, OLDAUTHTOK = 1, 5, 6, 7


@pytest.fixture(scope="session")
def odd_answers(programs):
    """The command that makes one function answer oddly, where the user that the transaction becomes may load it from."""
    shim = programs / "odd_answers.so"
    source = Path(__file__).parent / "odd_answers.c"
    subprocess.run(
        ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", shim, source, "-ldl"], check=True
    )

    def odd(call="", status=SYSTEM_ERR, number=None, text=None, length=None, item=None, size=None, answer=None):
        settings = {
            "ODD_CALL": call, "ODD_STATUS": status, "ODD_NUMBER": number, "ODD_TEXT": text, "ODD_LENGTH": length,
            "ODD_ITEM": item, "ODD_SIZE": size, "ODD_ANSWER": answer,
        }
        return ("env", f"LD_PRELOAD={shim}", *(f"{key}={value}" for key, value in settings.items() if value is not None))

    return odd
