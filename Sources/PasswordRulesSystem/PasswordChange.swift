public import PasswordRules

/// A change of one account's password.
public struct PasswordChange: Sendable {
    /// Options of the program that asks for a decision. The numbers are those of the C interface.
    public struct Options: OptionSet, Sendable {
        /// The numbers of all options together.
        public let rawValue: UInt32

        /// The options with these numbers.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The program shows a suggestion to the person, if there is one.
        public static var suggests: Options { Options(rawValue: 1) }
        /// There is no password yet.
        public static var isAhead: Options { Options(rawValue: 2) }
        /// The old password is not known.
        public static var isOldPasswordUnknown: Options { Options(rawValue: 4) }
        /// The account belongs to the service that the circumstances name, not to this machine.
        public static var isOfService: Options { Options(rawValue: 8) }
        /// The log also has lines for debugging.
        public static var logsForDebugging: Options { Options(rawValue: 16) }
        /// The program cannot show texts about accepted passwords, so the log has more details.
        public static var showsOnlyRefusals: Options { Options(rawValue: 1 << 16) }
    }

    /// The name of the user, as it was typed; empty if it is not known.
    public var user: [UInt8]
    /// Who makes the change, and where.
    public var circumstances: PolicyContext
    /// The program's options.
    public var options: Options
    /// Whether the program compares an accepted password with the hashes of earlier ones.
    public var hasHistory: Bool

    /// Creates a change.
    public init(
        of user: [UInt8], _ circumstances: PolicyContext, _ options: Options = [], hasHistory: Bool = false
    ) {
        self.user = user
        self.circumstances = circumstances
        self.options = options
        self.hasHistory = hasHistory
    }

    /// The account as the log names it: "user alice", or "ldap user alice". A line feed in a name must not
    /// forge a line there.
    var account: Text {
        var account = Text()
        if options.contains(.isOfService), !circumstances.service.isEmpty {
            account.append(Text(copying: circumstances.service))
            account.append(" ")
        }
        account.append("user ")
        if user.isEmpty, options.contains(.isOfService) { account.append("unknown") }
        for byte in user.prefix(options.contains(.isOfService) ? 256 : 63) {
            account.append(byte: byte > 0x20 && byte < 0x7F ? byte : 0x3F)
        }
        return account
    }

    /// Whether the person is root, so that the text may quote files that only root may read.
    var isReadByRoot: Bool { !options.contains(.isOfService) && circumstances.isRootsOwn }
}
