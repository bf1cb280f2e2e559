"""A transaction frees all the memory that it allocates. Tests/Proof/Secrets looks for copies of passwords."""

import pytest
from blocklists import EXACT, build, change_byte, write
from transaction import ACCEPTED, BROKEN_POLICY, CANCEL, POLICY, ROOT, SUGGESTION, USER, VALGRIND, WEAK

LISTED = "rules = minlength: 8\n"


@pytest.mark.parametrize(("answers", "arguments", "status"), [
    pytest.param([ACCEPTED] * 2, {}, "PAM_SUCCESS", id="accepted"),
    pytest.param([ACCEPTED] * 4, {"times": 2}, "PAM_SUCCESS", id="twice"),
    pytest.param([WEAK, ACCEPTED, WEAK, SUGGESTION, SUGGESTION], {"options": "debug"}, "PAM_SUCCESS", id="suggestion"),
    pytest.param([WEAK, SUGGESTION, SUGGESTION], {"policy": POLICY + "suggest-style = words\n"}, "PAM_SUCCESS", id="words"),
    pytest.param([WEAK, SUGGESTION, SUGGESTION], {"policy": POLICY + "suggest-style = random\n"}, "PAM_SUCCESS", id="random"),
    pytest.param([WEAK] * 3, {}, "PAM_MAXTRIES", id="refused"),
    pytest.param([WEAK] * 3, {"reply": "to no question"}, "PAM_MAXTRIES", id="messages are answered"),
    pytest.param([ACCEPTED, CANCEL], {}, "PAM_AUTHTOK_ERR", id="cancelled"),
    pytest.param(["q" * 100_000, b"\xff", ""], {}, "PAM_MAXTRIES", id="strange"),
    pytest.param([], {"policy": BROKEN_POLICY}, "PAM_TRY_AGAIN", id="broken"),
    pytest.param([], {"options": "retyr=3 rules=minlength:8"}, "PAM_TRY_AGAIN", id="option"),
    pytest.param([WEAK] * 2, {"policy": "retry = 0\n", "by": ROOT}, "PAM_SUCCESS", id="root"),
    pytest.param(["qzjxwvkq", SUGGESTION, SUGGESTION], {"policy": LISTED + "blocklist = {}\n"}, "PAM_SUCCESS", id="listed"),
    pytest.param([ACCEPTED] * 2, {"policy": LISTED + "blocklist = {0}\nblocklist = exact {0}\n"}, "PAM_SUCCESS", id="not listed"),
    pytest.param([], {"policy": LISTED + "blocklist = {}.missing\n"}, "PAM_TRY_AGAIN", id="list missing"),
    pytest.param([ACCEPTED] * 2, {"policy": LISTED + "blocklist = optional {}.missing\n"}, "PAM_SUCCESS", id="list optional"),
    pytest.param([ACCEPTED] * 3, {"policy": LISTED + "blocklist = {}.damaged\n"}, "PAM_MAXTRIES", id="list damaged"),
])
def test_transaction_frees_its_memory(machine, answers, arguments, status):
    path = write(machine.directory / "list", build("qzjxwvkq", "qqqq", "ab1!", *(f"word {number}" for number in range(200))))
    write(machine.directory / "list.damaged", change_byte(build("word", match=EXACT), -1))
    arguments = {"policy": POLICY, "by": USER} | arguments
    arguments["policy"] = arguments["policy"].format(path)
    assert machine.change(*answers, **arguments, command=VALGRIND).status == status
