// All messages to the user who chooses a password. The comments are for translators; `make translations`
// copies both into the catalogues. A message that is changed here is shown in English until it is translated
// again.

// What a password lacks, or has too much of, a line each.
extension Template {
    /// {count} is how many are missing, {actual} how many there are, {limit} how many there must be
    static var moreCharacters: Template {
        Template(
            one: "{count} more character needed ({actual} of {limit})",
            many: "{count} more characters needed ({actual} of {limit})")
    }
    /// {first}: such as "an uppercase letter", "a digit or one of -_"
    static var needs: Template { Template("needs {first}") }
    /// {first}: such as "A-Z, 0-9, -_"
    static var notAllowed: Template {
        Template(
            one: "{count} character that is not allowed (only {first})",
            many: "{count} characters that are not allowed (only {first})")
    }
    /// {count} is how many are too many, {actual} how many there are
    static var tooManyCharacters: Template {
        Template(
            one: "{count} character too many ({actual}, at most {limit})",
            many: "{count} characters too many ({actual}, at most {limit})")
    }
    /// characters such as aab or abb or abc
    static var consecutive: Template {
        Template(
            one: "{count} repeated or sequential character in a row (at most {limit})",
            many: "{count} repeated or sequential characters in a row (at most {limit})")
    }
    /// such as aaaa
    static var repeated: Template {
        Template(
            one: "the same character {count} time in a row (at most {limit})",
            many: "the same character {count} times in a row (at most {limit})")
    }
    static var sequential: Template {
        Template(
            one: "{count} character in sequence, like abc or 321 (at most {limit})",
            many: "{count} characters in sequence, like abc or 321 (at most {limit})")
    }
    /// U+0000 cannot be typed, but programs can send it
    static var hasNul: Template { Template("contains a NUL character: everything after it would be ignored") }
    static var illFormed: Template { Template("contains characters that are not valid UTF-8") }
    static var tooLong: Template {
        Template(
            one: "too long at {count} byte (at most {limit})",
            many: "too long at {count} bytes (at most {limit})")
    }
    static var hasUsername: Template { Template("contains your user name") }
    static var hasUsernamePart: Template {
        Template(
            one: "contains part of your user name (at least {count} character)",
            many: "contains part of your user name (at least {count} characters)")
    }
    static var hasFullName: Template { Template("contains part of your name") }
    static var hasHomeDirectory: Template { Template("contains a name from your home directory's path") }
    static var isOldPassword: Template { Template("is the old password") }
    static var isOldPasswordRecased: Template { Template("differs from the old password only in case") }
    static var isOldPasswordReversed: Template { Template("is the old password reversed") }
    static var isOldPasswordRotated: Template {
        Template("is the old password with its beginning moved to the end")
    }
    static var hasOldPassword: Template { Template("is too much like the old password") }
    static var tooFewChanges: Template {
        Template(
            one:
                "is too similar to the old password: only {count} character changed (at least {limit} needed)",
            many:
                "is too similar to the old password: only {count} characters changed (at least {limit} needed)"
        )
    }
    /// the user had it before
    static var wasUsed: Template { Template("was used before") }
    static var isPalindrome: Template { Template("is a palindrome (reads the same backward)") }
    /// {count}: 2 or 3; {first}: such as "an uppercase letter, a digit, a character that is not a letter or digit"
    static var needsSome: Template {
        Template(
            one: "needs {count} of these: {first}",
            many: "needs {count} of these: {first}")
    }
    /// {count} and {limit} are how many are demanded, {actual} how many there are; {first}: such as "A-Z, 0-9, -_"
    static var needsOf: Template {
        Template(
            one: "{count} of these needed: {first} ({actual} of {limit})",
            many: "{count} of these needed: {first} ({actual} of {limit})")
    }
    /// {count} and {limit} are how many are demanded, at least 2; {actual} how many there are
    static var needsUppercase: Template {
        Template(
            one: "{count} uppercase letter needed ({actual} of {limit})",
            many: "{count} uppercase letters needed ({actual} of {limit})")
    }
    static var needsLowercase: Template {
        Template(
            one: "{count} lowercase letter needed ({actual} of {limit})",
            many: "{count} lowercase letters needed ({actual} of {limit})")
    }
    static var needsDigits: Template {
        Template(
            one: "{count} digit needed ({actual} of {limit})",
            many: "{count} digits needed ({actual} of {limit})")
    }
    static var needsSpecial: Template {
        Template(
            one: "{count} special character needed ({actual} of {limit})",
            many: "{count} special characters needed ({actual} of {limit})")
    }
    /// kinds: lowercase letters, uppercase letters, digits, others
    static var sameKind: Template {
        Template(
            one: "{count} character of the same kind in a row (at most {limit})",
            many: "{count} characters of the same kind in a row (at most {limit})")
    }
    static var moreDifferent: Template {
        Template(
            one: "{count} more different character needed ({actual} of {limit})",
            many: "{count} more different characters needed ({actual} of {limit})")
    }
    static var adjacentKeys: Template {
        Template(
            one: "{count} adjacent keyboard key in a row, like qwer (at most {limit})",
            many: "{count} adjacent keyboard keys in a row, like qwer (at most {limit})")
    }
    static var hasWord: Template {
        Template("contains a word that is too obvious here (company, town ...)")
    }
    static var moreWords: Template {
        Template(
            one: "{count} more word needed ({actual} of {limit})",
            many: "{count} more words needed ({actual} of {limit})")
    }
    /// heading for what the password lacks for the nearest of several sets of rules; {count}: the number of
    /// sets, 2 or more
    static var meetsNoSet: Template {
        Template(
            one: "meets none of the {count} choice; for the closest:",
            many: "meets none of the {count} choices; for the closest:")
    }
    static var isListed: Template { Template("is a common or leaked password") }
    static var isListedRecased: Template {
        Template("differs from a common or leaked password only in case")
    }
    /// such as P4ssw0rd!! if "password" is listed
    static var isListedWithChanges: Template { Template("is too close to a common or leaked password") }
    /// {first}: its pieces, such as "a common word and a year"
    static var easyToGuess: Template { Template("is easy to guess: {first}") }
    /// the reason why the password is listed, as in the next four messages: such as aaaaaaaa
    static var isOneCharacter: Template { Template("is the same character over and over") }
    /// such as abcxabcxabcx
    static var isRepetition: Template { Template("repeats itself over and over") }
    /// such as 123456789 or abcd1234
    static var isSequence: Template { Template("consists of characters in sequence, like abc or 321") }
    /// such as qwertyuiop
    static var isKeyboardWalk: Template { Template("consists of adjacent keyboard keys, like qwer") }
    static var isNearOldPassword: Template {
        Template("is too much like the old password, and too close to a common or leaked one")
    }
    static var listUnreadable: Template {
        Template("could not be checked against the list of common passwords; please tell your administrator")
    }
}

