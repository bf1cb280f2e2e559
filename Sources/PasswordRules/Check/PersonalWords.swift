/// How a password is held against a name.
public enum NameMatch: Int, Sendable {
    /// Not at all.
    case permit = 0
    /// The password as a whole, without digits and signs at its ends, must not be the name. That is how
    /// NIST SP 800-63B-4, 3.1.1.2, compares.
    case whole = 1
    /// The name must not be contained.
    case reject = 2
}

/// Looks for names in a password: forwards and backwards, case and disguises undone.
struct NameSearch: ~Escapable {
    private let typed: Span<UInt32>
    private let plain: Span<UInt32>

    /// - Parameters:
    ///   - typed: The password as it was typed.
    ///   - plain: The same characters in lower case, their disguises undone.
    @_lifetime(copy typed, copy plain)
    init(typed: Span<UInt32>, plain: Span<UInt32>) {
        self.typed = typed
        self.plain = plain
    }

    /// Whether the password is held to be the name, or to contain it. At most quadratic in the lengths.
    func finds(_ name: [UInt32], _ match: NameMatch) -> Bool {
        guard !name.isEmpty else { return false }
        switch match {
        case .permit: return false
        case .whole: return isWhole(name)
        case .reject:
            return contains(name, name.indices, onItsOwn: name.count <= Word.longestShort) || isWhole(name)
        }
    }

    /// Whether any `length` consecutive characters of the name are contained, or all of a shorter one.
    func findsPart(of name: [UInt32], length: Int) -> Bool {
        guard name.count > length else { return finds(name, .reject) }
        for start in 0...name.count - length where contains(name, start..<start + length, onItsOwn: false) {
            return true
        }
        return false
    }

    /// - Parameter onItsOwn: Whether it counts only with no letter beside it.
    private func contains(_ name: [UInt32], _ part: Range<Int>, onItsOwn: Bool) -> Bool {
        guard part.count <= plain.count else { return false }
        for start in 0...plain.count - part.count {
            guard
                matches(name, part, at: start, isReversed: false)
                    || matches(name, part, at: start, isReversed: true)
            else { continue }
            if !onItsOwn || typed.isWordOfItsOwn(start..<start + part.count) { return true }
        }
        return false
    }

    private func matches(_ name: [UInt32], _ part: Range<Int>, at start: Int, isReversed: Bool) -> Bool {
        var index = isReversed ? start + part.count - 1 : start
        for position in part {
            if plain[index] != name[position] { return false }
            index += isReversed ? -1 : 1
        }
        return true
    }

    /// Whether nothing but digits and signs stands before and behind the name, which may be there several times in a row.
    /// Those at its ends may be its own: the "1" of `user1`, or the "@" of `@lice`.
    private func isWhole(_ name: [UInt32]) -> Bool {
        var letters = 0..<typed.count
        while !letters.isEmpty, !Folding.isLetter(typed[letters.lowerBound]) {
            letters = letters.lowerBound + 1..<letters.upperBound
        }
        while !letters.isEmpty, !Folding.isLetter(typed[letters.upperBound - 1]) {
            letters = letters.lowerBound..<letters.upperBound - 1
        }
        for start in 0...letters.lowerBound {
            // As often as it takes to hold all letters; more would hold these too.
            let needed = letters.isEmpty ? 0 : letters.upperBound - start
            let end = start + max(1, (needed + name.count - 1) / name.count) * name.count
            if end <= typed.count, isRepeated(name, start..<end) { return true }
        }
        return false
    }

    private func isRepeated(_ name: [UInt32], _ range: Range<Int>) -> Bool {
        isRepeated(name, range, isReversed: false) || isRepeated(name, range, isReversed: true)
    }

    private func isRepeated(_ name: [UInt32], _ range: Range<Int>, isReversed: Bool) -> Bool {
        guard !range.isEmpty, range.count.isMultiple(of: name.count) else { return false }
        var start = range.lowerBound
        while start < range.upperBound {
            guard matches(name, name.indices, at: start, isReversed: isReversed) else { return false }
            start += name.count
        }
        return true
    }
}

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
                let isFound =
                    end - start > 1 && search.finds(Folding.undisguised(text.span, start..<end), match)
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
}
