/// The person whose policy is asked for.
public struct PolicySubject: Equatable, Sendable {
    /// The user's name.
    public var user: [UInt8]
    /// The names of the user's groups.
    public var groups: [[UInt8]]
    /// Whether the user may be in other groups, too, because that could not be determined.
    public var mayBeInOtherGroups: Bool
    /// The service that the account belongs to, such as a database; empty for an account of the machine.
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

    /// Whether a section header can name this service.
    package static func isService(_ name: [UInt8]) -> Bool {
        !name.isEmpty && name.allSatisfy(PolicyValueReader.isServiceCharacter)
    }
}
