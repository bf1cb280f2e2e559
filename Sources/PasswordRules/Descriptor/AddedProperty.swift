/// A property that another language adds to the descriptor's own.
struct AddedProperty {
    /// The values that it takes. Each stands for a number; if the property is repeated, the largest counts.
    enum Value {
        case number(ClosedRange<Int>)
        /// A power of ten, as its exponent.
        case powerOfTen(ClosedRange<Int>)
        /// One of these words, with their numbers; `hint` is what a message suggests instead of another word.
        case words([(word: Word, number: Int)], hint: Word)
    }

    let name: Word
    let value: Value
}
