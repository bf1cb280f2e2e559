/// An exact natural number of any size.
public struct BigUInt: Equatable, Sendable {
    /// The number in base 2^64, the lowest digit first, without zeros at the high end.
    private var limbs: [UInt64]

    /// The number zero.
    public static var zero: BigUInt { BigUInt(0) }

    /// A number of one digit in base 2^64.
    public init(_ value: UInt64) {
        limbs = value == 0 ? [] : [value]
    }

    /// The number whose digits in base 2^64 are `limbs`, the lowest first.
    init(limbs: some Sequence<UInt64>) {
        self.limbs = Array(limbs)
        trim()
    }

    /// Whether the number is zero.
    public var isZero: Bool { limbs.isEmpty }

    /// The length in bits; 0 for zero.
    public var bitWidth: Int {
        guard let top = limbs.last else { return 0 }
        return limbs.count * 64 - top.leadingZeroBitCount
    }

    /// The binary logarithm, exact to at least 12 decimals; minus infinity for zero.
    public var log2: Double {
        guard let top = limbs.last else { return -.infinity }
        // The highest 64 bits hold more than a Double can.
        let shift = UInt64(top.leadingZeroBitCount)
        var leading = top << shift
        if shift > 0, limbs.count > 1 { leading |= limbs[limbs.count - 2] >> (64 - shift) }
        return Double(bitWidth - 64) + binaryLogarithm(Double(leading))
    }

    /// Whether the binary logarithm is at least `bits`. The bit width decides most calls without computing a
    /// logarithm.
    func hasEntropyBits(_ bits: Double) -> Bool { Double(bitWidth - 1) >= bits || log2 >= bits }

    /// The number in decimal digits.
    public var decimalText: String { String(decoding: decimalBytes, as: UTF8.self) }

    /// ``decimalText`` as bytes.
    public var decimalBytes: [UInt8] {
        var digits: [UInt8] = []
        var rest = self
        repeat {
            var group = rest.divide(by: 10_000_000_000_000_000_000)
            for _ in 0..<19 where group != 0 || !rest.isZero || digits.isEmpty {
                digits.append(UInt8(truncatingIfNeeded: group % 10) + 0x30)
                group /= 10
            }
        } while !rest.isZero
        return digits.reversed()
    }

    /// One of the number's digits in base 2^64, from the lowest; 0 above the highest.
    func limb(_ index: Int) -> UInt64 { index < limbs.count ? limbs[index] : 0 }

    // MARK: - Arithmetic

    static func += (left: inout BigUInt, right: BigUInt) {
        var carry: UInt64 = 0
        for index in 0..<max(left.limbs.count, right.limbs.count) {
            let (sum, first) = left.limb(index).addingReportingOverflow(right.limb(index))
            let (total, second) = sum.addingReportingOverflow(carry)
            left.setLimb(index, total)
            carry = (first ? 1 : 0) + (second ? 1 : 0)
        }
        if carry != 0 { left.limbs.append(carry) }
    }

    /// - Precondition: `right` is not larger than `left`.
    static func -= (left: inout BigUInt, right: BigUInt) {
        var borrow: UInt64 = 0
        for index in left.limbs.indices {
            let (difference, first) = left.limbs[index].subtractingReportingOverflow(right.limb(index))
            let (total, second) = difference.subtractingReportingOverflow(borrow)
            left.limbs[index] = total
            borrow = (first ? 1 : 0) + (second ? 1 : 0)
        }
        precondition(borrow == 0 && right.limbs.count <= left.limbs.count, "a natural number below zero")
        left.trim()
    }

    static func *= (left: inout BigUInt, factor: UInt64) {
        var carry: UInt64 = 0
        for index in left.limbs.indices {
            let product = left.limbs[index].multipliedFullWidth(by: factor)
            let (low, overflow) = product.low.addingReportingOverflow(carry)
            left.limbs[index] = low
            carry = product.high + (overflow ? 1 : 0)
        }
        if carry != 0 { left.limbs.append(carry) }
        left.trim()
    }

    static func * (left: BigUInt, factor: UInt64) -> BigUInt {
        var product = left
        product *= factor
        return product
    }

    static func + (left: BigUInt, right: BigUInt) -> BigUInt {
        var sum = left
        sum += right
        return sum
    }

    /// Divides by a number other than zero, and returns the remainder.
    private mutating func divide(by divisor: UInt64) -> UInt64 {
        var remainder: UInt64 = 0
        for index in limbs.indices.reversed() {
            let (quotient, rest) = divisor.dividingFullWidth((remainder, limbs[index]))
            limbs[index] = quotient
            remainder = rest
        }
        trim()
        return remainder
    }

    private mutating func setLimb(_ index: Int, _ value: UInt64) {
        if index < limbs.count { limbs[index] = value } else { limbs.append(value) }
    }

    private mutating func trim() {
        while limbs.last == 0 { limbs.removeLast() }
    }
}

extension BigUInt: Comparable {
    /// Whether the left number is smaller.
    public static func < (left: BigUInt, right: BigUInt) -> Bool {
        if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
        for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
            return left.limbs[index] < right.limbs[index]
        }
        return false
    }
}

extension BigUInt: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String { decimalText }
}

/// The binary logarithm of a positive, finite number. The engine has no libm: this is the series of the
/// inverse hyperbolic tangent, ln x = 2 artanh((x - 1) / (x + 1)).
func binaryLogarithm(_ x: Double) -> Double {
    let ratio = (x.significand - 1) / (x.significand + 1)
    // The significand is below 2 and the ratio below 1/3, so each term is less than a ninth of the one
    // before.
    var power = ratio
    var sum = 0.0
    for index in 0..<19 {
        sum += power / Double(2 * index + 1)
        power *= ratio * ratio
    }
    let twoOverLn2 = 2.885_390_081_777_926_8
    return Double(x.exponent) + sum * twoOverLn2
}

/// The power of a number from 0 to 1, with an exponent of at least 0.
func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
        if rest & 1 == 1 { result *= square }
        square *= square
        rest >>= 1
    }
    return result
}
