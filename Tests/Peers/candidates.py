"""Random passwords close to the limits of rules, always the same for one seed."""

import random
import string

from peers import Case

SYMBOLS = string.punctuation + " "
ASCII = string.ascii_letters + string.digits + SYMBOLS
CLASSES = [string.ascii_lowercase, string.ascii_uppercase, string.digits, SYMBOLS]
BEYOND = "éÉüÜñßøČčЖжωΩ€中文\u2082😀"
CONTROL = "\x01\x07\x0c\x1b\x7f"
SEQUENCES = ["abcdefghij", "QRSTUVWXYZ", "0123456789", "()*+,-./", "6789:;<=", "?@ABCD", "xyz{|}~", "qwertyuiop", "asdfghjkl"]
PATTERNS = ["1q2w3e4r5t", "1qaz2wsx3edc4rfv5tgb", "!qaz@wsx#edc", "qazwsxedc", "1qazzaq1", "1984", "2024"]
ENGLISH = ["table", "house", "Monkey", "bridge", "yellow", "winter"]
LEET = str.maketrans("oieastbg", "01345789")
USERS = ["alice", "bob", "al", "administrator", "bernadette", "Webmaster", "x", ""]
FULL_NAMES = ["Alice Smith,,,", "Bob van der Berg", "Mary-Ann O'Neil,Room 12,555-1234", "Al Wu", "A-B-C-D Xu", ""]
WORDS = ["flower", "Sunshine", "acme", "none", "wolf"]
HOMES = ["/home/alice", "/home/users/bernadette", "/root", "/srv/www/webmaster", ""]


