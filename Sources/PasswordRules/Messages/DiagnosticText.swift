extension Diagnostic {
    /// The diagnostic in one English sentence, without its position. `source` is the text that was parsed.
    public func message(in source: Span<UInt8>) -> String { text(in: source).string }

    /// The UTF-8 bytes of `message(in:)`.
    public func messageBytes(in source: Span<UInt8>) -> [UInt8] { text(in: source).bytes }

    private func text(in source: Span<UInt8>) -> Text {
        var text = Text()
        var found = Text()
        found.append(quoting: source, from: offset, count: length)
        switch code {
        case .unknownProperty:
            text.append("there is no property ")
            text.append(found)
        case .expectedProperty:
            text.append("expected the name of a property, found ")
            text.append(found)
        case .expectedColon:
            text.append("expected \":\" after the name of the property")
        case .missingClass:
            text.append("expected a character class such as upper, digit or [-_.]")
        case .unknownClass:
            text.append("there is no class ")
            text.append(found)
        case .hyphenInsideClass:
            text.append("a \"-\" belongs right after the \"[\": there are no ranges")
        case .characterInsideClass:
            text.append("only printable ASCII characters can stand between \"[\" and \"]\"")
        case .unclosedClass:
            text.append("this \"[\" is not closed by a \"]\"")
        case .emptyClass:
            text.append("these classes hold no character")
        case .missingNumber:
            text.append("expected a number")
        case .notANumber:
            text.append("expected a number, found ")
            text.append(found)
        case .negativeNumber:
            text.append("a number cannot be negative here")
        case .fractionalNumber:
            text.append("expected a whole number")
        case .numberTooLarge:
            text.append("a number can be 2147483647 at most")
        case .textAfterValue:
            text.append("expected \";\" or the end, found ")
            text.append(found)
        case .noneBesideOthers:
            text.append("\"none\" stands alone")
        case .expectedComma:
            text.append("expected \",\" or the end, found ")
            text.append(found)
        case .descriptorTooLong:
            text.append("a descriptor can be 65536 bytes long at most")
        case .digitsForDigit:
            text.append(found)
            text.append(" is read as \"digit\"; other readers know only \"digit\"")
        case .characterLeftOut:
            text.append("this character is left out: a class holds printable ASCII characters only")
        case .deprecatedMaxConsecutive:
            text.append("\"max-consecutive\" is deprecated, and readers differ over sequences such as abc; ")
            text.append("write \"max-repeating\" and \"max-sequential\"")
        case .repeatedRequirement:
            text.append("this is required already: one character meets both, so it does not ask for two")
        case .noAllowed:
            text.append("no \"allowed\": strict readers will permit the required classes only")
        case .lowMaxLength:
            text.append("a limit on the length below 64; NIST SP 800-63B-4 asks for 64 at least")
        case .lowMinLength:
            text.append(
                "a minimum length below 8; NIST SP 800-63B-4 asks for 8 at least, 15 without a second factor")
        case .noMinLength:
            text.append("no \"minlength\"; NIST SP 800-63B-4 asks for 8 at least, 15 without a second factor")
        case .redundantAllowed:
            text.append("characters of this class are permitted already")
        case .unsatisfiable:
            text.append("no password can satisfy these rules")
        case .notGenerable:
            text.append(
                "no password can be generated: strict readers permit too few characters for these rules")
        case .compositionRule:
            text.append("this demands a composition; NIST SP 800-63B-4 has no rules but on the length")
        case .limitInBytes:
            text.append(
                "a limit in bytes below 256: 64 characters, which NIST SP 800-63B-4 asks for, may have as many"
            )
        case .unknownKey:
            text.append("there is no key ")
            text.append(found)
            if suggested == nil { text.append("; passwordrules.conf(5) has them all") }
        case .expectedKey:
            text.append("expected \"KEY = VALUE\" or a comment, found ")
            text.append(found)
        case .expectedEquals:
            text.append("expected \"=\" after the key")
        case .invalidValue:
            text.append("there is no value ")
            text.append(found)
            text.append(" for this key")
        case .duplicateKey:
            text.append("this key is set a second time in the same section")
        case .numberOutOfRange:
            text.append("expected a number from ")
            text.append(numbers?.lowerBound ?? 0)
            text.append(" to ")
            text.append(numbers?.upperBound ?? 0)
            text.append(", found ")
            text.append(found)
        case .nulByte:
            text.append("a NUL byte: this is not a text file")
        case .carriageReturn:
            text.append("a carriage return: save the file with Unix line ends")
        case .byteOrderMark:
            text.append("a byte order mark: save the file as UTF-8 without one")
        case .invalidUTF8:
            text.append("not valid UTF-8 text")
        case .unfinishedLastLine:
            text.append("the last line does not end in a newline: the file may have been cut off")
        case .unknownSection:
            text.append("there is no section for ")
            text.append(found)
            text.append(": write [user NAME], [group NAME] or [service SERVICE]")
        case .duplicateSection:
            text.append("this section is here a second time in the same file")
        case .unclosedSection:
            text.append("expected \"]\" at the end of the line")
        case .missingSectionName:
            text.append("expected the name of a user, a group or a service")
        case .unknownPreset:
            text.append("there is no preset ")
            text.append(found)
            if suggested == nil { text.append("; passwordrules.conf(5) has them all") }
        case .tooManyLines:
            text.append("there can be 64 such lines at most")
        case .blankInWord:
            text.append("a word has no white space in it: separate words by commas")
        case .wordLength:
            text.append("a word has 3 to 64 characters")
        case .missingItem:
            text.append("expected a word, found nothing between the commas")
        case .policyTooLong:
            text.append("a policy file can be 1048576 bytes long at most")
        case .demandsNothing:
            text.append(found)
            text.append(" demands nothing: leave the line out, or the value, to drop what other lines demand")
        case .alternativeWithoutRules:
            text.append("\"or\" is an alternative to the \"rules\" of its own section, which has none")
        case .unknownUser:
            text.append("there is no user ")
            text.append(found)
            text.append(" on this machine")
        case .unknownGroup:
            text.append("there is no group ")
            text.append(found)
            text.append(" on this machine")
        case .otherGroupName:
            text.append("the group ")
            text.append(found)
            text.append(" has another name before this one, by which its members are found: use that")
        case .noRules:
            text.append("the policy has no rules: set \"rules\", or \"enforce = no\"")
        }
        if let suggested {
            switch code {
            case .invalidValue: text.append("; it can be ")
            case .textAfterValue: text.append("; is a ")
            default: text.append("; did you mean \"")
            }
            text.append(suggested.literal)
            switch code {
            case .invalidValue: break
            case .textAfterValue: text.append(" missing before it?")
            default: text.append("\"?")
            }
        }
        return text
    }
}
