/// A parsed password rules descriptor: its properties in the order in which they were written.
public struct Descriptor: Equatable, Hashable, Sendable {
    /// The properties, in source order, repeated ones included.
    public let rules: [Rule]

    /// The longest text that is parsed as a descriptor, in bytes.
    public static let maximumLengthInBytes = 64 * 1024
    /// The largest number that a property accepts.
    public static let maximumNumber = 0x7FFF_FFFF

    init(rules: [Rule]) {
        self.rules = rules
    }
}
