/// Why the passwords of some rules were not counted.
public enum CountError: Error, Equatable, Sendable {
    /// There are more independent requirements than can be counted together.
    case tooManyRequirements(count: Int, maximum: Int)
    /// The passwords are so long, and their rules so complex, that counting would take too much time or
    /// memory.
    case tooLong(length: Int)
}

extension CountError {
    /// The reason in one English sentence.
    public var message: String { text.string }

    private var text: Text {
        var text = Text()
        switch self {
        case .tooManyRequirements(let count, let maximum):
            text.append("there are ")
            text.append(count)
            text.append(" different requirements, but passwords can be counted for at most ")
            text.append(maximum)
        case .tooLong(let length):
            text.append("passwords of ")
            text.append(count: length, " character")
            text.append(" are too long to count under these rules")
        }
        return text
    }
}
