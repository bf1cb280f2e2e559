"""How good estimates of strength are, beside zxcvbn's, and how long both take. The table goes to BUILD/strength.md, and from there by
`make -C Tests/Bench page` into STRENGTH.md.

zxcvbn is Debian's python3-zxcvbn, and for the time of a call zxcvbn.js, which fetch-zxcvbn-js gets, by nodejs."""

import html
import json
import statistics
import time
from pathlib import Path

import strength_sets as sets
from demands import ESTIMATED
from place import BUILD, OUT, output, package, say
from results import duration, median

PAGE, MARKER = Path(__file__).resolve().parent / "STRENGTH.md", "<!-- strength -->"
HERE = Path(__file__).resolve().parent
UNSUPPORTED = "-"


class Both:
    """Our estimates and zxcvbn's, as decimal logarithms of guesses."""

    def __init__(self):
        from zxcvbn import zxcvbn
        self._zxcvbn = zxcvbn
        self._ranks = package().RankedWords(BUILD / "common.ranks")
        self._known = {}

    def ours(self, password, words=()):
        return self._ranks.estimate(password, words=words).guesses_log10

    def theirs(self, password, words=()):
        key = password, tuple(words)
        if key not in self._known:
            self._known[key] = float(self._zxcvbn(password, user_inputs=list(words))["guesses_log10"]) if password else 0.0
        return self._known[key]


def ranks(values):
    """The rank of each value; equal ones share the mean of theirs."""
    order, result, start = sorted(range(len(values)), key=values.__getitem__), [0.0] * len(values), 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for index in order[start:end]:
            result[index] = (start + end - 1) / 2
        start = end
    return result


def spearman(left, right):
    return statistics.correlation(ranks(left), ranks(right))


def agreement(both, name, passwords):
    """Of what zxcvbn rates below 10^10."""
    rated = [(both.ours(password), theirs) for password in passwords if (theirs := both.theirs(password)) < 10]
    near = sum(abs(ours - theirs) <= 1 for ours, theirs in rated) / len(rated)
    return [f"{name}, {len(rated):,} passwords: within a factor of 10 of zxcvbn", f"{near:.1%}", UNSUPPORTED]


def correlation(both, name, passwords, listed):
    """Of what is in the list and in none of ours."""
    rest = [(rank, password) for rank, password in enumerate(passwords) if password.lower() not in listed]
    places, rest = zip(*rest)
    ours, theirs = (spearman(places, [estimate(password) for password in rest]) for estimate in (both.ours, both.theirs))
    return [f"{name}, {len(rest):,} passwords that are in no list of ours: rank correlation", f"{ours:.3f}", f"{theirs:.3f}"]


def known_number(both, name, passwords, true):
    """The median for passwords whose number is known."""
    ours, theirs = (statistics.median(map(estimate, passwords)) for estimate in (both.ours, both.theirs))
    return [f"{name}, 10^{true:.2f} of them: median", f"10^{ours:.2f}", f"10^{theirs:.2f}"]


def quality(both):
    john, django, listed = sets.john(), sets.django(), sets.listed_words()
    say("Estimating the lists' passwords, by zxcvbn too")
    yield agreement(both, "John's list", john)
    yield agreement(both, "Django's list", django[:: len(django) // (3 * sets.SAMPLE)])
    yield agreement(both, "cracklib's words, changed", sets.mangled())
    yield correlation(both, "John's list", john, listed)
    yield correlation(both, "Django's list", django, listed)
    say("Estimating generated passwords")
    for style, options in sets.STYLES:
        name = f"Style {style}" + (f", {options[1]} characters" if options else "")
        yield known_number(both, name, *sets.generated(style, *options))
    for length, name, alphabet in sets.ALPHABETS:
        yield known_number(both, f"{length} random {name}", *sets.random_characters(length, alphabet))


def reports(both):
    """The rows of what users reported: whether ours and zxcvbn's are right."""
    for thread, password, words, least, most, text in sets.faults():
        ours, theirs = both.ours(password, words), both.theirs(password, words)
        yield (least <= ours <= most, least <= theirs <= most,
               [thread, f"<code>{html.escape(password).replace('|', '&#124;').replace(' ', '&nbsp;')}</code>",
                html.escape(", ".join(words)), f"{least:g} to {most:g}", f"{ours:.1f}" + ("" if least <= ours <= most else " ✗"),
                f"{theirs:.1f}" + ("" if least <= theirs <= most else " ✗"), html.escape(text)])


def times(both):
    """Each length by all; ours was sampled by callbench."""
    say("Timing zxcvbn")
    found = output("nodejs", HERE / "zxcvbn_time.js", OUT / "zxcvbn.js", input=json.dumps(list(ESTIMATED.values())))
    for (case, password), script in zip(ESTIMATED.items(), json.loads(found)):
        best = min(timed(both, password) for _ in range(5))
        ours = median(f"estimate {case}")
        yield [f"One estimate: {case.replace(', weak', '')} characters" + (", weak" if "weak" in case else ", random"),
               UNSUPPORTED if ours is None else duration(ours),
               f"{duration(best)}; JavaScript {duration(script)}"]


def timed(both, password):
    begin = time.perf_counter_ns()
    both._zxcvbn(password)
    return time.perf_counter_ns() - begin


def table(head, rows):
    align = ["---", *["---:"] * (len(head) - 2), "---"]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, align, *rows])


def measure(heading):
    """Returns what is said of it on the terminal."""
    both = Both()
    rows = list(quality(both))
    say("Estimating what users reported")
    reported = list(reports(both))
    ours, theirs = (sum(row[index] for row in reported) for index in (0, 1))
    rows.append([f"Reports of zxcvbn's users, {len(reported)} passwords: rated as judged", str(ours), str(theirs)])
    rows += times(both)
    main = table(["what", "passwordrules", "zxcvbn"], rows)
    details = table(["thread", "password", "words of the user", "right, 10^", "passwordrules", "zxcvbn", "what was reported"],
                    [cells for _, _, cells in reported])
    (BUILD / "strength.md").write_text(
        f"{heading}\n\n{main}\n\n## What users reported\n\n{details}\n", encoding="utf-8")
    return main


def write_page():
    """Puts build/strength.md into STRENGTH.md."""
    before, _, after = PAGE.read_text(encoding="utf-8").split(MARKER)
    text = (BUILD / "strength.md").read_text(encoding="utf-8").strip()
    PAGE.write_text(f"{before}{MARKER}\n{text}\n{MARKER}{after}", encoding="utf-8")


if __name__ == "__main__":
    write_page()
