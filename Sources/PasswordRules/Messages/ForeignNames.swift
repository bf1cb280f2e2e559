/// The names that libpwquality, passwdqc and other PAM modules have for their settings, and what to write
/// here instead.
enum ForeignNames {
    /// What a setting of another program is here.
    enum Counterpart {
        /// A property of descriptors.
        case property(Word)
        /// A line of a policy.
        case line(Word)
        /// An option of a PAM module, described in this manual page.
        case page(Word)
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
            (["minlen", "minlength", "min", "PASS_MIN_LEN"], .property("minlength: 12;")),
            (["maxlength"], .property("maxlength: 64;")),
            (["dcredit"], .property("required: digit;")),
            (["ucredit", "required"], .property("required: upper;")),
            (["lcredit"], .property("required: lower;")),
            (["ocredit"], .property("required: special;")),
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
            (["dictcheck"], .line("blocklist = mangled /usr/share/passwordrules/common.blocklist")),
            (["dictpath", "wordlist", "denylist", "filter"], .line("blocklist = /PATH")),
            (["enforcing"], .line("enforce = yes")),
            (["passphrase"], .line("min-words = 3")),
            (["guesses", "minimum-guesses"], .line("min-guesses = 10^10")),
            (
                [
                    "score", "min-score", "min_score", "minimum-score", "strength", "minimum-strength",
                    "zxcvbn",
                ], .line("min-strength = strong")
            ),
            (["random"], .line("suggest-entropy = 71")),
            // Options that only other modules have, and those of a PAM line.
            (
                ["use_authtok", "use_first_pass", "try_first_pass", "authtok_type", "config", "debug"],
                .page("pam_passwordrules(8)")
            ),
            (["ask_oldauthtok", "check_oldauthtok"], .page("pam_unix(8)")),
            (["remember"], .page("pam_pwhistory(8)")),
        ]
    }
}
