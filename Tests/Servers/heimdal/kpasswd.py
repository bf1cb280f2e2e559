"""Runs kpasswd for bob in the server's Debian, at a terminal, which it requires: reads [the old password,
[new ones]], prints the result of each, [whether it was changed, the last line of its output].
"""

import json
import os
import pty
import re
import sys

old, new_ones = json.load(sys.stdin)
found = []
for new in new_ones:
    child, terminal = pty.fork()
    if child == 0:
        os.execvp("kpasswd", ["kpasswd", "bob"])
    answers = [old, new, new]
    text, answered = "", 0
    while True:
        try:
            more = os.read(terminal, 4096)
        except OSError:
            break
        if not more:
            break
        text += more.decode(errors="replace")
        if answers and re.search(r"assword[^\n]*: ?$", text[answered:]):
            answered = len(text)
            os.write(terminal, answers.pop(0).encode() + b"\n")
    os.waitpid(child, 0)
    os.close(terminal)
    is_changed = "Success" in text
    # After the prompts, and the terminal's echo of the answers.
    found.append([is_changed, text.strip().rpartition("\n")[2].strip()])
    if is_changed:
        old = new
print(json.dumps(found))
