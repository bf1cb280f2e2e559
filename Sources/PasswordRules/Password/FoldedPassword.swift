/// A password as scalar values, in the forms in which it is compared. Wiped when the value ends.
struct FoldedPassword: ~Copyable {
    /// The number of scalar values; an ill-formed sequence counts as one.
    let count: Int
    /// The number of scalar values after folding.
    let foldedCount: Int
    private var forms: SecretBuffer<UInt32>

    /// The forms of a password of `password.count` bytes. They take three scalar values of memory for each
    /// byte.
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
                // A removed character is written too, and then overwritten.
                let folded = Folding.foldedOrRemoved(decoded.scalar)
                forms[capacity + foldedCount] = folded
                forms[2 * capacity + foldedCount] = Folding.withoutLeet(folded)
                foldedCount += folded == Folding.removed ? 0 : 1
            }
            return (count, foldedCount)
        }
        self.forms = forms
    }

    /// Calls `body` with the password as typed; folded, that is in lower case, in the usual width, without
    /// marks and invisible characters; and folded with leet substitutions undone. The last two have the same
    /// length, and may be shorter than the first.
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
