/// Whose password it is, as the system's account database has it. The texts are UTF-8; empty where unknown.
public struct Account: Equatable, Sendable {
    /// The user name.
    public var name: [UInt8]
    /// The full name: the GECOS field of passwd(5).
    public var fullName: [UInt8]
    /// The path of the home directory.
    public var homeDirectory: [UInt8]

    /// Creates an account.
    public init(name: [UInt8] = [], fullName: [UInt8] = [], homeDirectory: [UInt8] = []) {
        self.name = name
        self.fullName = fullName
        self.homeDirectory = homeDirectory
    }

    /// More of a field is not looked at: the work stays bounded, whatever the account database holds. Linux has user names
    /// of up to 32 characters.
    private static let longestField = 1024
    private static let longestName = 256

    /// The user name, as it is looked for.
    var plainName: [UInt32] { Folding.undisguised(name.span, 0..<min(name.count, Self.longestName)) }

    /// How many words the full name has, at most.
    var fullNameWordCount: Int { min(fullName.count, Self.longestField) / 2 + 1 }
    /// The same of the home directory's path.
    var homeDirectoryWordCount: Int { min(homeDirectory.count, Self.longestField) / 2 + 1 }

    /// Whether a word of the full name is found: what stands between blanks, commas and hyphens.
    func fullNameIsFound(by search: borrowing NameSearch, _ match: NameMatch) -> Bool {
        wordIsFound(of: fullName, by: search, match, skipsFirst: false) {
            $0 <= 0x20 || $0 == 0x2C || $0 == 0x2D
        }
    }

    /// Whether a word of the home directory's path is found. Its first part, `/home` most of the time, is everybody's.
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
        let word = Folding.undisguised(text.span, range)
        // A single letter of ASCII is no name, with an accent neither; a single one of Chinese is.
        return (word.count > 1 || word.contains { $0 >= 0x80 }) && search.finds(word, match)
    }
}
