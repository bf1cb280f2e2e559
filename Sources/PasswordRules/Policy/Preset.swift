/// What a standard demands of passwords, as a policy file. The comment before each line names the clause.
public enum Preset: CaseIterable, Sendable {
    /// NIST SP 800-63B-4.
    case nist
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
        case .stigRHEL9: "DISA STIG for RHEL 9"
        case .stigUbuntu2404: "DISA STIG for Ubuntu 24.04"
        case .cisDebian12: "CIS Debian Linux 12 Benchmark 1.1.0"
        case .cisRHEL9: "CIS RHEL 9 Benchmark 2.0.0"
        case .owasp: "OWASP ASVS 5.0"
        }
    }

    /// Where the list of common passwords is that the presets name, unless it was installed elsewhere.
    public static var usualCommonBlocklist: StaticString { "/usr/share/passwordrules/common.blocklist" }

    /// The text of the file. It names the list of common passwords where that usually is.
    public var text: StaticString {
        switch self {
        case .nist:
            """
            # 3.1.1.2 (1): 15 characters where a password is all that protects an account
            rules = minlength: 15;
            # 3.1.1.2, blocklist: commonly used, expected and compromised values; the entire password, not substrings
            blocklist = exact /usr/share/passwordrules/common.blocklist
            # 3.1.1.2, blocklist: the user name and its derivatives; the entire password, not substrings
            username = whole

            """
        case .stigRHEL9:
            """
            # RHEL-09-611065, -611070, -611090, -611100, -611110, -611125
            rules = required: lower; required: digit; minlength: 15; required: special; required: upper; max-repeating: 3;
            # RHEL-09-611130
            min-classes = 4
            # RHEL-09-611120
            max-class-repeating = 4
            # RHEL-09-611115
            old-password-changes = 8
            # RHEL-09-611105 dictcheck
            blocklist = mangled /usr/share/passwordrules/common.blocklist
            # RHEL-09-611060
            enforce-for-root = yes
            # RHEL-09-611010
            retry = 3

            """
        case .stigUbuntu2404:
            """
            # UBTU-24-400260, -400270, -400280, -400330, -400320
            rules = required: upper; required: lower; required: digit; required: special; minlength: 15;
            # UBTU-24-400290
            old-password-changes = 8
            # UBTU-24-300014 dictcheck
            blocklist = mangled /usr/share/passwordrules/common.blocklist
            # UBTU-24-300016
            enforce = yes
            # UBTU-24-300016
            retry = 3

            """
        case .cisDebian12:
            """
            # 5.3.3.2.2 minlen, 5.3.3.2.4 maxrepeat, 5.3.3.2.5 maxsequence
            rules = minlength: 14; max-repeating: 3; max-sequential: 3;
            # 5.3.3.2.3 complexity
            min-classes = 4
            # 5.3.3.2.1 difok
            old-password-changes = 2
            # 5.3.3.2.6 dictcheck
            blocklist = mangled /usr/share/passwordrules/common.blocklist
            # 5.3.3.2.7 enforcing
            enforce = yes
            # 5.3.3.2.8 enforce_for_root
            enforce-for-root = yes

            """
        case .cisRHEL9:
            """
            # 5.3.3.2.2 minlen, 5.3.3.2.4 maxrepeat, 5.3.3.2.5 maxsequence
            rules = minlength: 14; max-repeating: 3; max-sequential: 3;
            # 5.3.3.2.3 complexity
            min-classes = 4
            # 5.3.3.2.1 difok
            old-password-changes = 2
            # 5.3.3.2.6 dictcheck
            blocklist = mangled /usr/share/passwordrules/common.blocklist
            # 5.3.3.2.7 enforce_for_root
            enforce-for-root = yes

            """
        case .owasp:
            """
            # 6.2.1: 8 characters are demanded, 15 strongly recommended
            rules = minlength: 15;
            # 6.2.4, 6.2.12: the most common passwords, of which 3,000 are demanded, and breached ones
            blocklist = mangled /usr/share/passwordrules/common.blocklist
            # 6.2.11: context-specific words, such as the user name
            username = reject

            """
        }
    }

    /// The text of the file, which names the list of common passwords where that is.
    /// - Parameter path: Of the list; it begins with "/" and has neither a line feed nor white space at its end.
    public func text(withCommonBlocklist path: [UInt8]) -> [UInt8] {
        let usual = Text(Self.usualCommonBlocklist).bytes
        var rest = Text(text).bytes[...]
        if path == usual { return Array(rest) }
        var bytes: [UInt8] = []
        while let first = rest.first {
            if rest.starts(with: usual) {
                bytes += path
                rest = rest.dropFirst(usual.count)
            } else {
                bytes.append(first)
                rest = rest.dropFirst()
            }
        }
        return bytes
    }

    /// Whether root is refused too.
    var bindsRoot: Bool {
        guard let file else { return true }
        var sources = PolicySources()
        sources.add(file: PolicySource(name: [], file: file))
        return sources.applied(to: nil).settings.enforcesForRoot
    }

    /// The preset as a file, with the list of common passwords where that usually is.
    var file: PolicyFile? { file(withCommonBlocklist: Text(Self.usualCommonBlocklist).bytes) }

    /// The preset as a file.
    func file(withCommonBlocklist path: [UInt8]) -> PolicyFile? {
        var diagnostics = Diagnostics()
        return PolicyFile(parsing: text(withCommonBlocklist: path), diagnostics: &diagnostics)
    }
}
