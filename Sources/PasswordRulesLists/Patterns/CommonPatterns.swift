/// Passwords that people make up, by family.
///
/// The words and rules are this project's own; nothing comes from lists of leaked passwords. The order is
/// always the same. A password may occur twice.
package enum CommonPatterns: CaseIterable, Sendable {
    /// All numbers of four digits, which include the years.
    case numbers
    /// Dates of birth as digits: 31121985, 12311985, 19851231.
    case dates
    /// Seasons, months and days of the week, with digits: Summer2024!
    case calendar
    /// Words about passwords and computers, with digits, and pairs of them: Welcome1, adminpassword.
    case words
    /// Adjacent keys in rows and columns: qwertyuiop, 1qaz2wsx.
    case walks
    /// The alphabet and the digits in order, and letters with digits: abcd1234, 9876543210.
    case runs
    /// Repetitions: aaaa, 121212, 112233.
    case repetitions

    /// The passwords of the family; none is empty or contains a line end.
    package var passwords: [String] {
        switch self {
        case .numbers: (0...9999).map { Self.digits($0, count: 4) }
        case .dates: Self.datesOfBirth
        case .calendar: Self.calendarPasswords
        case .words: Self.wordPasswords
        case .walks: KeyboardWalks.passwords
        case .runs: Self.runPasswords
        case .repetitions: Self.repetitionPasswords
        }
    }

    /// The passwords of all families.
    package static var passwords: [String] { allCases.flatMap(\.passwords) }
}

extension CommonPatterns {
    /// Numbers that people append to a word, or nothing.
    static let counters = ["", "1", "12", "123", "1234", "12345"]

    /// Years of birth, and years that are current when a password is chosen.
    static let years = (1950...2039).map { digits($0, count: 4) }

    /// The years in which most current passwords were chosen, or will be.
    static let recentYears = (2015...2039).map { digits($0, count: 4) }

    /// The same years as `years`, with two digits.
    static let shortYears = (1950...2039).map { digits($0 % 100, count: 2) }

    /// Symbols that people append to a word, or nothing.
    static let endings = ["", "!", "."]

    /// The word as it is and capitalized, each followed by one of `middles` and one of `endings`.
    static func written(_ word: String, _ middles: [String], _ endings: [String] = [""]) -> [String] {
        let capitalized = word.prefix(1).uppercased() + word.dropFirst()
        return [word, capitalized].flatMap { spelling in
            middles.flatMap { middle in endings.map { spelling + middle + $0 } }
        }
    }

    /// Every usual form of a popular word.
    static func fullyWritten(_ word: String) -> [String] {
        written(word, counters + recentYears, endings)
            + written(word, recentYears.map { String($0.suffix(2)) })
            + (years + shortYears).map { word + $0 }
    }

    /// The usual forms of a less popular word.
    static func brieflyWritten(_ word: String) -> [String] {
        written(word, counters, ["", "!"]) + written(word, recentYears)
    }

    /// A number with leading zeros.
    static func digits(_ number: Int, count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// The words of a table, separated by white space.
    static func words(_ table: String) -> [String] {
        table.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
