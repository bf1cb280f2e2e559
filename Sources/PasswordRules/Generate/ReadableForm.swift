/// Passwords such as `vubkem-roxPit-4cazud`: groups of two syllables, each a consonant, a vowel and a
/// consonant, joined by a hyphen or another symbol. If the rules permit them, one letter is upper case, and a
/// digit replaces the first or last letter of one group.
///
/// Apple's suggested passwords have this form, because they are easy to type on any keyboard. Here every
/// password of the form that the rules permit is equally likely, and their number is exact.
struct ReadableForm: Sendable {
    private let group: ReadableGroup
    private let groupCount: Int
    private let separator: UInt8
    /// The number of passwords of this form that the rules permit; not zero.
    let count: BigUInt

    private static let usualGroupCount = 3
    /// The form is not used if the rules permit less than one in this many of its passwords.
    private static let maximumCandidates = 1024.0
    /// The form is not used either if, on average, more characters than this would be drawn for each password
    /// that the rules permit: drawing a candidate takes time in proportion to its length.
    private static let maximumCandidateCharacters = 262_144.0

    /// The length in characters.
    var length: Int { Self.length(groupCount) }

    private static func length(_ groupCount: Int) -> Int { groupCount * (ReadableGroup.length + 1) - 1 }

    /// Creates the form with the smallest number of groups that has the length and the entropy; nil if the
    /// rules do not permit this form.
    init?(
        _ checker: Checker, _ shape: PasswordShape, _ options: GenerationOptions,
        alphabet: CharacterClass, minimumLetters: (consonants: Int, vowels: Int) = ReadableGroup.usualMinimum
    ) {
        // A group may consist of lower-case letters only.
        guard shape.maxClassRepeating >= ReadableGroup.length,
            shape.maxKeyboard >= ReadableGroup.longestKeyboardRun,
            let group = ReadableGroup(alphabet, minimum: minimumLetters)
        else { return nil }
        var characters = group.characters
        func meets(_ groupCount: Int, _ separator: UInt8) -> Bool {
            characters.separator = CharacterClass(separator)
            characters.separatorCount = groupCount - 1
            // The upper-case letter and the digit may replace consonants.
            characters.letterCount = 4 * groupCount - 2
            return groupCount >= shape.minWords && characters.meet(checker.required, shape.minimums)
        }
        // If fewer groups meet the rules, more groups do, too.
        let separator = Separators.first(in: alphabet) { meets(Generator.maximumLength, $0) }
        guard let separator else { return nil }
        let lengths = options.lengths(permittedBy: checker)
        var groupCount = Self.length(Self.usualGroupCount) <= lengths.upperBound ? Self.usualGroupCount : 2
        let free = group.freeCounts
        let limited = group.counts(repeatLimit: checker.repeatLimit, sequenceLimit: checker.sequenceLimit)
        while true {
            let length = Self.length(groupCount)
            guard length <= lengths.upperBound else { return nil }
            let count = (limited ?? free).total(groupCount)
            if length >= lengths.lowerBound, meets(groupCount, separator),
                options.length != nil || count.hasEntropyBits(options.minimumEntropyBits)
            {
                if limited != nil,
                    free.total(groupCount).log2 - count.log2
                        > binaryLogarithm(
                            min(Self.maximumCandidates, Self.maximumCandidateCharacters / Double(length)))
                {
                    return nil
                }
                self.count = count
                break
            }
            groupCount += 1
        }
        self.group = group
        self.groupCount = groupCount
        self.separator = separator
    }

    /// Draws a password of the form uniformly. It may break the limits on runs.
    func draw(
        into bytes: inout MutableSpan<UInt8>, _ numbers: inout RandomNumbers,
        from source: inout some RandomSource
    ) throws(RandomSourceFailure) {
        // The positions of the digit and the upper-case letter, counted in letters.
        var digit = -1
        if group.hasDigit {
            let end = try numbers.next(below: 2 * groupCount, from: &source)
            digit = end / 2 * ReadableGroup.length + (end % 2) * (ReadableGroup.length - 1)
        }
        var upperCase = -1
        if group.hasUpperCase {
            // Each position is weighted by the number of passwords that have the upper-case letter there.
            let weights = group.upperCaseWeights
            let weight = groupCount * weights.group - (digit >= 0 ? weights.consonant : 0)
            var number = try numbers.next(below: weight, from: &source)
            repeat {
                upperCase += 1
                if upperCase != digit { number -= upperCase % 3 == 1 ? weights.vowel : weights.consonant }
            } while number >= 0 || upperCase == digit
        }
        var (offset, letter) = (0, 0)
        while true {
            for position in 0..<ReadableGroup.length {
                let members = group.characters(
                    at: position, isDigit: letter == digit, isUpperCase: letter == upperCase)
                let number = try numbers.next(below: members.asciiCount, from: &source)
                bytes[offset] = members.asciiMember(number)
                offset += 1
                letter += 1
            }
            if offset == bytes.count { return }
            bytes[offset] = separator
            offset += 1
        }
    }
}
