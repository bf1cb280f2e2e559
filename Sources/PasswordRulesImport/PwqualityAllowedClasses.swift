internal import PasswordRules

/// The value of `allowclasses`: the classes that the characters of a password may belong to.
///
/// libpwquality 1.4.5 does not have it; it was added in libpwquality/libpwquality#110.
struct PwqualityAllowedClasses: Equatable {
    /// The credits of the allowed classes.
    let credits: [PwqualityOption]

    static var name: Word { "allowclasses" }

    /// The letters of the classes, and their names in descriptors.
    private static let classes: [(letter: UInt8, credit: PwqualityOption, name: String)] = [
        (0x6C, .lcredit, "lower"), (0x75, .ucredit, "upper"), (0x64, .dcredit, "digit"),
        (0x6F, .ocredit, "special"),
    ]

    /// - Parameter text: Some of the letters l, u, d and o, with or without quotation marks.
    init?(_ text: ArraySlice<UInt8>) {
        let isQuoted = text.count > 1 && text.first == 0x22 && text.last == 0x22
        let letters = isQuoted ? text.dropFirst().dropLast() : text
        guard !letters.isEmpty, letters.allSatisfy({ byte in Self.classes.contains { $0.letter == byte } })
        else { return nil }
        credits = Self.classes.filter { letters.contains($0.letter) }.map(\.credit)
    }

    /// Whether all classes are allowed.
    var hasAll: Bool { credits.count == Self.classes.count }

    /// The classes as a property of a descriptor.
    var property: String {
        let names = Self.classes.filter { credits.contains($0.credit) }.map(\.name)
        return "allowed: " + names.joined(separator: ", ") + ";"
    }
}
