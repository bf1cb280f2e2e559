/// The characters of a password whose strength is estimated, in three forms that have the same length. Wiped when the value ends.
struct PasswordCharacters: ~Copyable {
    /// How many scalar values there are.
    private(set) var count = 0
    /// Whether the password has more of them than are looked at.
    private(set) var isCut = false
    /// As typed; in lower case, without marks; and with leet undone: each in a part of equal length.
    private var forms: SecretBuffer<UInt32>
    /// The places in the password of what is left after `removeSeparator`.
    private var places = SecretBuffer<UInt32>(count: 0)

    private static var capacity: Int { StrengthEstimator.longestPassword }

    init(_ password: Span<UInt8>) {
        var forms = SecretBuffer<UInt32>(count: 3 * min(Self.capacity, password.count))
        (count, isCut) = forms.withMutableSpan { forms in
            var (offset, count) = (0, 0)
            while offset < password.count, count < Self.capacity {
                let decoded = UTF8Decoding.decode(password, at: offset)
                offset += decoded.length
                Self.write(decoded.scalar, to: &forms, at: count)
                count += 1
            }
            return (count, offset < password.count)
        }
        self.forms = forms
    }

    private static func write(_ scalar: UInt32, to forms: inout MutableSpan<UInt32>, at index: Int) {
        let capacity = forms.count / 3
        let folded = Folding.foldedOrRemoved(scalar)
        let lower = folded == Folding.removed ? scalar : folded
        forms[index] = scalar
        forms[capacity + index] = lower
        forms[2 * capacity + index] = Folding.withoutLeet(lower)
    }

    /// Calls `body` with the forms.
    func withForms<Result>(
        _ body: (_ typed: Span<UInt32>, _ lower: Span<UInt32>, _ plain: Span<UInt32>) -> Result
    ) -> Result {
        forms.withSpan { forms in
            let capacity = forms.count / 3
            return body(
                forms.extracting(0..<count), forms.extracting(capacity..<capacity + count),
                forms.extracting(2 * capacity..<2 * capacity + count))
        }
    }

    /// A sign that was removed.
    struct Separator {
        /// What it costs to guess which sign it is and how it separates, in units of `GuessBits`.
        let cost: Int
    }

    /// Removes the symbol that occurs most between other characters. Returns nil if there is none, or nothing would be left.
    mutating func removeSeparator() -> Separator? {
        let all = count
        guard let (separator, times) = mostFrequentSymbol(), times < all else { return nil }
        var places = SecretBuffer<UInt32>(count: all)
        count = forms.withMutableSpan { forms in
            places.withMutableSpan { places in
                var left = 0
                for index in 0..<all where forms[index] != separator {
                    places[left] = UInt32(index)
                    Self.write(forms[index], to: &forms, at: left)
                    left += 1
                }
                return left
            }
        }
        self.places = places
        // Space, hyphen, full stop and low line are usual, and are taken to be between all words, or all characters. Of another
        // sign, and of one that occurs once, the places are guessed.
        let isUsual = separator == 0x20 || separator == 0x2D || separator == 0x2E || separator == 0x5F
        let sign = isUsual ? 2 * GuessBits.bit : GuessBits.log(33)
        return Separator(
            cost: sign + (isUsual && times > 1 ? GuessBits.log(times) : Self.logOfChoices(times, of: all)))
    }

    /// The logarithm of the number of ways to choose some of so many.
    private static func logOfChoices(_ some: Int, of all: Int) -> Int {
        var sum = 0
        for number in 1...some { sum += GuessBits.log(all - number + 1) - GuessBits.log(number) }
        return sum
    }

    private func mostFrequentSymbol() -> (symbol: UInt32, times: Int)? {
        withForms { typed, _, _ in
            var most: (symbol: UInt32, times: Int)?
            for index in 1..<max(1, typed.count - 1) where Folding.isSymbol(typed[index]) {
                var times = 0
                for other in 0..<typed.count where typed[other] == typed[index] { times += 1 }
                if times > most?.times ?? 0 { most = (typed[index], times) }
            }
            return most
        }
    }

    /// A piece of what is left, by its place in the whole password.
    func inPassword(_ piece: StrengthPiece) -> StrengthPiece {
        let range = places.withSpan {
            Int($0[piece.range.lowerBound])..<Int($0[piece.range.upperBound - 1]) + 1
        }
        return StrengthPiece(kind: piece.kind, range: range, rank: piece.rank)
    }
}
