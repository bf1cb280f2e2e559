/// What a standard demands of passwords, as a policy file. ``clauses`` name where each line comes from.
public enum Preset: CaseIterable, Sendable {
    /// NIST SP 800-63B-4.
    case nist
    /// The same, and a number of guesses besides.
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

    /// The name, as `preset` has it.
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

    /// The standard by its own name.
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

    /// Where the list of common passwords is that the presets name, unless it was installed elsewhere.
    public static var usualCommonBlocklist: StaticString { "/usr/share/passwordrules/common.blocklist" }

    /// The text of the file, an entry a line; "@" stands for the path of the list of common passwords.
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

            """
        case .cisRHEL9:
            """
            rules = minlength: 14; max-repeating: 3; max-sequential: 3;
            min-classes = 4
            old-password-changes = 2
            blocklist = mangled @
            enforce-for-root = yes

            """
        case .owasp:
            """
            rules = minlength: 15;
            blocklist = mangled @
            username = reject

            """
        }
    }

    /// The text of the file, which names the list of common passwords where that usually is.
    public var text: [UInt8] { text(withCommonBlocklist: Text(Self.usualCommonBlocklist).bytes) }

    /// The text of the file, which names the list of common passwords where that is.
    /// - Parameter path: Of the list; it begins with "/" and has neither a line feed nor white space at its
    ///   end.
    public func text(withCommonBlocklist path: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in Text(template).bytes {
            if byte == 0x40 { bytes += path } else { bytes.append(byte) }
        }
        return bytes
    }
}
