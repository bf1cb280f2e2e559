/// Settings of libpwquality, as lines of a policy file.
///
/// The lines refuse what libpwquality refuses, but count characters where it counts bytes. The remarks of
/// `passwordrules import pwquality` name the other differences.
package struct PwqualityPolicy {
    /// The smallest `minlen` that libpwquality accepts.
    package static var minimumLength: Int { 6 }
    /// The minimum length that cracklib accepts, with any minlen and credits: `MINLEN` of its packer.h.
    package static var cracklibLength: Int { 6 }
    /// The minimum number of different characters that cracklib accepts: `MINDIFF` of its fascist.c.
    package static var cracklibDifferent: Int { 5 }
    /// The largest numbers in a policy file.
    package static var maximumOfClass: Int { 1024 }
    package static var maximumChanges: Int { 1024 }
    /// No password is longer, so a higher limit has no effect.
    package static var longestRun: Int { 1024 }
    /// No user name is longer on Linux, so longer parts do not exist.
    package static var longestNamePart: Int { 64 }

    private let isAddition: Bool
    private let minimumLength: Int
    private let commonBlocklist: [UInt8]
    /// The numbers of the options.
    private var numbers: [Int]
    private var badWords: [UInt8] = []

    /// Creates settings with none set.
    /// - Parameters:
    ///   - isAddition: Whether the lines add to another policy. If so, a setting that is not set demands
    ///     nothing, and no line drops built-in demands. If not, such a setting has libpwquality's default.
    ///   - minimumLength: The smallest `minlen`; a smaller one is raised.
    ///   - commonBlocklist: The path of the list of common passwords.
    package init(isAddition: Bool, minimumLength: Int = Self.minimumLength, commonBlocklist: [UInt8]) {
        self.isAddition = isAddition
        self.minimumLength = minimumLength
        self.commonBlocklist = commonBlocklist
        numbers = PwqualityOption.allCases.map { isAddition ? Self.notSet : $0.defaultNumber }
    }

    /// A number that no setting has.
    private static var notSet: Int { .min }

    /// Sets an option that has a number.
    package mutating func set(_ option: PwqualityOption, _ number: Int) { numbers[option.rawValue] = number }

    /// Sets `badwords`.
    package mutating func set(badWords: [UInt8]) { self.badWords = badWords }

    private func number(_ option: PwqualityOption) -> Int {
        let number = numbers[option.rawValue]
        return number == Self.notSet ? 0 : number
    }

    /// All lines.
    package var text: [UInt8] {
        var text = Text()
        for option in PwqualityOption.allCases { write(option, to: &text) }
        writeAlternatives(to: &text)
        if !isAddition { text.append("palindrome = reject\n") }
        return text.bytes
    }

    /// Writes the demand of an option. For positive credits see ``writeAlternatives(to:)``.
    package func write(_ option: PwqualityOption, to text: inout Text) {
        let number = number(option)
        switch option {
        case .minlen:
            if number != 0 || !isAddition { text.append("rules = minlength: ", length, ";\n") }
        case .dcredit, .ucredit, .lcredit, .ocredit:
            guard number < -1 else {
                return writeRule(of: option, after: "rules = ", before: "\n", to: &text)
            }
            text.append("at-least = ", min(-number, Self.maximumOfClass), " ")
            text.append(Self.className(option))
            text.append("\n")
        case .maxrepeat, .maxsequence:
            writeRule(of: option, after: "rules = ", before: "\n", to: &text)
        case .minclass:
            if number > 0 { text.append("min-classes = ", min(number, 4), "\n") }
        case .maxclassrepeat:
            if 2...Self.longestRun ~= number { text.append("max-class-repeating = ", number, "\n") }
        case .usercheck:
            text.append(number != 0 ? "username = reject\n" : isAddition ? "" : "username =\n")
        case .usersubstr:
            if numbers[PwqualityOption.usercheck.rawValue] != 0, 4...Self.longestNamePart ~= number {
                text.append("username-parts = ", number, "\n")
            }
        case .gecoscheck:
            if number != 0 { text.append("full-name = reject\n") }
        case .badwords:
            for line in PwqualityWords(badWords).lines {
                text.append("words = ")
                text.append(line)
                text.append("\n")
            }
        case .difok:
            writeOldPassword(changes: number, to: &text)
        case .dictcheck:
            guard number != 0 else { return }
            text.append("blocklist = mangled ")
            text.append(commonBlocklist.span, 0..<commonBlocklist.count)
            text.append("\n")
            if isAddition, self.number(.minlen) == 0 {
                text.append("rules = minlength: ", Self.cracklibLength, ";\n")
            }
            text.append("min-different = ", Self.cracklibDifferent, "\n")
        case .dictpath, .enforcing, .enforceForRoot, .localUsersOnly, .retry:
            break
        }
    }

    private func writeOldPassword(changes: Int, to text: inout Text) {
        // The built-in value would demand more.
        if !isAddition { text.append("old-password =\n") }
        if changes != 0 {
            text.append("old-password = same, case, rotated\n")
        } else if !isAddition {
            text.append("old-password = same\n")
        }
        // "case" demands one change already.
        if changes > 1 { text.append("old-password-changes = ", min(changes, Self.maximumChanges), "\n") }
    }

    // MARK: - Rules, and their alternatives

    /// The minimum length that credits can lead to.
    private var floor: Int { number(.dictcheck) != 0 ? Self.cracklibLength : 1 }
    private var length: Int { max(number(.minlen), minimumLength, floor) }

    /// The options for classes of characters, in the order of the file.
    package static var credits: [PwqualityOption] { [.dcredit, .ucredit, .lcredit, .ocredit] }

    private static func className(_ option: PwqualityOption) -> StaticString {
        switch option {
        case .dcredit: "digit"
        case .ucredit: "upper"
        case .lcredit: "lower"
        default: "special"
        }
    }

    /// Writes the rule of an option, if it has one. Every alternative has it, too.
    private func writeRule(
        of option: PwqualityOption, after start: StaticString, before end: StaticString, to text: inout Text
    ) {
        let number = number(option)
        let isRun = option == .maxrepeat || option == .maxsequence
        guard isRun ? number != 0 : number == -1 else { return }
        text.append(start)
        if isRun {
            // With a negative limit, libpwquality refuses every pair, as with 1.
            text.append(
                option == .maxrepeat ? "max-repeating: " : "max-sequential: ", max(number, 1), ";")
        } else {
            writeRequirement(option, to: &text)
        }
        text.append(end)
    }

    private func writeRequirement(_ option: PwqualityOption, to text: inout Text) {
        text.append("required: ")
        text.append(Self.className(option))
        text.append(";")
    }

    /// The credits that are positive.
    package var credited: [PwqualityOption] { Self.credits.filter { number($0) > 0 } }

    /// Writes alternatives for shorter passwords with characters of classes that have a positive credit. In
    /// libpwquality, each character of such a class, up to the credit, counts as two. The alternatives count
    /// one character of each class: a password may be shorter by one for each such class that it has, down to
    /// cracklib's minimum.
    package func writeAlternatives(to text: inout Text) {
        let credited = credited
        if isAddition, number(.minlen) == 0 { return }
        for set in 1..<(1 << credited.count) {
            let shorter = length - set.nonzeroBitCount
            // Fewer classes permit that length already.
            if shorter < floor { continue }
            text.append("or = minlength: ", shorter, ";")
            for index in credited.indices where set >> index & 1 == 1 {
                text.append(" ")
                writeRequirement(credited[index], to: &text)
            }
            for option in Self.credits + [.maxrepeat, .maxsequence] {
                writeRule(of: option, after: " ", before: "", to: &text)
            }
            text.append("\n")
        }
    }
}

extension Text {
    fileprivate mutating func append(_ before: StaticString, _ number: Int, _ after: StaticString) {
        append(before)
        append(number)
        append(after)
    }
}
