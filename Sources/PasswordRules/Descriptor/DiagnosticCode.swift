extension Diagnostic {
    /// The kind of a diagnostic. The numbers are stable and never reused.
    public enum Code: Int, Sendable, CaseIterable {
        // Descriptors.
        /// An unknown property.
        case unknownProperty = 101
        /// Not a property's name, where one is expected.
        case expectedProperty = 102
        /// No ":" after the name of a property.
        case expectedColon = 103
        /// A property that needs a class, without one.
        case missingClass = 104
        /// An unknown class.
        case unknownClass = 105
        /// A hyphen in brackets that is not first.
        case hyphenInsideClass = 106
        /// A character in brackets that is not printable ASCII.
        case characterInsideClass = 107
        /// A "[" without its "]".
        case unclosedClass = 108
        /// A class without members.
        case emptyClass = 109
        /// A limit without its number.
        case missingNumber = 110
        /// Not a number, where one is expected.
        case notANumber = 111
        /// A number below 0.
        case negativeNumber = 112
        /// A number with decimals.
        case fractionalNumber = 113
        /// A number above ``Descriptor/maximumNumber``.
        case numberTooLarge = 114
        /// Text after a value that is not part of it.
        case textAfterValue = 115
        /// A text longer than ``Descriptor/maximumLengthInBytes``.
        case descriptorTooLong = 116
        /// Other text, where a comma or the end is expected.
        case expectedComma = 117
        /// `none` in a list with other values.
        case noneBesideOthers = 118
        /// A comma between two properties, instead of a semicolon.
        case commaBeforeProperty = 119
        /// A property where a class is expected.
        case propertyAsClass = 120
        /// `digits`, which is read as `digit`.
        case digitsForDigit = 150
        /// A character beyond ASCII in brackets, which is left out.
        case characterLeftOut = 151
        /// `max-consecutive`, on which implementations disagree.
        case deprecatedMaxConsecutive = 160
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
        /// A `max-bytes` that some passwords of 64 characters exceed.
        case limitInBytes = 170
        /// An HTML entity in brackets, so that its letters are members.
        case htmlEntity = 171
        /// A member of a class that is already allowed, while others of the class are not.
        case redundantMember = 172

        // Policy files.
        /// An unknown key.
        case unknownKey = 201
        /// A line that is not a setting, a comment or a section header.
        case expectedKey = 202
        /// No "=" after a key.
        case expectedEquals = 203
        /// A value that the key does not accept.
        case invalidValue = 205
        /// A second line of a key that may be set only once in a section.
        case duplicateKey = 206
        /// A number outside the key's range.
        case numberOutOfRange = 207
        /// A NUL byte, so the file is not a text file.
        case nulByte = 208
        /// A carriage return at the end of a line.
        case carriageReturn = 209
        /// A byte order mark.
        case byteOrderMark = 210
        /// Bytes that are not UTF-8.
        case invalidUTF8 = 211
        /// No newline at the end of the last line, so the file may have been cut off.
        case unfinishedLastLine = 212
        /// A section header that is not for a user, a group or a service.
        case unknownSection = 213
        /// A policy that is enforced, but demands nothing.
        case noRules = 214
        /// A second section for the same user, group or service.
        case duplicateSection = 215
        /// A section header without its "]".
        case unclosedSection = 216
        /// A section header without a name.
        case missingSectionName = 217
        /// A preset that does not exist.
        case unknownPreset = 218
        /// Too many lines of one key.
        case tooManyLines = 219
        /// White space inside a word.
        case blankInWord = 220
        /// A word that is too short or too long.
        case wordLength = 221
        /// Nothing between two commas.
        case missingItem = 222
        /// A section for a user who does not exist on this machine.
        case unknownUser = 223
        /// A section for a group that does not exist on this machine.
        case unknownGroup = 224
        /// A section for a second name of a group. The members of the group are found by its first name.
        case otherGroupName = 225
        /// A file longer than ``PolicyFile/maximumLengthInBytes``.
        case policyTooLong = 226
        /// A value that would switch off a demand.
        case demandsNothing = 227
        /// An `or` in a section without `rules`.
        case alternativeWithoutRules = 228
        /// A section header with several names, or with quotation marks.
        case severalNames = 229
        /// A comment after a value.
        case commentAfterValue = 230
        /// Quotation marks around a value.
        case quotedValue = 231
    }
}

