/// Binary logarithms of numbers of guesses, in 1/1024 of a bit. Integers give the same result on every
/// machine, and the engine has no libm.
enum GuessBits {
    /// One bit.
    static var bit: Int { 1024 }

    /// The logarithm of a number; 0 up to 1, and for infinity and NaN.
    static func log(_ number: Double) -> Int {
        guard number > 1, number.isFinite else { return 0 }
        var result = Int(number.exponent)
        // Squaring a significand doubles its logarithm, so each step gives one binary digit.
        var significand = number.significand
        for _ in 0..<10 {
            significand *= significand
            let digit = significand >= 2 ? 1 : 0
            significand *= digit == 1 ? 0.5 : 1
            result = 2 * result + digit
        }
        return result
    }

    static func log(_ number: Int) -> Int { log(Double(number)) }

    /// The decimal logarithm, in 1/1000.
    static func thousandthsOfDecimal(_ bits: Int) -> Int {
        // log10(2) is 0.30103. Most products do not fit into the 32 bits that Int has in WebAssembly.
        Int(Int64(bits) * 301_030 / (1024 * 1000))
    }
}