// Demands, each a line of its own or a clause of a sentence.
extension Template {
    static var characters: Template {
        Template(
            one: "{count} character",
            many: "{count} characters")
    }
    static var atLeastCharacters: Template {
        Template(
            one: "at least {count} character",
            many: "at least {count} characters")
    }
    static var atMostCharacters: Template {
        Template(
            one: "at most {count} character",
            many: "at most {count} characters")
    }
    static var exactlyCharacters: Template {
        Template(
            one: "exactly {count} character",
            many: "exactly {count} characters")
    }
    /// if no password can meet both
    static var contradictingLengths: Template {
        Template(
            one: "at least {limit}, but at most {count} character",
            many: "at least {limit}, but at most {count} characters")
    }
    /// {limit} to {count} characters
    static var rangeOfCharacters: Template {
        Template(
            one: "{limit} to {count} character",
            many: "{limit} to {count} characters")
    }
    /// {first}: such as "an uppercase letter"
    static var has: Template { Template("has {first}") }
    /// {first}: such as "A-Z, 0-9, -_"
    static var only: Template { Template("only {first}") }
    static var validEncoding: Template { Template("valid UTF-8") }
    static var atMostBytes: Template {
        Template(
            one: "at most {count} byte",
            many: "at most {count} bytes")
    }
    static var noUsername: Template { Template("not the user name") }
    static var noUsernamePart: Template { Template("no part of the user name") }
    static var noFullName: Template { Template("no part of your full name") }
    static var noHomeDirectory: Template { Template("no name from your home directory's path") }
    static var notOldPassword: Template { Template("not the old password") }
    static var notLikeOldPassword: Template { Template("nothing like the old password") }
    static var changes: Template {
        Template(
            one: "at least {count} character changed",
            many: "at least {count} characters changed")
    }
    static var changesFromOld: Template {
        Template(
            one: "at least {count} character different from the old password",
            many: "at least {count} characters different from the old password")
    }
    static var wasNotUsed: Template { Template("not used before") }
    /// the user's own; {count}: 1 to 400
    static var notRecent: Template {
        Template(
            one: "not your previous {count} password",
            many: "none of your previous {count} passwords")
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
    static var allClassesWithRanges: Template {
        Template("lowercase letters (a-z), uppercase letters (A-Z), digits (0-9) and other characters")
    }
    /// {limit}: 1 to 3
    static var someClassesWithRanges: Template {
        Template(
            "at least {limit} of these 4 kinds: lowercase letters (a-z), uppercase letters (A-Z), digits (0-9), other characters"
        )
    }
    /// {first}: such as "A-Z, 0-9, -_"
    static var atLeastOf: Template {
        Template(
            one: "at least {count} of these: {first}",
            many: "at least {count} of these: {first}")
    }
    static var atLeastUppercase: Template {
        Template(
            one: "at least {count} uppercase letter",
            many: "at least {count} uppercase letters")
    }
    static var atLeastLowercase: Template {
        Template(
            one: "at least {count} lowercase letter",
            many: "at least {count} lowercase letters")
    }
    static var atLeastDigits: Template {
        Template(
            one: "at least {count} digit",
            many: "at least {count} digits")
    }
    static var atLeastUppercaseWithRange: Template {
        Template(
            one: "at least {count} uppercase letter (A-Z)",
            many: "at least {count} uppercase letters (A-Z)")
    }
    static var atLeastLowercaseWithRange: Template {
        Template(
            one: "at least {count} lowercase letter (a-z)",
            many: "at least {count} lowercase letters (a-z)")
    }
    static var atLeastDigitsWithRange: Template {
        Template(
            one: "at least {count} digit (0-9)",
            many: "at least {count} digits (0-9)")
    }
    static var atLeastSpecial: Template {
        Template(
            one: "at least {count} special character",
            many: "at least {count} special characters")
    }
    static var different: Template {
        Template(
            one: "at least {count} different character",
            many: "at least {count} different characters")
    }
    static var words: Template {
        Template(
            one: "at least {count} word",
            many: "at least {count} words")
    }
    static var noRepeat: Template {
        Template(
            one: "no more than {count} of the same character in a row",
            many: "no more than {count} of the same character in a row")
    }
    static var noSequence: Template {
        Template(
            one: "no more than {count} letter or digit in sequence (like abc or 321)",
            many: "no more than {count} letters or digits in sequence (like abc or 321)")
    }
    /// characters such as aab or abb or abc
    static var noConsecutive: Template {
        Template(
            one: "no more than {count} repeated or sequential character in a row",
            many: "no more than {count} repeated or sequential characters in a row")
    }
    static var noClassRepeat: Template {
        Template(
            one:
                "no more than {count} character of the same kind in a row (lowercase, uppercase, digits, others)",
            many:
                "no more than {count} characters of the same kind in a row (lowercase, uppercase, digits, others)"
        )
    }
    static var noKeyboard: Template {
        Template(
            one: "no more than {count} adjacent keyboard key in a row (like qwer)",
            many: "no more than {count} adjacent keyboard keys in a row (like qwer)")
    }
    static var hardToGuess: Template {
        Template("hard to guess, such as several uncommon words")
    }
    static var noWord: Template { Template("no word that is too obvious here") }
    static var oneOfTheSets: Template { Template("one of the choices") }
    /// neither the user name nor other names
    static var noNameOfYours: Template { Template("none of your names") }
    static var noCommonPassword: Template { Template("no common password") }
    static var notListed: Template { Template("not a common or leaked password") }
    /// a list that the administrator has made optional
    static var listLeftOut: Template { Template("not compared with a list that cannot be read") }
}

// Pieces of a password, after "easy to guess:".
extension Template {
    static var fewCharacters: Template { Template("few characters") }
    static var aCommonWord: Template { Template("a common word") }
    static var aReversedWord: Template { Template("a common word reversed") }
    /// such as the user name
    static var aPersonalWord: Template { Template("a word related to you") }
    static var aKeyboardWalk: Template { Template("adjacent keys") }
    /// such as abc or 321
    static var aSequence: Template { Template("a sequence") }
    static var aRepetition: Template { Template("a repetition") }
    static var aDate: Template { Template("a date") }
    static var aYear: Template { Template("a year") }
}

// Advice to a person whose password is weak, as whole sentences.
extension Template {
    static var avoidPersonalWords: Template {
        Template("Avoid names and other words related to you.")
    }
    static var avoidCommonWords: Template {
        Template(
            "Common words are guessed first, even with capitals, with digits or symbols for letters, or reversed."
        )
    }
    static var avoidKeyboardWalks: Template { Template("Rows of adjacent keys are easy to guess.") }
    static var avoidSequences: Template { Template("Sequences such as abc or 6543 are easy to guess.") }
    static var avoidRepetitions: Template {
        Template("Repeating something makes it only slightly harder to guess.")
    }
    static var avoidDates: Template { Template("Dates and years are easy to guess.") }
    static var addWords: Template { Template("Add another word or two; uncommon ones are better.") }
}

// Characters, after "needs", "has", "with" and "must contain".
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
    static var anotherCharacter: Template { Template("a character that is not a letter or digit") }
    static var anotherCharacterSuchAs: Template {
        Template("a character that is not a letter or digit, such as - or !")
    }
    /// for policies that do not count one at the beginning
    static var anUpperInside: Template { Template("an uppercase letter that is not the first character") }
    /// for policies that do not count one at the end
    static var aDigitInside: Template { Template("a digit that is not the last character") }
    static var aSpace: Template { Template("a space") }
    /// {first}: one symbol in quotation marks
    static var theCharacter: Template { Template("the character {first}") }
    /// {first}: several symbols in quotation marks, such as "-_."
    static var oneOf: Template { Template("one of {first}") }
    /// before a choice in a list: "a digit and either an uppercase letter or one of -_"
    static var either: Template { Template("either {first}") }
}