class Candidates:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self, alphabet, least, most):
        return "".join(self.random.choice(alphabet) for _ in range(self.random.randint(least, most)))

    def strong(self):
        """What most rules accept: all classes, mixed."""
        parts = [self.random.choice(kind) for kind in CLASSES for _ in range(self.random.randint(2, 5))]
        self.random.shuffle(parts)
        return "".join(parts)

    def insert(self, password, part):
        position = self.random.randint(0, len(password))
        return password[:position] + part + password[position:]

    # Each of these returns a password, and may set other fields of the change.

    def of_any_characters(self, known):
        kinds = [string.ascii_lowercase, string.ascii_uppercase, string.digits, SYMBOLS, BEYOND, CONTROL]
        chosen = [kind for kind in kinds if self.random.random() < 0.45] or [string.ascii_lowercase]
        return self.text("".join(chosen), 1, 26)

    def of_one_class_most(self, known):
        return self.insert(self.text(self.random.choice(CLASSES), 5, 16), self.text(ASCII, 0, 3))

    def of_few_characters(self, known):
        kinds = self.random.choice([string.ascii_lowercase + "-", string.ascii_letters, string.ascii_lowercase + string.digits,
                                    ASCII])
        return self.text("".join(self.random.sample(kinds, self.random.randint(4, 20))), 8, 30)

    def of_printable_characters(self, known):
        return self.text(ASCII, 5, 22)

    def of_all_classes(self, known):
        return self.strong()

    def with_a_run(self, known):
        character = self.random.choice(ASCII + BEYOND)
        return self.insert(self.strong(), character * self.random.randint(2, 6))

    def with_a_sequence(self, known):
        sequence = self.random.choice(SEQUENCES)
        start = self.random.randrange(len(sequence) - 2)
        part = sequence[start:start + self.random.randint(2, 6)]
        return self.insert(self.strong(), part[::self.random.choice([1, -1])])

    def with_one_class_in_a_row(self, known):
        return self.insert(self.strong(), self.text(self.random.choice([*CLASSES, BEYOND]), 2, 7))

    def palindrome(self, known):
        half = self.text(ASCII + BEYOND, 3, 8) if self.random.random() < 0.3 else self.strong()
        back = half[::-1].swapcase() if self.random.random() < 0.5 else half[::-1]
        return half + self.random.choice(["", "x"]) + back

    def with_a_name(self, known):
        names = [known.user.decode()] + known.full_name.decode().replace(",", " , ").split() + WORDS
        name = self.random.choice([name for name in names if name])
        name = self.random.choice([
            lambda: name, lambda: name[::-1], name.upper, lambda: name.lower().translate(LEET),
            lambda: name[1:], lambda: name[:-1], lambda: name[1:6], lambda: name[:4]])()
        if self.random.random() < 0.2:
            return name + self.text(string.digits + SYMBOLS, 2, 6)
        return self.insert(self.strong(), name)

    def stretched_name(self, known):
        name = self.random.choice([known.user.decode(), "flower", "sunshine"]) or "flower"
        stretched = "".join(letter * self.random.randint(1, 3) for letter in name)
        return stretched[::-1] if self.random.random() < 0.3 else stretched

    def short_with_a_pattern(self, known):
        pattern = self.random.choice(PATTERNS)
        return self.insert(self.text(ASCII, 3, 7), pattern[:self.random.randint(4, len(pattern))])

    def short_with_a_word(self, known):
        word = self.random.choice(ENGLISH)
        return self.insert(self.text(ASCII, 3, 7), word[::-1] if self.random.random() < 0.3 else word)

    def like_the_old_one(self, known):
        old = self.strong() if self.random.random() < 0.8 else self.text(ASCII + BEYOND, 6, 14)
        known.old = old.encode()
        turn = self.random.randrange(len(old))
        edits = list(old)
        for _ in range(self.random.randint(1, 9)):
            position = self.random.randrange(len(edits) + 1)
            edits[position:position + self.random.randint(0, 1)] = self.text(ASCII, 0, 1)
        return self.random.choice([
            lambda: old, old.swapcase, old.upper, lambda: old[turn:] + old[:turn], lambda: (old[turn:] + old[:turn]).upper(),
            lambda: old[::-1], lambda: old[1:], lambda: old + self.text(ASCII, 1, 4), lambda: "".join(edits),
            lambda: "".join(edits), lambda: "".join(edits), lambda: old + old, lambda: old + self.text(ASCII, 10, 30),
            lambda: "".join(letter * self.random.choice([1, 1, 2]) for letter in old)])() or "x"

    def short_after_a_short_one(self, known):
        known.old = self.text(ASCII, 1, 5).encode()
        return known.old.decode() + self.text(ASCII, 0, 8)

    def words(self, known):
        words = [self.text(string.ascii_lowercase, 1, 6) for _ in range(self.random.randint(2, 6))]
        return self.random.choice([" ", "-", "_", "1"]).join(words)

    def case(self):
        user = self.random.choice(USERS)
        known = Case(b"", user=user.encode())
        if user:
            known.full_name = self.random.choice(FULL_NAMES).encode()
            known.home = self.random.choice(HOMES).encode()
        if self.random.random() < 0.5:
            known.old = self.strong().encode()
        make = self.random.choice([
            self.of_any_characters, self.of_one_class_most, *[self.of_few_characters] * 2, self.of_printable_characters,
            self.of_all_classes, self.with_a_run, self.with_a_sequence, self.with_one_class_in_a_row, self.palindrome,
            *[self.with_a_name] * 2, self.stretched_name, *[self.like_the_old_one] * 2, self.short_after_a_short_one,
            self.short_with_a_pattern, self.short_with_a_word, self.words])
        known.new = make(known).encode()
        if self.random.random() < 0.01:
            known.new += bytes([self.random.choice([0x80, 0xC3, 0xFF])])
        return known

    def cases(self, count):
        """This number of password changes, some with long passwords."""
        cases = [self.case() for _ in range(count - 8)]
        for length in (255, 256, 512, 1000, 1023, 1024, 1025, 2000):
            # Old passwords stay short: the time of libpwquality grows with the cube of the lengths.
            cases.append(Case(self.text(ASCII, length, length).encode(), old=b"Xq7$"))
        return cases
