import Foundation

private let factor = ProcessInfo.processInfo.environment["PASSWORDRULES_ROUNDS"].flatMap { Int($0) } ?? 1

/// How many rounds a test with random input makes: PASSWORDRULES_ROUNDS times as many as `make test` does.
package func rounds(_ count: Int) -> Int { count * factor }

/// The scalar values for tests of a property of characters: all of the first two planes and of the tags, where almost
/// all characters with a property are, and some of the others. If PASSWORDRULES_ROUNDS is set, all scalar values.
package let scalarValues: [UInt32] =
    factor > 1
    ? Array(0...0x10_FFFF)
    : Array(0..<0x2_0000) + Array(0xE_0000..<0xE_1000)
        + Array(stride(from: 0x2_0000, through: 0x10_FFFF, by: 97))
