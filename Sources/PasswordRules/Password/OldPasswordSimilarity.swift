/// Similarity of passwords: the cost of writing one by copying from the other.
///
/// One password, the text, is written from left to right: parts of the other, the source, are copied, forward
/// or backward, and other characters are added. The cheapest way counts. A moved part, a doubled or reversed
/// password, other digits at the end, a single change, and two of these together are cheap. If the passwords
/// have little in common, copying costs as much as typing.
///
/// Tests/Bindings/Python/test_old_password_similarity.py tries all of these changes on leaked passwords.
/// Costs and limits were chosen to find nearly all changes, and few pairs of unrelated passwords.
enum OldPasswordSimilarity {
    /// The number of characters of each password that are compared.
    private static let longestText = 256

    /// The costs of the steps.
    private enum Cost {
        /// A character that is not copied.
        static let character: Int32 = 4
        /// A digit or symbol that is not copied, right after another one.
        static let characterOfNumber: Int32 = 2
        /// A digit or symbol that is not copied, before the first letter or after the last. People change
        /// these first.
        static let characterAtEnd: Int32 = 1
        /// Added to one of these if the character replaces one of the source, after which copying continues.
        static let replacement: Int32 = 1
        /// Copying from another position, or in the other direction.
        static let jump: Int32 = 2
        /// A character of the source that is left out before copying continues.
        static let omission: Int32 = 3
    }

    /// The additional cost if leet substitutions are undone in both.
    private static let costOfLeet: Int32 = 2
    /// The maximum cost for similar passwords of any length, in hundredths.
    private static let limit: Int32 = 1000
    /// The maximum cost for each character of the shorter password, in hundredths.
    private static let limitPerCharacter: Int32 = 145
    /// The minimum number of letters for digits and symbols to be cheap. Some passwords consist of digits and
    /// symbols alone.
    private static let minimumLetters = 3
    /// The minimum length of a repeated part.
    private static let shortestUnit = 3

    /// The time of the comparison for each character of the new password, in steps of about two nanoseconds.
    static func steps(oldLength: Int) -> Int { 18 * min(oldLength, longestText) }

    /// Whether one password is the other with small changes, ignoring case. The time is quadratic in the
    /// lengths, up to `longestText`. Apart from the lengths, it reveals only repeated parts.
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
                let wholesAreSimilar = areSimilar(first: count, secondCount)
                // A password that was changed and then doubled has each change twice.
                let unit = repeatedUnit(of: first, count), secondUnit = repeatedUnit(of: second, secondCount)
                if unit == count, secondUnit == secondCount { return wholesAreSimilar }
                let unitsAreSimilar = areSimilar(first: unit, secondUnit)
                return wholesAreSimilar || unitsAreSimilar
            }
        }
    }

    /// The larger of the costs of writing each from the other, because neither may have many characters of
    /// its own.
    private static func cost(_ first: Span<UInt32>, _ second: Span<UInt32>) -> Int32 {
        max(cost(of: first, from: second), cost(of: second, from: first))
    }

    /// The cost of writing `text` from `source`.
    private static func cost(of text: Span<UInt32>, from source: Span<UInt32>) -> Int32 {
        // For each position between two characters of the source: the cost of the text so far if copying
        // continues there, forward with the character after it, or backward with the one before it.
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

    /// The costs of the characters of a text that are not copied.
    private struct Prices {
        /// The range from the first letter to the last; nil if there are too few letters.
        private let core: Range<Int>?

        init(of text: Span<UInt32>) {
            var (first, end, count) = (text.count, 0, 0)
            for index in 0..<text.count where Folding.isLetter(text[index]) {
                first = min(first, index)
                end = index + 1
                count += 1
            }
            core = count < minimumLetters ? nil : first..<end
        }

        subscript(index: Int, of text: Span<UInt32>) -> Int32 {
            guard let core, !Folding.isLetter(text[index]) else { return Cost.character }
            if !core.contains(index) { return Cost.characterAtEnd }
            return Folding.isLetter(text[index - 1]) ? Cost.character : Cost.characterOfNumber
        }
    }

    /// Writes one more character of the text. It costs `price` if it is not copied.
    private static func write(
        _ scalar: UInt32, for price: Int32, from source: Span<UInt32>, _ forward: inout MutableSpan<Int32>,
        _ backward: inout MutableSpan<Int32>
    ) {
        let count = source.count
        for position in 0..<count {
            forward[position + 1] = min(forward[position + 1], forward[position] + Cost.omission)
            let opposite = count - 1 - position
            backward[opposite] = min(backward[opposite], backward[opposite + 1] + Cost.omission)
        }
        let jump = cheapest(forward, backward) + Cost.jump
        for position in 0..<count + 1 {
            forward[position] = min(forward[position], jump)
            backward[position] = min(backward[position], jump)
        }
        // Each row is overwritten from the end where its old values are no longer needed.
        for position in 0..<count {
            let opposite = count - position
            let ahead = step(scalar, source[opposite - 1], price)
            forward[opposite] = min(forward[opposite] + price, forward[opposite - 1] + ahead)
            let back = step(scalar, source[position], price)
            backward[position] = min(backward[position] + price, backward[position + 1] + back)
        }
        forward[0] += price
        backward[count] += price
    }

    /// The cost of copying or replacing one character of the source.
    private static func step(_ scalar: UInt32, _ copied: UInt32, _ price: Int32) -> Int32 {
        scalar == copied ? 0 : price + Cost.replacement
    }

    private static func cheapest(
        _ forward: borrowing MutableSpan<Int32>, _ backward: borrowing MutableSpan<Int32>
    ) -> Int32 {
        var least = Int32.max
        for position in 0..<forward.count { least = min(least, forward[position], backward[position]) }
        return least
    }

    /// The length of the shortest part, at least `shortestUnit`, whose repetitions are the first `count`
    /// characters; `count` if there is none.
    private static func repeatedUnit(of text: Span<UInt32>, _ count: Int) -> Int {
        for unit in shortestUnit..<max(shortestUnit, count / 2) + 1 where count % unit == 0 {
            var isRepeated = true
            for index in unit..<count where text[index] != text[index - unit] { isRepeated = false }
            if isRepeated { return unit }
        }
        return count
    }
}
