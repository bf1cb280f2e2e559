// All messages to the user who chooses a password. The comments are for translators: `make translations` copies both into the
// catalogues. A message that is changed here is shown in English until it is translated again.

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
            "{count} repeated or sequential character in a row (at most {limit})\0{count} repeated or sequential characters in a row (at most {limit})"
        )
    }
    /// such as aaaa
    static var repeated: Template {
        Template(
            "the same character {count} time in a row (at most {limit})\0the same character {count} times in a row (at most {limit})"
        )
    }
    static var sequential: Template {
        Template(
            "{count} character in sequence, like abc or 321 (at most {limit})\0{count} characters in sequence, like abc or 321 (at most {limit})"
        )
    }
    /// U+0000 cannot be typed, but programs can send it
    static var hasNul: Template { Template("contains a NUL character: everything after it would be ignored") }
    static var illFormed: Template { Template("contains characters that are not valid UTF-8") }
    static var tooLong: Template {
        Template("too long: {count} byte (at most {limit})\0too long: {count} bytes (at most {limit})")
    }
    static var hasUsername: Template { Template("is or contains the user name") }
    static var hasUsernamePart: Template {
        Template(
            "contains part of the user name (at least {count} character)\0contains part of the user name (at least {count} characters)"
        )
    }
    static var hasFullName: Template { Template("is or contains part of your full name") }
    static var hasHomeDirectory: Template {
        Template("is or contains a name from your home directory's path")
    }
    static var isOldPassword: Template { Template("is the old password") }
    static var isOldPasswordInOtherCase: Template { Template("differs from the old password only in case") }
    static var isOldPasswordReversed: Template { Template("is the old password reversed") }
    static var isOldPasswordRotated: Template {
        Template("is the old password with its beginning moved to the end")
    }
    static var hasOldPassword: Template { Template("contains the old password, or is part of it") }
    static var tooFewChanges: Template {
        Template(
            "too similar to the old password: only {count} character changed (at least {limit} needed)\0too similar to the old password: only {count} characters changed (at least {limit} needed)"
        )
    }
    static var isPalindrome: Template { Template("is a palindrome (reads the same backward)") }
    /// {actual}: how many of the four there are
    static var needsAllClasses: Template {
        Template(
            "needs lowercase letters, uppercase letters, digits and other characters (has {actual} of these 4 kinds)"
        )
    }
    /// {limit}: 1 to 3
    static var needsClasses: Template {
        Template(
            "needs at least {limit} of these 4 kinds: lowercase letters, uppercase letters, digits, other characters (has {actual})"
        )
    }
    /// {count} is how many are missing; {first}: such as "A-Z, 0-9, -_"
    static var needsMoreOf: Template {
        Template(
            "needs {count} more of these: {first} ({actual} of {limit})\0needs {count} more of these: {first} ({actual} of {limit})"
        )
    }
    static var needsMoreUppercase: Template {
        Template(
            "needs {count} more uppercase letter ({actual} of {limit})\0needs {count} more uppercase letters ({actual} of {limit})"
        )
    }
    static var needsMoreLowercase: Template {
        Template(
            "needs {count} more lowercase letter ({actual} of {limit})\0needs {count} more lowercase letters ({actual} of {limit})"
        )
    }
    static var needsMoreDigits: Template {
        Template(
            "needs {count} more digit ({actual} of {limit})\0needs {count} more digits ({actual} of {limit})"
        )
    }
    static var needsMoreSpecial: Template {
        Template(
            "needs {count} more special character ({actual} of {limit})\0needs {count} more special characters ({actual} of {limit})"
        )
    }
    /// kinds: lowercase letters, uppercase letters, digits, others
    static var sameKind: Template {
        Template(
            "{count} character of the same kind in a row (at most {limit})\0{count} characters of the same kind in a row (at most {limit})"
        )
    }
    static var moreDifferent: Template {
        Template(
            "{count} more different character needed ({actual} of {limit})\0{count} more different characters needed ({actual} of {limit})"
        )
    }
    static var adjacentKeys: Template {
        Template(
            "{count} adjacent keyboard key in a row, like qwer (at most {limit})\0{count} adjacent keyboard keys in a row, like qwer (at most {limit})"
        )
    }
    static var hasWord: Template { Template("contains a word that is not allowed on this system") }
    static var moreWords: Template {
        Template(
            "{count} more word needed ({actual} of {limit})\0{count} more words needed ({actual} of {limit})")
    }
    /// the last line of several that say what is missing
    static var orTheOtherRules: Template { Template("or satisfy the other set of rules instead") }
    /// {count}: how many others there are, 2 or more
    static var orOtherRules: Template {
        Template(
            "or satisfy the other {count} set of rules instead\0or satisfy one of the other {count} sets of rules instead"
        )
    }
    static var isListed: Template { Template("is a common or leaked password") }
    static var isListedInOtherCase: Template {
        Template("differs from a common or leaked password only in case")
    }
    /// such as P4ssw0rd!! where password is known
    static var isListedWithChanges: Template { Template("is too similar to a common or leaked password") }
    static var listUnreadable: Template {
        Template("could not be checked against the list of common passwords; please tell your administrator")
    }
}

