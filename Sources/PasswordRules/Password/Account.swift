/// The account whose password is checked, from the system's account database. The texts are UTF-8; empty if
/// unknown.
public struct Account: Equatable, Sendable {
    /// The user name, in the spelling of the account database.
    public var name: [UInt8]
    /// Other spellings of the user name, such as the one that was typed, and the user's other names.
    public var otherSpellings: [[UInt8]]
    /// The full name: the GECOS field of passwd(5).
    public var fullName: [UInt8]
    /// The path of the home directory.
    public var homeDirectory: [UInt8]
    /// More words related to the person, which estimates of guesses use.
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

    /// Adds a spelling of the user name, unless it is there already.
    public mutating func add(spelling: [UInt8]) {
        if name.isEmpty {
            name = spelling
        } else if !spelling.isEmpty, spelling != name, !otherSpellings.contains(spelling) {
            otherSpellings.insert(spelling, at: 0)
        }
    }

    /// The spellings of the user name, cut to the limits below. Rules about the user name apply to each.
    private var spellings: [[UInt8]] {
        ([name] + otherSpellings.prefix(Self.maximumOtherSpellings)).filter { !$0.isEmpty }
            .map { Array($0.prefix(Self.longestName)) }
    }

    /// The words that an attacker tries first: the spellings of the user name, the words of the full name,
    /// and `words`.
    var personalWords: [[UInt8]] {
        var found = spellings
        for part in fullName.prefix(Self.longestField).split(whereSeparator: Self.separatesNames) {
            found.append(Array(part))
        }
        return found + words
    }

    /// Whether the byte separates words of a full name: a blank, a comma or a hyphen.
    private static func separatesNames(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x2C || byte == 0x2D }

    // Bounds on the work: the bytes that are compared of a field and of a user name, and the number of other
    // spellings. Linux has user names of up to 32 characters.
    private static let longestField = 1024
    private static let longestName = 256
    private static let maximumOtherSpellings = 8

    /// The folded user names that passwords are searched for: each spelling, with and without its domain.
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

    /// The range of the name in `name@domain` (sssd), `DOMAIN\name` (winbind) or a mail address.
    private static func rangeWithoutDomain(of name: [UInt8]) -> Range<Int> {
        let start = name.lastIndex(of: 0x5C).map { $0 + 1 } ?? 0
        return start..<(name[start...].firstIndex(of: 0x40) ?? name.count)
    }

    /// The maximum length of all `plainNames` together, in characters.
    var maximumPlainNameLength: Int { spellings.reduce(0) { $0 + 2 * $1.count } }

    /// The maximum number of words in the full name.
    var fullNameWordCount: Int { min(fullName.count, Self.longestField) / 2 + 1 }
    /// The maximum number of words in the home directory's path.
    var homeDirectoryWordCount: Int { min(homeDirectory.count, Self.longestField) / 2 + 1 }

    /// Whether the password matches a word of the full name. Blanks, commas and hyphens separate words.
    func isFullNameFound(by search: borrowing NameSearch, _ match: NameMatch) -> Bool {
        isWordFound(of: fullName, by: search, match, skipsFirst: false, isSeparator: Self.separatesNames)
    }

    /// Whether the password matches a word of the home directory's path. The first one is skipped, because it
    /// is `home` for most users.
    func isHomeDirectoryFound(by search: borrowing NameSearch, _ match: NameMatch) -> Bool {
        isWordFound(of: homeDirectory, by: search, match, skipsFirst: true) { $0 == 0x2F }
    }

    /// - Parameter skipsFirst: Whether to skip the first word, unless it is the only one.
    private func isWordFound(
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
                let isFound = end - start > 1 && isWordFound(text, start..<end, by: search, match)
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

    private func isWordFound(
        _ text: [UInt8], _ range: Range<Int>, by search: borrowing NameSearch, _ match: NameMatch
    ) -> Bool {
        let word = Folding.withoutLeet(text.span, range)
        // A single ASCII letter is not a name, even with an accent. A single Chinese character can be.
        return (word.count > 1 || word.contains { $0 >= 0x80 }) && search.finds(word, match)
    }
}
