/// Names of settings in libpwquality, passwdqc and other PAM modules, and what to write here instead.
enum ForeignNames {
    /// The counterpart of another program's setting.
    enum Counterpart {
        /// A property of descriptors.
        case property(Word)
        /// A property of descriptors for one character of a class. Several characters need a separate line.
        case credit(Word, classes: Word)
        /// A line of a policy.
        case line(Word)
        /// An option of a PAM module, described in this manual page.
        case page(Word)

        /// The property; nil if it is not one.
        var property: Word? {
            switch self {
            case .property(let property), .credit(let property, _): property
            case .line, .page: nil
            }
        }
    }

    /// The counterpart of the name at `source[range]`, if it is known.
    static func counterpart(of source: Span<UInt8>, _ range: Range<Int>) -> Counterpart? {
        for (names, counterpart) in all {
            for name in names where name.equals(source, range) { return counterpart }
        }
        return nil
    }

    private static var all: [(names: [Word], counterpart: Counterpart)] {
        [
            // Properties of descriptors.
            (
                [
                    "minlen", "minlength", "min", "length", "min-length", "min_length", "minimum-length",
                    "PASS_MIN_LEN",
                ], .property("minlength: 12;")
            ),
            (["maxlength", "max-length", "max_length"], .property("maxlength: 64;")),
            (["dcredit"], .credit("required: digit;", classes: "digit")),
            (["ucredit"], .credit("required: upper;", classes: "upper")),
            (["required"], .property("required: upper;")),
            (["lcredit"], .credit("required: lower;", classes: "lower")),
            (["ocredit"], .credit("required: special;", classes: "special")),
            (["allowed"], .property("allowed: ascii-printable;")),
            (["maxrepeat", "max-repeating", "max-consecutive"], .property("max-repeating: 3;")),
            (["maxsequence", "max-sequential"], .property("max-sequential: 3;")),
            // Lines of a policy.
            (["max"], .line("max-bytes = 1024")),
            (["maxclassrepeat"], .line("max-class-repeating = 4")),
            (["difok"], .line("old-password-changes = 2")),
            (["similar"], .line("old-password = reject")),
            (["usercheck", "reject_username"], .line("username = reject")),
            (["usersubstr"], .line("username-parts = 4")),
            (["gecoscheck"], .line("full-name = reject")),
            (["match"], .line("username, full-name, home-directory = reject")),
            (["non-unix"], .line("full-name =")),
            (["badwords"], .line("words = WORD, WORD")),
            (["dictcheck"], .line("blocklist = mangled common")),
            (["dictpath", "wordlist", "denylist", "filter"], .line("blocklist = /PATH")),
            (["enforcing"], .line("enforce = yes")),
            (["enforce-root", "enforce_root"], .line("enforce-for-root = yes")),
            (["passphrase"], .line("min-words = 3")),
            (["guesses", "minimum-guesses"], .line("min-guesses = 10^10")),
            (
                [
                    "score", "min-score", "min_score", "minimum-score", "strength", "minimum-strength",
                    "zxcvbn",
                ], .line("min-strength = strong")
            ),
            (["random"], .line("suggest-entropy = 71")),
            (
                ["remember", "password-history", "password_history", "pwhistory"],
                .line("history = 24")
            ),
            // Options of a PAM line, and those that only other modules have.
            (
                ["use_authtok", "use_first_pass", "try_first_pass", "authtok_type", "config", "debug"],
                .page("pam_passwordrules(8)")
            ),
            (["ask_oldauthtok", "check_oldauthtok"], .page("pam_unix(8)")),
        ]
    }

    /// The end of a message about an unknown key at `source[range]`: what to write instead.
    static func hint(for counterpart: Counterpart, _ source: Span<UInt8>, _ range: Range<Int>) -> Text {
        var text = Text()
        switch counterpart {
        case .page(let page):
            text.append("; see ")
            text.append(page.literal)
            return text
        case .credit(_, let classes):
            // In pwquality, a negative credit is a minimum number of characters.
            let value = value(in: source, after: range)
            if !value.isEmpty, source[value.lowerBound] == 0x2D,
                let count = number(source, value.lowerBound + 1..<value.upperBound), count > 1
            {
                text.append("; here it is \"at-least = ")
                text.append(count)
                text.append(" ")
                text.append(classes.literal)
                text.append("\"")
                return text
            }
        case .property, .line: break
        }
        text.append(counterpart.property == nil ? "; here it is \"" : "; here it is \"rules = ")
        switch counterpart {
        case .property(let line), .credit(let line, _), .line(let line), .page(let line):
            text.append(Self.line(line, withNumberOf: source, after: range))
        }
        text.append("\"")
        return text
    }

    /// A property or a line of a policy. Its number is replaced by the one that follows the name at `range`
    /// of `source`, if that is valid here.
    static func line(_ line: Word, withNumberOf source: Span<UInt8>, after range: Range<Int>) -> Text {
        let bytes = line.bytes
        let isNumeral = { (byte: UInt8) in byte >= 0x30 && byte <= 0x39 || byte == 0x5E }
        guard let start = bytes.firstIndex(where: isNumeral) else { return Text(line.literal) }
        let end = bytes[start...].firstIndex { !isNumeral($0) } ?? bytes.count
        let value = value(in: source, after: range)
        var numeral = Text()
        if bytes[start..<end].contains(0x5E) {
            guard let exponent = PowerOfTen.exponent(source, value) ?? PowerOfTen.meant(by: source, value)
            else { return Text(line.literal) }
            numeral.append("10^")
            numeral.append(exponent)
        } else {
            guard let number = number(source, value), isPossible(number, in: bytes.span) else {
                return Text(line.literal)
            }
            numeral.append(number)
        }
        var text = Text()
        text.append(bytes.span, 0..<start)
        text.append(numeral)
        text.append(bytes.span, end..<bytes.count)
        return text
    }

    /// The value after a name and `=` or `:`, up to the end of the line or a semicolon; empty if there is none.
    private static func value(in source: Span<UInt8>, after name: Range<Int>) -> Range<Int> {
        var end = name.upperBound
        while end < source.count, source[end] != 0x0A, source[end] != 0x3B { end += 1 }
        let rest = trim(source, name.upperBound..<end)
        guard !rest.isEmpty, source[rest.lowerBound] == 0x3D || source[rest.lowerBound] == 0x3A else {
            return end..<end
        }
        return trim(source, rest.lowerBound + 1..<end)
    }

    /// A decimal number from 1 to 9,999.
    private static func number(_ source: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard range.count <= 4 else { return nil }
        var number = 0
        for index in range {
            guard source[index] >= 0x30, source[index] <= 0x39 else { return nil }
            number = number * 10 + Int(source[index] & 0x0F)
        }
        return number > 0 ? number : nil
    }

    /// Whether the number is valid for the key of a line. Properties accept any number.
    private static func isPossible(_ number: Int, in line: Span<UInt8>) -> Bool {
        var end = 0
        while end < line.count, isKeyCharacter(line[end]) { end += 1 }
        guard let key = PolicyKey(in: line, 0..<end), case .number(let range) = key.declaration.value else {
            return true
        }
        return range.contains(number)
    }
}
