"""`or`: a password that meets the rules or any alternative, and the messages to a user whose password meets none."""

import pytest
from transaction import LOG_NOTICE, REFUSED, ROOT, SUGGESTION, WARNED, Log, needs_root

POLICY = """\
rules = minlength: 20
or = minlength: 12; min-classes: 3
or = minlength: 8; min-classes: 4; min-different: 6
"""
RULES = [
    "Password rules: one of these:",
    "  - 20 characters or more.",
    "  - 12 characters or more; 3 of: lowercase letters, uppercase letters, digits,",
    "    other characters.",
    "  - 8 characters or more; all of: lowercase letters, uppercase letters,",
    "    digits, other characters; 6 different characters or more.",
]
OTHERS = "or meet another of the 3 sets of rules"
ALL_CLASSES = "needs all of: lowercase letters, uppercase letters, digits, other characters"
THREE_CLASSES = "needs 3 of: lowercase letters, uppercase letters, digits, other characters"


def reasons(machine, password, **circumstances):
    change = machine.change(password, options="retry=1 suggest=no", **circumstances)
    assert change.status == "PAM_AUTHTOK_ERR", change.dialogue
    assert change.texts("error")[0] == REFUSED
    return [text.removeprefix("  - ") for text in change.texts("error")[1:]]


@pytest.mark.parametrize("password", ["qzjxwvkbqzjxwvkbqzjx", "qzjxwvkbqz7W", "Qzj!xwv7"])
def test_password_that_meets_one_set_of_rules_is_accepted(machine, password):
    change = machine.change(password, password, policy=POLICY)
    assert (change.status, change.texts("error")) == ("PAM_SUCCESS", [])
    assert change.tokens == [password]
    assert change.log == []


@pytest.mark.parametrize(
    ("password", "missing"),
    [
        ("qzjxwvkbqzjxwvkbqzj", ["1 more character needed (19 of 20)"]),
        ("qzjxwvkbq7W", ["1 more character needed (11 of 12)"]),
        ("Qzj!xw7", ["1 more character needed (7 of 8)"]),
        ("Q!7qqqqq", ["2 more different characters needed (4 of 6)"]),
        ("Q!jxw7", ["2 more characters needed (6 of 8)"]),
        (
            "zqxj",
            [
                "4 more characters needed (4 of 8)", f"{ALL_CLASSES} (has 1)",
                "2 more different characters needed (4 of 6)",
            ],
        ),
        ("qzjxwvkbqzjx", [f"{THREE_CLASSES} (has 1)"]),
    ],
)
def test_nearest_set_of_rules_is_explained_and_the_others_are_mentioned(machine, password, missing):
    machine.write_policy(POLICY)
    assert reasons(machine, password) == [*missing, OTHERS]


def test_set_of_rules_counts_as_a_whole(machine):
    """Meeting one part of each alternative is not enough."""
    machine.write_policy("rules = minlength: 12; max-repeating: 1\nor = minlength: 6; allowed: digit\n")
    assert reasons(machine, "qqzjxwvkbnmtp") == [
        "one character 2 times in a row (at most 1)", "or meet the other of the 2 sets of rules",
    ]
    assert reasons(machine, "77777q") == [
        "1 character that is not allowed (only 0-9)", "or meet the other of the 2 sets of rules",
    ]
    for password in ["777777", "qzjxwvkbnmtp"]:
        assert machine.change(password, password).status == "PAM_SUCCESS"


def test_what_is_demanded_besides_holds_for_every_set(machine):
    policy = POLICY + "at-least = 2 digit\npalindrome = reject\nmax-bytes = 30\n"
    change = machine.change("qzjxwvkbqzjxwvkbqzjx", policy=policy, options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, "  - needs 2 more of: 0-9 (0 of 2)"]
    assert reasons(machine, "q7jxwvkbqzzqbkvwxj7q") == ["reads the same backwards"]
    assert reasons(machine, "7Qj!j") == [
        "3 more characters needed (5 of 8)", "2 more different characters needed (4 of 6)",
        "needs 1 more of: 0-9 (1 of 2)", OTHERS,
    ]
    # A password that is too long for all of them is not compared with any.
    assert reasons(machine, "q" * 31) == ["too long: 31 bytes (at most 30)"]


def test_rules_before_the_prompt_list_all_sets(machine):
    change = machine.change(policy=POLICY)
    assert change.dialogue[:-1] == [*RULES, "New password: "]


def test_rules_before_the_prompt_say_what_holds_for_all_sets(machine):
    policy = "rules = minlength: 20\nor = required: digit\nat-least = 2 upper\nold-password-changes = 2\n"
    assert machine.change(policy=policy).texts("info") == [
        "Password rules: one of these:",
        "  - 20 characters or more.",
        "  - with a digit.",
        "And: 2 or more of: A-Z; 2 characters or more other than in the old password.",
    ]


