/// Natural numbers of different widths in one array of 64-bit limbs, each number with its lowest limb first.
struct NumberTable: Sendable {
    /// Where a number is.
    struct Place {
        let offset: Int
        /// How many limbs it has.
        let width: Int
    }

    private var limbs: [UInt64]

    /// A table of zeros.
    init(limbCount: Int) { limbs = [UInt64](repeating: 0, count: limbCount) }

    subscript(place: Place) -> BigUInt { BigUInt(limbs: limbs[place.offset..<place.offset + place.width]) }

    /// One limb of a number; 0 above its width.
    @inline(__always)
    func limb(_ index: Int, of place: Place) -> UInt64 {
        index < place.width ? limbs[place.offset + index] : 0
    }

    mutating func set(_ place: Place, to value: UInt64) { limbs[place.offset] = value }

    /// Copies a number to a place of its width or more, which has a zero.
    mutating func copy(_ source: Place, to target: Place) {
        for index in 0..<source.width { limbs[target.offset + index] = limbs[source.offset + index] }
    }

    /// Adds a number to one of its width or more. The sum must fit.
    @inline(__always)
    mutating func add(_ source: Place, to target: Place) {
        var carry = false
        for index in 0..<target.width {
            // Nothing more to add.
            if index >= source.width, !carry { return }
            let (sum, first) = limbs[target.offset + index].addingReportingOverflow(limb(index, of: source))
            let (total, second) = sum.addingReportingOverflow(carry ? 1 : 0)
            limbs[target.offset + index] = total
            carry = first || second
        }
    }

    /// Subtracts a number from one that is not smaller, of its width or more.
    @inline(__always)
    mutating func subtract(_ source: Place, from target: Place) {
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

    /// Adds `factor` times a number of another table to one of its width or more. The sum must fit.
    mutating func add(_ source: Place, of other: NumberTable, times factor: UInt64, to target: Place) {
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

    /// Adds `factor` times a number to one of its width or more. The sum must fit.
    @inline(__always)
    mutating func add(_ source: Place, times factor: UInt64, to target: Place) {
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
