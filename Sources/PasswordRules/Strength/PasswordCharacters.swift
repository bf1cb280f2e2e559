/// The characters of a password in three forms of the same length, for the estimate of its strength. Wiped
/// when the value ends.
///
/// If characters are removed, fillers at the end keep the length. Fillers are not characters, and no pattern
/// contains them. So the work does not depend on what is removed.
struct PasswordCharacters: ~Copyable {
    /// The number of characters, without fillers.
    private(set) var count = 0
    /// The number of scalar values that are examined, which is the length of the forms.
    private(set) var length = 0
    /// Whether the password has more scalar values than are examined.
    private(set) var isCut = false
    /// Three parts of equal length: as typed; in lower case without marks; and with leet substitutions
    /// undone.
    private var forms: SecretBuffer<UInt32>
    /// For each character, the start and the end of the part of the password that it represents: itself and
    /// its marks, or a collapsed run.
    private var bounds: SecretBuffer<UInt32>

    private static var capacity: Int { StrengthEstimator.longestPassword }

    init(_ password: Span<UInt8>) {
        let longest = min(Self.capacity, password.count)
        var forms = SecretBuffer<UInt32>(count: 3 * longest)
        var bounds = SecretBuffer<UInt32>(count: 2 * longest)
        (count, length, isCut) = forms.withMutableSpan { forms in
            bounds.withMutableSpan { bounds in
                var (offset, scalars, count) = (0, 0, 0)
                while offset < password.count, scalars < Self.capacity {
                    let decoded = UTF8Decoding.decode(password, at: offset)
                    offset += decoded.length
                    scalars += 1
                    let folded = Folding.foldedOrRemoved(decoded.scalar)
                    // A mark belongs to the character before it.
                    if count > 0, folded == Folding.removed {
                        bounds[2 * count - 1] = UInt32(scalars)
                        continue
                    }
                    (bounds[2 * count], bounds[2 * count + 1]) = (UInt32(scalars - 1), UInt32(scalars))
                    let lower = folded == Folding.removed ? decoded.scalar : folded
                    forms[count] = decoded.scalar
                    forms[longest + count] = lower
                    forms[2 * longest + count] = Folding.withoutLeet(lower)
                    count += 1
                }
                Self.fill(&forms, from: count)
                return (count, scalars, offset < password.count)
            }
        }
        self.forms = forms
        self.bounds = bounds
    }

    /// Writes fillers after the characters. All fillers differ, and none is the successor of another.
    private static func fill(_ forms: inout MutableSpan<UInt32>, from count: Int) {
        let capacity = forms.count / 3
        for index in 0..<capacity {
            let filler = 0x20_0000 + 16 * UInt32(index)
            for form in 0..<3 {
                let position = form * capacity + index
                forms[position] = index < count ? forms[position] : filler
            }
        }
    }

    /// Moves a character or a filler to a lower index. Its range in the password is moved by the caller.
    private static func move(_ forms: inout MutableSpan<UInt32>, from index: Int, to target: Int) {
        let capacity = forms.count / 3
        forms[target] = forms[index]
        forms[capacity + target] = forms[capacity + index]
        forms[2 * capacity + target] = forms[2 * capacity + index]
    }

    func withForms<Result>(
        _ body: (_ typed: Span<UInt32>, _ lower: Span<UInt32>, _ plain: Span<UInt32>) -> Result
    ) -> Result {
        forms.withSpan { forms in
            let capacity = forms.count / 3
            return body(
                forms.extracting(0..<length), forms.extracting(capacity..<capacity + length),
                forms.extracting(2 * capacity..<2 * capacity + length))
        }
    }

