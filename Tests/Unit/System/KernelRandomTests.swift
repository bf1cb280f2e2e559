import PasswordRules
import Testing

@testable import PasswordRulesSystem

@Suite struct KernelRandomTests {
    @Test func fillsEveryByte() throws {
        var source = KernelRandom()
        // getrandom returns at most 256 bytes for certain; the rest must be fetched by further calls.
        var bytes = SecretBytes(count: 100_000)
        try bytes.withMutableSpan { (span) throws(RandomSourceFailure) in try source.fill(&span) }
        let counts = bytes.withSpan { span in
            (0..<span.count).reduce(into: [Int](repeating: 0, count: 256)) { counts, index in
                counts[Int(span[index])] += 1
            }
        }
        // The expected count of each is 391; it is outside this range once in some 10^20 runs.
        #expect(counts.allSatisfy { (150...700).contains($0) })
    }

    @Test func twoFillsDiffer() throws {
        var source = KernelRandom()
        let generator = Generator(try Descriptor("minlength: 20"))
        let first = try generator.generate(from: &source).text
        #expect(try generator.generate(from: &source).text != first)
    }
}
