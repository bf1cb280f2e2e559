/// A policy file and what it is called: its path, or the key of an argument.
///
/// It is a class because all that a file holds is much to copy.
public final class PolicySource: Sendable {
    /// The path of the file, the name of the preset, or the key of the argument.
    public let name: [UInt8]
    /// The name, terminated by NUL, for C.
    package let nameForC: [UInt8]
    /// What was read.
    public let file: PolicyFile

    /// Creates a source.
    public init(name: [UInt8], file: PolicyFile) {
        self.name = name
        nameForC = name + [0]
        self.file = file
    }
}
