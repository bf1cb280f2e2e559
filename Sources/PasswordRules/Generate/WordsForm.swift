/// Passwords such as `lemon-orbit-tulip-cedar-mango-fiddle`: short English words, joined by a hyphen or another symbol, or else
/// each capitalized; if the rules require them, with one word capitalized and a digit after one.
///
/// Every password of the form that the rules permit is equally likely, and their number is exact.
struct WordsForm: Sendable {
    /// The number of passwords of this form that the rules permit; not zero.
    let count: BigUInt
    /// The lengths that they have, in characters.
    let lengths: ClosedRange<Int>
    private let wordCount: Int
    private let vocabulary: Vocabulary
    private let pattern: WordsPattern

    /// With fewer words in the vocabulary the form is not used.
    private static let usualMinimumVocabulary = 1024
    /// If the rules permit less than one in this many passwords of the form, because of their length, it is not used.
    private static let maximumCandidates = 1024.0

    /// The smallest number of words, at least two, with the length and the entropy; for a given length, that with the most
    /// entropy. Nil if the rules do not permit this form.
    init?(
        _ checker: Checker, _ options: GenerationOptions, alphabet: CharacterClass,
        words: [WordList.Entry] = WordList.entries, minimumVocabulary: Int = Self.usualMinimumVocabulary
    ) {
        guard let pattern = WordsPattern(checker, alphabet: alphabet) else { return nil }
        let vocabulary = Vocabulary(words, checker, pattern, alphabet: alphabet)
        guard vocabulary.all.count >= minimumVocabulary,
            vocabulary.capitalisable.count > 0 || !pattern.hasCapital
        else { return nil }
        let permitted = options.lengths(permittedBy: checker)
        var best: (wordCount: Int, count: BigUInt)?
        // The number of choices of words, by the number of their letters; one word more each time.
        var ways = LetterCounts(maximum: permitted.upperBound).adding(vocabulary.all)
        var candidates = BigUInt(UInt64(vocabulary.all.count))
        var wordCount = 2
        while pattern.length(wordCount, letters: wordCount * vocabulary.shortest) <= permitted.upperBound {
            let next = ways.adding(vocabulary.all)
            // Counted only if this many words can be long enough.
            if pattern.length(wordCount, letters: wordCount * vocabulary.longest) >= permitted.lowerBound {
                let first = pattern.hasCapital ? vocabulary.capitalisable : vocabulary.all
                let variants = pattern.variants(wordCount)
                let count =
                    (pattern.hasCapital ? ways.adding(first) : next).total {
                        permitted.contains(pattern.length(wordCount, letters: $0))
                    } * variants
                let isLikely =
                    (candidates * UInt64(first.count) * variants).log2 - count.log2
                    <= binaryLogarithm(Self.maximumCandidates)
                // For a given length, more words have more choices, until they become too short.
                if let best, options.length != nil, count < best.count { break }
                if isLikely, count > best?.count ?? .zero { best = (wordCount, count) }
                if isLikely, options.length == nil, count.log2 >= options.minimumEntropyBits { break }
            }
            ways = next
            candidates *= UInt64(vocabulary.all.count)
            wordCount += 1
        }
        guard let best, options.length != nil || best.count.log2 >= options.minimumEntropyBits else {
            return nil
        }
        count = best.count
        self.wordCount = best.wordCount
        self.vocabulary = vocabulary
        self.pattern = pattern
        let shortest = pattern.length(best.wordCount, letters: best.wordCount * vocabulary.shortest)
        let longest = pattern.length(best.wordCount, letters: best.wordCount * vocabulary.longest)
        lengths = max(shortest, permitted.lowerBound)...min(longest, permitted.upperBound)
    }

    /// Draws a password of the form, each equally likely; nil if its length is not permitted.
    func draw(
        _ numbers: inout RandomNumbers, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> SecretBytes? {
        let capital = pattern.hasCapital ? try numbers.next(below: wordCount, from: &source) : -1
        let digitPosition = pattern.digits.isEmpty ? -1 : try numbers.next(below: wordCount, from: &source)
        var chosen = SecretBuffer<Int>(count: wordCount)
        var letters = 0
        for position in 0..<wordCount {
            let words = position == capital ? vocabulary.capitalisable : vocabulary.all
            let index = try numbers.next(below: words.count, from: &source)
            chosen.withMutableSpan { $0[position] = index }
            letters += Int(words[index].length)
        }
        let length = pattern.length(wordCount, letters: letters)
        guard lengths.contains(length) else { return nil }
        var password = SecretBytes(count: length)
        let digit = pattern.digits.isEmpty ? 0 : try numbers.next(below: pattern.digits.count, from: &source)
        password.withMutableSpan { bytes in
            var offset = 0
            func append(_ byte: UInt8, to bytes: inout MutableSpan<UInt8>) {
                bytes[offset] = byte
                offset += 1
            }
            for position in 0..<wordCount {
                if position > 0, let separator = pattern.separator { append(separator, to: &bytes) }
                let isCapital = position == capital || pattern.separator == nil
                let words = position == capital ? vocabulary.capitalisable : vocabulary.all
                let word = words[chosen.withSpan { $0[position] }]
                for index in 0..<word.length {
                    let byte = word[index]
                    append(isCapital && index == 0 ? uppercased(byte) : byte, to: &bytes)
                }
                if position == digitPosition { append(pattern.digits[digit], to: &bytes) }
            }
        }
        return password
    }
}

/// How words are joined and changed.
private struct WordsPattern: Sendable {
    /// The symbol that joins words; nil if each is capitalized instead.
    let separator: UInt8?
    /// Whether one word is capitalized.
    let hasCapital: Bool
    /// The digits that one word can be followed by; empty if there is none.
    let digits: [UInt8]