// Characters in lists: "only A-Z, special characters".
extension Template {
    static var anyCharacters: Template { Template("any characters") }
    static var printableCharacters: Template { Template("printable ASCII characters") }
    static var specialCharacters: Template { Template("special characters") }
    /// named, because it cannot be seen
    static var space: Template { Template("space") }
    /// {first}: symbols such as "-_."
    static var andSpace: Template { Template("{first} and space") }
}

// Joining parts.
extension Template {
    static var comma: Template { Template("{first}, {second}") }
    static var semicolon: Template { Template("{first}; {second}") }
    static var and: Template { Template("{first} and {second}") }
    static var or: Template { Template("{first} or {second}") }
    /// ends a sentence
    static var period: Template { Template("{first}.") }
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
    /// the same, if some characters are required
    static var othersMayBeUsed: Template {
        Template("Other characters are allowed too, but some password managers will generate only {first}.")
    }
    /// {first}: such as "no more than 2 of the same character in a row"
    static var noSequenceEither: Template {
        Template("{first}; some password managers limit sequences such as abc in the same way")
    }
    /// {first}: the number of passwords, such as 1.32e31
    static var possibilities: Template {
        Template(
            one: "{first} possibility",
            many: "{first} possibilities")
    }
    static var bits: Template { Template("{first} bits of entropy") }
    /// {first}: such as "20 characters"; {second}: such as "1.32e31 possibilities, 103.4 bits of entropy"
    static var strength: Template { Template("Generated: {first}, {second}.") }
    /// the same, if there are too many to count; {first}: such as "20 characters"
    static var strengthUnknown: Template {
        Template("Generated: {first}; the rules are too complex to count the possibilities.")
    }
    static var noneGenerated: Template { Template("No password can be generated under these rules.") }
    static var noneCanSatisfy: Template { Template("No password can satisfy these rules.") }
    /// heading of a list with a line for each rule; must not look like the prompt "New password:", which follows
    static var passwordRules: Template { Template("Password rules:") }
    /// an item of that list, and the heading of a list of sets of rules
    static var oneOfThese: Template { Template("choose one of these:") }
    static var anyPassword: Template { Template("any password") }
    /// the last item of a list; {count}: the number of sets that are not shown
    static var orAnotherSet: Template {
        Template(
            one: "or {count} other choice",
            many: "or one of {count} other choices")
    }
}

