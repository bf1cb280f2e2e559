/// A property that is set to a number and that another language adds to those of descriptors.
struct AddedProperty {
    let name: Word
    /// What it may be set to, from 1.
    let numbers: ClosedRange<Int>
    /// The same in words.
    let words: Word
}
