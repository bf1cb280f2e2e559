internal import PasswordRules

/// The position of another module's setting.
struct SettingOrigin: Sendable {
    let file: String
    let line: Int
    let column: Int
    /// The setting as written, safe to print.
    let setting: String

    /// `FILE:LINE: SETTING`, for comments.
    var comment: String { "\(file):\(line): \(setting)" }

    /// `FILE:LINE:COLUMN`, for mistakes.
    var location: String { "\(file):\(line):\(column)" }
}

/// One line of a configuration file.
struct ConfigurationLine {
    /// The maximum length of a line in comments, in bytes.
    private static let maximumShownLength = 200

    let file: String
    let number: Int
    let bytes: ArraySlice<UInt8>

    /// Calls `body` with each line of a file, without its newline.
    static func forEach<Failure: Error>(
        of file: ImportedFile, _ body: (ConfigurationLine) throws(Failure) -> Void
    ) throws(Failure) {
        let name = fitToShow(file.name.utf8)
        var start = 0
        var number = 1
        while start < file.text.count {
            let end = file.text[start...].firstIndex(of: 0x0A) ?? file.text.count
            try body(ConfigurationLine(file: name, number: number, bytes: file.text[start..<end]))
            start = end + 1
            number += 1
        }
    }

    /// The origin of a range of the line.
    func origin(of range: Range<Int>) -> SettingOrigin {
        SettingOrigin(
            file: file, line: number, column: range.lowerBound - bytes.startIndex + 1,
            setting: Self.fitToShow(bytes[range]))
    }

    /// A mistake at a range of the line.
    func mistake(at range: Range<Int>, _ message: String) -> ImportRemark {
        ImportRemark(.error, at: origin(of: range).location, message, excerpt: excerpt(range))
    }

    /// Throws a mistake if the line is too long for its reader, or has a NUL byte.
    func check(longest: Int) throws(ImportRemark) {
        if bytes.count > longest {
            throw mistake(
                at: bytes.startIndex..<bytes.endIndex, "the line is longer than \(longest) bytes")
        }
        if let nul = bytes.firstIndex(of: 0) { throw mistake(at: nul..<nul + 1, "a NUL byte") }
    }

    /// The line with a range underlined; empty if the underline would not be aligned.
    private func excerpt(_ range: Range<Int>) -> String {
        guard bytes.count <= Self.maximumShownLength, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return "" }
        let marks = "^" + String(repeating: "~", count: max(0, range.count - 1))
        return "\n    " + String(decoding: bytes, as: UTF8.self)
            + "\n    " + String(repeating: " ", count: range.lowerBound - bytes.startIndex) + marks
    }

    /// The text between double quotes, safe to print.
    func quoted(_ range: Range<Int>) -> String { "\"\(Self.fitToShow(bytes[range]))\"" }

    /// A text without anything that could end a comment, control a terminal, or make the policy file invalid
    /// UTF-8.
    static func fitToShow(_ bytes: some Collection<UInt8>) -> String {
        let shown = bytes.prefix(maximumShownLength).map { byte in
            byte == 0x09 ? 0x20 : byte >= 0x20 && byte < 0x7F ? byte : 0x3F
        }
        return String(decoding: shown, as: UTF8.self) + (bytes.count > maximumShownLength ? "..." : "")
    }
}

/// A decimal number as strtol(3) and strtoul(3) parse it: a sign, and digits.
struct ConfiguredNumber {
    /// The number; nil if it is out of range for every option.
    let value: Int?
    /// Whether there is a digit.
    let hasDigits: Bool
    /// The offset of the rest of the text.
    let end: Int

    /// Parses the number at the start of the text; 0 if there is none.
    init(_ text: ArraySlice<UInt8>) {
        var offset = text.startIndex
        var isNegative = false
        if offset < text.endIndex, text[offset] == 0x2B || text[offset] == 0x2D {
            isNegative = text[offset] == 0x2D
            offset += 1
        }
        let firstDigit = offset
        var magnitude: Int? = 0
        while offset < text.endIndex, text[offset] >= 0x30, text[offset] <= 0x39 {
            let digit = Int(text[offset] & 0x0F)
            // Compared before the multiplication, which must not overflow on 32-bit machines either.
            magnitude = magnitude.flatMap {
                $0 > (Descriptor.maximumNumber - digit) / 10 ? nil : $0 * 10 + digit
            }
            offset += 1
        }
        hasDigits = offset > firstDigit
        end = hasDigits ? offset : text.startIndex
        value = magnitude.map { isNegative ? -$0 : $0 }
    }
}
