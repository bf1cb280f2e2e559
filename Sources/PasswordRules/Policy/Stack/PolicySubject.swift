/// Whom a policy is asked for.
public struct PolicySubject: Equatable, Sendable {
    /// The user's name.
    public var user: [UInt8]
    /// The names of the user's groups.
    public var groups: [[UInt8]]
    /// Whether the user may be in other groups too, because that could not be found out.
    public var mayBeInOtherGroups: Bool
    /// The service that the user is an account of, a database for instance; empty for an account of the
    /// machine.
    public var service: [UInt8]

    /// Creates a subject.
    public init(
        user: [UInt8], groups: [[UInt8]] = [], mayBeInOtherGroups: Bool = false, service: [UInt8] = []
    ) {
        self.user = user
        self.groups = groups
        self.mayBeInOtherGroups = mayBeInOtherGroups
        self.service = service
    }

    /// Whether the head of a section can name this service.
    package static func isService(_ name: [UInt8]) -> Bool {
        !name.isEmpty && name.allSatisfy(PolicyValueReader.isServiceCharacter)
    }
}
