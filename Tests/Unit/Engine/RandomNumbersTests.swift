import Testing

@testable import PasswordRules

@Suite struct RandomNumbersTests {
    private func number(below bound: Int, script: [UInt8]) throws -> Int {
        var numbers = RandomNumbers(blockSize: 16)
        var source = ScriptedSource(script)
        return try numbers.next(below: bound, from: &source)
    }

    /// Numbers of one byte, of four, of eight; the highest usable value, and the values that are discarded
    /// before it.
    @Test(
        arguments: [
            (10, [249], 9), (10, [250, 255, 7], 7), (256, [255], 255), (1, [255], 0),
            (257, [0xFF, 0xFF, 0xFF, 0xFE], 256), (257, [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 1, 1], 0),
            (1 << 31, [0xFF, 0xFF, 0xFF, 0xFF], 1 << 31 - 1),
            (1 << 31 + 1, [0, 0, 0, 0, 0x80, 0, 0, 0], 1 << 31),
            (1 << 62, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1 << 62 - 1),
        ] as [(Int, [UInt8], Int)])
    func takesTheRemainderOfUsableValues(bound: Int, script: [UInt8], expected: Int) throws {
        #expect(try number(below: bound, script: script) == expected)
    }

    /// All 256 bytes, each once: every number must be drawn exactly equally often.
    @Test(arguments: 1...256)
    func drawsWithoutModuloBias(bound: Int) throws {
        var source = ScriptedSource(Array(0...255))
        var numbers = RandomNumbers(blockSize: 256)
        var counts = Array(repeating: 0, count: bound)
        for _ in 0..<(256 / bound * bound) { counts[try numbers.next(below: bound, from: &source)] += 1 }
        #expect(counts.allSatisfy { $0 == 256 / bound })
        #expect(source.fills == 1)
    }

    /// Bounds that are not powers of two: their largest values are discarded.
    @Test(arguments: [3, 10, 255, 257, 1_000_000, 1 << 31 - 1, 1 << 31 + 1, 1 << 61 + 1])
    func sourceOfTheLargestValuesAloneHasFailed(bound: Int) {
        #expect(throws: RandomSourceFailure.self) { try number(below: bound, script: [0xFF]) }
    }

    @Test(arguments: [256, 257, 1 << 31 + 1])
    func sourceFailureIsPassedOn(bound: Int) {
        var numbers = RandomNumbers(blockSize: 16)
        var source = FailingSource()
        #expect(throws: RandomSourceFailure.self) { try numbers.next(below: bound, from: &source) }
    }
}
