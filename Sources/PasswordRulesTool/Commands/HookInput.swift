import Glibc
import PasswordRules

/// A server's question: a new password, and the account that it is for.
struct HookInput: ~Copyable {
    /// All of standard input, in memory that is wiped.
    private var buffer = SecretBytes(count: maximumLength + 1)
    /// The range of the password in the buffer.
    private var password = 0..<0
    private(set) var account = Account()

    /// The longest input, in bytes.
    private static let maximumLength = 1 << 20

    /// The reason why the input is not a question. It contains nothing of the password.
    struct Problem: Error {
        let message: String
    }

    /// Calls `body` with the password.
    func withPassword<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        buffer.withSpan { body($0.extracting(password)) }
    }

    /// Reads the input in the server's format.
    init(of hook: Hook) throws(Problem) {
        let length = try Self.read(into: &buffer)
        switch hook {
        case .samba:
            account = Self.accountOfSamba()
            password = 0..<length
        case .heimdal:
            let found = try buffer.withSpan { (bytes) throws(Problem) in
                try Self.readHeimdal(bytes.extracting(0..<length))
            }
            (account, password) = found
        }
    }

    private static func read(into buffer: inout SecretBytes) throws(Problem) -> Int {
        var used = 0
        while used < buffer.count {
            // SAFETY: the buffer has room for the bytes after the `used` ones.
            let count = buffer.withMutableSpan { bytes in
                unsafe bytes.withUnsafeMutableBytes {
                    unsafe Glibc.read(STDIN_FILENO, $0.baseAddress?.advanced(by: used), $0.count - used)
                }
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Problem(message: "standard input cannot be read") }
            if count == 0 { return used }
            used += count
        }
        throw Problem(message: "standard input has more than \(maximumLength) bytes")
    }

    // MARK: - Samba

    /// Samba writes only the password, which may contain any bytes, and passes the account in the
    /// environment.
    private static func accountOfSamba() -> Account {
        let principal = environment("SAMBA_CPS_USER_PRINCIPAL_NAME")
        let parts = principal.split(separator: 0x40, maxSplits: 1).map { Array($0) }
        return Account(
            name: environment("SAMBA_CPS_ACCOUNT_NAME"), otherSpellings: [principal],
            fullName: environment("SAMBA_CPS_FULL_NAME"),
            words: labels(of: parts.count > 1 ? parts[1] : []))
    }

    private static func environment(_ name: String) -> [UInt8] {
        // SAFETY: this program has one thread, and does not change its environment.
        guard let value = unsafe getenv(name) else { return [] }
        return unsafe bytes(of: value)
    }

    /// The labels of a domain or realm, which an attacker would guess first.
    private static func labels(of domain: [UInt8]) -> [[UInt8]] {
        domain.split(separator: 0x2E).map { Array($0) }
    }

    // MARK: - Heimdal

    /// Heimdal writes three lines: "principal: ...", "new-password: ..." and "end". It refuses passwords with
    /// a line feed itself.
    private static func readHeimdal(_ bytes: Span<UInt8>) throws(Problem) -> (Account, Range<Int>) {
        var principal: Range<Int>?
        var password: Range<Int>?
        var start = 0
        while let end = (start..<bytes.count).first(where: { bytes[$0] == 0x0A }) {
            let line = start..<end
            start = end + 1
            if equals("end", bytes, line) {
                guard let principal, let password, start == bytes.count else { break }
                return (account(ofPrincipal: principal.map { bytes[$0] }), password)
            }
            if let value = value(of: "principal: ", bytes, line), principal == nil {
                principal = value
            } else if let value = value(of: "new-password: ", bytes, line), password == nil {
                password = value
            } else {
                break
            }
        }
        throw Problem(
            message:
                "standard input is not what Heimdal writes: \"principal: ...\", \"new-password: ...\" and \"end\""
        )
    }

    private static func equals(_ text: String, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        range.count == text.utf8.count && zip(range, text.utf8).allSatisfy { bytes[$0] == $1 }
    }

    /// The range of the value, if the line begins with the key.
    private static func value(of key: String, _ bytes: Span<UInt8>, _ line: Range<Int>) -> Range<Int>? {
        let end = line.lowerBound + key.utf8.count
        guard end <= line.upperBound, equals(key, bytes, line.lowerBound..<end) else { return nil }
        return end..<line.upperBound
    }

    /// The account of a principal, such as alice/admin@EXAMPLE.ORG: its first component is the name, and the
    /// others are personal words.
    private static func account(ofPrincipal text: [UInt8]) -> Account {
        var components: [[UInt8]] = [[]]
        var realm: [UInt8] = []
        var isInRealm = false
        var index = 0
        func append(_ byte: UInt8) {
            if isInRealm { realm.append(byte) } else { components[components.count - 1].append(byte) }
        }
        while index < text.count {
            switch text[index] {
            case 0x5C where index + 1 < text.count:
                index += 1
                append(unescaped(text[index]))
            case 0x2F where !isInRealm: components.append([])
            case 0x40 where !isInRealm: isInRealm = true
            default: append(text[index])
            }
            index += 1
        }
        return Account(
            name: components[0],
            words: components.dropFirst().filter { !$0.isEmpty } + labels(of: realm))
    }

    /// The byte that Kerberos escapes as a backslash and this letter.
    private static func unescaped(_ letter: UInt8) -> UInt8 {
        switch letter {
        case 0x6E: 0x0A
        case 0x74: 0x09
        case 0x62: 0x08
        case 0x30: 0x00
        default: letter
        }
    }
}
