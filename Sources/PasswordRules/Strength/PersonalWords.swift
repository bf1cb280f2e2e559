/// Words that others know of a person, such as the user name; each is looked for as a whole.
public struct PersonalWords: Sendable {
    /// The most words that are compared; the first ones count.
    public static var most: Int { 64 }

    /// Their keys with leet undone, in order, so that a part of a password is looked up once for all of them.
    private let keys: [UInt64]
    /// What each of them costs, in units of `GuessBits`: the logarithm of its place among the words.
    private let costs: [Int]

    /// The words by which others would begin to guess this person's passwords: the user name, the words of
    /// the full name, and the further ones.
    public init(of account: Account) { self.init(account.personalWords) }

    /// Words in UTF-8, the most important first, such as names and mail addresses, of which the parts between
    /// symbols are looked for, too. Those of less than three characters are not.
    public init(_ words: [[UInt8]]) {
        var keys: [UInt64] = []
        for word in words.prefix(Self.most) {
            Self.add(word[...], to: &keys)
            let parts = word.split { byte in byte < 0x80 && Folding.isSymbol(UInt32(byte)) }
            if parts.count > 1 || parts.first?.count != word.count {
                for part in parts { Self.add(part, to: &keys) }
            }
        }
        let places = keys.indices.sorted { keys[$0] < keys[$1] }
        self.keys = places.map { keys[$0] }
        costs = places.map { GuessBits.log($0 + 1) }
    }

    /// What the word with this key costs, in units of `GuessBits`; nil if it is none of them. The number of
    /// words alone decides how much is compared.
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
        guard keys.count < most, word.count >= 3 else { return }
        // The last one is without leet.
        if let key = WordKey.keys(of: Array(word).span).last, !keys.contains(key) { keys.append(key) }
    }
}
