/// A mistake in a text that was parsed, or a remark about it.
///
/// It holds ranges and numbers only; ``message(in:)`` makes the words from the text itself.
public struct Diagnostic: Error, Equatable, Sendable {
    /// How severe a diagnostic is.
    public enum Severity: Int, Sendable {
        /// The text does what it says; there is advice about it, by a standard or about other implementations.
        case note = 1
        /// A part of the text does not do what it says, in a way that never makes the rules weaker.
        case warning = 2
        /// The whole text is rejected.
        case error = 3
    }

    /// What a diagnostic says. The numbers are stable and never used again for something else.
    public enum Code: Int, Sendable, CaseIterable {
        // Descriptors.
        /// A property that the language does not have.
        case unknownProperty = 101
        /// Something else where a property's name is expected.
        case expectedProperty = 102
        /// No ":" behind the name of a property.
        case expectedColon = 103
        /// A property without the class that it takes.
        case missingClass = 104
        /// A class that the language does not have.
        case unknownClass = 105
        /// A hyphen in brackets that does not come first.
        case hyphenInsideClass = 106
        /// A character in brackets that is not printable ASCII.
        case characterInsideClass = 107
        /// A "[" without its "]".
        case unclosedClass = 108
        /// Brackets with nothing in them.
        case emptyClass = 109
        /// A limit without its number.
        case missingNumber = 110
        /// Something else where a number is expected.
        case notANumber = 111
        /// A number below 0.
        case negativeNumber = 112
        /// A number with decimals.
        case fractionalNumber = 113
        /// A number above ``Descriptor/maximumNumber``.
        case numberTooLarge = 114
        /// Something behind a value that does not belong to it.
        case textAfterValue = 115
        /// A text longer than ``Descriptor/maximumLengthInBytes``.
        case descriptorTooLong = 116
        /// Two names without a comma between them.
        case expectedComma = 117
        /// `none` in a list with others.
        case noneBesideOthers = 118
        /// `digits`, which is read as `digit`.
        case digitsForDigit = 150
        /// A character in brackets beyond ASCII, which is left out.
        case characterLeftOut = 151
        /// `max-consecutive`, which implementations read differently.
        case deprecatedMaxConsecutive = 160
        /// A requirement that a character meets which meets another one too.
        case repeatedRequirement = 161
        /// No `allowed`, so that some password managers use the required classes alone.
        case noAllowed = 162
        /// A `maxlength` below 64.
        case lowMaxLength = 163
        /// A `minlength` below 8.
        case lowMinLength = 164
        /// No `minlength`.
        case noMinLength = 165
        /// A class whose characters are already allowed.
        case redundantAllowed = 166
        /// Rules that no password satisfies.
        case unsatisfiable = 167
        /// Rules whose strict reading no password satisfies.
        case notGenerable = 168
        /// A rule about the composition of passwords.
        case compositionRule = 169
        /// A `max-bytes` below that of some passwords of 64 characters.
        case limitInBytes = 170

        // Policy files.
        /// A key that policy files do not have.
        case unknownKey = 201
        /// A line that is neither a setting nor a comment nor a head.
        case expectedKey = 202
        /// No "=" behind a key.
        case expectedEquals = 203
        /// A value that the key does not take.
        case invalidValue = 205
        /// A key that is set twice in a section, and takes one value.
        case duplicateKey = 206
        /// A number that the key does not take.
        case numberOutOfRange = 207
        /// A NUL byte: the file is no text.
        case nulByte = 208
        /// A carriage return at the end of a line.
        case carriageReturn = 209
        /// A byte order mark.
        case byteOrderMark = 210
        /// Bytes that are not UTF-8.
        case invalidUTF8 = 211
        /// No newline at the end of the last line: the file may have been cut off.
        case unfinishedLastLine = 212
        /// The head of a section that is neither for a user nor for a group nor for a service.
        case unknownSection = 213
        /// A policy that checks passwords and demands nothing of them.
        case noRules = 214
        /// A second section for the same user, group or service.
        case duplicateSection = 215
        /// The head of a section without its "]".
        case unclosedSection = 216
        /// The head of a section without a name.
        case missingSectionName = 217
        /// A preset that does not exist.
        case unknownPreset = 218
        /// More lines of one key than are permitted.
        case tooManyLines = 219
        /// White space inside a word.
        case blankInWord = 220
        /// A word that is too short or too long.
        case wordLength = 221
        /// Nothing between two commas.
        case missingItem = 222
        /// A section for a user whom the machine does not know.
        case unknownUser = 223
        /// A section for a group that the machine does not know.
        case unknownGroup = 224
        /// A section for the second name of a group, by which its members are not found.
        case otherGroupName = 225
        /// A file longer than ``PolicyFile/maximumLengthInBytes``.
        case policyTooLong = 226
        /// A value that would demand nothing, of a key that demands something.
        case demandsNothing = 227
        /// An `or` in a section without `rules`.
        case alternativeWithoutRules = 228
        /// The head of a section with several names, or with a name in quotation marks.
        case severalNames = 229
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
        case .digitsForDigit, .deprecatedMaxConsecutive, .noAllowed, .lowMaxLength, .lowMinLength,
            .noMinLength,
            .redundantAllowed, .compositionRule, .limitInBytes:
            .note
        case .characterLeftOut, .repeatedRequirement, .unsatisfiable, .notGenerable, .unknownUser,
            .unknownGroup, .otherGroupName:
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
