/// A property that another language adds to those of descriptors.
struct AddedProperty {
    /// What it may be set to. Each value stands for a number, of which the largest holds.
    enum Value {
        case number(ClosedRange<Int>)
        /// A power of ten, which stands for its exponent.
        case powerOfTen(ClosedRange<Int>)
        /// One of these words, each with the number that it stands for; and what a message proposes instead
        /// of any other.
        case words([(word: Word, number: Int)], hint: Word)
    }

    let name: Word
    let value: Value
}
