// All that is said to the person who chooses a password. The comments are for translators, who see them beside the texts:
// `make translations` takes both from here. A text that is changed here is English until it is translated anew.

// What a password lacks or has too much of, a line each.
extension Template {
    /// {count} is how many are missing, {actual} how many there are, {limit} how many there must be
    static var moreCharacters: Template {
        Template(
            "{count} more character needed ({actual} of {limit})\0{count} more characters needed ({actual} of {limit})"
        )
    }
    /// {first}: such as "an uppercase letter", "a digit or one of -_"
    static var needs: Template { Template("needs {first}") }
    /// {first}: such as "A-Z, 0-9, -_"
    static var notAllowed: Template {
        Template(
            "{count} character that is not allowed (only {first})\0{count} characters that are not allowed (only {first})"
        )
    }
    /// {count} is how many are too many, {actual} how many there are
    static var tooManyCharacters: Template {
        Template(
            "{count} character too many ({actual}, at most {limit})\0{count} characters too many ({actual}, at most {limit})"
        )
    }
    /// characters such as aab or abb or abc
    static var consecutive: Template {
        Template(
            "{count} character in a row that repeat or follow each other (at most {limit})\0{count} characters in a row that repeat or follow each other (at most {limit})"
        )
    }
    /// such as aaaa
    static var repeated: Template {
        Template(
            "one character {count} time in a row (at most {limit})\0one character {count} times in a row (at most {limit})"
        )
    }
    static var sequential: Template {
        Template(
            "{count} character in sequence, like abc or 321 (at most {limit})\0{count} characters in sequence, like abc or 321 (at most {limit})"
        )
    }
    /// U+0000 cannot be typed, but programs can send it
    static var hasNul: Template { Template("has a NUL character, behind which nothing would count") }
    static var illFormed: Template { Template("has characters that are not valid UTF-8") }
    static var tooLong: Template {
        Template("too long: {count} byte (at most {limit})\0too long: {count} bytes (at most {limit})")
    }
    static var hasUsername: Template { Template("is or contains the user name") }
    static var hasUsernamePart: Template {
        Template(
            "contains a part of the user name ({count} character or more)\0contains a part of the user name ({count} characters or more)"
        )
    }
    static var hasFullName: Template { Template("is or contains a part of your full name") }
    static var hasHomeDirectory: Template {
        Template("is or contains a name from your home directory's path")
    }
    static var isOldPassword: Template { Template("is the old password") }
    static var isOldPasswordInOtherCase: Template { Template("is the old password with other capitals") }
    static var isOldPasswordReversed: Template { Template("is the old password backwards") }
    static var isOldPasswordRotated: Template { Template("is the old password with its ends exchanged") }
    static var hasOldPassword: Template {
        Template("contains the old password, or is contained in it")
    }
    static var tooFewChanges: Template {
        Template(
            "too much like the old password: {count} character changed ({limit} needed)\0too much like the old password: {count} characters changed ({limit} needed)"
        )
    }
    static var isPalindrome: Template { Template("reads the same backwards") }
    /// {actual}: how many of the four there are
    static var needsAllClasses: Template {
        Template(
            "needs all of: lowercase letters, uppercase letters, digits, other characters (has {actual})")
    }
    /// {limit}: 1 to 3
    static var needsClasses: Template {
        Template(
            "needs {limit} of: lowercase letters, uppercase letters, digits, other characters (has {actual})")
    }
    /// {count} is how many are missing; {first}: such as "A-Z, 0-9, -_"
    static var needsMoreOf: Template {
        Template(
            "needs {count} more of: {first} ({actual} of {limit})\0needs {count} more of: {first} ({actual} of {limit})"
        )
    }
    /// kinds: lowercase letters, uppercase letters, digits, others
    static var oneKind: Template {
        Template(
            "{count} character of one kind in a row (at most {limit})\0{count} characters of one kind in a row (at most {limit})"
        )
    }
    static var moreDifferent: Template {
        Template(
            "{count} more different character needed ({actual} of {limit})\0{count} more different characters needed ({actual} of {limit})"
        )
    }
    static var neighbouringKeys: Template {
        Template(
            "{count} neighbouring key in a row, like qwer (at most {limit})\0{count} neighbouring keys in a row, like qwer (at most {limit})"
        )
    }
    static var hasWord: Template { Template("contains a word that is too easy to guess here") }
    static var moreWords: Template {
        Template(
            "{count} more word needed ({actual} of {limit})\0{count} more words needed ({actual} of {limit})")
    }
    /// the last line of several that say what is missing
    static var orTheOtherRules: Template { Template("or meet the other of the 2 sets of rules") }
    /// {count}: 3 or more
    static var orOtherRules: Template {
        Template("or meet another of the {count} sets of rules\0or meet another of the {count} sets of rules")
    }
    static var isListed: Template { Template("is a common or leaked password") }
    static var isListedInOtherCase: Template {
        Template("is a common or leaked password with other capitals")
    }
    /// such as P4ssw0rd!! where password is known
    static var isListedWithChanges: Template { Template("is a common or leaked password with small changes") }
    static var listUnreadable: Template {
        Template("cannot be compared with the list of common passwords: please tell your administrator")
    }
}

