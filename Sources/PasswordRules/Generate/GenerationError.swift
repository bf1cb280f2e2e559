/// Why no password was generated.
public enum GenerationError: Error, Equatable, Sendable {
    /// The requested length is not within the descriptor's `minlength` and `maxlength`.
    case lengthNotAllowed(length: Int, minimum: Int, maximum: Int?)
    /// The requested length, or the descriptor's `minlength`, is above ``Generator/maximumLength``.
    case tooLong(length: Int)
    /// `minlength` is above `maxlength`: no password can satisfy both.
    case limitsContradict(minimum: Int, maximum: Int)
    /// Meeting all requirements takes more characters than the length allows.
    case requirementsNeed(length: Int, maximum: Int)
    /// The limits on repeats and sequences allow no password of this length.
    case limitsLeaveNone(length: Int)
    /// No password was found in a limited number of tries: none exists, or they are very rare, and the rules
    /// are too complex to count them.
    case notFound(tries: Int)
    /// There are fewer different passwords than requested.
    case tooFew(wanted: Int, available: Int)
    /// The number of passwords is not from 1 to ``Generator/maximumCount``.
    case countOutOfRange(Int)
    /// The minimum entropy is not from 0 to ``GenerationOptions/maximumEntropyBits``.
    case entropyOutOfRange
    /// The random source failed.
    case noRandomness
    /// There is not enough memory for the passwords.
    case noMemory
}

extension GenerationError {
    /// The reason in one English sentence.
    public var message: String { text.string }

    private var text: Text {
        var text = Text()
        switch self {
        case .lengthNotAllowed(let length, let minimum, let maximum):
            text.append("the rules do not allow ")
            text.append(count: length, " character")
            text.append(": at least ")
            text.append(minimum)
            if let maximum {
                text.append(", at most ")
                text.append(maximum)
            }
        case .tooLong(let length):
            text.append("a password of ")
            text.append(count: length, " character")
            text.append(" is too long to generate: at most ")
            text.append(Generator.maximumLength)
        case .limitsContradict(let minimum, let maximum):
            text.append("no password can satisfy the rules: minlength ")
            text.append(minimum)
            text.append(" is greater than maxlength ")
            text.append(maximum)
        case .requirementsNeed(let length, let maximum):
            text.append("no password can satisfy the rules: the requirements need ")
            text.append(count: length, " character")
            text.append(", but the maximum is ")
            text.append(maximum)
        case .limitsLeaveNone(let length):
            text.append(
                "no password can satisfy the rules: the limits on repeats and sequences allow none of ")
            text.append(count: length, " character")
        case .notFound(let tries):
            text.append("no password that satisfies the rules was found in ")
            text.append(count: tries, " attempt")
            text.append("; the rules are too complex, or the length is too great, to find one by counting")
        case .tooFew(let wanted, let available):
            text.append("the rules allow only ")
            text.append(count: available, " password")
            text.append(", but ")
            text.append(wanted)
            text.append(" different ones were requested")
        case .countOutOfRange(let count):
            text.append("cannot generate ")
            text.append(count)
            text.append(" passwords at once: the number must be from 1 to ")
            text.append(Generator.maximumCount)
        case .entropyOutOfRange:
            text.append("the entropy must be from 0 to ")
            text.append(Int(GenerationOptions.maximumEntropyBits))
            text.append(" bits")
        case .noRandomness: text.append("the system's random source failed")
        case .noMemory: text.append("out of memory")
        }
        return text
    }
}
