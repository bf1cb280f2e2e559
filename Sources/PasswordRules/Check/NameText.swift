/// One reading of a password, in which names are looked for.
struct NameText: ~Escapable {
    /// Where a name counts besides where it is all of the password but for digits and signs at the ends.
    enum Occurrence {
        case asWhole
        case anywhere
        /// With no letter beside it.
        case onItsOwn
        /// Where signs were taken out, and it is a name by more than chance.
        case spelled
    }

    /// The characters, folded; and the same with their disguises undone.
    let lower: Span<UInt32>
    let plain: Span<UInt32>
    /// For each character, how many signs were taken out before it; empty where none were.
    private let signsBefore: Span<UInt32>
    /// Where the password begins and ends without digits and signs at its ends; where it has nothing else, its end and 0.
    private let firstLetter: Int
    private let endOfLetters: Int

    /// - Parameters:
    ///   - lower: The characters, folded.
    ///   - plain: The same, their disguises undone.
    ///   - signsBefore: Where signs were taken out: for each character, how many there were before it.
    @_lifetime(copy lower, copy plain, copy signsBefore)
    init(lower: Span<UInt32>, plain: Span<UInt32>, signsBefore: Span<UInt32>) {
        self.lower = lower
        self.plain = plain
        self.signsBefore = signsBefore
        // All are looked at, so that time does not tell how many letters there are, and where.
        var (first, end) = (lower.count, 0)
        for index in 0..<lower.count {
            let isLetter = Folding.isLetter(lower[index])
            first = isLetter ? min(first, index) : first
            end = isLetter ? index + 1 : end
        }
        firstLetter = first
        endOfLetters = end
    }

    /// The password with its signs.
    @_lifetime(copy lower, copy plain)
    init(lower: Span<UInt32>, plain: Span<UInt32>) {
        self.init(lower: lower, plain: plain, signsBefore: lower.extracting(0..<0))
    }

    /// Whether signs were taken out.
    var isJoined: Bool { !signsBefore.isEmpty }

    /// Whether there is anything but digits and signs.
    var hasLetters: Bool { endOfLetters > 0 }

    /// Whether the password is the name, forwards or backwards, or contains it where that counts.
    func finds(_ name: [UInt32], _ occurrence: Occurrence) -> Bool {
        occurs(name, occurrence) || occurs(name.reversed(), occurrence)
    }

    /// The search of Knuth, Morris and Pratt.
    private func occurs(_ name: [UInt32], _ occurrence: Occurrence) -> Bool {
        let borders = Self.borders(of: name)
        var repetition = Repetition(of: name.count)
        var matched = 0
        for index in 0..<plain.count {
            if matched == name.count { matched = borders[matched - 1] }
            while matched > 0, name[matched] != plain[index] { matched = borders[matched - 1] }
            if name[matched] == plain[index] { matched += 1 }
            guard matched == name.count else { continue }
            let range = index + 1 - name.count..<index + 1
            let first = repetition.begin(ofRowWith: range)
            if first <= firstLetter, range.upperBound >= endOfLetters { return true }
            let counts =
                switch occurrence {
                case .asWhole: false
                case .anywhere: true
                case .onItsOwn: lower.isWordOfItsOwn(range)
                case .spelled: isSpelled(range)
                }
            if counts { return true }
        }
        return false
    }

    /// Whether characters that signs may have been taken out of are a name by more than chance. Between two words four letters
    /// make one too often, such as `user` in `use-rabbit`: no letter may stand beside those. The same goes for longer ones that
    /// one sign divides, such as `Erika` in `mother-ikarus`, on either side at least.
    private func isSpelled(_ range: Range<Int>) -> Bool {
        let last = range.upperBound - 1
        let signCount = signsBefore[last] - signsBefore[range.lowerBound]
        let isFreeBefore = range.lowerBound == 0 || !isLetter(range.lowerBound - 1, beside: range.lowerBound)
        let isFreeBehind = range.upperBound == lower.count || !isLetter(range.upperBound, beside: last)
        if signCount == 0 || isFreeBefore && isFreeBehind { return true }
        return range.count > Word.longestShort + 1 && (signCount > 1 || isFreeBefore || isFreeBehind)
    }

    /// Whether a letter stands beside a character, with no sign between them.
    private func isLetter(_ index: Int, beside other: Int) -> Bool {
        let isLetter = Folding.isLetter(lower[index]) && !Folding.isSign(lower[index])
        return isLetter && signsBefore[index] == signsBefore[other]
    }

    /// For each start of a name, how long its longest end is that is also its start, and not all of it.
    private static func borders(of name: [UInt32]) -> [Int] {
        var borders = [Int](repeating: 0, count: name.count)
        var matched = 0
        for index in 1..<max(1, name.count) {
            while matched > 0, name[matched] != name[index] { matched = borders[matched - 1] }
            if name[matched] == name[index] { matched += 1 }
            borders[index] = matched
        }
        return borders
    }

    /// A name that is there several times in a row. The password is the name where nothing but digits and signs stands
    /// before and behind that; those at the ends may be the name's own: the "1" of `user1`, or the "@" of `@lice`.
    private struct Repetition: ~Copyable {
        private let length: Int
        /// For each remainder that the offset of a name has when it is divided by its length, where the last row of names
        /// began and where it ended. Wiped, as it tells of the password.
        private var rows: SecretBuffer<Int>

        init(of length: Int) {
            self.length = length
            rows = SecretBuffer(count: 2 * length)
        }

        /// Adds a place where the name is, and says where the row began that ends with it.
        mutating func begin(ofRowWith range: Range<Int>) -> Int {
            let row = 2 * (range.lowerBound % length)
            return rows.withMutableSpan { rows in
                if rows[row + 1] != range.lowerBound { rows[row] = range.lowerBound }
                rows[row + 1] = range.upperBound
                return rows[row]
            }
        }
    }
}
