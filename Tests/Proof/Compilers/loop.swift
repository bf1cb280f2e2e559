// The loop of loop.c in Swift, whose code goes through the same LLVM.

import Glibc

let longest = 300

// Not inlined: a compiler that knows that the limit is below UInt.max does not miscompile the loop.
@inline(never)
func fill(_ text: UnsafeMutablePointer<UInt8>, from table: UnsafePointer<UInt8>, through last: UInt) {
    var index: UInt = 0
    while index <= last {
        // SAFETY: the caller's text is longer than `last`, and its table has 8 bytes.
        unsafe text[Int(bitPattern: index)] = table[Int(bitPattern: index & 7)]
        index &+= 1
    }
}

@inline(never)
func expected(_ index: Int, _ last: Int) -> UInt8 {
    index <= last ? UInt8(65 + index % 8) : 46
}

@main
struct Loop {
    static func main() {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: longest + 1)
        let text = UnsafeMutablePointer<UInt8>.allocate(capacity: longest + 1)
        // SAFETY: both have room for longest + 1 bytes. After its first 8 entries, the table has zeros,
        // which are never expected in the text.
        unsafe table.initialize(repeating: 0, count: longest + 1)
        for index in 0..<8 { unsafe table[index] = expected(index, index) }
        for last in 0..<longest {
            unsafe text.initialize(repeating: 46, count: longest + 1)
            unsafe fill(text, from: table, through: UInt(last))
            for index in 0...longest where unsafe text[index] != expected(index, last) {
                print("byte \(index) of \(last + 1) is not what the loop writes")
                exit(1)
            }
        }
    }
}
