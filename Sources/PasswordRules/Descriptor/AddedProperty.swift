/// A numeric property that another language adds to those of descriptors.
struct AddedProperty {
    let name: Word
    /// The numbers it takes, from 1.
    let numbers: ClosedRange<Int>
}
