"""The structs of the package are laid out as those of Include/passwordrules.h."""

import ctypes
import subprocess

import pytest

from passwordrules import _structures
from tree import INCLUDE

STRUCTS = {
    "diagnostic": _structures.DiagnosticStruct, "outcome": _structures.OutcomeStruct,
    "origin": _structures.OriginStruct,
    "generate_options": _structures.GenerateOptionsStruct, "generated": _structures.GeneratedStruct,
    "blocklist_info": _structures.BlocklistInfoStruct, "policy_info": _structures.PolicyInfoStruct,
    "context": _structures.ContextStruct, "language": _structures.LanguageStruct,
    "strength_info": _structures.StrengthInfoStruct, "piece": _structures.PieceStruct,
}


def test_structs_are_laid_out_as_in_c(tmp_path):
    lines = []
    for name, struct in STRUCTS.items():
        lines.append(f'printf("{name} %zu\\n", sizeof(passwordrules_{name}));')
        lines += [f'printf("{name}.{member} %zu %zu\\n", offsetof(passwordrules_{name}, {member}), '
                  f'sizeof(((passwordrules_{name} *)0)->{member}));' for member, _ in struct._fields_]
    source = tmp_path / "layout.c"
    head = ["#include <passwordrules.h>", "#include <stdio.h>", "int main(void) {"]
    source.write_text("\n".join([*head, *lines, "return 0;", "}", ""]))
    subprocess.run(["cc", "-std=c99", "-I", INCLUDE, "-o", tmp_path / "layout", source], check=True)
    printed = subprocess.run([tmp_path / "layout"], check=True, capture_output=True, text=True).stdout
    expected = []
    for name, struct in STRUCTS.items():
        expected.append(f"{name} {ctypes.sizeof(struct)}")
        for member, _ in struct._fields_:
            field = getattr(struct, member)
            expected.append(f"{name}.{member} {field.offset} {field.size}")
    assert printed.splitlines() == expected


@pytest.mark.parametrize("struct", STRUCTS.values(), ids=STRUCTS)
def test_size_of_a_struct_is_filled_in(struct):
    assert struct().size == ctypes.sizeof(struct)
