extension Preset {
    /// The clauses of the standard, one line for each line of ``text``. They have their own file, because
    /// only programs that show policies need them.
    public var clauses: StaticString {
        switch self {
        case .nist:
            """
            3.1.1.2 (1): 15 characters where a password is all that protects an account
            3.1.1.2, blocklist: commonly used, expected and compromised values; the entire password, not substrings
            3.1.1.2, blocklist: the user name and its derivatives; the entire password, not substrings
            """
        case .nistGuesses:
            """
            3.1.1.2 (1): 15 characters where a password is all that protects an account
            3.1.1.2, blocklist: commonly used, expected and compromised values; the entire password, not substrings
            3.1.1.2, blocklist: the user name and its derivatives; the entire password, not substrings
            not from the standard, which names no number of guesses: enough against a stolen hash that was made to be slow
            """
        case .stigRHEL9:
            """
            RHEL-09-611065, -611070, -611090, -611100, -611110, -611125
            RHEL-09-611130
            RHEL-09-611120
            RHEL-09-611115
            RHEL-09-611105 dictcheck
            RHEL-09-611060
            RHEL-09-611010
            """
        case .stigUbuntu2404:
            """
            UBTU-24-400260, -400270, -400280, -400330, -400320
            UBTU-24-400290
            UBTU-24-300014 dictcheck
            UBTU-24-300016
            UBTU-24-300016
            """
        case .cisDebian12:
            """
            5.3.3.2.2 minlen, 5.3.3.2.4 maxrepeat, 5.3.3.2.5 maxsequence
            5.3.3.2.3 complexity
            5.3.3.2.1 difok
            5.3.3.2.6 dictcheck
            5.3.3.2.7 enforcing
            5.3.3.2.8 enforce_for_root
            5.3.3.3.1 remember
            """
        case .cisRHEL9:
            """
            5.3.3.2.2 minlen, 5.3.3.2.4 maxrepeat, 5.3.3.2.5 maxsequence
            5.3.3.2.3 complexity
            5.3.3.2.1 difok
            5.3.3.2.6 dictcheck
            5.3.3.2.7 enforce_for_root
            5.3.3.3.1 remember
            """
        case .owasp:
            """
            6.2.1: 8 characters are demanded, 15 strongly recommended
            6.2.4, 6.2.12: at least the 3,000 most common passwords, and breached ones
            6.2.11: context-specific words, such as the user name
            """
        }
    }

    /// The clause of a line of ``text``, from 1.
    func clause(ofLine line: Int) -> [UInt8] {
        let lines = Text(clauses).bytes.split(separator: 0x0A)
        return lines.indices.contains(line - 1) ? Array(lines[line - 1]) : []
    }
}
