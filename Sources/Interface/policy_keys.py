"""Makes PolicyKey.swift, which lists the keys of a policy file, from the files in Policy/Keys that declare
them.

A file is named for its key, MaxKeyboardKey.swift for instance. It begins with the declaration, whose form is
fixed:

    extension PolicyKey.Declaration {
        /// `max-keyboard`: the longest run of adjacent keys.
        static var maxKeyboard: Self {
            Self(
                word: "max-keyboard", position: 160, ...

The keys are listed by their positions.
"""

import re

from header import ROOT

FOLDER = "Sources/PasswordRules/Policy/Keys"
FILE = "Sources/PasswordRules/Policy/Keys/Declaration/PolicyKey.swift"

DECLARATION = re.compile(
    r"\Aextension PolicyKey\.Declaration \{\n(?P<comment>(?:    /// .*\n)+)    static var (?P<name>\w+): Self \{\n"
    r"\s+Self\(\s*word: \"(?P<word>[a-z-]+)\", position: (?P<position>\d+), ")


def keys() -> list[tuple[str, str]]:
    """The name of each key, and the comment on it, in the order of the positions."""
    found: dict[int, tuple[str, str]] = {}
    for path in sorted((ROOT / FOLDER).glob("*.swift")):
        match = DECLARATION.match(path.read_text(encoding="utf-8"))
        if not match:
            raise ValueError(f"{FOLDER}/{path.name} does not begin with the declaration of a key, as policy_keys.py describes it")
        name, position = match["name"], int(match["position"])
        if path.stem != name[0].upper() + name[1:] + "Key":
            raise ValueError(f"{FOLDER}/{path.name} declares the key {name}, for which the file must be named")
        if position in found:
            raise ValueError(f"{FOLDER}/{path.name}: {found[position][0]} has the position {position} already")
        found[position] = name, match["comment"]
    return [found[position] for position in sorted(found)]


def text() -> str:
    listed = keys()
    cases = "".join(f"{comment}    case {name}\n" for name, comment in listed)
    declarations = "".join(f"        case .{name}: .{name}\n" for name, _ in listed)
    return f"""\
// "make generate" writes this file, from the files in Keys, which declare a key each.

/// The keys of a policy file, which passwordrules.conf(5) describes.
public enum PolicyKey: Int, CaseIterable, Sendable {{
{cases}
    /// The number of keys.
    static var count: Int {{ {len(listed)} }}

    /// The key's declaration, used by the parser, defaults, checks, the tool, messages and manual tests.
    var declaration: Declaration {{
        switch self {{
{declarations}        }}
    }}
}}
"""
