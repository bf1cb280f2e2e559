/// Passwords such as `lemon-orbit-tulip-cedar-mango-fiddle`: short English words, joined by a hyphen or
/// another symbol, or else each capitalized. If the rules require it, some words are capitalized, and a digit
/// follows some.
///
/// Every password of the form that the rules permit is equally likely, and their number is exact. The form
/// also meets the other demands of policies: it has enough words, digits and upper-case letters, and no word
/// that is too long or has too long a run of adjacent keys.
// It is a class, because the sampler has a copy of the plan.
final class WordsForm: Sendable {
    /// The number of passwords of this form that the rules permit; not zero.
    let count: BigUInt
    /// The lengths of the passwords, in characters.
    let lengths: ClosedRange<Int>
    private let wordCount: Int
    private let words: [WordList.Entry]
    /// The words that may be capitalized.
    private let capitalizable: [WordList.Entry]
    private let pattern: WordsPattern

    /// The minimum number of words in the vocabulary. With fewer, the form is not used.
    private static let usualMinimumVocabulary = 256
    /// The form is not used if the rules permit less than one in this many of its passwords, because of their
    /// length.
    private static let maximumCandidates = 1024.0

    private init(
        count: BigUInt, lengths: ClosedRange<Int>, wordCount: Int, words: [WordList.Entry],
        capitalizable: [WordList.Entry], pattern: WordsPattern
    ) {
        self.count = count
        self.lengths = lengths
        self.wordCount = wordCount
        self.words = words
        self.capitalizable = capitalizable
        self.pattern = pattern
    }

    /// Returns the form with the smallest number of words, at least two, that has the length and the entropy.
    /// For a fixed length, returns the one with the number of words that has the most entropy. Nil if the
    /// rules do not permit this form.
    // Not a failable initializer: in Embedded Swift, the object of a class leaks if its initializer fails.
    static func form(
        _ checker: Checker, _ shape: PasswordShape, _ options: GenerationOptions,
        alphabet: CharacterClass, words: [WordList.Entry]? = nil,
        minimumVocabulary: Int = WordsForm.usualMinimumVocabulary
    ) -> WordsForm? {
        guard let pattern = WordsPattern(checker, shape, alphabet: alphabet) else { return nil }
        var all = Vocabulary()
        var capitalizable = Vocabulary()
        for word in words ?? WordList.entries(of: alphabet) where pattern.permits(word, checker, shape) {
            let canBeCapitalized = alphabet.contains(UInt32(uppercased(word[0])))
            if canBeCapitalized, pattern.capitalizedCount > 0 { capitalizable.append(word) }
            if canBeCapitalized || pattern.separator != nil { all.append(word) }
        }
        let permitted = options.lengths(permittedBy: checker)
        var wordCount = pattern.fewestWords
        guard all.words.count >= minimumVocabulary,
            capitalizable.words.count > 0 || pattern.capitalizedCount == 0,
            pattern.length(wordCount, letters: wordCount * all.shortest) <= permitted.upperBound
        else { return nil }
        var best: (wordCount: Int, count: BigUInt)?
        // The number of choices of the words that are not capitalized, by the number of their letters. Each
        // round adds a word.
        var others = LetterCounts(maximum: permitted.upperBound)
        for _ in pattern.capitalizedCount..<wordCount { others = others.adding(all) }
        while pattern.length(wordCount, letters: wordCount * all.shortest) <= permitted.upperBound {
            // Counted only if this many words can be long enough.
            if pattern.length(wordCount, letters: wordCount * all.longest) >= permitted.lowerBound {
                var choices = others
                for _ in 0..<pattern.capitalizedCount { choices = choices.adding(capitalizable) }
                var count = choices.total { permitted.contains(pattern.length(wordCount, letters: $0)) }
                let isLikely = choices.bits - count.log2 <= binaryLogarithm(Self.maximumCandidates)
                pattern.multiply(&count, wordCount)
                // For a fixed length, more words have more choices, until they become too short.
                if let best, options.length != nil, count < best.count { break }
                if isLikely, count > best?.count ?? .zero { best = (wordCount, count) }
                if isLikely, options.length == nil, count.log2 >= options.minimumEntropyBits { break }
            }
            others = others.adding(all)
            wordCount += 1
        }
        guard let best, options.length != nil || best.count.log2 >= options.minimumEntropyBits else {
            return nil
        }
        let shortest = pattern.length(best.wordCount, letters: best.wordCount * all.shortest)
        let longest = pattern.length(best.wordCount, letters: best.wordCount * all.longest)
        return WordsForm(
            count: best.count,
            lengths: max(shortest, permitted.lowerBound)...min(longest, permitted.upperBound),
            wordCount: best.wordCount, words: all.words, capitalizable: capitalizable.words, pattern: pattern)
    }

