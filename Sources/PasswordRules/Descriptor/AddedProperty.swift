/// A property that another language adds to those of descriptors.
struct AddedProperty {
    /// What it may be set to. Each value stands for a number, of which the largest holds.
    enum Value {
        case number(ClosedRange<Int>)
        /// A power of ten, which stands for its exponent.
        case powerOfTen(ClosedRange<Int>)
        /// One of these words, the first of which stands for `first`, the next for one more, and so on; and what is expected where
        /// something else stands.
        case words([Word], first: Int, hint: Word)
    }

    let name: Word
    let value: Value
}
