/// A property that a caller of the parser adds to those of descriptors, such as a key that a policy's `rules`
/// accept.
struct AddedProperty {
    /// The values that it accepts. Each stands for a number. If the property is repeated, the largest counts.
    enum Value {
        case number(ClosedRange<Int>)
        /// A power of ten, as its exponent.
        case powerOfTen(ClosedRange<Int>)
        /// One of these words, each with its number. For any other word, the message suggests `hint`.
        case words([(word: Word, number: Int)], hint: Word)
    }

    let name: Word
    let value: Value
}
