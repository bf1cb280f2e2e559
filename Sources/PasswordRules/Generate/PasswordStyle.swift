/// How a generated password is composed. The numbers are stable.
public enum PasswordStyle: Int, Sendable, CaseIterable {
    /// Any password that the rules permit, each equally likely.
    case random = 1
    /// Pronounceable groups, such as `vubkem-roxPit-4cazud`.
    case readable = 2
    /// Short English words, such as `lemon-orbit-tulip-cedar-mango-fiddle`.
    case words = 3

    /// The style's name.
    public var name: StaticString {
        switch self {
        case .random: "random"
        case .readable: "readable"
        case .words: "words"
        }
    }

    /// The styles to try if this one is requested: itself, then words, readable and random.
    var order: [PasswordStyle] {
        switch self {
        case .random: [.random, .words, .readable]
        case .readable: [.readable, .words, .random]
        case .words: [.words, .readable, .random]
        }
    }
}
