/// The characters of a password whose strength is estimated, in three forms that have the same length. Wiped
/// when the value ends.
///
/// Where characters are taken out, the forms keep their length: at their end are fillers, which are no
/// characters, and part of no pattern. So the same work is done whatever is taken out.
struct PasswordCharacters: ~Copyable {
    /// How many characters there are; fillers follow.
    private(set) var count = 0
    /// How many scalar values of the password are looked at: the length of the forms.
    private(set) var length = 0
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
        (count, length, isCut) = forms.withMutableSpan { forms in
            places.withMutableSpan { places in
                var (offset, scalars, count) = (0, 0, 0)
                while offset < password.count, scalars < Self.capacity {
                    let decoded = UTF8Decoding.decode(password, at: offset)
                    offset += decoded.length
                    scalars += 1
                    let folded = Folding.foldedOrRemoved(decoded.scalar)
                    // A mark belongs to the character before it, as if both were one.
                    if count > 0, folded == Folding.removed {
                        places[2 * count - 1] = UInt32(scalars)
                        continue
                    }
                    (places[2 * count], places[2 * count + 1]) = (UInt32(scalars - 1), UInt32(scalars))
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
        self.places = places
    }

    /// Puts fillers after the characters: other ones at each place, which do not follow each other.
    private static func fill(_ forms: inout MutableSpan<UInt32>, from count: Int) {
        let capacity = forms.count / 3
        for index in 0..<capacity {
            let filler = 0x20_0000 + 16 * UInt32(index)
            for form in 0..<3 {
                let place = form * capacity + index
                forms[place] = index < count ? forms[place] : filler
            }
        }
    }

    /// Puts a character, or a filler, where one before it was. Its place in the password stays.
    private static func move(_ forms: inout MutableSpan<UInt32>, from index: Int, to place: Int) {
        let capacity = forms.count / 3
        forms[place] = forms[index]
        forms[capacity + place] = forms[capacity + index]
        forms[2 * capacity + place] = forms[2 * capacity + index]
    }

    /// Calls `body` with the forms.
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

    /// Removes the symbol that occurs most, of several one of the usual ones. Returns where it was and what
    /// that costs. Nothing is removed if there is none, or nothing would be left.
    mutating func removeSeparator() -> RemovedSigns {
        let all = count
        var (symbol, times) = mostFrequentSymbol()
        if times == all { (symbol, times) = (Self.noSymbol, 0) }
        var separator = Separator(symbol, times: times, amongCharacters: all)
        var counts = SecretBuffer<UInt32>(count: length)
        count -= times
        let (length, left) = (length, count)
        forms.withMutableSpan { forms in
            self.places.withMutableSpan { places in
                counts.withMutableSpan { counts in
                    var place = 0
                    for index in 0..<length {
                        let isSign = forms[index] == symbol
                        separator.add(at: index, isSign)
                        counts[place] = UInt32(index - place)
                        (places[2 * place], places[2 * place + 1]) = (
                            places[2 * index], places[2 * index + 1]
                        )
                        Self.move(&forms, from: index, to: place)
                        place += isSign ? 0 : 1
                    }
                    for index in 0..<length { counts[index] = index < left ? counts[index] : UInt32(times) }
                }
            }
            Self.fill(&forms, from: left)
        }
        return RemovedSigns(places: SignPlaces(counts: counts, of: separator), cost: separator.cost)
    }

    /// Signs that were taken out of a password.
    struct RemovedSigns: ~Copyable {
        let places: SignPlaces
        /// In units of `GuessBits`.
        let cost: Int
    }

    /// Not a scalar value.
    private static var noSymbol: UInt32 { Folding.removed }

    /// The symbol that occurs most, and how often; `noSymbol` and 0 without any. Quadratic.
    private func mostFrequentSymbol() -> (symbol: UInt32, times: Int) {
        withForms { typed, _, _ in
            var (most, timesOfMost) = (Self.noSymbol, 0)
            for index in 0..<typed.count {
                var times = 0
                for other in 0..<typed.count { times += typed[other] == typed[index] ? 1 : 0 }
                // One alone at an end separates nothing.
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

    /// Makes one character of each run of the same, as in `aabbcc`. Returns what it costs to guess how long
    /// the runs are, in units of `GuessBits`; that costs something even if there is none.
    mutating func collapseRuns(_ logs: borrowing SmallLogarithms) -> Int {
        let (length, all) = (length, count)
        var (cost, lastLength) = (GuessBits.bit, 0)
        count = forms.withMutableSpan { forms in
            self.places.withMutableSpan { places in
                var (place, start, left) = (0, 0, 0)
                for index in 0..<length {
                    let isEnd = index + 1 == length || forms[index + 1] != forms[index]
                    let runLength = index + 1 - start
                    let isOther = isEnd && index < all && runLength != lastLength
                    let lengthCost = logs[runLength] + (start == 0 ? 1 : 2) * GuessBits.bit
                    cost += isOther ? lengthCost : 0
                    lastLength = isEnd ? runLength : lastLength
                    (places[2 * place], places[2 * place + 1]) = (places[2 * start], places[2 * index + 1])
                    Self.move(&forms, from: index, to: place)
                    place += isEnd ? 1 : 0
                    left += isEnd && index < all ? 1 : 0
                    start = isEnd ? index + 1 : start
                }
                Self.fill(&forms, from: left)
                return left
            }
        }
        return cost
    }

    /// Where in the password a part of the characters begins and ends, in scalar values.
    func inPassword(from start: Int, to end: Int) -> (start: UInt32, end: UInt32) {
        places.withSpan { ($0[2 * start], $0[2 * end - 1]) }
    }
}