// What is demanded: as a line of its own, or as a clause of a sentence.
extension Template {
    static var characters: Template { Template("{count} character\0{count} characters") }
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
        Template("at least {count} character changed\0at least {count} characters changed")
    }
    static var changesFromOld: Template {
        Template(
            "at least {count} character different from the old password\0at least {count} characters different from the old password"
        )
    }
    static var notPalindrome: Template { Template("not a palindrome") }
    static var allClasses: Template {
        Template("lowercase letters, uppercase letters, digits and other characters")
    }
    /// {limit}: 1 to 3
    static var someClasses: Template {
        Template(
            "at least {limit} of these 4 kinds: lowercase letters, uppercase letters, digits, other characters"
        )
    }
    /// {first}: such as "A-Z, 0-9, -_"
    static var atLeastOf: Template {
        Template("at least {count} of these: {first}\0at least {count} of these: {first}")
    }
    static var atLeastUppercase: Template {
        Template("at least {count} uppercase letter\0at least {count} uppercase letters")
    }
    static var atLeastLowercase: Template {
        Template("at least {count} lowercase letter\0at least {count} lowercase letters")
    }
    static var atLeastDigits: Template { Template("at least {count} digit\0at least {count} digits") }
    static var atLeastSpecial: Template {
        Template("at least {count} special character\0at least {count} special characters")
    }
    static var different: Template {
        Template("at least {count} different character\0at least {count} different characters")
    }
    static var words: Template { Template("at least {count} word\0at least {count} words") }
    static var noRepeat: Template {
        Template(
            "no more than {count} of the same character in a row\0no more than {count} of the same character in a row"
        )
    }
    static var noSequence: Template {
        Template(
            "no more than {count} letter or digit in sequence (like abc or 321)\0no more than {count} letters or digits in sequence (like abc or 321)"
        )
    }
    /// characters such as aab or abb or abc
    static var noConsecutive: Template {
        Template(
            "no more than {count} repeated or sequential character in a row\0no more than {count} repeated or sequential characters in a row"
        )
    }
    static var noClassRepeat: Template {
        Template(
            "no more than {count} character of the same kind in a row (lowercase, uppercase, digits, others)\0no more than {count} characters of the same kind in a row (lowercase, uppercase, digits, others)"
        )
    }
    static var noKeyboard: Template {
        Template(
            "no more than {count} adjacent keyboard key in a row (like qwer)\0no more than {count} adjacent keyboard keys in a row (like qwer)"
        )
    }
    static var noWord: Template { Template("no word that is forbidden on this system") }
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
    /// {first}: one symbol
    static var theCharacter: Template { Template("the character {first}") }
    /// {first}: several symbols, such as -_.
    static var oneOf: Template { Template("one of {first}") }
    /// stands before a choice in a list: "a digit and either an uppercase letter or one of -_"
    static var either: Template { Template("either {first}") }
}

// Characters, as they stand in lists: "only A-Z, special characters".
extension Template {
    static var anyCharacters: Template { Template("any characters") }
    static var printableCharacters: Template { Template("printable ASCII characters") }
    static var specialCharacters: Template { Template("special characters") }
    /// by its name, because it cannot be seen
    static var space: Template { Template("space") }
    /// {first}: symbols such as -_.
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
    /// {first}: such as "at least 12 characters"; {second}: such as "an uppercase letter and a digit"
    static var lengthWith: Template { Template("{first}, with {second}") }
}

// Sentences.
extension Template {
    /// {first}: such as "an uppercase letter (A-Z) and a digit (0-9)"
    static var mustContain: Template { Template("must contain {first}") }
    static var mayContainAny: Template { Template("may contain any characters") }
    /// {first}: such as "A-Z, 0-9, -_"
    static var mayContainOnly: Template { Template("may contain only {first}") }
    /// {first}: such as "A-Z, 0-9"
    static var anyMayBeUsed: Template {
        Template("Any characters are allowed, but some password managers will generate only {first}.")
    }
    /// the same, where some characters are demanded
    static var othersMayBeUsed: Template {
        Template("Other characters are allowed too, but some password managers will generate only {first}.")
    }
    /// {first}: such as "no more than 2 of the same character in a row"
    static var noSequenceEither: Template {
        Template("{first}; some password managers limit sequences such as abc in the same way")
    }
    /// {first}: how many passwords there are, such as 1.32e31
    static var possibilities: Template { Template("{first} possibility\0{first} possibilities") }
    static var bits: Template { Template("{first} bits of entropy") }
    /// {first}: such as "20 characters"; {second}: such as "1.32e31 possibilities, 103.4 bits of entropy"
    static var strength: Template { Template("Generated: {first}, {second}.") }
    static var noneCanSatisfy: Template { Template("No password can satisfy these rules.") }
    /// {first}: the rules; before a prompt, so not "New password: "
    static var passwordRules: Template { Template("Password rules: {first}") }
    /// heads a list of sets of rules
    static var oneOfThese: Template { Template("Password rules (any one of these is enough):") }
    static var anyPassword: Template { Template("any password") }
    /// the last of a list; {count}: how many sets are not shown
    static var orAnotherSet: Template {
        Template("or {count} other set of rules.\0or one of {count} other sets of rules.")
    }
    /// {first}: what holds whichever of the sets of rules is met
    static var inAllCases: Template { Template("In all cases: {first}") }
}
