/// The account whose password is checked, as the system's account database has it. The texts are UTF-8; empty
/// if unknown.
public struct Account: Equatable, Sendable {
    /// The user name, in the spelling of the account database.
    public var name: [UInt8]
    /// Other spellings of the user name, such as the one that was typed, and other names of the user.
    public var otherSpellings: [[UInt8]]
    /// The full name: the GECOS field of passwd(5).
    public var fullName: [UInt8]
    /// The path of the home directory.
    public var homeDirectory: [UInt8]
    /// Further words that others know of the person. Estimates of guesses know them.
    public var words: [[UInt8]]

    /// Creates an account.
    public init(
        name: [UInt8] = [], otherSpellings: [[UInt8]] = [], fullName: [UInt8] = [],
        homeDirectory: [UInt8] = [], words: [[UInt8]] = []
    ) {
        self.name = name
        self.otherSpellings = otherSpellings
        self.fullName = fullName
        self.homeDirectory = homeDirectory
        self.words = words
    }

    /// Adds a spelling of the user name, unless it is known.
    public mutating func add(spelling: [UInt8]) {
        if name.isEmpty {
            name = spelling
        } else if !spelling.isEmpty, spelling != name, !otherSpellings.contains(spelling) {
            otherSpellings.insert(spelling, at: 0)
        }
    }

    /// All spellings of the user name: every rule about the user name applies to each.
    private var spellings: [[UInt8]] {
        ([name] + otherSpellings.prefix(Self.mostOtherSpellings)).filter { !$0.isEmpty }
            .map { Array($0.prefix(Self.longestName)) }
    }

    /// The words by which others would begin to guess: the user name in each spelling, the words of the full
    /// name, and the further ones.
    var personalWords: [[UInt8]] {
        var found = spellings
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
    private static let mostOtherSpellings = 8

    /// The user names in the form in which passwords are searched for them: each spelling, and without its
    /// domain if it has one.
    var plainNames: [[UInt32]] {
        var plain: [[UInt32]] = []
        for name in spellings {
            for range in [name.indices, Self.rangeWithoutDomain(of: name)] where !range.isEmpty {
                let form = Folding.withoutLeet(name.span, range)
                if !plain.contains(form) { plain.append(form) }
            }
        }
        return plain
    }

    /// Where the name is in `name@domain` (sssd), `DOMAIN\name` (winbind) or a mail address.
    private static func rangeWithoutDomain(of name: [UInt8]) -> Range<Int> {
        let start = name.lastIndex(of: 0x5C).map { $0 + 1 } ?? 0
        return start..<(name[start...].firstIndex(of: 0x40) ?? name.count)
    }

    /// The largest number of characters that the user names can have in all.
    var longestPlainNames: Int { spellings.reduce(0) { $0 + 2 * $1.count } }

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
