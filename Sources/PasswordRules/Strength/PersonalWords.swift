/// Words that others know of a person, such as the user name; each is looked for as a whole.
public struct PersonalWords: Sendable {
    /// The most words that are compared; the first ones count.
    public static var most: Int { 64 }

    /// Their keys with leet undone, the most important first.
    let keys: [UInt64]

    /// The words by which others would begin to guess this person's passwords: the user name, the words of the full name, and the
    /// further ones.
    public init(of account: Account) { self.init(account.personalWords) }

    /// Words in UTF-8, the most important first. Those of less than three characters are not looked for.
    public init(_ words: [[UInt8]]) {
        var keys: [UInt64] = []
        for word in words.prefix(Self.most) {
            // The last one is without leet.
            if let key = WordKey.keys(of: word.span).last { keys.append(key) }
        }
        self.keys = keys
    }
}
