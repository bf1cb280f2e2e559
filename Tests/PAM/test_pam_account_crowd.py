"""A group with an unusually long line of members."""

import pytest
from person import GROUP
from transaction import SINGLE

CROWD = "crowd:x:6000:" + ",".join(f"member{number}" for number in range(1000)) + ",bob\n"


@pytest.mark.parametrize(("user", "length"), [("bob", 20), ("alice", 10), ("nobody", 10)])
def test_section_binds_last_member_of_large_group(people, user, length):
    groups = people.directory / "group"
    groups.write_text(GROUP + CROWD)
    change = people.change(
        "q", user=user, options=SINGLE, policy="rules = minlength: 10\n[group crowd]\nrules = minlength: 20\n",
        command=("sh", "-c", 'mount --bind "$0" /etc/group && exec "$@"', groups))
    assert f"  - {length - 1} more characters needed (1 of {length})" in change.shown
    assert not any("in doubt" in log.text for log in change.log)
