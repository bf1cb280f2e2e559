import Glibc
import Testing

@testable import PasswordRules

@Suite struct SecretBufferTests {
    private func elements<Element>(_ buffer: borrowing SecretBuffer<Element>) -> [Element] {
        buffer.withSpan { span in (0..<span.count).map { span[$0] } }
    }

    @Test(arguments: [0, 1, 300])
    func beginsWithZerosAndKeepsWhatIsWritten(count: Int) {
        var secret = SecretBytes(count: count)
        #expect(elements(secret) == [UInt8](repeating: 0, count: count))
        #expect(secret.withMutableSpan(first: 0) { $0.count } == 0)
        secret.withMutableSpan { bytes in
            for index in 0..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index) }
        }
        #expect(elements(secret) == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
    }

    @Test func copyHasTheElementsAndItsOwnMemory() {
        let numbers: [UInt64] = [1, .max, 0, 1 << 40]
        var copy = SecretBuffer(copying: numbers.span)
        #expect(elements(copy) == numbers)
        copy.withMutableSpan { $0[0] = 7 }
        #expect(elements(copy) == [7] + numbers.dropFirst())
        #expect(numbers[0] == 1)
        #expect(SecretBytes(copying: [UInt8]().span).count == 0)
    }

    @Test(arguments: [0, 1, 7, 8])
    func onlyTheFirstElementsAreWritten(count: Int) {
        var buffer = SecretBuffer<UInt32>(count: 8)
        let given = buffer.withMutableSpan(first: count) { span in
            for index in 0..<span.count { span[index] = 9 }
            return span.count
        }
        #expect(given == count)
        let expected = [UInt32](repeating: 9, count: count) + [UInt32](repeating: 0, count: 8 - count)
        #expect(elements(buffer) == expected)
    }

    /// Callers read a file into the returned elements, so the buffer must not return more elements than it has.
    @Test func requestingTooManyElementsTraps() async {
        for (count, condition) in [(17, ExitTest.Condition.failure), (-1, .failure), (16, .success)] {
            await #expect(processExitsWith: condition) { [count = count as Int] in
                var buffer = SecretBytes(count: 16)
                _ = buffer.withMutableSpan(first: count) { $0.count }
            }
        }
    }

    /// Whether malloc returns freed memory for the next request of the same size; with AddressSanitizer, it
    /// does not.
    private static var memoryComesBack: Bool {
        // SAFETY: addresses are compared, nothing is read.
        guard let first = unsafe malloc(200) else { return false }
        unsafe free(first)
        guard let second = unsafe malloc(200) else { return false }
        defer { unsafe free(second) }
        return unsafe first == second
    }

    /// The contents of a freed buffer of 0xAA, without the 16 bytes that malloc uses itself; nil if the
    /// memory has been reused already.
    private func leftOver<Element>(_ type: Element.Type, count: Int) -> [UInt8]?
    where Element: FixedWidthInteger & BitwiseCopyable {
        func address() -> UInt {
            var buffer = SecretBuffer<Element>(count: count)
            buffer.withMutableSpan { span in
                for index in 0..<span.count {
                    span[index] = Element(truncatingIfNeeded: 0xAAAA_AAAA_AAAA_AAAA as UInt64)
                }
            }
            return buffer.withSpan { span in
                // SAFETY: the address is compared, nothing is read by it.
                unsafe span.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
            }
        }
        let address = address()
        let length = count * MemoryLayout<Element>.stride
        // SAFETY: the memory is allocated again with its length, and was not written to in between.
        guard let memory = unsafe malloc(length) else { return nil }
        defer { unsafe free(memory) }
        guard UInt(bitPattern: memory) == address else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: memory, count: length)
        return unsafe Array(bytes.dropFirst(16))
    }

    /// Tests sizes that are multiples of a machine word and others, because the last word must be wiped, too.
    @Test(.enabled(if: memoryComesBack), arguments: 25...64)
    func contentsOfABufferAreWiped(count: Int) throws {
        let left = [
            leftOver(UInt8.self, count: count), leftOver(UInt32.self, count: count),
            leftOver(UInt64.self, count: count),
        ].compactMap { $0 }
        #expect(!left.isEmpty)
        for bytes in left { #expect(bytes.allSatisfy { $0 == 0 }, "\(bytes)") }
    }
}
