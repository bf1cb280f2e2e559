extension Diagnostic {
    /// The diagnostic in one English sentence, without its position. `source` is the text that was parsed.
    public func message(in source: Span<UInt8>) -> String { text(in: source).string }

    /// The UTF-8 bytes of ``message(in:)``.
    public func messageBytes(in source: Span<UInt8>) -> [UInt8] { text(in: source).bytes }

    private func text(in source: Span<UInt8>) -> Text {
        var found = Text()
        found.append(quoting: source, from: offset, count: length)
        let values = Values(found, count: numbers?.upperBound ?? 0, limit: numbers?.lowerBound ?? 0)
        let start = min(offset, source.count)
        let place = start..<max(start, min(offset + length, source.count))
        var text = Text()
        Template(words).withEnglish(1) { text.append(filling: $0, with: values) }
        if let suggested {
            append(suggested, to: &text)
            if suggested == PowerOfTen.hint, let exponent = PowerOfTen.meant(by: source, place) {
                text.append("; did you mean \"10^")
                text.append(exponent)
                text.append("\"?")
            }
        } else if code == .unknownPreset {
            text.append("; the presets are")
            for preset in Preset.allCases {
                text.append(" ")
                text.append(preset.name)
            }
        } else if code == .unknownKey || code == .unknownProperty {
            if !ForeignNames.answer(to: source, place, isProperty: code == .unknownProperty, in: &text),
                code == .unknownKey
            {
                text.append("; see passwordrules.conf(5) for the list")
            }
        }
        return text
    }

    private func append(_ suggested: Word, to text: inout Text) {
        let (before, after): (StaticString, StaticString) =
            switch code {
            case .invalidValue: ("; expected ", "")
            case .textAfterValue: ("; is a ", " missing before it?")
            default: ("; did you mean \"", "\"?")
            }
        text.append(before)
        text.append(suggested.literal)
        text.append(after)
    }

    /// The sentence: `{first}` is the text at the diagnostic's range, `{limit}` to `{count}` the numbers that are allowed.
    private var words: StaticString {
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
        case .limitInBytes:
            "max-bytes is below 256, so some 64-character passwords, which NIST SP 800-63B-4 asks to accept, are rejected"
        case .unknownKey: "unknown key {first}"
        case .expectedKey: "expected \"KEY = VALUE\" or a comment, found {first}"
        case .expectedEquals: "expected \"=\" after the key"
        case .invalidValue: "invalid value {first}"
        case .duplicateKey: "this key is already set in this section"
        case .numberOutOfRange: "expected a number from {limit} to {count}, found {first}"
        case .nulByte: "a NUL byte: this is not a text file"
        case .carriageReturn: "a carriage return: save the file with Unix line endings"
        case .byteOrderMark: "a byte order mark: save the file as UTF-8 without one"
        case .invalidUTF8: "not valid UTF-8 text"
        case .unfinishedLastLine:
            "the last line has no newline: the file may have been truncated"
        case .unknownSection:
            "unknown section type {first}; use [user NAME], [group NAME] or [service SERVICE]"
        case .duplicateSection: "this section already exists in this file"
        case .unclosedSection: "expected \"]\" at the end of the line"
        case .missingSectionName: "expected the name of a user, a group or a service"
        case .unknownPreset: "unknown preset {first}"
        case .tooManyLines: "at most 64 such lines are allowed, and 4 of ranked-words"
        case .blankInWord: "words cannot contain white space; separate them with commas"
        case .wordLength: "a word must have 3 to 64 characters"
        case .missingItem: "expected a word, found nothing between the commas"
        case .policyTooLong: "policy file too long (maximum 1048576 bytes)"
        case .demandsNothing:
            "{first} demands nothing; remove the line, or leave the value empty to drop earlier demands"
        case .alternativeWithoutRules:
            "\"or\" is an alternative to the \"rules\" of its own section, which has none"
        case .severalNames:
            "a section is for one name, without quotation marks"
        case .unknownUser: "there is no user {first} on this machine"
        case .unknownGroup: "there is no group {first} on this machine"
        case .otherGroupName:
            "the group {first} has an earlier name, by which its members are found; use that name"
        case .noRules: "the policy has no rules: set \"rules\", or \"enforce = no\""
        }
    }
}
