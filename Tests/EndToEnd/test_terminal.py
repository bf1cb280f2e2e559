"""The terminal on which the tests type: a program may hang it up and open it again."""

import terminal

# For half a second nobody has the terminal open, so it cannot be read.
HANGS_UP = """\
name=$(tty)
exec < /dev/null > /dev/null 2>&1
sleep 0.5
exec < "$name" > "$name"
printf 'Password: '
read -r answer
echo "I read $answer"
"""


def test_dialogue_goes_on_after_a_hang_up():
    turns, rest, status = terminal.converse(["sh", "-c", HANGS_UP], "Password: ", lambda *_: "hello", timeout=60)
    assert turns == [("Password: ", "hello")] and rest.endswith("I read hello\n") and status == 0
