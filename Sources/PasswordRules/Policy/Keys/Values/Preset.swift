/// The lines that a standard asks for, as a policy file. ``clauses`` has the clause for each line.
public enum Preset: CaseIterable, Sendable {
    /// NIST SP 800-63B-4.
    case nist
    /// NIST SP 800-63B-4, and a number of guesses.
    case nistGuesses
    /// DISA's STIG for RHEL 9.
    case stigRHEL9
    /// DISA's STIG for Ubuntu 24.04.
    case stigUbuntu2404
    /// The CIS benchmark for Debian 12.
    case cisDebian12
    /// The CIS benchmark for RHEL 9.
    case cisRHEL9
    /// OWASP ASVS 5.0.
    case owasp

    /// The name, as a value of `preset`.
    public var name: StaticString {
        switch self {
        case .nist: "nist-800-63b-4"
        case .nistGuesses: "nist-800-63b-4-guesses"
        case .stigRHEL9: "stig-rhel-9"
        case .stigUbuntu2404: "stig-ubuntu-24.04"
        case .cisDebian12: "cis-debian-12"
        case .cisRHEL9: "cis-rhel-9"
        case .owasp: "owasp-asvs-5"
        }
    }

    /// The name of the standard.
    public var title: StaticString {
        switch self {
        case .nist: "NIST SP 800-63B-4"
        case .nistGuesses: "NIST SP 800-63B-4, and 10^10 guesses"
        case .stigRHEL9: "DISA STIG for RHEL 9"
        case .stigUbuntu2404: "DISA STIG for Ubuntu 24.04"
        case .cisDebian12: "CIS Debian Linux 12 Benchmark 1.1.0"
        case .cisRHEL9: "CIS RHEL 9 Benchmark 2.0.0"
        case .owasp: "OWASP ASVS 5.0"
        }
    }

    /// The usual path of the list of common passwords, which presets name.
    public static var usualCommonBlocklist: StaticString { "/usr/share/passwordrules/common.blocklist" }

    /// The text of the file, one entry per line, with "@" for the path of the list of common passwords.
    private var template: StaticString {
        switch self {
        case .nist:
            """
            rules = minlength: 15;
            blocklist = exact @
            username = whole

            """
        case .nistGuesses:
            """
            rules = minlength: 15;
            blocklist = exact @
            username = whole
            min-guesses = 10^10

            """
        case .stigRHEL9:
            """
            rules = required: lower; required: digit; minlength: 15; required: special; required: upper; max-repeating: 3;
            min-classes = 4
            max-class-repeating = 4
            old-password-changes = 8
            blocklist = mangled @
            enforce-for-root = yes
            retry = 3

            """
        case .stigUbuntu2404:
            """
            rules = required: upper; required: lower; required: digit; required: special; minlength: 15;
            old-password-changes = 8
            blocklist = mangled @
            enforce = yes
            retry = 3

            """
        case .cisDebian12:
            """
            rules = minlength: 14; max-repeating: 3; max-sequential: 3;
            min-classes = 4
            old-password-changes = 2
            blocklist = mangled @
            enforce = yes
            enforce-for-root = yes
            history = 24

            """
        case .cisRHEL9:
            """
            rules = minlength: 14; max-repeating: 3; max-sequential: 3;
            min-classes = 4
            old-password-changes = 2
            blocklist = mangled @
            enforce-for-root = yes
            history = 24

            """
        case .owasp:
            """
            rules = minlength: 15;
            blocklist = mangled @
            username = reject

            """
        }
    }

    /// The text of the file, with the usual path of the list of common passwords.
    public var text: [UInt8] { text(withCommonBlocklist: Text(Self.usualCommonBlocklist).bytes) }

    /// The text of the file, with a path of the list of common passwords.
    /// - Parameter path: The path of the list. It begins with "/", and has no line feed and no white space at
    ///   its end.
    public func text(withCommonBlocklist path: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in Text(template).bytes {
            if byte == 0x40 { bytes += path } else { bytes.append(byte) }
        }
        return bytes
    }
}