    /// The pattern that the rules require; nil if they require something else, or do not permit it.
    init?(_ checker: Checker, alphabet: CharacterClass) {
        let lower = alphabet.intersection(.lower)
        let upper = alphabet.intersection(.upper)
        let digit = alphabet.intersection(.digit)
        // A word can have any lower-case letters, so only a requirement that includes all of them is always met.
        let unmet = checker.required.filter { !$0.isSuperset(of: lower) }
        func isMet(_ requirement: CharacterClass, by characters: CharacterClass) -> Bool {
            !characters.isEmpty && requirement.isSuperset(of: characters)
        }
        func areMet(_ requirements: [CharacterClass]) -> Bool {
            requirements.allSatisfy { isMet($0, by: upper) || isMet($0, by: digit) }
        }
        let separator = Separators.first(in: alphabet) { separator in
            areMet(unmet.filter { !$0.contains(UInt32(separator)) })
        }
        guard separator != nil || !upper.isEmpty && areMet(unmet) else { return nil }
        let rest = unmet.filter { requirement in
            separator.map { !requirement.contains(UInt32($0)) } ?? !isMet(requirement, by: upper)
        }
        self.separator = separator
        hasCapital = separator != nil && rest.contains { isMet($0, by: upper) }
        digits = rest.allSatisfy { isMet($0, by: upper) } ? [] : digit.asciiMembers
    }

    /// The length of a password in characters.
    func length(_ wordCount: Int, letters: Int) -> Int {
        letters + (separator == nil ? 0 : wordCount - 1) + (digits.isEmpty ? 0 : 1)
    }

    /// The number of variants with the upper-case letter and the digit.
    func variants(_ wordCount: Int) -> UInt64 {
        UInt64(hasCapital ? wordCount : 1) * UInt64(digits.isEmpty ? 1 : wordCount * digits.count)
    }
}

/// The words that some rules permit.
private struct Vocabulary: Sendable {
    let all: [WordList.Entry]
    /// Those that may be capitalized.
    let capitalisable: [WordList.Entry]
    /// The number of letters of the shortest and of the longest word.
    let shortest: Int
    let longest: Int

    init(
        _ words: [WordList.Entry], _ checker: Checker, _ pattern: WordsPattern, alphabet: CharacterClass
    ) {
        func canBeCapital(_ word: WordList.Entry) -> Bool {
            alphabet.contains(UInt32(uppercased(word[0])))
        }
        all = words.filter { word in
            Self.isPermitted(word, checker, alphabet) && (pattern.separator != nil || canBeCapital(word))
        }
        capitalisable = pattern.hasCapital ? all.filter(canBeCapital) : []
        shortest = all.reduce(.max) { min($0, $1.length) }
        longest = all.reduce(0) { max($0, $1.length) }
    }

    /// Whether all letters are permitted and no run of them is too long. A run cannot go beyond a word.
    private static func isPermitted(
        _ word: WordList.Entry, _ checker: Checker, _ alphabet: CharacterClass
    ) -> Bool {
        word.withBytes { bytes in
            let facts = PasswordFacts(bytes, permitted: alphabet)
            return facts.forbiddenCount == 0 && facts.longestRepeat <= checker.repeatLimit ?? .max
                && facts.longestSequence <= checker.sequenceLimit ?? .max
        }
    }
}

/// The number of choices of some words, by the number of their letters.
private struct LetterCounts {
    /// For each number of letters, from 0.
    private var ways: NumberTable
    /// The number of limbs of each number.
    private let width: Int
    /// The smallest and the largest number of letters.
    private let fewest: Int
    private let most: Int
    /// An upper bound of the binary logarithm of all choices together.
    private let bits: Double
    /// Larger numbers of letters are not needed.
    private let maximum: Int

    /// No word: one choice, without letters.
    init(maximum: Int) {
        self.init(maximum: maximum, fewest: 0, most: 0, bits: 0)
        ways.set(slot(0), to: 1)
    }

    private init(maximum: Int, fewest: Int, most: Int, bits: Double) {
        self.maximum = maximum
        self.fewest = fewest
        self.most = min(most, maximum)
        self.bits = bits
        width = Int(bits + 1) / 64 + 1
        ways = NumberTable(limbCount: (self.most + 1) * width)
    }

    private func slot(_ letters: Int) -> NumberTable.Slot {
        NumberTable.Slot(offset: letters * width, width: width)
    }

    /// The choices with one word more.
    func adding(_ words: [WordList.Entry]) -> LetterCounts {
        var numbers = [UInt64](repeating: 0, count: 8)
        for word in words { numbers[word.length] += 1 }
        let lengths = numbers.indices.filter { numbers[$0] > 0 }
        var sum = LetterCounts(
            maximum: maximum, fewest: fewest + (lengths.first ?? 0), most: most + (lengths.last ?? 0),
            bits: bits + binaryLogarithm(Double(max(words.count, 1))))
        for letters in fewest..<max(fewest, most + 1) {
            for length in lengths where letters + length <= sum.most {
                sum.ways.add(
                    slot(letters), of: ways, times: numbers[length], to: sum.slot(letters + length))
            }
        }
        return sum
    }

    func total(where isCounted: (Int) -> Bool) -> BigUInt {
        var total = BigUInt.zero
        for letters in fewest..<max(fewest, most + 1) where isCounted(letters) {
            total += ways[slot(letters)]
        }
        return total
    }
}

/// The upper-case form of a lower-case ASCII letter.
private func uppercased(_ byte: UInt8) -> UInt8 { byte & ~0x20 }
