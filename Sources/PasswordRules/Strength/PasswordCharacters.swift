/// The characters of a password whose strength is estimated, in three forms that have the same length. Wiped
/// when the value ends.
struct PasswordCharacters: ~Copyable {
    /// How many scalar values there are.
    private(set) var count = 0
    /// Whether the password has more of them than are looked at.
    private(set) var isCut = false
    /// As typed; in lower case, without marks; and with leet undone: each in a part of equal length.
    private var forms: SecretBuffer<UInt32>
    /// Where in the password each character begins and ends, with its marks or the characters that were taken
    /// for one: two numbers for each.
    private var places: SecretBuffer<UInt32>

    private static var capacity: Int { StrengthEstimator.longestPassword }

    init(_ password: Span<UInt8>) {
        let longest = min(Self.capacity, password.count)
        var forms = SecretBuffer<UInt32>(count: 3 * longest)
        var places = SecretBuffer<UInt32>(count: 2 * longest)
        (count, isCut) = forms.withMutableSpan { forms in
            places.withMutableSpan { places in
                var (offset, scalars, count) = (0, 0, 0)
                while offset < password.count, scalars < Self.capacity {
                    let decoded = UTF8Decoding.decode(password, at: offset)
                    offset += decoded.length
                    scalars += 1
                    // A mark belongs to the character before it, as if both were one.
                    if count > 0, Folding.foldedOrRemoved(decoded.scalar) == Folding.removed {
                        places[2 * count - 1] = UInt32(scalars)
                        continue
                    }
                    (places[2 * count], places[2 * count + 1]) = (UInt32(scalars - 1), UInt32(scalars))
                    Self.write(decoded.scalar, to: &forms, at: count)
                    count += 1
                }
                return (count, offset < password.count)
            }
        }
        self.forms = forms
        self.places = places
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

    /// Removes the symbol that occurs most, of several one of the usual ones. Returns where it was and what
    /// that costs; nil if there is none, or nothing would be left.
    mutating func removeSeparator() -> RemovedSigns? {
        let all = count
        guard let (symbol, times) = mostFrequentSymbol(), times < all else { return nil }
        var separator = Separator(symbol, times: times, amongCharacters: all)
        var counts = SecretBuffer<UInt32>(count: all - times + 1)
        count = forms.withMutableSpan { forms in
            self.places.withMutableSpan { places in
                counts.withMutableSpan { counts in
                    var left = 0
                    for index in 0..<all {
                        if forms[index] == symbol {
                            separator.add(at: index)
                        } else {
                            counts[left] = UInt32(index - left)
                            (places[2 * left], places[2 * left + 1]) = (
                                places[2 * index], places[2 * index + 1]
                            )
                            Self.write(forms[index], to: &forms, at: left)
                            left += 1
                        }
                    }
                    return left
                }
            }
        }
        return RemovedSigns(places: SignPlaces(counts: counts, of: separator), cost: separator.cost)
    }

    /// Signs that were taken out of a password.
    struct RemovedSigns: ~Copyable {
        let places: SignPlaces
        /// In units of `GuessBits`.
        let cost: Int
    }

    private func mostFrequentSymbol() -> (symbol: UInt32, times: Int)? {
        withForms { typed, _, _ in
            var most: (symbol: UInt32, times: Int)?
            for index in 0..<typed.count where Folding.isSymbol(typed[index]) {
                var times = 0
                for other in 0..<typed.count where typed[other] == typed[index] { times += 1 }
                // One alone at an end separates nothing.
                if times == 1, index == 0 || index == typed.count - 1 { continue }
                let isBetter =
                    times > most?.times ?? 0 || times == most?.times && Separator.isUsual(typed[index])
                if isBetter { most = (typed[index], times) }
            }
            return most
        }
    }

    /// Whether a character is the same as the one before it.
    var hasRuns: Bool {
        withForms { typed, _, _ in
            for index in 1..<max(1, count) where typed[index] == typed[index - 1] { return true }
            return false
        }
    }

    /// Makes one character of each run of the same, as in `aabbcc`. Returns what it costs to guess how long
    /// the runs are, in units of `GuessBits`.
    mutating func collapseRuns() -> Int {
        let all = count
        var (cost, lastLength) = (GuessBits.bit, 0)
        count = forms.withMutableSpan { forms in
            self.places.withMutableSpan { places in
                var (left, start) = (0, 0)
                while start < all {
                    var end = start + 1
                    while end < all, forms[end] == forms[start] { end += 1 }
                    if end - start != lastLength {
                        cost += GuessBits.log((start == 0 ? 2 : 4) * (end - start))
                    }
                    lastLength = end - start
                    (places[2 * left], places[2 * left + 1]) = (places[2 * start], places[2 * end - 1])
                    Self.write(forms[start], to: &forms, at: left)
                    left += 1
                    start = end
                }
                return left
            }
        }
        return cost
    }

    /// A piece of what is left, by its place in the whole password.
    func inPassword(_ piece: StrengthPiece) -> StrengthPiece {
        let range = places.withSpan {
            Int($0[2 * piece.range.lowerBound])..<Int($0[2 * piece.range.upperBound - 1])
        }
        return StrengthPiece(kind: piece.kind, range: range, rank: piece.rank)
    }
}