// What is demanded: as a line of its own, or as a clause of a sentence.
extension Template {
    static var characters: Template { Template("{count} character\0{count} characters") }
    static var charactersOrMore: Template {
        Template("{count} character or more\0{count} characters or more")
    }
    static var atLeastCharacters: Template {
        Template("at least {count} character\0at least {count} characters")
    }
    static var atMostCharacters: Template {
        Template("at most {count} character\0at most {count} characters")
    }
    static var exactlyCharacters: Template {
        Template("exactly {count} character\0exactly {count} characters")
    }
    /// {limit} to {count} characters
    static var rangeOfCharacters: Template {
        Template("{limit} to {count} character\0{limit} to {count} characters")
    }
    /// {first}: such as "an uppercase letter"
    static var has: Template { Template("has {first}") }
    /// {first}: such as "A-Z, 0-9, -_"
    static var only: Template { Template("only {first}") }
    static var validEncoding: Template { Template("valid UTF-8") }
    static var atMostBytes: Template { Template("at most {count} byte\0at most {count} bytes") }
    static var noUsername: Template { Template("not the user name") }
    static var noUsernamePart: Template { Template("no part of the user name") }
    static var noFullName: Template { Template("no part of your full name") }
    static var noHomeDirectory: Template { Template("no name from your home directory's path") }
    static var notOldPassword: Template { Template("not the old password") }
    static var changes: Template {
        Template("{count} character or more changed\0{count} characters or more changed")
    }
    static var changesFromOld: Template {
        Template(
            "{count} character or more other than in the old password\0{count} characters or more other than in the old password"
        )
    }
    static var notPalindrome: Template { Template("not the same backwards") }
    static var allClasses: Template {
        Template("all of: lowercase letters, uppercase letters, digits, other characters")
    }
    /// {limit}: 1 to 3
    static var someClasses: Template {
        Template("{limit} of: lowercase letters, uppercase letters, digits, other characters")
    }
    /// {first}: such as "A-Z, 0-9, -_"
    static var orMoreOf: Template { Template("{count} or more of: {first}\0{count} or more of: {first}") }
    static var different: Template {
        Template("{count} different character or more\0{count} different characters or more")
    }
    static var words: Template { Template("{count} word or more\0{count} words or more") }
    static var noRepeat: Template {
        Template(
            "no character more than {count} time in a row\0no character more than {count} times in a row")
    }
    static var noSequence: Template {
        Template(
            "no more than {count} letter or digit in sequence (like abc or 321)\0no more than {count} letters or digits in sequence (like abc or 321)"
        )
    }
    /// characters such as aab or abb or abc
    static var noConsecutive: Template {
        Template(
            "no more than {count} character in a row that repeat or follow each other\0no more than {count} characters in a row that repeat or follow each other"
        )
    }
    static var noClassRepeat: Template {
        Template(
            "no more than {count} character of one kind in a row (lowercase, uppercase, digits, others)\0no more than {count} characters of one kind in a row (lowercase, uppercase, digits, others)"
        )
    }
    static var noKeyboard: Template {
        Template(
            "no more than {count} neighbouring key in a row (like qwer)\0no more than {count} neighbouring keys in a row (like qwer)"
        )
    }
    static var noWord: Template { Template("no word that is too easy to guess here") }
    static var oneOfTheSets: Template { Template("one of the sets of rules") }
    static var notListed: Template { Template("not a common or leaked password") }
}