    /// Draws a password of the form uniformly; nil if its length is not permitted.
    func draw(
        _ numbers: inout RandomNumbers, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> SecretBytes? {
        let firstCapitalized = try drawBeginning(of: pattern.capitalizedCount, &numbers, from: &source)
        let firstDigit = try drawBeginning(of: pattern.digitCount, &numbers, from: &source)
        var chosen = SecretBuffer<Int>(count: wordCount)
        var letters = 0
        for position in 0..<wordCount {
            let words =
                isAmong(pattern.capitalizedCount, from: firstCapitalized, position) ? capitalizable : words
            let index = try numbers.next(below: words.count, from: &source)
            chosen.withMutableSpan { $0[position] = index }
            letters += Int(words[index].length)
        }
        let length = pattern.length(wordCount, letters: letters)
        guard lengths.contains(length) else { return nil }
        var password = SecretBytes(count: length)
        try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
            var offset = 0
            func append(_ byte: UInt8, to bytes: inout MutableSpan<UInt8>) {
                bytes[offset] = byte
                offset += 1
            }
            for position in 0..<wordCount {
                if position > 0, let separator = pattern.separator { append(separator, to: &bytes) }
                let isAmongCapitalized = isAmong(pattern.capitalizedCount, from: firstCapitalized, position)
                let isCapitalized = isAmongCapitalized || pattern.separator == nil
                let word = (isAmongCapitalized ? capitalizable : words)[chosen.withSpan { $0[position] }]
                for index in 0..<word.length {
                    let byte = word[index]
                    append(isCapitalized && index == 0 ? uppercased(byte) : byte, to: &bytes)
                }
                if isAmong(pattern.digitCount, from: firstDigit, position) {
                    let digit = try numbers.next(below: pattern.digits.count, from: &source)
                    append(pattern.digits[digit], to: &bytes)
                }
            }
        }
        return password
    }

    /// Draws the first of `count` consecutive words uniformly. There is only one choice if `count` is none or
    /// all of the words.
    private func drawBeginning(
        of count: Int, _ numbers: inout RandomNumbers, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Int {
        let beginnings = WordsPattern.beginnings(of: count, wordCount)
        return beginnings == 1 ? 0 : try numbers.next(below: beginnings, from: &source)
    }

    /// Whether a word is among `count` consecutive words, wrapping around.
    private func isAmong(_ count: Int, from first: Int, _ position: Int) -> Bool {
        (position < first ? position + wordCount : position) - first < count
    }
}

/// How words are joined and changed.
private struct WordsPattern: Sendable {
    /// The symbol that joins words; nil if each is capitalized instead.
    let separator: UInt8?
    /// The minimum number of words that have the demanded characters of each class, at least two.
    private(set) var fewestWords: Int
    /// The number of consecutive words that are capitalized if there is a separator.
    private(set) var capitalizedCount = 0
    /// The number of consecutive words that a digit follows.
    private(set) var digitCount = 0
    /// The digits.
    let digits: [UInt8]
    /// Whether a word may break the limits on runs. No word has a letter three times in a row, or more than
    /// three neighbours.
    private let hasNarrowLimits: Bool

    /// Creates the pattern that the rules require; nil if they require anything else, or do not permit it.
    init?(_ checker: Checker, _ shape: PasswordShape, alphabet: CharacterClass) {
        var characters = FormCharacters(
            letters: alphabet.intersection(.lower), upper: alphabet.intersection(.upper),
            digit: alphabet.intersection(.digit))
        // Whether this number of words meets the requirements.
        func meet(_ wordCount: Int, _ separator: UInt8?) -> Bool {
            characters.separator = separator.map { CharacterClass($0) } ?? .empty
            characters.separatorCount = wordCount - 1
            // The shortest words have three letters, and the first may be upper case.
            characters.letterCount = 2 * wordCount
            characters.upperCount = separator == nil ? wordCount : 0
            characters.digitCount = 0
            characters.maximum = wordCount
            return characters.meet(checker.required, shape.minimums)
        }
        // If fewer words meet the rules, more words do, too.
        separator = Separators.first(in: alphabet) { meet(Generator.maximumLength, $0) }
        // Without a separator, the words are one run of letters, and keys of two words may be adjacent.
        if separator == nil, shape.minWords > 1 || shape.keyboard != nil || characters.upper.isEmpty {
            return nil
        }
        fewestWords = max(2, shape.minWords)
        while !meet(fewestWords, separator) {
            fewestWords += 1
            if fewestWords > Generator.maximumLength { return nil }
        }
        capitalizedCount = separator == nil ? 0 : characters.upperCount
        digitCount = characters.digitCount
        digits = characters.digit.asciiMembers
        hasNarrowLimits = checker.repeatLimit ?? .max < 2 || checker.sequenceLimit ?? .max < 3
    }

