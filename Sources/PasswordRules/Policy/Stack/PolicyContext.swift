/// The circumstances of a password change.
public struct PolicyContext: Sendable {
    /// Whether root makes the change: the real user id is 0.
    public var isByAdministrator: Bool
    /// Whether the password has expired and must be changed. Such a change is the user's own, although sshd
    /// and login run it as root.
    public var isExpired: Bool
    /// The PAM service that makes the change, such as `passwd`; empty if it is not known.
    public var service: [UInt8]
    /// Whether the old password is known. Then the change is the user's own, although a daemon may make it as
    /// root.
    public var isOldPasswordKnown: Bool

    /// Creates a context. The default is an ordinary user who changes a valid password.
    public init(
        isByAdministrator: Bool = false, isExpired: Bool = false, service: [UInt8] = [],
        isOldPasswordKnown: Bool = false
    ) {
        self.isByAdministrator = isByAdministrator
        self.isExpired = isExpired
        self.service = service
        self.isOldPasswordKnown = isOldPasswordKnown
    }

    /// Whether root sets the password at the keyboard, at one of the default `exempt-services`. These
    /// services show messages only to root, whereas a daemon that runs as root shows them to its user.
    package var isRootsOwn: Bool { isRootsOwn(at: PolicySettings().exemptServices) }

    /// Whether root sets the password at the keyboard, at one of these services.
    func isRootsOwn(at services: [[UInt8]]) -> Bool {
        isByAdministrator && !isExpired && !isOldPasswordKnown && services.contains(service)
    }
}
