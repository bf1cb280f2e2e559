/// The circumstances of a password change.
public struct PolicyContext: Sendable {
    /// Whether root makes the change: the real user id is 0.
    public var isByAdministrator: Bool
    /// Whether the password has expired and must be changed. Such a change is the user's own, although sshd
    /// and login run it as root.
    public var isExpired: Bool
    /// The PAM service that makes the change, `passwd` for instance; empty where it is not known.
    public var service: [UInt8]
    /// Whether the old password is known. Who proves to know it is the user, although a daemon may change the
    /// password as root.
    public var isOldPasswordKnown: Bool

    /// Creates a context; by default of an ordinary user who changes a valid password.
    public init(
        isByAdministrator: Bool = false, isExpired: Bool = false, service: [UInt8] = [],
        isOldPasswordKnown: Bool = false
    ) {
        self.isByAdministrator = isByAdministrator
        self.isExpired = isExpired
        self.service = service
        self.isOldPasswordKnown = isOldPasswordKnown
    }

    /// Whether it is root at the keyboard who sets another password, at a service that tells nobody else: a
    /// daemon that runs as root shows what it is told to its user.
    package var isRootsOwn: Bool { isRootsOwn(at: PolicySettings().exemptServices) }

    /// Whether it is root at the keyboard who sets another password, at one of these services.
    func isRootsOwn(at services: [[UInt8]]) -> Bool {
        isByAdministrator && !isExpired && !isOldPasswordKnown && services.contains(service)
    }
}
