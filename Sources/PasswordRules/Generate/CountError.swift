/// Why the passwords of some rules were not counted.
public enum CountError: Error, Equatable, Sendable {
    /// There are more independent requirements than can be counted together.
    case tooManyRequirements(count: Int, maximum: Int)
    /// The passwords are so long, and their rules so complex, that counting would take too much time.
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
            text.append("counting passwords of ")
            text.append(count: length, " character")
            text.append(" would take too long; try a shorter length or fewer requirements")
        }
        return text
    }
}
