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
        spellings + fullNameWords.map { Array($0) } + words
    }

    /// The words of the full name. Blanks, commas and hyphens separate them.
    private var fullNameWords: ArraySlice<ArraySlice<UInt8>> {
        fullName.prefix(Self.longestField).split { $0 <= 0x20 || $0 == 0x2C || $0 == 0x2D }[...]
    }

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

    /// The maximum number of words in the full name.
    var fullNameWordCount: Int { min(fullName.count, Self.longestField) / 2 + 1 }
    /// The maximum number of words in the home directory's path.
    var homeDirectoryWordCount: Int { min(homeDirectory.count, Self.longestField) / 2 + 1 }

    /// Searches for the words of the full name.
    func fullNameFinding(by search: borrowing NameSearch, _ match: NameMatch) -> NameFinding {
        Self.finding(fullNameWords, by: search, match)
    }

    /// Searches for the words of the home directory's path. The first one is left out, because it is `home` for
    /// most users, unless it is the only one.
    func homeDirectoryFinding(by search: borrowing NameSearch, _ match: NameMatch) -> NameFinding {
        let words = homeDirectory.prefix(Self.longestField).split(separator: 0x2F)
        return Self.finding(words.count > 1 ? words.dropFirst() : words[...], by: search, match)
    }

    private static func finding(
        _ words: ArraySlice<ArraySlice<UInt8>>, by search: borrowing NameSearch, _ match: NameMatch
    ) -> NameFinding {
        var found = NameFinding.none
        for word in Self.plain(words) { found = max(found, search.finding(word, match)) }
        return found
    }

    /// The folded words, each once. A single ASCII letter is not a word, even with an accent. A single Chinese
    /// character can be.
    private static func plain(_ words: ArraySlice<ArraySlice<UInt8>>) -> [[UInt32]] {
        var plain: [[UInt32]] = []
        for word in words where word.count > 1 {
            let form = Folding.withoutLeet(word.span, 0..<word.count)
            let isWord = form.count > 1 || form.contains { $0 >= 0x80 }
            if isWord, !plain.contains(form) { plain.append(form) }
        }
        return plain
    }
}
