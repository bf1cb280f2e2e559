"""Programs that were built for libpwquality run with ours: the same functions, versions, numbers and
types."""

import re
import subprocess

import pytest
from library import DEBIANS, ERROR, FUNCTIONS, HEADER, OURS, SETTING

SYSTEM_HEADER = "/usr/include/pwquality.h"
PROGRAM = """\
#include <pwquality.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    pwquality_settings_t *settings = pwquality_default_settings();
    char text[PWQ_MAX_ERROR_MESSAGE_LEN], *password = NULL;
    const char *words = "";
    void *extra = NULL;
    int length = 0;

    if (settings == NULL || pwquality_set_option(settings, "dictcheck=0") != 0 ||
        pwquality_set_int_value(settings, PWQ_SETTING_MIN_LENGTH, 10) != 0 ||
        pwquality_set_str_value(settings, PWQ_SETTING_BAD_WORDS, "acme") != 0 ||
        pwquality_get_int_value(settings, PWQ_SETTING_MIN_LENGTH, &length) != 0 ||
        pwquality_get_str_value(settings, PWQ_SETTING_BAD_WORDS, &words) != 0)
        return 1;
    int result = pwquality_check(settings, "Vq7kWz2xR", NULL, NULL, &extra);
    printf("%d %s %d %ld ", length, words, result, (long)extra);
    if (*pwquality_strerror(text, sizeof text, result, extra) == '\\0')
        return 2;
    printf("%d ", pwquality_check(settings, "Vq7kWz2xRpX", NULL, NULL, NULL) >= 50);
    if (pwquality_generate(settings, PWQ_MIN_ENTROPY_BITS, &password) != 0)
        return 3;
    printf("%d\\n", pwquality_check(settings, password, NULL, NULL, NULL) >= 0);
    free(password);
    pwquality_free_settings(settings);
    return 0;
}
"""


def exported(path) -> list[str]:
    shown = subprocess.run(["nm", "--dynamic", "--defined-only", "--with-symbol-versions", path], capture_output=True, text=True,
                           check=True)
    return sorted(line.split(maxsplit=1)[1] for line in shown.stdout.splitlines())


def test_exports_match_libpwquality():
    assert exported(OURS) == exported(DEBIANS)
    functions = [name for name in exported(OURS) if " pwquality_" in f" {name.split()[-1]}"]
    assert len(functions) == len(FUNCTIONS) == 11
    dynamic = subprocess.run(["readelf", "--dynamic", OURS], capture_output=True, text=True, check=True).stdout
    assert "soname: [libpwquality.so.1]" in dynamic
    assert set(re.findall(r"NEEDED.*\[(.*)\]", dynamic)) == {"libpasswordrules.so.1", "libc.so.6"}


def test_constants_match_its_header(tmp_path):
    names = re.findall(r"#define (PWQ_\w+) ", HEADER.read_text())
    assert set(names) == set(re.findall(r"#define (PWQ_\w+) ", open(SYSTEM_HEADER).read()))
    assert len(SETTING) == 20 and len(ERROR) == 30
    shown = []
    for header in (HEADER, SYSTEM_HEADER):
        source = tmp_path / "numbers.c"
        lines = "".join(f'    printf("{name} %d\\n", {name});\n' for name in names)
        source.write_text(f'#include <stdio.h>\n#include "{header}"\nint main(void)\n{{\n{lines}}}\n')
        subprocess.run(["cc", "-o", tmp_path / "numbers", source], check=True)
        shown.append(subprocess.run([tmp_path / "numbers"], capture_output=True, text=True, check=True).stdout)
    assert shown[0] == shown[1]


@pytest.mark.parametrize("header", [HEADER.parent, "/usr/include"], ids=["ours", "Debian's"])
@pytest.mark.parametrize("language", ["c", "c++"])
def test_program_built_with_either_header_runs_with_either_library(tmp_path, header, language):
    (tmp_path / "program.c").write_text(PROGRAM)
    subprocess.run(["cc", "-x", language, "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{header}", "-o", tmp_path / "program",
                    tmp_path / "program.c", "-lpwquality"], check=True)
    for folders in (f"{OURS.parent}:{OURS.parents[1]}", str(DEBIANS.parent)):
        done = subprocess.run([tmp_path / "program"], capture_output=True, text=True, check=True,
                              env={"LD_LIBRARY_PATH": folders})
        # Debian's scores such a password below 50.
        assert done.stdout in ("10 acme -14 10 1 1\n", "10 acme -14 10 0 1\n")
