/// A visible reason why a password is on lists of common passwords, which messages name. The numbers are
/// stable.
enum ListedPattern: Int, Sendable {
    /// One character repeated.
    case oneCharacter = 1
    /// A part repeated, perhaps with a few other characters before or after.
    case repetition = 2
    /// Runs of letters or digits in order, such as `123456789` or `abcd1234`.
    case sequence = 3
    /// Adjacent keys, such as `qwertyuiop`.
    case keyboardWalk = 4
    /// The old password with a few changes.
    case nearOldPassword = 5

    /// The minimum length of a sequence or a walk.
    private static var shortestRun: Int { 3 }
    // A part of at most `longestUnit` characters, at least `minimumRepetitions` times in a row, counts as a
    // repetition even if the part is listed. The row must be at least three quarters of the password.
    private static var longestUnit: Int { 3 }
    private static var minimumRepetitions: Int { 3 }

    /// The pattern of a whole password; nil if it has none of these. Linear.
    /// - Parameter isRepetition: Whether the password is known to be mostly a repetition of a part that is
    ///   not listed.
    init?(_ password: borrowing FoldedPassword, isRepetition: Bool) {
        let found = password.withForms { typed, folded, _ -> Self? in
            guard folded.count >= Self.shortestRun else { return nil }
            // All are looked for, so that the time does not depend on the password.
            let isOneCharacter = Self.longestRepetition(in: folded, ofUnit: 1) == folded.count
            var isPeriodic = false
            for unit in 1..<Self.longestUnit + 1 {
                let length = Self.longestRepetition(in: folded, ofUnit: unit)
                isPeriodic =
                    length >= Self.minimumRepetitions * unit && 4 * length >= 3 * folded.count || isPeriodic
            }
            let isSequence = Self.consistsOfRuns(count: folded.count) { first, second in
                Self.step(from: folded[first], to: folded[second])
            }
            let isWalk = Self.isKeyboardWalk(typed)
            if isOneCharacter { return .oneCharacter }
            if isPeriodic { return .repetition }
            if isSequence { return .sequence }
            if isWalk { return .keyboardWalk }
            return isRepetition ? .repetition : nil
        }
        guard let found else { return nil }
        self = found
    }

    /// The length of the longest part that repeats its first `unit` characters. The last repetition may be
    /// incomplete.
    private static func longestRepetition(in text: Span<UInt32>, ofUnit unit: Int) -> Int {
        var (longest, length) = (0, unit)
        for index in min(unit, text.count)..<text.count {
            length = text[index] == text[index - unit] ? length + 1 : unit
            longest = max(longest, length)
        }
        return longest
    }

    /// Whether a text consists of runs of at least three characters, in each of which all steps are the same.
    /// - Parameter step: The step from one position to the next; 0 if they are not neighbours.
    private static func consistsOfRuns(count: Int, step: (Int, Int) -> Int) -> Bool {
        var (length, direction) = (1, 0)
        var isShort = false
        for index in 1..<max(1, count) {
            let next = step(index - 1, index)
            if next != 0, length == 1 || next == direction {
                (length, direction) = (length + 1, next)
            } else {
                isShort = isShort || length < shortestRun
                (length, direction) = (1, 0)
            }
        }
        return !isShort && length >= shortestRun
    }

    /// 1 from a letter or digit to the next, -1 to the previous one, else 0. The digit 0 follows 9.
    private static func step(from first: UInt32, to second: UInt32) -> Int {
        let members = CharacterClass.alphanumeric
        guard members.contains(first), members.contains(second) else { return 0 }
        if second == first &+ 1 || first == 0x39 && second == 0x30 { return 1 }
        return first == second &+ 1 || first == 0x30 && second == 0x39 ? -1 : 0
    }

    /// Whether a text consists of walks over the adjacent keys of one layout.
    private static func isKeyboardWalk(_ typed: Span<UInt32>) -> Bool {
        let keyboard = Keyboard()
        var isWalk = false
        for layout in 0..<keyboard.layoutCount {
            let isOnLayout = consistsOfRuns(count: typed.count) { first, second in
                let from = keyboard.position(ofKey: Keyboard.keyOf(typed: typed[first]), layout: layout)
                let to = keyboard.position(ofKey: Keyboard.keyOf(typed: typed[second]), layout: layout)
                guard from != 0, to != 0 else { return 0 }
                return to == from + 1 ? 1 : from == to + 1 ? -1 : 0
            }
            isWalk = isOnLayout || isWalk
        }
        return isWalk
    }
}
