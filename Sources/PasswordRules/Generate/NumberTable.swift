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

    /// Calls `body` with all limbs, for computing.
    // An access to the array for each limb would take several times as long.
    mutating func withLimbs(_ body: (inout MutableSpan<UInt64>) -> Void) {
        var span = limbs.mutableSpan
        body(&span)
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
}

/// Arithmetic with the numbers of a `NumberTable`. The numbers of all sources have at most the target's width.
/// A result may be wrong by a multiple of the power of two that exceeds the target's width, so the result of
/// several additions and subtractions is right if it fits.
extension MutableSpan<UInt64> {
    mutating func setNumber(_ target: NumberTable.Slot, to value: UInt64) {
        self[target.offset] = value
        fillLimbs(target, from: 1, with: 0)
    }

    mutating func copyNumber(_ source: NumberTable.Slot, to target: NumberTable.Slot) {
        for index in 0..<source.width { self[target.offset &+ index] = self[source.offset &+ index] }
        fillLimbs(target, from: source.width, with: 0)
    }

    /// Adds a number to another.
    mutating func addNumber(_ source: NumberTable.Slot, to target: NumberTable.Slot) {
        var carry: UInt64 = 0
        for index in 0..<source.width {
            let (sum, first) = self[target.offset &+ index].addingReportingOverflow(
                self[source.offset &+ index])
            let (total, second) = sum.addingReportingOverflow(carry)
            self[target.offset &+ index] = total
            carry = (first ? 1 : 0) &+ (second ? 1 : 0)
        }
        addCarry(carry, to: target, from: source.width)
    }

    /// Adds `factor` times a number to another.
    mutating func addNumber(_ source: NumberTable.Slot, times factor: UInt64, to target: NumberTable.Slot) {
        var carry: UInt64 = 0
        for index in 0..<source.width {
            let product = self[source.offset &+ index].multipliedFullWidth(by: factor)
            let (low, first) = product.low.addingReportingOverflow(self[target.offset &+ index])
            let (total, second) = low.addingReportingOverflow(carry)
            self[target.offset &+ index] = total
            carry = product.high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
        }
        addCarry(carry, to: target, from: source.width)
    }

    /// Subtracts one number from another of at least its width, and stores the difference elsewhere.
    mutating func setDifference(
        of minuend: NumberTable.Slot, and subtrahend: NumberTable.Slot, in target: NumberTable.Slot
    ) {
        var borrow: UInt64 = 0
        let common = Swift.min(minuend.width, subtrahend.width)
        for index in 0..<common {
            let (rest, first) = self[minuend.offset &+ index].subtractingReportingOverflow(
                self[subtrahend.offset &+ index])
            let (total, second) = rest.subtractingReportingOverflow(borrow)
            self[target.offset &+ index] = total
            borrow = (first ? 1 : 0) &+ (second ? 1 : 0)
        }
        for index in common..<minuend.width {
            let (rest, isLess) = self[minuend.offset &+ index].subtractingReportingOverflow(borrow)
            self[target.offset &+ index] = rest
            borrow = isLess ? 1 : 0
        }
        fillLimbs(target, from: minuend.width, with: borrow == 0 ? 0 : .max)
    }

    private mutating func addCarry(_ carry: UInt64, to target: NumberTable.Slot, from start: Int) {
        var (carry, index) = (carry, start)
        while carry != 0, index < target.width {
            let (sum, isOver) = self[target.offset &+ index].addingReportingOverflow(carry)
            self[target.offset &+ index] = sum
            carry = isOver ? 1 : 0
            index += 1
        }
    }

    private mutating func fillLimbs(_ target: NumberTable.Slot, from start: Int, with limb: UInt64) {
        for index in start..<Swift.max(start, target.width) { self[target.offset &+ index] = limb }
    }
}
