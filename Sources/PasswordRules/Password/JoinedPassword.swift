/// A folded password without symbols and white space, such as `alice` for `a.l.i.c.e`, in two readings. Wiped
/// at the end of its life.
///
/// Each reading is as long as the password, padded with NULs, so that the time of a search does not reveal
/// the number of symbols. A NUL is not a letter, and is not in any name.
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
            Self.fill(&forms, at: 0, lower, plain, omittingSymbolsOf: lower)
            Self.fill(&forms, at: 3 * capacity, lower, plain, omittingSymbolsOf: plain)
        }
        self.capacity = capacity
    }

    private static func fill(
        _ forms: inout MutableSpan<UInt32>, at start: Int, _ lower: Span<UInt32>, _ plain: Span<UInt32>,
        omittingSymbolsOf reading: Span<UInt32>
    ) {
        let capacity = lower.count
        var kept = start
        for index in 0..<capacity {
            // The next character that is kept overwrites the NUL of a symbol.
            let isSymbol = Folding.isSymbol(reading[index])
            forms[kept] = isSymbol ? 0 : lower[index]
            forms[kept + capacity] = isSymbol ? 0 : plain[index]
            forms[kept + 2 * capacity] = UInt32(truncatingIfNeeded: index - (kept - start))
            kept += isSymbol ? 0 : 1
        }
    }

    /// Calls `body` with the two readings: without symbols, and without those symbols that are not leet
    /// substitutions.
    func withReadings<Result>(
        _ body: (_ withoutSymbols: NameText, _ withoutRest: NameText) -> Result
    ) -> Result {
        forms.withSpan { forms in
            func part(_ number: Int) -> Range<Int> { number * capacity..<(number + 1) * capacity }
            return body(
                NameText(
                    lower: forms.extracting(part(0)), plain: forms.extracting(part(1)),
                    symbolsBefore: forms.extracting(part(2))),
                NameText(
                    lower: forms.extracting(part(3)), plain: forms.extracting(part(4)),
                    symbolsBefore: forms.extracting(part(5))))
        }
    }
}