def test_rules_before_the_prompt_do_not_list_more_sets_than_anybody_reads(machine):
    alternatives = [f"or = minlength: {length}; min-classes: 4\n" for length in range(39, 9, -1)]
    policy = "rules = minlength: 40\n" + "".join(alternatives)
    shown = machine.change(policy=policy).texts("info")
    assert shown[:2] == ["Password rules: one of these:", "  - 40 characters or more."]
    assert shown[-1] == "  - or another of 31 sets of rules."
    assert sum(text.startswith("  - ") for text in shown) == 9


def test_other_sets_are_mentioned_once_and_last(machine):
    change = machine.change("zqxj", "Q!7qqqqq", policy=POLICY, options="retry=2 suggest=no")
    shown = change.texts("error")
    assert [index for index, text in enumerate(shown) if text == f"  - {OTHERS}"] == [4, 7]
    assert change.log == [
        Log("new password for user alice refused: minlength, min-classes, min-different, or", LOG_NOTICE),
        Log("new password for user alice refused: min-different, or", LOG_NOTICE),
    ]


def test_empty_value_takes_the_alternatives_away(machine):
    machine.write_policy(POLICY + "[user alice]\nor =\n")
    assert reasons(machine, "Qzj!xwv7") == ["12 more characters needed (8 of 20)"]
    assert machine.change("Qzj!xwv7", "Qzj!xwv7", user="bob").status == "PAM_SUCCESS"
    assert machine.change(user="alice").texts("info") == ["Password rules: 20 characters or more."]


def test_rules_in_the_line_hold_beside_every_alternative_of_the_file(machine):
    change = machine.change("Qzj!xwv7", policy=POLICY, options="rules=minlength:9 retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, "  - 1 more character needed (8 of 9)", f"  - {OTHERS}"]
    assert machine.change("Qzj!xwv7k", "Qzj!xwv7k", options="rules=minlength:9").status == "PAM_SUCCESS"
    change = machine.change("Qzj!xwv7", options="rules= rules=minlength:9 retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, "  - 1 more character needed (8 of 9)"]


@pytest.mark.parametrize("lines", [63, 64])
def test_most_alternatives_are_all_tried(machine, lines):
    policy = "rules = minlength: 900\n" + "".join(f"or = minlength: {800 - n}\n" for n in range(lines))
    password = "q" * (800 - lines + 1)
    assert machine.change(password, password, policy=policy).status == "PAM_SUCCESS"
    assert reasons(machine, password[1:]) == [
        f"1 more character needed ({len(password) - 1} of {len(password)})",
        f"or meet another of the {lines + 1} sets of rules",
    ]


# ---- Suggestions ----


@pytest.mark.parametrize(
    "policy",
    [
        POLICY,
        POLICY + "suggest-style = words\n", POLICY + "suggest-style = random\n",
        "rules = minlength: 40; allowed: digit\nor = minlength: 12\n",
        "rules = minlength: 12; min-classes: 4\nor = minlength: 30\n",
        "rules = minlength: 12; min-different: 10; min-words: 2\nor = minlength: 30\n",
        POLICY + "at-least = 3 digit\nat-least = 2 upper, [-_]\nmax-class-repeating = 4\nmax-keyboard = 2\n"
        "palindrome = reject\n",
    ],
)
def test_suggestion_is_accepted(machine, policy):
    change = machine.change("q!x", SUGGESTION, SUGGESTION, policy=policy)
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == change.suggestions


def test_nothing_is_suggested_where_nothing_can_meet_the_rules_and_an_alternative_is_still_accepted(machine):
    policy = "rules = minlength: 9; maxlength: 8\nor = minlength: 12\n"
    change = machine.change("q!x", "qzjxwvkbnmtp", "qzjxwvkbnmtp", policy=policy)
    assert (change.status, change.suggestions) == ("PAM_SUCCESS", [])


# ---- Where nothing is refused ----


@needs_root
def test_root_reads_of_the_alternatives_too(machine):
    change = machine.change("zqxj", "zqxj", policy=POLICY, by=ROOT)
    assert change.status == "PAM_SUCCESS"
    assert change.texts("error") == [
        WARNED, "  - 4 more characters needed (4 of 8)", f"  - {ALL_CLASSES} (has 1)",
        "  - 2 more different characters needed (4 of 6)", f"  - {OTHERS}",
    ]


def test_audit_names_the_alternatives_in_the_log_alone(machine):
    change = machine.change("zqxj", "zqxj", policy=POLICY + "enforce = audit\n", options="debug")
    assert change.dialogue == ["New password: ", "Retype new password: "]
    assert [log.text for log in change.log] == [
        "new password for user alice accepted (enforce = audit): it does not meet the policy",
        "new password for user alice does not meet: minlength, min-classes, min-different, or",
    ]