extension Diagnostic.Code {
    /// Its description in the C header and passwordrules(3). `make generate` copies it there.
    public var summary: StaticString {
        switch self {
        case .unknownProperty: "unknown property"
        case .expectedProperty: "the name of a property is missing"
        case .expectedColon: "the \":\" after the name of a property is missing"
        case .missingClass: "a character class is missing"
        case .unknownClass: "unknown class"
        case .hyphenInsideClass:
            "a \"-\" that is not the first character in \"[...]\": classes have no ranges"
        case .characterInsideClass: "a character that is not allowed between \"[\" and \"]\""
        case .unclosedClass: "a \"[\" without a \"]\""
        case .emptyClass: "an empty class"
        case .missingNumber: "a number is missing"
        case .notANumber: "not a number"
        case .negativeNumber: "a number below 0"
        case .fractionalNumber: "not a whole number"
        case .numberTooLarge: "a number above 2,147,483,647"
        case .textAfterValue: "more text where \";\" or the end belongs"
        case .descriptorTooLong: "a descriptor of more than 65,536 bytes"
        case .expectedComma: "more text where \",\" or the end belongs"
        case .noneBesideOthers: "\"none\" combined with other values"
        case .commaBeforeProperty: "a \",\" between two properties, where \";\" belongs"
        case .propertyAsClass: "a property where a class belongs"
        case .digitsForDigit: "\"digits\" is read as \"digit\""
        case .characterLeftOut: "a non-ASCII character is left out of a class"
        case .deprecatedMaxConsecutive: "\"max-consecutive\", on which implementations disagree"
        case .noAllowed: "no \"allowed\", where the strict reading permits little"
        case .lowMaxLength: "\"maxlength\" below 64"
        case .lowMinLength: "\"minlength\" below 8"
        case .noMinLength: "no \"minlength\""
        case .redundantAllowed: "characters that are already permitted"
        case .unsatisfiable: "no password can satisfy the rules"
        case .notGenerable: "no password can be generated"
        case .compositionRule: "a composition rule of a policy: NIST advises against them"
        case .limitInBytes: "\"max-bytes\" of a policy below 256"
        case .htmlEntity: "an HTML entity in brackets, whose letters are members"
        case .redundantMember: "a character of a class that is already permitted"
        case .unknownKey: "unknown key"
        case .expectedKey: "neither \"KEY = VALUE\" nor a section nor a comment"
        case .expectedEquals: "the \"=\" after the key is missing"
        case .invalidValue: "a value that this key does not take"
        case .duplicateKey: "a key that is set twice in a section"
        case .numberOutOfRange: "a number outside the range of the key"
        case .nulByte: "a NUL byte: not a text file"
        case .carriageReturn: "a carriage return at the end of a line"
        case .byteOrderMark: "a byte order mark at the start"
        case .invalidUTF8: "text that is not UTF-8"
        case .unfinishedLastLine: "no newline at the end: the file may have been cut off"
        case .unknownSection: "an unknown type of section"
        case .noRules: "a policy that is enforced and has no rules"
        case .duplicateSection: "a section that is in its file twice"
        case .unclosedSection: "the \"]\" of a section is missing"
        case .missingSectionName: "the name of the user, group or service is missing"
        case .unknownPreset: "unknown preset"
        case .tooManyLines: "more than 64 lines of a key, or 4 of ranked-words"
        case .blankInWord: "white space inside a word"
        case .wordLength: "a word of fewer than 3 or more than 64 characters"
        case .missingItem: "nothing between two commas"
        case .unknownUser: "a warning: no such user on this machine"
        case .unknownGroup: "a warning: no such group on this machine"
        case .otherGroupName: "a warning: the group has another name, which is in use"
        case .policyTooLong: "a file of more than 524,288 bytes"
        case .demandsNothing: "\"no\", \"none\" or \"permit\" for a key that demands something"
        case .alternativeWithoutRules: "an \"or\" in a section without \"rules\""
        case .severalNames: "a section for several names, or one in quotation marks"
        case .commentAfterValue: "a comment after a value"
        case .quotedValue: "a value in quotation marks"
        }
    }

    /// The message in English. `{first}` is the text at the diagnostic's range; `{limit}` and `{count}` are
    /// the smallest and the largest permitted number.
    var words: StaticString {
        switch self {
        // Descriptors.
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
        case .commaBeforeProperty: "{first} between properties"
        case .propertyAsClass: "{first} is a property, not a class: write it by itself"
        case .expectedComma: "expected \",\" or the end, found {first}"
        case .descriptorTooLong: "descriptor too long (maximum 65536 bytes)"
        case .digitsForDigit: "{first} is read as \"digit\"; other implementations accept only \"digit\""
        case .characterLeftOut:
            "this character is ignored: classes can contain only printable ASCII characters"
        case .deprecatedMaxConsecutive:
            "\"max-consecutive\" is deprecated: implementations disagree about abc; use \"max-repeating\" and \"max-sequential\""
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
        case .htmlEntity:
            "{first} is an HTML entity, and each of its characters is a member of this class; write the character itself"
        case .redundantMember: "{first} of this class is already allowed"

        // Policy files.
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
        case .tooManyLines: "at most 64 such lines are allowed (4 of ranked-words)"
        case .blankInWord: "words cannot contain white space; separate them with commas"
        case .wordLength: "a word must have 3 to 64 characters"
        case .missingItem: "expected a word, found nothing between the commas"
        case .policyTooLong: "policy file too long (maximum 524288 bytes)"
        case .demandsNothing:
            "{first} demands nothing; remove the line, or leave the value empty to drop earlier demands"
        case .alternativeWithoutRules:
            "\"or\" is an alternative to the \"rules\" of its own section, which has none"
        case .severalNames:
            "a section is for one name, without quotation marks"
        case .commentAfterValue: "a comment has to be on a line of its own"
        case .quotedValue: "write the value without quotation marks"
        case .unknownUser: "there is no user {first} on this machine"
        case .unknownGroup: "there is no group {first} on this machine"
        case .otherGroupName:
            "the group {first} has an earlier name, under which its members are found; use that name"
        case .noRules: "the policy has no rules: set \"rules\", or \"enforce = no\""
        }
    }

    /// The message about several lines, whose number is `{count}`. Only diagnostics that are reported once
    /// for all lines have one.
    var wordsForSeveralLines: StaticString {
        switch self {
        case .compositionRule:
            "this is the first of {count} composition rules; NIST SP 800-63B-4 says not to impose any"
        default: words
        }
    }

    /// Whether the lines of a policy file with this mistake are unknown, because it is not a plain text file,
    /// too long, or cut off. Such lines may have been meant to bind root. `RootExemption` reads the lines of
    /// all other files.
    var hidesLines: Bool {
        switch self {
        case .nulByte, .carriageReturn, .byteOrderMark, .invalidUTF8, .unfinishedLastLine, .policyTooLong:
            true
        default: false
        }
    }
}
