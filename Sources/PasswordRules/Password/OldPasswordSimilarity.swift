/// How little has to be said to write one password out of another.
///
/// The text is written from left to right out of the other one: copied in pieces, forward or backward, with
/// characters of its own where no piece fits. The cheapest way to do so is the cost. A part that was moved, a
/// doubled or reversed password, other digits at its end and single changes are cheap, and so are two of these
/// together. Passwords that have little in common cost as much as typing them anew.
///
/// Tests/Bindings/Python/test_old_password_similarity.py tries all of these changes on leaked passwords. The costs and
/// the limits were chosen so that hardly any change escapes, and few passwords of different people are alike.
enum OldPasswordSimilarity {
    /// Only this many characters of each password are compared.
    private static let longestText = 256

    /// What a step of writing costs.
    private enum Cost {
        /// A character that is not copied.
        static let character: Int32 = 4
        /// The same for a digit or a symbol after another one.
        static let characterOfNumber: Int32 = 2
        /// The same for a digit or a symbol before the first letter or after the last: these change first.
        static let characterAtEnd: Int32 = 1
        /// In addition, where it replaces a character and copying goes on after that.
        static let replacement: Int32 = 1
        /// Copying from any other place, or in the other direction.
        static let jump: Int32 = 2
        /// A character that is left out, where copying goes on after it.
        static let omission: Int32 = 3
    }

    /// What it may cost more if leet substitutions are undone in both.
    private static let costOfLeet: Int32 = 2
    /// What similar passwords cost at most, however long they are; in hundredths, as the next one.
    private static let limit: Int32 = 1000
    /// What they cost at most for each character of the shorter one.
    private static let limitPerCharacter: Int32 = 145
    /// Digits and symbols are cheap only if the password has this many letters: some have nothing else.
    private static let fewestLetters = 3
    /// A part that a password repeats has at least this many characters.
    private static let shortestUnit = 3

    /// How long the comparison takes for each character of the new password, in steps of about two
    /// nanoseconds.
    static func steps(oldLength: Int) -> Int { 18 * min(oldLength, longestText) }

    /// Whether one password is the other with small changes. Case is ignored. The time is quadratic in the
    /// lengths, of which `longestText` characters count, and depends on the passwords only in whether they repeat
    /// a part of themselves.
    static func areSimilar(_ first: borrowing FoldedPassword, _ second: borrowing FoldedPassword) -> Bool {
        first.withForms { _, first, firstPlain in
            second.withForms { _, second, secondPlain in
                let (count, secondCount) = (min(first.count, longestText), min(second.count, longestText))
                if count == 0 || secondCount == 0 { return false }
                func areSimilar(first count: Int, _ secondCount: Int) -> Bool {
                    let shared = min(limit, limitPerCharacter * Int32(min(count, secondCount)))
                    let typed = cost(first.extracting(0..<count), second.extracting(0..<secondCount))
                    let plain = cost(
                        firstPlain.extracting(0..<count), secondPlain.extracting(0..<secondCount))
                    return 100 * min(typed, plain + costOfLeet) <= shared
                }
                let areWholesSimilar = areSimilar(first: count, secondCount)
                // A password that was changed first and doubled then has each change twice.
                let unit = repeatedUnit(of: first, count), secondUnit = repeatedUnit(of: second, secondCount)
                if unit == count, secondUnit == secondCount { return areWholesSimilar }
                let areUnitsSimilar = areSimilar(first: unit, secondUnit)
                return areWholesSimilar || areUnitsSimilar
            }
        }
    }

    /// The cost of each out of the other, the larger of both: neither may have much of its own.
    private static func cost(_ first: Span<UInt32>, _ second: Span<UInt32>) -> Int32 {
        max(cost(of: first, from: second), cost(of: second, from: first))
    }

    /// The cost of writing `text` out of `source`.
    private static func cost(of text: Span<UInt32>, from source: Span<UInt32>) -> Int32 {
        // For each place between two characters of the source, what it costs to have written the text so far
        // and to copy on from there: forward what follows the place, backward what precedes it.
        var forward = SecretBuffer<Int32>(repeating: Cost.jump, count: source.count + 1)
        var backward = SecretBuffer<Int32>(repeating: Cost.jump, count: source.count + 1)
        let prices = Prices(of: text)
        return forward.withMutableSpan { forward in
            backward.withMutableSpan { backward in
                forward[0] = 0
                for index in 0..<text.count {
                    write(text[index], for: prices[index, of: text], from: source, &forward, &backward)
                }
                return cheapest(forward, backward)
            }
        }
    }

    /// What the characters of a text cost that are not copied.
    private struct Prices {
        /// The part from the first letter to the last, where there are enough letters.
        private let core: Range<Int>?

        init(of text: Span<UInt32>) {
            var (first, end, count) = (text.count, 0, 0)
            for index in 0..<text.count where Folding.isLetter(text[index]) {
                first = min(first, index)
                end = index + 1
                count += 1
            }
            core = count < fewestLetters ? nil : first..<end
        }

        subscript(index: Int, of text: Span<UInt32>) -> Int32 {
            guard let core, !Folding.isLetter(text[index]) else { return Cost.character }
            if !core.contains(index) { return Cost.characterAtEnd }
            return Folding.isLetter(text[index - 1]) ? Cost.character : Cost.characterOfNumber
        }
    }

    /// Writes one more character of the text, which costs `price` if it is not copied.
    private static func write(
        _ scalar: UInt32, for price: Int32, from source: Span<UInt32>, _ forward: inout MutableSpan<Int32>,
        _ backward: inout MutableSpan<Int32>
    ) {
        let count = source.count
        for place in 0..<count {
            forward[place + 1] = min(forward[place + 1], forward[place] + Cost.omission)
            let opposite = count - 1 - place
            backward[opposite] = min(backward[opposite], backward[opposite + 1] + Cost.omission)
        }
        let jump = cheapest(forward, backward) + Cost.jump
        for place in 0..<count + 1 {
            forward[place] = min(forward[place], jump)
            backward[place] = min(backward[place], jump)
        }
        // Each row is filled from the end at which what it is filled from is not needed any more.
        for place in 0..<count {
            let opposite = count - place
            let ahead = step(scalar, source[opposite - 1], price)
            forward[opposite] = min(forward[opposite] + price, forward[opposite - 1] + ahead)
            let back = step(scalar, source[place], price)
            backward[place] = min(backward[place] + price, backward[place + 1] + back)
        }
        forward[0] += price
        backward[count] += price
    }

    /// The cost of going on by one character of the source: by copying or by replacing it.
    private static func step(_ scalar: UInt32, _ copied: UInt32, _ price: Int32) -> Int32 {
        scalar == copied ? 0 : price + Cost.replacement
    }

    private static func cheapest(
        _ forward: borrowing MutableSpan<Int32>, _ backward: borrowing MutableSpan<Int32>
    ) -> Int32 {
        var least = Int32.max
        for place in 0..<forward.count { least = min(least, forward[place], backward[place]) }
        return least
    }

    /// The length of the shortest part, of at least `shortestUnit` characters, that the first `count` characters
    /// repeat; `count` if there is none.
    private static func repeatedUnit(of text: Span<UInt32>, _ count: Int) -> Int {
        for unit in shortestUnit..<max(shortestUnit, count / 2) + 1 where count % unit == 0 {
            var isRepeated = true
            for index in unit..<count where text[index] != text[index - unit] { isRepeated = false }
            if isRepeated { return unit }
        }
        return count
    }
}
