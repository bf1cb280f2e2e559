/// A folded password without the symbols and white space between its letters, `alice` for `a.l.i.c.e`, in two
/// readings. Wiped when the value ends.
///
/// Each reading is as long as the password, and padded with NULs: the time of a search must not reveal how
/// many symbols there are. No name has a NUL, and a NUL is not a letter.
struct JoinedPassword: ~Copyable {
    private let capacity: Int
    private var forms: SecretBuffer<UInt32>

    /// - Parameters:
    ///   - lower: The password, folded.
    ///   - plain: The same characters, with leet substitutions undone.
    init(lower: Span<UInt32>, plain: Span<UInt32>) {
        let capacity = lower.count
        forms = SecretBuffer<UInt32>(count: 6 * capacity)
        forms.withMutableSpan { forms in
            Self.fill(&forms, at: 0, lower, plain, withoutSignsOf: lower)
            Self.fill(&forms, at: 3 * capacity, lower, plain, withoutSignsOf: plain)
        }
        self.capacity = capacity
    }

    private static func fill(
        _ forms: inout MutableSpan<UInt32>, at start: Int, _ lower: Span<UInt32>, _ plain: Span<UInt32>,
        withoutSignsOf reading: Span<UInt32>
    ) {
        let capacity = lower.count
        var kept = start
        for index in 0..<capacity {
            // A symbol is written as a NUL, which the next character that is kept overwrites.
            let isSymbol = Folding.isSymbol(reading[index])
            forms[kept] = isSymbol ? 0 : lower[index]
            forms[kept + capacity] = isSymbol ? 0 : plain[index]
            forms[kept + 2 * capacity] = UInt32(truncatingIfNeeded: index - (kept - start))
            kept += isSymbol ? 0 : 1
        }
    }

    /// Calls `body` with the two readings: without any symbol, and without those symbols that stand for no
    /// letter.
    func withReadings<Result>(
        _ body: (_ withoutSigns: NameText, _ withoutRest: NameText) -> Result
    ) -> Result {
        forms.withSpan { forms in
            func part(_ number: Int) -> Range<Int> { number * capacity..<(number + 1) * capacity }
            return body(
                NameText(
                    lower: forms.extracting(part(0)), plain: forms.extracting(part(1)),
                    signsBefore: forms.extracting(part(2))),
                NameText(
                    lower: forms.extracting(part(3)), plain: forms.extracting(part(4)),
                    signsBefore: forms.extracting(part(5))))
        }
    }
}
