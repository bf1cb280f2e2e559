/// Natural numbers of different widths in one array of 64-bit limbs, each number with its lowest limb first.
struct NumberTable: Sendable {
    /// The range of limbs of a number.
    struct Slot {
        let offset: Int
        /// The number of limbs.
        let width: Int
    }

    private var limbs: [UInt64]

    /// A table of zeros.
    init(limbCount: Int) { limbs = [UInt64](repeating: 0, count: limbCount) }

    subscript(slot: Slot) -> BigUInt { BigUInt(limbs: limbs[slot.offset..<slot.offset + slot.width]) }

    /// One limb of a number; 0 above its width.
    func limb(_ index: Int, of slot: Slot) -> UInt64 {
        index < slot.width ? limbs[slot.offset + index] : 0
    }

    mutating func set(_ slot: Slot, to value: UInt64) { limbs[slot.offset] = value }

    /// Copies a number to a slot of at least its width, which must be zero.
    mutating func copy(_ source: Slot, to target: Slot) {
        for index in 0..<source.width { limbs[target.offset + index] = limbs[source.offset + index] }
    }

    /// Adds a number to another of at least its width. The sum must fit.
    mutating func add(_ source: Slot, to target: Slot) {
        var carry = false
        for index in 0..<target.width {
            if index >= source.width, !carry { return }
            let (sum, first) = limbs[target.offset + index].addingReportingOverflow(limb(index, of: source))
            let (total, second) = sum.addingReportingOverflow(carry ? 1 : 0)
            limbs[target.offset + index] = total
            carry = first || second
        }
    }

    /// Subtracts a number from another that is not smaller and has at least its width.
    mutating func subtract(_ source: Slot, from target: Slot) {
        var borrow = false
        for index in 0..<target.width {
            if index >= source.width, !borrow { return }
            let (rest, first) = limbs[target.offset + index].subtractingReportingOverflow(
                limb(index, of: source))
            let (total, second) = rest.subtractingReportingOverflow(borrow ? 1 : 0)
            limbs[target.offset + index] = total
            borrow = first || second
        }
    }

    /// Adds `factor` times a number of another table to a number of at least its width. The sum must fit.
    mutating func add(_ source: Slot, of other: NumberTable, times factor: UInt64, to target: Slot) {
        var carry: UInt64 = 0
        for index in 0..<target.width {
            if index >= source.width, carry == 0 { return }
            let product = other.limb(index, of: source).multipliedFullWidth(by: factor)
            let (low, first) = product.low.addingReportingOverflow(limbs[target.offset + index])
            let (total, second) = low.addingReportingOverflow(carry)
            limbs[target.offset + index] = total
            carry = product.high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
        }
    }

    /// Adds `factor` times a number to another of at least its width. The sum must fit.
    mutating func add(_ source: Slot, times factor: UInt64, to target: Slot) {
        if factor == 1 { return add(source, to: target) }
        var carry: UInt64 = 0
        for index in 0..<target.width {
            if index >= source.width, carry == 0 { return }
            let product = limb(index, of: source).multipliedFullWidth(by: factor)
            let (low, first) = product.low.addingReportingOverflow(limbs[target.offset + index])
            let (total, second) = low.addingReportingOverflow(carry)
            limbs[target.offset + index] = total
            carry = product.high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
        }
    }
}
