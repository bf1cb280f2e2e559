/// What the keys and options of libpwquality, passwdqc and other PAM modules are called here.
enum ForeignNames {
    /// In each line some names, and behind the last "|" what to write here: a property, which ends in ";", a line of a policy; or
    /// the manual page of what has it, which ends in ")".
    private static var table: StaticString {
        """
        |minlen|minlength|min|PASS_MIN_LEN|minlength: 12;
        |maxlength|maxlength: 64;
        |max|max-bytes = 1024
        |dcredit|required: digit;
        |ucredit|required|required: upper;
        |lcredit|required: lower;
        |ocredit|required: special;
        |allowed|allowed: ascii-printable;
        |maxrepeat|max-repeating|max-consecutive|max-repeating: 3;
        |maxsequence|max-sequential|max-sequential: 3;
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
        |use_authtok|use_first_pass|try_first_pass|authtok_type|config|debug|pam_passwordrules(8)
        |ask_oldauthtok|check_oldauthtok|pam_unix(8)
        |remember|pam_pwhistory(8)

        """
    }

    /// Appends what the name at `source[place]` is called here.
    /// - Parameter isProperty: Whether it is in rules; otherwise it is a key.
    /// - Returns: Whether there is something to say.
    static func answer(
        to source: Span<UInt8>, _ place: Range<Int>, isProperty: Bool, in text: inout Text
    ) -> Bool {
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
                let isPage = table[index - 1] == 0x29
                let isRule = table[index - 1] == 0x3B
                if isProperty, !isRule { return false }
                text.append(
                    isPage ? "; see " : isRule && !isProperty ? "; here it is \"rules = " : "; here it is \"")
                text.append(table.span, start..<index)
                if !isPage { text.append("\"") }
                return true
            }
        }
        return false
    }
}