// Reasons that are not in a list. Each is a whole sentence.
extension Template {
    /// {first}: what is wrong, such as "contains your user name"; or several, separated by semicolons
    static var thePassword: Template { Template("The password {first}.") }
    /// {first}: such as "an uppercase letter and a digit"
    static var thePasswordNeeds: Template { Template("The password needs {first}.") }
    /// {count} is how many are missing, {actual} how many there are, {limit} how many there must be
    static var thePasswordNeedsCharacters: Template {
        Template(
            one: "The password needs {count} more character ({actual} of {limit}).",
            many: "The password needs {count} more characters ({actual} of {limit}).")
    }
    /// {count}: 2 or 3; {first}: such as "an uppercase letter, a digit, a character that is not a letter or digit"
    static var thePasswordNeedsSome: Template {
        Template(
            one: "The password needs {count} of these: {first}.",
            many: "The password needs {count} of these: {first}.")
    }
    /// {first}: such as "no more than 2 of the same character in a row", or "the same character 3 times in a row (at
    /// most 2)"; or several, separated by semicolons
    static var thePasswordBreaksRules: Template { Template("The password does not meet the rules: {first}.") }
    static var thePasswordIsListed: Template { Template("The password is too common, or has been leaked.") }
    /// a second sentence about the password, like the next three; {first}: as in "The password {first}."
    static var itIs: Template { Template("It {first}.") }
    static var itNeeds: Template { Template("It needs {first}.") }
    static var itNeedsSome: Template {
        Template(
            one: "It needs {count} of these: {first}.",
            many: "It needs {count} of these: {first}.")
    }
    static var itBreaksRules: Template { Template("It does not meet the rules: {first}.") }
    static var itIsListed: Template { Template("It is too common, or has been leaked.") }
}

