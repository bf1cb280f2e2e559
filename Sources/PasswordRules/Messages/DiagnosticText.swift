extension Diagnostic {
    /// The diagnostic in one English sentence, without its position. `source` is the text that was parsed.
    public func message(in source: Span<UInt8>) -> String { text(in: source).string }

    /// The UTF-8 bytes of ``message(in:)``.
    public func messageBytes(in source: Span<UInt8>) -> [UInt8] { text(in: source).bytes }

    /// The same bytes, for a diagnostic of a descriptor: a program that reads nothing else does without the words of policies.
    package func descriptorMessageBytes(in source: Span<UInt8>) -> [UInt8] {
        descriptorText(in: source).bytes
    }

    private func text(in source: Span<UInt8>) -> Text {
        isOfDescriptor ? descriptorText(in: source) : policyText(in: source)
    }

    @inline(never)
    private func descriptorText(in source: Span<UInt8>) -> Text {
        var text = sentence(descriptorWords, in: source)
        if let suggested {
            let isMissing = code == .textAfterValue
            append(
                suggested, to: &text, isMissing ? "; is a " : "; did you mean \"",
                isMissing ? " missing before it?" : "\"?")
        } else if code == .unknownProperty,
            let property = ForeignNames.property(for: source, place(in: source))
        {
            text.append("; here it is \"")
            text.append(property)
            text.append("\"")
        }
        return text
    }

    /// The words, with what they name filled in: `{first}` is the text at the diagnostic's range, `{limit}` to `{count}` the
    /// numbers that are allowed.
    @inline(never)
    func sentence(_ words: StaticString, in source: Span<UInt8>) -> Text {
        var found = Text()
        found.append(quoting: source, from: offset, count: length)
        let values = Values(found, count: numbers?.upperBound ?? 0, limit: numbers?.lowerBound ?? 0)
        var text = Text()
        text.append(filling: words, with: values)
        return text
    }

    /// Appends what was probably meant between two texts.
    func append(_ suggested: Word, to text: inout Text, _ before: StaticString, _ after: StaticString) {
        text.append(before)
        text.append(suggested.literal)
        text.append(after)
    }

    /// The part of the text that the diagnostic is about.
    func place(in source: Span<UInt8>) -> Range<Int> {
        let start = min(offset, source.count)
        return start..<max(start, min(offset + length, source.count))
    }

    /// Whether it is said of descriptors; all others are of policies alone.
    private var isOfDescriptor: Bool { code.rawValue < Code.limitInBytes.rawValue }

    private var descriptorWords: StaticString {
        switch code {
        case .unknownProperty: "unknown property {first}"
        case .expectedProperty: "expected a property name, found {first}"
        case .expectedColon: "expected \":\" after the property name"
        case .missingClass: "expected a character class such as upper, digit or [-_.]"
        case .unknownClass: "unknown class {first}"
        case .hyphenInsideClass: "\"-\" must come right after \"[\"; ranges are not supported"
        case .characterInsideClass: "only printable ASCII characters are allowed between \"[\" and \"]\""
        case .unclosedClass: "this \"[\" has no closing \"]\""
        case .emptyClass: "empty character class"
        case .missingNumber: "expected a number"
        case .notANumber: "expected a number, found {first}"
        case .negativeNumber: "the number cannot be negative"
        case .fractionalNumber: "expected a whole number"
        case .numberTooLarge: "number too large (maximum 2147483647)"
        case .textAfterValue: "expected \";\" or the end, found {first}"
        case .noneBesideOthers: "\"none\" cannot be combined with other values"
        case .expectedComma: "expected \",\" or the end, found {first}"
        case .descriptorTooLong: "descriptor too long (maximum 65536 bytes)"
        case .digitsForDigit: "{first} is read as \"digit\"; other implementations accept only \"digit\""
        case .characterLeftOut:
            "this character is ignored: classes can contain only printable ASCII characters"
        case .deprecatedMaxConsecutive:
            "\"max-consecutive\" is deprecated: implementations disagree about abc; use \"max-repeating\" and \"max-sequential\""
        case .repeatedRequirement:
            "duplicate requirement: one character satisfies both, so this does not ask for two"
        case .noAllowed: "no \"allowed\": some password managers will generate only the required classes"
        case .lowMaxLength: "the maximum length is below 64; NIST SP 800-63B-4 asks for at least 64"
        case .lowMinLength:
            "the minimum length is below 8; NIST SP 800-63B-4 asks for at least 8, or 15 without a second factor"
        case .noMinLength:
            "no \"minlength\"; NIST SP 800-63B-4 asks for at least 8, or 15 without a second factor"
        case .redundantAllowed: "the characters of this class are already allowed"
        case .unsatisfiable: "no password can satisfy these rules"
        case .notGenerable:
            "the strict reading allows too few characters to generate any password"
        case .compositionRule: "this is a composition rule; NIST SP 800-63B-4 says not to impose any"
        default: ""
        }
    }
}
