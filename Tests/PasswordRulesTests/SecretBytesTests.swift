import Testing

@testable import PasswordRules

@Suite struct SecretBytesTests {
    @Test func beginsWithZerosAndKeepsWhatIsWritten() {
        var secret = SecretBytes(count: 300)
        #expect(secret.withSpan { span in (0..<span.count).allSatisfy { span[$0] == 0 } })
        secret.withMutableSpan { bytes in
            for index in 0..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index) }
        }
        #expect(
            secret.withSpan { span in
                (0..<span.count).allSatisfy { span[$0] == UInt8(truncatingIfNeeded: $0) }
            })
    }

    @Test func anEmptySecretIsFine() {
        let secret = SecretBytes(count: 0)
        #expect(secret.withSpan { $0.isEmpty })
    }
}
