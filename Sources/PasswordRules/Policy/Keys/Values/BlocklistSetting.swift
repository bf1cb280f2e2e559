/// A list of passwords that a policy names.
public struct BlocklistSetting: Equatable, Sendable {
    /// The path of the file, which begins with "/"; `common` for the list of common passwords, until a
    /// ``PolicyStack`` sets its path.
    public let path: [UInt8]
    /// Whether the policy can be used without the list if it is missing or damaged.
    public let isOptional: Bool
    /// How passwords are compared with this list; nil to use `blocklist-match`.
    public let match: BlocklistMatch?

    /// The word that a line uses instead of the path of the list of common passwords.
    static var common: Word { "common" }

    /// Whether it is the list of common passwords, whose path is not set yet.
    var isCommon: Bool { path == Self.common.bytes }
}
