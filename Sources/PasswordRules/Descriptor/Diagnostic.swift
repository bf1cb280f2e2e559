/// A mistake in a text that was parsed, or a remark about it.
///
/// It holds ranges and numbers only; `message(in:)` makes the words from the text itself.
public struct Diagnostic: Error, Equatable, Sendable {
    /// How severe a diagnostic is.
    public enum Severity: Int, Sendable {
        /// The text was parsed as meant; other implementations may not understand it.
        case note = 1
        /// A part of the text is ignored, in a way that never makes the rules weaker.
        case warning = 2
        /// The whole text is rejected.
        case error = 3
    }

    /// What a diagnostic says. The numbers are stable and never used again for something else.
    public enum Code: Int, Sendable, CaseIterable {
        // Descriptors.
        case unknownProperty = 101
        case expectedProperty = 102
        case expectedColon = 103
        case missingClass = 104
        case unknownClass = 105
        case hyphenInsideClass = 106
        case characterInsideClass = 107
        case unclosedClass = 108
        case emptyClass = 109
        case missingNumber = 110
        case notANumber = 111
        case negativeNumber = 112
        case fractionalNumber = 113
        case numberTooLarge = 114
        case textAfterValue = 115
        case descriptorTooLong = 116
        case expectedComma = 117
        case noneBesideOthers = 118
        case digitsForDigit = 150
        case characterLeftOut = 151
        case deprecatedMaxConsecutive = 160
        case repeatedRequirement = 161
        case noAllowed = 162
        case lowMaxLength = 163
        case lowMinLength = 164
        case noMinLength = 165
        case redundantAllowed = 166
        case unsatisfiable = 167
        case notGenerable = 168
        case compositionRule = 169
        case limitInBytes = 170

        // Policy files.
        case unknownKey = 201
        case expectedKey = 202
        case expectedEquals = 203
        case invalidValue = 205
        case duplicateKey = 206
        case numberOutOfRange = 207
        case nulByte = 208
        case carriageReturn = 209
        case byteOrderMark = 210
        case invalidUTF8 = 211
        case unfinishedLastLine = 212
        case unknownSection = 213
        case noRules = 214
        case duplicateSection = 215
        case unclosedSection = 216
        case missingSectionName = 217
        case unknownPreset = 218
        case tooManyLines = 219
        case blankInWord = 220
        case wordLength = 221
        case missingItem = 222
        case unknownUser = 223
        case unknownGroup = 224
        case otherGroupName = 225
        case policyTooLong = 226
        case demandsNothing = 227
        case alternativeWithoutRules = 228
    }

    /// The kind of mistake or remark.
    public let code: Code
    /// Where it begins, in bytes from the start of the text.
    public let offset: Int
    /// How many bytes it covers; 0 if something is missing.
    public let length: Int
    /// What was probably meant, where that is obvious.
    public var suggestion: String? {
        if let numbers { return "\(numbers.lowerBound) to \(numbers.upperBound)" }
        return suggested.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    let suggested: Word?
    /// What a number may be that is out of range.
    let numbers: ClosedRange<Int>?

    init(
        _ code: Code, at offset: Int, length: Int = 0, suggestion: Word? = nil,
        numbers: ClosedRange<Int>? = nil
    ) {
        self.code = code
        self.offset = offset
        self.length = length
        suggested = suggestion
        self.numbers = numbers
    }

    /// How severe the diagnostic is.
    public var severity: Severity {
        switch code {
        case .digitsForDigit: .note
        case .characterLeftOut, .deprecatedMaxConsecutive, .repeatedRequirement, .noAllowed, .lowMaxLength,
            .lowMinLength, .noMinLength, .redundantAllowed, .unsatisfiable, .notGenerable, .compositionRule,
            .limitInBytes, .unknownUser, .unknownGroup, .otherGroupName:
            .warning
        default: .error
        }
    }

    /// Whether it is about the text as a whole, so that its offset means nothing.
    public var isAboutTheWhole: Bool {
        switch code {
        case .noRules, .noAllowed, .noMinLength: true
        case .unsatisfiable, .notGenerable, .lowMinLength: length == 0
        default: false
        }
    }

    /// The line, counted from 1, and the column in bytes, counted from 1, in `source`, the text that was read.
    public func position(in source: Span<UInt8>) -> (line: Int, column: Int) {
        Self.position(of: offset, in: source)
    }

    /// The line, counted from 1, and the column in bytes, counted from 1, of an offset in `source`.
    package static func position(of offset: Int, in source: Span<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var start = 0
        for index in 0..<min(offset, source.count) where source[index] == 0x0A {
            line += 1
            start = index + 1
        }
        return (line, offset - start + 1)
    }
}

extension Diagnostic.Code {
    /// Whether the lines of a policy file with this mistake are unknown, because it is not a text file or was truncated. Unknown
    /// lines may have been meant to bind root. `RootExemption` reads the lines of all other files.
    var hidesLines: Bool {
        switch self {
        case .nulByte, .carriageReturn, .byteOrderMark, .invalidUTF8, .unfinishedLastLine, .policyTooLong:
            true
        default: false
        }
    }
}
