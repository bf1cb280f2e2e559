/// The account whose password is checked, as the system's account database has it. The texts are UTF-8; empty
/// if unknown.
public struct Account: Equatable, Sendable {
    /// The user name.
    public var name: [UInt8]
    /// The full name: the GECOS field of passwd(5).
    public var fullName: [UInt8]
    /// The path of the home directory.
    public var homeDirectory: [UInt8]
    /// Further words that others know of the person. Estimates of guesses know them.
    public var words: [[UInt8]]

    /// Creates an account.
    public init(
        name: [UInt8] = [], fullName: [UInt8] = [], homeDirectory: [UInt8] = [], words: [[UInt8]] = []
    ) {
        self.name = name
        self.fullName = fullName
        self.homeDirectory = homeDirectory
        self.words = words
    }

    /// The words by which others would begin to guess: the user name, the words of the full name, and the
    /// further ones.
    var personalWords: [[UInt8]] {
        var found = name.isEmpty ? [] : [Array(name.prefix(Self.longestName))]
        for part in fullName.prefix(Self.longestField).split(whereSeparator: Self.separatesNames) {
            found.append(Array(part))
        }
        return found + words
    }

    /// Whether the byte is between words of a full name: a blank, a comma or a hyphen.
    private static func separatesNames(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x2C || byte == 0x2D }

    /// Only this many bytes of a field are compared, so that the work stays bounded whatever the account
    /// database holds. Linux has user names of up to 32 characters.
    private static let longestField = 1024
    private static let longestName = 256

    /// The user name in the form in which passwords are searched for it.
    var plainName: [UInt32] { Folding.withoutLeet(name.span, 0..<min(name.count, Self.longestName)) }

    /// The largest number of words that the full name can have.
    var fullNameWordCount: Int { min(fullName.count, Self.longestField) / 2 + 1 }
    /// The same for the home directory's path.
    var homeDirectoryWordCount: Int { min(homeDirectory.count, Self.longestField) / 2 + 1 }

    /// Whether a word of the full name is found. Blanks, commas and hyphens separate words.
    func fullNameIsFound(by search: borrowing NameSearch, _ match: NameMatch) -> Bool {
        wordIsFound(of: fullName, by: search, match, skipsFirst: false, isSeparator: Self.separatesNames)
    }

    /// Whether a word of the home directory's path is found. The first one is skipped: it is `/home` for most
    /// users.
    func homeDirectoryIsFound(by search: borrowing NameSearch, _ match: NameMatch) -> Bool {
        wordIsFound(of: homeDirectory, by: search, match, skipsFirst: true) { $0 == 0x2F }
    }

    /// - Parameter skipsFirst: Whether the first word is left out, unless it is the only one.
    private func wordIsFound(
        of text: [UInt8], by search: borrowing NameSearch, _ match: NameMatch, skipsFirst: Bool,
        isSeparator: (UInt8) -> Bool
    ) -> Bool {
        let length = min(text.count, Self.longestField)
        var start = 0
        var isFirstFound = false
        var count = 0
        while start < length {
            var end = start
            while end < length, !isSeparator(text[end]) { end += 1 }
            if end > start {
                count += 1
                let isFound = end - start > 1 && wordIsFound(text, start..<end, by: search, match)
                if count == 1, skipsFirst {
                    isFirstFound = isFound
                } else if isFound {
                    return true
                }
            }
            start = end + 1
        }
        return count == 1 && isFirstFound
    }

    private func wordIsFound(
        _ text: [UInt8], _ range: Range<Int>, by search: borrowing NameSearch, _ match: NameMatch
    ) -> Bool {
        let word = Folding.withoutLeet(text.span, range)
        // A single ASCII letter is not a name, even with an accent; a single Chinese character can be.
        return (word.count > 1 || word.contains { $0 >= 0x80 }) && search.finds(word, match)
    }
}