    /// The length of a password in characters.
    func length(_ wordCount: Int, letters: Int) -> Int {
        letters + (separator == nil ? 0 : wordCount - 1) + digitCount
    }

    /// The number of possible first words of `count` consecutive words.
    static func beginnings(of count: Int, _ wordCount: Int) -> Int {
        count == 0 || count == wordCount ? 1 : wordCount
    }

    /// Turns the number of choices of words into a number of passwords, with the upper-case letters and the
    /// digits.
    func multiply(_ choices: inout BigUInt, _ wordCount: Int) {
        choices *= UInt64(
            Self.beginnings(of: capitalizedCount, wordCount) * Self.beginnings(of: digitCount, wordCount))
        for _ in 0..<digitCount { choices *= UInt64(digits.count) }
    }

    /// Whether a word may be used. A run of characters or of a class cannot continue after a word.
    func permits(_ word: WordList.Entry, _ checker: Checker, _ shape: PasswordShape) -> Bool {
        if word.length > shape.maxClassRepeating { return false }
        if hasNarrowLimits, !word.withBytes({ checker.keepsRunLimits($0) }) { return false }
        guard let keyboard = shape.keyboard else { return true }
        // The word between two separators. A digit may take the place of the second one.
        var text = InlineArray<9, UInt32>(repeating: UInt32(separator ?? 0))
        for index in 0..<word.length { text[1 + index] = UInt32(word[index]) }
        var run = keyboard.longestRun(in: text.span)
        // A digit makes a run longer by at most one.
        if run == shape.maxKeyboard, digitCount > 0 {
            for digit in digits {
                text[1 + word.length] = UInt32(digit)
                run = max(run, keyboard.longestRun(in: text.span))
            }
        }
        return run <= shape.maxKeyboard
    }
}

/// Words, and the number of words of each length.
private struct Vocabulary {
    private(set) var words: [WordList.Entry] = []
    /// The number of words, by their number of letters.
    private(set) var numbers = InlineArray<7, UInt64>(repeating: 0)
    /// The number of letters of the shortest and of the longest word.
    private(set) var shortest = 6
    private(set) var longest = 0

    mutating func append(_ word: WordList.Entry) {
        words.append(word)
        let length = word.length
        numbers[length] += 1
        shortest = min(shortest, length)
        longest = max(longest, length)
    }
}

/// The number of choices of some words, by their number of letters.
private struct LetterCounts {
    /// The choices for each number of letters, from 0.
    private var choices: NumberTable
    /// The number of limbs of each number.
    private let width: Int
    /// The smallest and the largest number of letters.
    private let fewest: Int
    private let most: Int
    /// The binary logarithm of all choices together.
    let bits: Double
    /// Larger numbers of letters are not needed.
    private let maximum: Int

    /// The counts for no words: one choice, without letters.
    init(maximum: Int) {
        self.init(maximum: maximum, fewest: 0, most: 0, bits: 0)
        choices.set(slot(0), to: 1)
    }

    private init(maximum: Int, fewest: Int, most: Int, bits: Double) {
        self.maximum = maximum
        self.fewest = fewest
        self.most = min(most, maximum)
        self.bits = bits
        width = Int(bits + 1) / 64 + 1
        choices = NumberTable(limbCount: (self.most + 1) * width)
    }

    private func slot(_ letters: Int) -> NumberTable.Slot {
        NumberTable.Slot(offset: letters * width, width: width)
    }

    /// The choices with one word more.
    func adding(_ vocabulary: Vocabulary) -> LetterCounts {
        let lengths = vocabulary.shortest...vocabulary.longest
        var sum = LetterCounts(
            maximum: maximum, fewest: fewest + lengths.lowerBound, most: most + lengths.upperBound,
            bits: bits + binaryLogarithm(Double(vocabulary.words.count)))
        for letters in fewest..<max(fewest, most + 1) {
            for length in lengths where letters + length <= sum.most {
                sum.choices.add(
                    slot(letters), of: choices, times: vocabulary.numbers[length],
                    to: sum.slot(letters + length)
                )
            }
        }
        return sum
    }

    func total(where isCounted: (Int) -> Bool) -> BigUInt {
        var total = BigUInt.zero
        for letters in fewest..<max(fewest, most + 1) where isCounted(letters) {
            total += choices[slot(letters)]
        }
        return total
    }
}

/// The upper-case form of a lower-case ASCII letter.
private func uppercased(_ byte: UInt8) -> UInt8 { byte & ~0x20 }
