/// A password as scalar values, in the forms in which it is compared. Wiped at the end of its life.
struct FoldedPassword: ~Copyable {
    /// The number of scalar values; an ill-formed sequence counts as one.
    let count: Int
    /// The number of scalar values after folding.
    let foldedCount: Int
    private var forms: SecretBuffer<UInt32>

    /// Folds a password. The forms take memory for three scalar values for each byte.
    init(_ password: Span<UInt8>) {
        let capacity = password.count
        var forms = SecretBuffer<UInt32>(count: 3 * capacity)
        (count, foldedCount) = forms.withMutableSpan { forms in
            var offset = 0
            var (count, foldedCount) = (0, 0)
            while offset < password.count {
                let decoded = UTF8Decoding.decode(password, at: offset)
                offset += decoded.length
                forms[count] = decoded.scalar
                count += 1
                // A removed character is written, too, and then overwritten.
                let folded = Folding.foldedOrRemoved(decoded.scalar)
                forms[capacity + foldedCount] = folded
                forms[2 * capacity + foldedCount] = Folding.withoutLeet(folded)
                foldedCount += folded == Folding.removed ? 0 : 1
            }
            return (count, foldedCount)
        }
        self.forms = forms
    }

    /// Calls `body` with three forms of the password: as typed; folded, which is in lower case, in the usual
    /// width, without marks and invisible characters; and folded without leet substitutions. The last two
    /// have the same length, and may be shorter than the first.
    func withForms<Result>(
        _ body: (_ typed: Span<UInt32>, _ lower: Span<UInt32>, _ plain: Span<UInt32>) -> Result
    ) -> Result {
        forms.withSpan { forms in
            let capacity = forms.count / 3
            return body(
                forms.extracting(0..<count), forms.extracting(capacity..<capacity + foldedCount),
                forms.extracting(2 * capacity..<2 * capacity + foldedCount))
        }
    }
}
