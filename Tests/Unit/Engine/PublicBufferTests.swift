import Synchronization
import Testing

@testable import PasswordRules

@Suite struct PublicBufferTests {
    /// A source that records what it is asked for.
    private final class RecordingSource: Sendable {
        let events = Mutex<[String]>([])
        let isEmpty: Bool

        init(isEmpty: Bool = false) { self.isEmpty = isEmpty }

        var source: PublicBuffer.Source {
            unsafe PublicBuffer.Source(
                allocate: { size in
                    self.events.withLock { $0.append("allocate \(size)") }
                    return self.isEmpty ? nil : .allocate(byteCount: size, alignment: 16)
                },
                free: { memory, size in
                    self.events.withLock { $0.append("free \(size)") }
                    unsafe memory.deallocate()
                })
        }
    }

    private struct Failure: Error {}

    private func numbers(_ bytes: PublicBytes) -> [UInt8] {
        let span = bytes.span
        return (0..<span.count).map { span[$0] }
    }

    @Test(arguments: [0, 1, 300])
    func bytesAreThoseThatWereFilledIn(count: Int) {
        let expected = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let bytes = PublicBytes(count: count) { span in
            for index in 0..<span.count { span[index] = UInt8(truncatingIfNeeded: index) }
        }
        #expect(numbers(bytes) == expected)
        #expect(numbers(PublicBytes(copying: expected)) == expected)
    }

    @Test func memoryIsReturnedOnceAfterTheLastCopy() {
        let recorded = RecordingSource()
        do {
            let bytes = PublicBytes(count: 5, from: recorded.source) { span in span[0] = 7 }
            let copy = bytes
            #expect(numbers(copy)[0] == 7)
            #expect(recorded.events.withLock { $0 } == ["allocate 5"])
        }
        #expect(recorded.events.withLock { $0 } == ["allocate 5", "free 5"])
    }

    @Test func memoryIsReturnedIfItCannotBeFilled() {
        let recorded = RecordingSource()
        #expect(throws: Failure.self) {
            try PublicBytes(count: 5, from: recorded.source) { _ throws(Failure) in throw Failure() }
        }
        #expect(recorded.events.withLock { $0 } == ["allocate 5", "free 5"])
    }

    @Test func swiftProvidesTheMemoryThatTheSourceHasNot() {
        let recorded = RecordingSource(isEmpty: true)
        let bytes = PublicBytes(copying: [1, 2])
        let other = PublicBytes(count: 2, from: recorded.source) { span in
            for index in 0..<span.count { span[index] = UInt8(index + 1) }
        }
        #expect(numbers(other) == numbers(bytes))
        #expect(recorded.events.withLock { $0 } == ["allocate 2"])
    }

    @Test(arguments: [0, 1, 8])
    func onlyTheFirstBytesAreWritten(count: Int) {
        var buffer = PublicBuffer(count: 8, from: nil)
        buffer.withMutableSpan(first: 8) { span in
            for index in 0..<span.count { span[index] = 1 }
        }
        buffer.withMutableSpan(first: count) { span in
            for index in 0..<span.count { span[index] = 9 }
        }
        let span = buffer.span
        #expect(
            (0..<span.count).map { span[$0] } == [UInt8](repeating: 9, count: count)
                + [UInt8](repeating: 1, count: 8 - count))
    }
}
