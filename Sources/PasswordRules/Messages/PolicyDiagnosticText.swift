extension Diagnostic {
    /// The sentence for what only policies have.
    func policyText(in source: Span<UInt8>) -> Text {
        var text = sentence(policyWords, in: source)
        let place = place(in: source)
        if let suggested {
            let isExpected = code == .invalidValue
            append(
                suggested, to: &text, isExpected ? "; expected " : "; did you mean \"",
                isExpected ? "" : "\"?")
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
        } else if code == .unknownKey, !ForeignNames.appendLine(for: source, place, to: &text) {
            text.append("; see passwordrules.conf(5) for the list")
        }
        return text
    }

    private var policyWords: StaticString {
        switch code {
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
        default: ""
        }
    }
}
