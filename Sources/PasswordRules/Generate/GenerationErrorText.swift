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
            text.append(" is above maxlength ")
            text.append(maximum)
        case .requirementsNeed(let length, let maximum):
            text.append("no password can satisfy the rules: meeting all requirements takes ")
            text.append(count: length, " character")
            text.append(", and there may be ")
            text.append(maximum)
        case .limitsLeaveNone(let length):
            text.append(
                "no password can satisfy the rules: the limits on repeats and sequences leave none of ")
            text.append(count: length, " character")
        case .notFound(let tries):
            text.append("no password was found that satisfies the rules, in ")
            text.append(count: tries, " attempt")
        case .noRandomness: text.append("the system's random source failed")
        }
        return text
    }
}
