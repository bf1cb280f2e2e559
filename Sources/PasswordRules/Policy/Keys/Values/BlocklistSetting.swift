/// A list of passwords that a policy names.
public struct BlocklistSetting: Equatable, Sendable {
    /// The path of the file; it begins with "/".
    public let path: [UInt8]
    /// Whether the policy holds without the list where that is missing or damaged.
    public let isOptional: Bool
    /// How passwords are compared with this list; nil for what `blocklist-match` says.
    public let match: BlocklistMatch?

    /// What a line has in place of a path for the list of common passwords. A ``PolicyStack`` knows its path.
    static var common: Word { "common" }

    /// Whether it is the list of common passwords, of a line that is in no stack yet.
    var isCommon: Bool { path == Self.common.bytes }
}