// Characters, as they stand after "needs", "has", "with" and "must contain".
extension Template {
    static var anyCharacter: Template { Template("any character") }
    static var aPrintableCharacter: Template { Template("a printable ASCII character") }
    static var aLetter: Template { Template("a letter A-Z or a-z") }
    static var anUpper: Template { Template("an uppercase letter") }
    static var aLower: Template { Template("a lowercase letter") }
    static var aDigit: Template { Template("a digit") }
    static var anUpperWithRange: Template { Template("an uppercase letter (A-Z)") }
    static var aLowerWithRange: Template { Template("a lowercase letter (a-z)") }
    static var aDigitWithRange: Template { Template("a digit (0-9)") }
    static var aSpecial: Template { Template("a special character") }
    static var aSpace: Template { Template("a space") }
    /// {first}: one sign
    static var theCharacter: Template { Template("the character {first}") }
    /// {first}: several signs, such as -_.
    static var oneOf: Template { Template("one of {first}") }
    /// stands before a choice in a list: "a digit and either an uppercase letter or one of -_"
    static var either: Template { Template("either {first}") }
}

// Characters, as they stand in lists: "only A-Z, special characters".
extension Template {
    static var anyCharacters: Template { Template("any characters") }
    static var printableCharacters: Template { Template("printable ASCII characters") }
    static var specialCharacters: Template { Template("special characters") }
    /// the character that nobody would see
    static var space: Template { Template("space") }
    /// {first}: signs such as -_.
    static var andSpace: Template { Template("{first} and space") }
}

// How parts are put together.
extension Template {
    static var comma: Template { Template("{first}, {second}") }
    static var semicolon: Template { Template("{first}; {second}") }
    static var and: Template { Template("{first} and {second}") }
    static var or: Template { Template("{first} or {second}") }
    /// ends a sentence
    static var period: Template { Template("{first}.") }
    /// {first}: such as "an uppercase letter and a digit"; a clause by itself
    static var with: Template { Template("with {first}") }
    /// {first}: such as "12 characters or more"; {second}: such as "an uppercase letter and a digit"
    static var lengthWith: Template { Template("{first}, with {second}") }
    /// {first}: such as "A-Z, 0-9, -_"
    static var madeOf: Template { Template("made of {first} only") }
}

// Sentences.
extension Template {
    /// {first}: such as "an uppercase letter (A-Z) and a digit (0-9)"
    static var mustContain: Template { Template("must contain {first}") }
    static var mayContainAny: Template { Template("may contain any characters") }
    /// {first}: such as "A-Z, 0-9, -_"
    static var mayContainOnly: Template { Template("may contain only {first}") }
    /// {first}: such as "A-Z, 0-9"; strict readers: password managers that generate by the rules
    static var anyMayBeUsed: Template {
        Template("Any characters may be used; strict readers of this descriptor permit {first} only.")
    }
    /// the same, where some characters are demanded
    static var othersMayBeUsed: Template {
        Template("Any other characters may be used; strict readers of this descriptor permit {first} only.")
    }
    /// {first}: such as "no character more than 2 times in a row"
    static var noSequenceEither: Template {
        Template("{first}; strict readers permit no longer sequence such as abc either")
    }
    static var passwords: Template { Template("{first} password\0{first} passwords") }
    static var bits: Template { Template("{first} bits") }
    /// {first}: such as "20 characters"; {second}: such as "1.32e31 passwords, 103.4 bits"
    static var strength: Template { Template("{first}, as generated: {second}.") }
    static var noneCanSatisfy: Template { Template("No password can satisfy these rules.") }
    /// {first}: the rules; before a prompt, so not "New password: "
    static var passwordRules: Template { Template("Password rules: {first}") }
    /// heads a list of sets of rules
    static var oneOfThese: Template { Template("Password rules: one of these:") }
    static var anyPassword: Template { Template("any password") }
    /// the last of a list
    static var orAnotherSet: Template {
        Template("or another of {count} sets of rules.\0or another of {count} sets of rules.")
    }
    /// {first}: what holds whichever of the sets of rules is met
    static var besides: Template { Template("And: {first}") }
}
