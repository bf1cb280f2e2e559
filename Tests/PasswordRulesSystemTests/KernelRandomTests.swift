import PasswordRules
import Testing

@testable import PasswordRulesSystem

@Suite struct KernelRandomTests {
    @Test func fillsEveryByte() throws {
        var source = KernelRandom()
        // getrandom gives at most 256 bytes in one piece for certain; more must be fetched to the end.
        var bytes = SecretBytes(count: 100_000)
        try bytes.withMutableSpan { (span) throws(RandomSourceFailure) in try source.fill(&span) }
        let counts = bytes.withSpan { span in
            (0..<span.count).reduce(into: [Int](repeating: 0, count: 256)) { counts, index in
                counts[Int(span[index])] += 1
            }
        }
        // 391 expected of each; outside this range once in some 10^20 runs.
        #expect(counts.allSatisfy { (150...700).contains($0) })
    }

    @Test func twoFillsDiffer() throws {
        var source = KernelRandom()
        let generator = Generator(try Descriptor("minlength: 20"))
        let first = try generator.generate(from: &source).withSpan { span in (0..<span.count).map { span[$0] }
        }
        let second = try generator.generate(from: &source).withSpan { span in
            (0..<span.count).map { span[$0] }
        }
        #expect(first != second)
    }
}
