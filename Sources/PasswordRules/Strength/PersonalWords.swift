/// Words that are related to a person, such as the user name. Each is only found as a whole.
public struct PersonalWords: Sendable {
    /// The maximum number of words; further ones are ignored.
    public static var maximumCount: Int { 64 }

    /// The keys of the words with leet substitutions undone, sorted for binary search.
    private let keys: [UInt64]
    /// The cost of each key, in units of `GuessBits`: the logarithm of its position by importance, from 1.
    private let costs: [Int]

    /// Creates the words that an attacker would try first for this account: the user name, the words of the
    /// full name, and those that a program adds.
    public init(of account: Account) { self.init(account.personalWords) }

    /// Creates words from UTF-8, such as names and mail addresses, the most important first. The parts
    /// between symbols are words, too. Words of less than three characters are ignored.
    public init(_ words: [[UInt8]]) {
        var keys: [UInt64] = []
        for word in words.prefix(Self.maximumCount) {
            Self.add(word[...], to: &keys)
            let parts = word.split { byte in byte < 0x80 && Folding.isSymbol(UInt32(byte)) }
            if parts.count > 1 || parts.first?.count != word.count {
                for part in parts { Self.add(part, to: &keys) }
            }
        }
        let order = keys.indices.sorted { keys[$0] < keys[$1] }
        self.keys = order.map { keys[$0] }
        costs = order.map { GuessBits.log($0 + 1) }
    }

    /// The cost of the word with this key, in units of `GuessBits`; nil if there is none. The work depends
    /// only on the number of words.
    func cost(of key: UInt64) -> Int? {
        var (start, count) = (0, keys.count)
        if count == 0 { return nil }
        while count > 1 {
            let half = count / 2
            start = keys[start + half] <= key ? start + half : start
            count -= half
        }
        return keys[start] == key ? costs[start] : nil
    }

    private static func add(_ word: ArraySlice<UInt8>, to keys: inout [UInt64]) {
        guard keys.count < maximumCount, word.count >= 3 else { return }
        // The last key is that without leet substitutions.
        if let key = WordKey.keys(of: Array(word).span).last, !keys.contains(key) { keys.append(key) }
    }
}
