/// What the keys and options of libpwquality, passwdqc and other PAM modules are called here.
///
/// In each line of the tables there are some names, and behind the last "|" what to write here.
enum ForeignNames {
    /// Properties of descriptors.
    private static var rules: StaticString {
        """
        |minlen|minlength|min|PASS_MIN_LEN|minlength: 12;
        |maxlength|maxlength: 64;
        |dcredit|required: digit;
        |ucredit|required|required: upper;
        |lcredit|required: lower;
        |ocredit|required: special;
        |allowed|allowed: ascii-printable;
        |maxrepeat|max-repeating|max-consecutive|max-repeating: 3;
        |maxsequence|max-sequential|max-sequential: 3;

        """
    }

    /// Lines of a policy.
    private static var lines: StaticString {
        """
        |max|max-bytes = 1024
        |maxclassrepeat|max-class-repeating = 4
        |difok|old-password-changes = 2
        |similar|old-password = reject
        |usercheck|reject_username|username = reject
        |usersubstr|username-parts = 4
        |gecoscheck|full-name = reject
        |match|username, full-name, home-directory = reject
        |non-unix|full-name =
        |badwords|words = WORD, WORD
        |dictcheck|blocklist = mangled /usr/share/passwordrules/common.blocklist
        |dictpath|wordlist|denylist|filter|blocklist = /PATH
        |enforcing|enforce = yes
        |passphrase|min-words = 3
        |guesses|minimum-guesses|min-guesses = 10^10
        |score|min-score|min_score|minimum-score|strength|minimum-strength|zxcvbn|min-strength = strong
        |random|suggest-entropy = 71

        """
    }

    /// The manual pages of what has it.
    private static var pages: StaticString {
        """
        |use_authtok|use_first_pass|try_first_pass|authtok_type|config|debug|pam_passwordrules(8)
        |ask_oldauthtok|check_oldauthtok|pam_unix(8)
        |remember|pam_pwhistory(8)

        """
    }

    /// The property that the name at `source[place]` has here, if there is one.
    static func property(for source: Span<UInt8>, _ place: Range<Int>) -> Text? {
        entry(of: rules, for: source, place)
    }

    /// Says what the name at `source[place]` is in a policy, or which page has it.
    /// - Returns: Whether there is something to say.
    static func appendLine(for source: Span<UInt8>, _ place: Range<Int>, to text: inout Text) -> Bool {
        if let page = entry(of: pages, for: source, place) {
            text.append("; see ")
            text.append(page)
            return true
        }
        let rule = entry(of: rules, for: source, place)
        guard let line = rule ?? entry(of: lines, for: source, place) else { return false }
        text.append(rule == nil ? "; here it is \"" : "; here it is \"rules = ")
        text.append(line)
        text.append("\"")
        return true
    }

    /// What stands behind the name at `source[place]` in a table.
    private static func entry(of table: StaticString, for source: Span<UInt8>, _ place: Range<Int>) -> Text? {
        var name = Text("|")
        name.append(source, place)
        name.append("|")
        let table = Text(table).bytes
        var matched = 0
        var start = 0
        for index in table.indices {
            let byte = table[index]
            if matched < name.bytes.count {
                // A name has no "|" but at its ends, so that what was compared need not be compared again.
                matched = byte == name.bytes[matched] ? matched + 1 : byte == 0x7C ? 1 : 0
                start = index + 1
            } else if byte == 0x7C {
                start = index + 1
            } else if byte == 0x0A {
                var entry = Text()
                entry.append(table.span, start..<index)
                return entry
            }
        }
        return nil
    }
}