    /// Removes the most frequent symbol; a usual separator wins a tie. Returns what was removed, and its
    /// cost. Nothing is removed if there is no symbol, or if nothing would be left.
    mutating func removeSeparator() -> RemovedSeparator {
        let all = count
        var (symbol, times) = mostFrequentSymbol()
        if times == all { (symbol, times) = (Self.noSymbol, 0) }
        var separator = Separator(symbol, times: times, amongCharacters: all)
        var counts = SecretBuffer<UInt32>(count: length)
        count -= times
        let (length, left) = (length, count)
        forms.withMutableSpan { forms in
            self.bounds.withMutableSpan { bounds in
                counts.withMutableSpan { counts in
                    var position = 0
                    for index in 0..<length {
                        let isSeparator = forms[index] == symbol
                        separator.add(at: index, isSeparator)
                        counts[position] = UInt32(index - position)
                        (bounds[2 * position], bounds[2 * position + 1]) = (
                            bounds[2 * index], bounds[2 * index + 1]
                        )
                        Self.move(&forms, from: index, to: position)
                        position += isSeparator ? 0 : 1
                    }
                    for index in 0..<length { counts[index] = index < left ? counts[index] : UInt32(times) }
                }
            }
            Self.fill(&forms, from: left)
        }
        return RemovedSeparator(counts: SeparatorCounts(counts: counts, of: separator), cost: separator.cost)
    }

    /// A separator that was removed from a password.
    struct RemovedSeparator: ~Copyable {
        let counts: SeparatorCounts
        /// The cost in units of `GuessBits`.
        let cost: Int
    }

    /// Stands for no symbol. It is not a scalar value.
    private static var noSymbol: UInt32 { Folding.removed }

    /// The most frequent symbol and its number; `noSymbol` and 0 if there is none. Quadratic.
    private func mostFrequentSymbol() -> (symbol: UInt32, times: Int) {
        withForms { typed, _, _ in
            var (most, timesOfMost) = (Self.noSymbol, 0)
            for index in 0..<typed.count {
                var times = 0
                for other in 0..<typed.count { times += typed[other] == typed[index] ? 1 : 0 }
                // A single symbol at an end separates nothing.
                let isAlone = times == 1 && (index == 0 || index == count - 1)
                let isMore =
                    times > timesOfMost || times == timesOfMost && Separator.isUsual(typed[index])
                if Folding.isSymbol(typed[index]), isMore, !isAlone {
                    (most, timesOfMost) = (typed[index], times)
                }
            }
            return (most, timesOfMost)
        }
    }

    /// Collapses each run of the same character, as in `aabbcc`, into one. Returns the cost of guessing the
    /// lengths of the runs, in units of `GuessBits`. This is not 0 even if there are no runs.
    mutating func collapseRuns(_ logs: borrowing SmallLogarithms) -> Int {
        let (length, all) = (length, count)
        var (cost, lastLength) = (GuessBits.bit, 0)
        count = forms.withMutableSpan { forms in
            self.bounds.withMutableSpan { bounds in
                var (position, start, left) = (0, 0, 0)
                for index in 0..<length {
                    let isEnd = index + 1 == length || forms[index + 1] != forms[index]
                    let runLength = index + 1 - start
                    let isNewLength = isEnd && index < all && runLength != lastLength
                    let lengthCost = logs[runLength] + (start == 0 ? 1 : 2) * GuessBits.bit
                    cost += isNewLength ? lengthCost : 0
                    lastLength = isEnd ? runLength : lastLength
                    (bounds[2 * position], bounds[2 * position + 1]) = (
                        bounds[2 * start], bounds[2 * index + 1]
                    )
                    Self.move(&forms, from: index, to: position)
                    position += isEnd ? 1 : 0
                    left += isEnd && index < all ? 1 : 0
                    start = isEnd ? index + 1 : start
                }
                Self.fill(&forms, from: left)
                return left
            }
        }
        return cost
    }

    /// The range of some characters in the password, in scalar values.
    func inPassword(from start: Int, to end: Int) -> (start: UInt32, end: UInt32) {
        bounds.withSpan { ($0[2 * start], $0[2 * end - 1]) }
    }
}
