/// A sum of numbers of words, each multiplied by the coefficient of its term. The total is not negative.
struct SignedSum {
    private var added = BigUInt.zero
    private var subtracted = BigUInt.zero

    mutating func add(_ number: BigUInt, times coefficient: Int) {
        let product = number * UInt64(coefficient.magnitude)
        if coefficient > 0 { added += product } else { subtracted += product }
    }

    var value: BigUInt {
        var value = added
        value -= subtracted
        return value
    }
}
