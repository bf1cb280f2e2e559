/// The hash by which the passwords of a list are known. The numbers are those of the file format.
package enum BlocklistHash: UInt8, CaseIterable, Sendable {
    /// SHA-1 of the UTF-8 bytes, as published collections have it.
    case sha1 = 1
    /// MD4 of the password in UTF-16, as Windows and Samba store it, and as collections for them have it.
    case ntlm = 2

    /// The number of hex digits of a hash.
    package var digitCount: Int {
        switch self {
        case .sha1: 40
        case .ntlm: 32
        }
    }

    /// The name in arguments and output.
    package var name: StaticString {
        switch self {
        case .sha1: "sha1"
        case .ntlm: "ntlm"
        }
    }
}
