/// A list of passwords in a policy.
public struct BlocklistSetting: Equatable, Sendable {
    /// The path of the file; it begins with "/".
    public let path: [UInt8]
    /// Whether the policy can be used without the list if it is missing or damaged.
    public let isOptional: Bool
    /// How passwords are compared with this list; nil to use `blocklist-match`.
    public let match: BlocklistMatch?

    /// The word that a line has instead of the path of the list of common passwords. A ``PolicyStack`` knows
    /// the path.
    static var common: Word { "common" }

    /// Whether it is the list of common passwords, before a stack has set its path.
    var isCommon: Bool { path == Self.common.bytes }
}