// The result of a password change, a line each.
extension Template {
    /// heading for the reasons
    static var isRefused: Template { Template("This password is not acceptable:") }
    /// heading for the reasons
    static var isWarnedOf: Template { Template("Warning: this does not meet the policy:") }
    /// if only Enter was pressed
    static var nothingTyped: Template { Template("No password was typed.") }
    /// for a password that is accepted; it may come from a list of passwords in a file
    static var controlCharacter: Template {
        Template("Warning: this password contains a control character, such as a carriage return.")
    }
    static var accountUnknown: Template {
        Template(
            "The user account could not be looked up, so the password was not changed. Please tell your administrator."
        )
    }
    /// the user's earlier passwords, which a new one must differ from
    static var historyUnavailable: Template {
        Template(
            "Your earlier passwords could not be read or saved, so the password was not changed. Please tell your administrator."
        )
    }
    /// for root, who may go on
    static var historyUnavailableWarned: Template {
        Template("Warning: the user's earlier passwords could not be read or saved.")
    }
    /// followed by the name of the limit, such as RLIMIT_AS
    static var tightLimit: Template {
        Template("The password was not changed, because a resource limit of this session is too low:")
    }
    static var policyNotApplied: Template {
        Template(
            "The password policy on this machine could not be applied, so the password was not changed. Please tell your administrator."
        )
    }
    /// for root; the next line has the mistake
    static var policyMistake: Template {
        Template("The password policy on this machine has a mistake, so the password was not changed:")
    }
    /// for root; the next line says why
    static var policyUnusable: Template {
        Template("The password policy on this machine could not be applied, so the password was not changed:")
    }
    static var policyMistakeWarned: Template {
        Template(
            "Warning: the password policy on this machine has a mistake. The new password will not be checked."
        )
    }
    static var policyUnusableWarned: Template {
        Template(
            "Warning: the password policy on this machine could not be applied. The new password will not be checked."
        )
    }
    static var seePolicyCheck: Template {
        Template("\"passwordrules policy --check\" shows everything that is wrong with it.")
    }
}
