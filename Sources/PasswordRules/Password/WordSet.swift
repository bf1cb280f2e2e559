/// The administrator's words, compiled to search passwords for them.
///
/// It holds a 64-bit hash of each word. A collision can only make the policy stricter.
struct WordSet: Sendable, Equatable {
    /// The shortest and the longest word, in characters.
    static let minimumLength = 3
    static let maximumLength = 64

    /// A hash table with open addressing, at most half full. Empty slots are 0.
    private var slots: [UInt64] = []
    /// Bit n - 1 is set if there is a word of n characters.
    private var lengths: UInt64 = 0
    /// The number of different words that were added. In a union of sets, a word of both counts twice.
    private(set) var count = 0
    /// The number of slots that are not empty.
    private var used = 0

    /// No words.
    init() {}

    /// Adds a word of 1 to `maximumLength` characters in well-formed UTF-8. Folds it and undoes leet
    /// substitutions.
    mutating func insert(_ text: Span<UInt8>, _ word: Range<Int>) {
        let plain = Folding.withoutLeet(text, word)
        if insert(plain) { count += 1 }
        // The form of the word in a password without symbols.
        let joined = plain.filter { !Folding.isSymbol($0) }
        if joined.count > Word.longestShort { _ = insert(joined) }
    }

    /// Adds each part of this many characters, up to `maximumLength`, of a folded name.
    mutating func insertParts(of name: [UInt32], length: Int) {
        for start in 0..<max(0, name.count + 1 - length) where insert(Array(name[start..<start + length])) {
            count += 1
        }
    }

    /// Adds the words of another set.
    mutating func formUnion(_ other: WordSet) {
        for hash in other.slots where hash != 0 { _ = insert(hash) }
        lengths |= other.lengths
        count += other.count
    }

    /// - Returns: Whether the word is new.
    private mutating func insert(_ plain: [UInt32]) -> Bool {
        guard !plain.isEmpty else { return false }
        // Only ill-formed text, which a program's settings may contain, has more characters. Then only the
        // first ones count.
        let length = min(plain.count, Self.maximumLength)
        lengths |= 1 << UInt64(length - 1)
        var hash = Self.seed
        for index in 0..<length { hash = Self.mix(hash, plain[index]) }
        return insert(Self.finish(hash))
    }

    private mutating func insert(_ hash: UInt64) -> Bool {
        if 2 * (used + 1) > slots.count { grow() }
        let slot = slot(of: hash)
        guard slots[slot] == 0 else { return false }
        slots[slot] = hash
        used += 1
        return true
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: max(16, 4 * old.count))
        for hash in old where hash != 0 { slots[slot(of: hash)] = hash }
    }

    /// The slot of the hash, or the empty slot to put it in.
    private func slot(of hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private func contains(_ hash: UInt64) -> Bool { slots[slot(of: hash)] != 0 }

    /// Whether the set has all words of another one.
    func includes(_ other: WordSet) -> Bool {
        other.slots.allSatisfy { $0 == 0 || !slots.isEmpty && contains($0) }
    }

    /// Whether the text has an occurrence of a word that counts, forwards or backwards.
    func occurs(in text: NameText) -> Bool {
        occurs(in: text) { isWord($0, in: text) }
    }

    /// Whether the text contains a word, forwards or backwards.
    func occursAnywhere(in text: NameText) -> Bool {
        occurs(in: text) { _ in true }
    }

    /// Whether the text has an occurrence of a word that counts. The time depends on the lengths of the text
    /// and of the longest word, not on the number of words.
    private func occurs(in text: NameText, where counts: (Range<Int>) -> Bool) -> Bool {
        guard count > 0 else { return false }
        let longest = UInt64.bitWidth - lengths.leadingZeroBitCount
        let plain = text.plain
        for start in 0..<plain.count {
            var (forwards, backwards) = (Self.seed, Self.seed)
            for length in 1...longest where start + length <= plain.count {
                forwards = Self.mix(forwards, plain[start + length - 1])
                backwards = Self.mix(backwards, plain[plain.count - start - length])
                guard lengths >> UInt64(length - 1) & 1 != 0 else { continue }
                if contains(Self.finish(forwards)), counts(start..<start + length) { return true }
                let end = plain.count - start
                if contains(Self.finish(backwards)), counts(end - length..<end) { return true }
            }
        }
        return false
    }

    /// Whether the text, apart from digits and symbols at its ends, is a word.
    func isAll(of text: NameText) -> Bool {
        let letters = text.letters
        guard count > 0, !letters.isEmpty, letters.count <= Self.maximumLength else { return false }
        var hash = Self.seed
        for index in letters { hash = Self.mix(hash, text.plain[index]) }
        return contains(Self.finish(hash))
    }

    /// Whether an occurrence counts. A short word counts only if no letter is next to it, and not in a text
    /// without symbols: letters with symbols between them spell short words by chance.
    private func isWord(_ range: Range<Int>, in text: NameText) -> Bool {
        range.count > Word.longestShort || !text.isJoined && text.lower.isSeparateWord(range)
    }

    private static var seed: UInt64 { 0xCBF2_9CE4_8422_2325 }

    /// FNV-1a over whole scalar values.
    private static func mix(_ hash: UInt64, _ scalar: UInt32) -> UInt64 {
        (hash ^ UInt64(scalar)) &* 0x0000_0100_0000_01B3
    }

    /// Mixes the high bits of an FNV hash into the low ones. The result is never 0.
    private static func finish(_ hash: UInt64) -> UInt64 { (hash ^ hash >> 32) | 1 << 63 }
}

extension Word {
    /// The maximum length of short names and words. Many passwords contain these by chance, so they count
    /// only without a letter next to them.
    static let longestShort = 3
}

extension Span<UInt32> {
    /// Whether no letter is next to the range.
    func isSeparateWord(_ range: Range<Int>) -> Bool {
        (range.lowerBound == 0 || !Folding.isLetter(self[range.lowerBound - 1]))
            && (range.upperBound == count || !Folding.isLetter(self[range.upperBound]))
    }
}
