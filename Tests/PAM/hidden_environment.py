"""The program hidden_environment.c, and its cases."""

import subprocess
from pathlib import Path

HERE = Path(__file__).parent
SHIM = HERE.parents[1] / "Sources" / "CPasswordRulesSystem"
FLAGS = ["-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Wshadow", "-Wstrict-prototypes", "-Wconversion", "-Werror"]

# What the host did before it called the library.
HOSTS = ["untouched", "setenv", "clearenv", "cleared-and-set", "own-array"]
# What a service does while the environment is hidden.
SERVICES = ["silent", "setenv", "setenv-often", "putenv", "unsetenv", "clearenv", "clearenv-alone", "own-array", "writes"]


def build(target: Path, *flags: str) -> Path:
    subprocess.run(["cc", *FLAGS, *flags, f"-I{SHIM}", f"-I{SHIM / 'include'}", "-o", target,
                    HERE / "hidden_environment.c", SHIM / "environment.c"], check=True)
    return target
