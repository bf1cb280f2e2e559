internal import PasswordRules

/// An option of passwdqc: a name, or a name with its value, without white space.
struct PasswdqcOption {
    let line: ConfigurationLine
    let range: Range<Int>

    /// The names of all options.
    static var names: [Word] {
        [
            "min", "max", "passphrase", "match", "similar", "random", "enforce", "retry", "wordlist",
            "denylist", "filter",
            "non-unix", "ask_oldauthtok", "check_oldauthtok", "use_first_pass", "use_authtok", "noaudit",
            "config",
        ]
    }

    private var text: ArraySlice<UInt8> { line.bytes[range] }

    /// The value, if the option has this prefix.
    func value(of prefix: Word) -> ArraySlice<UInt8>? {
        let prefix = prefix.bytes
        return text.starts(with: prefix) ? text.dropFirst(prefix.count) : nil
    }

    private func `is`(_ word: Word) -> Bool { text.elementsEqual(word.bytes) }

    private func mistake(_ message: String) -> ImportRemark { line.mistake(at: range, message) }

    /// Applies the option to the settings.
    func apply(to settings: inout PasswdqcSettings) throws(ImportRemark) {
        for (prefix, option) in Self.files {
            if let value = value(of: prefix) {
                return settings.note(option, line.origin(of: range), namesNothing: value.isEmpty)
            }
        }
        settings.note(try set(in: &settings), line.origin(of: range))
    }

    /// Sets the option, and returns it.
    private func set(in settings: inout PasswdqcSettings) throws(ImportRemark) -> PasswdqcSettings.Option {
        if let value = value(of: "min=") {
            settings.lengths = try lengths(value)
            settings.isRandomOnly = false
            return .min
        }
        if let value = value(of: "max=") {
            settings.maximum = min(try number(value, from: 8), 10_000)
            return .max
        }
        if let value = value(of: "passphrase=") {
            settings.passphraseWords = try number(value)
            return .passphrase
        }
        if let value = value(of: "match=") {
            settings.matchLength = try number(value)
            return .match
        }
        if let value = value(of: "similar=") {
            settings.refusesSimilar = try choice(value, ["permit", "deny"]) == 1
            return .similar
        }
        if let value = value(of: "random=") {
            try setRandom(value, in: &settings)
            return .random
        }
        if let value = value(of: "enforce=") {
            let choices: [PasswdqcSettings.Enforcement] = [.none, .users, .everyone]
            settings.enforcement = choices[try choice(value, ["none", "users", "everyone"])]
            return .enforce
        }
        if let value = value(of: "retry=") {
            settings.retry = try number(value)
            return .retry
        }
        return try moduleOption(settings)
    }

    private static var files: [(Word, PasswdqcSettings.Option)] {
        [("wordlist=", .wordlist), ("denylist=", .denylist), ("filter=", .filter)]
    }

    private func setRandom(
        _ value: ArraySlice<UInt8>, in settings: inout PasswdqcSettings
    ) throws(ImportRemark) {
        let isOnly = value.count >= 5 && value.suffix(5).elementsEqual(Word(",only").bytes)
        let bits = try number(isOnly ? value.dropLast(5) : value, to: 136)
        guard bits == 0 || bits >= 24 else { throw mistake("the number must be 0, or from 24 to 136") }
        settings.randomBits = bits
        if isOnly { settings.isRandomOnly = true }
    }

    private func moduleOption(_ settings: PasswdqcSettings) throws(ImportRemark) -> PasswdqcSettings.Option {
        if self.is("non-unix") {
            if settings.isSet(.checkOldAuthtok) { throw conflict(with: "check_oldauthtok") }
            return .nonUnix
        }
        if self.is("ask_oldauthtok") || self.is("ask_oldauthtok=update") {
            if settings.isSet(.useFirstPass) { throw conflict(with: "use_first_pass") }
            return .askOldAuthtok
        }
        if self.is("check_oldauthtok") {
            if settings.isSet(.nonUnix) { throw conflict(with: "non-unix") }
            return .checkOldAuthtok
        }
        if self.is("use_first_pass") {
            if settings.isSet(.askOldAuthtok) { throw conflict(with: "ask_oldauthtok") }
            return .useFirstPass
        }
        if self.is("use_authtok") { return .useAuthtok }
        if self.is("noaudit") { return .noAudit }
        throw unknown
    }

    private func conflict(with other: String) -> ImportRemark {
        mistake("passwdqc does not accept this together with \(other)")
    }

    private var unknown: ImportRemark {
        let name = Array(text.prefix { $0 != 0x3D })
        let answer = SettingOwner.passwdqc.answer(toUnknown: name[...])
        if !answer.isEmpty { return mistake("passwdqc has no option \(line.quoted(range))\(answer)") }
        let meant = Spelling.nearest(to: name.span, 0..<name.count, among: Self.names)
        let question = meant.map { "; did you mean \"\(Text($0.literal).string)\"?" } ?? ""
        return mistake("passwdqc has no option \(line.quoted(range))\(question)")
    }

    // MARK: - Values

    /// A number as strtoul(3) parses it: 0 without digits. A negative number exceeds every maximum.
    private func number(
        _ value: ArraySlice<UInt8>, from minimum: Int = 0, to maximum: Int = Descriptor.maximumNumber
    ) throws(ImportRemark) -> Int {
        let number = ConfiguredNumber(value)
        guard number.end == value.endIndex else {
            throw mistake("expected a number in \(line.quoted(range))")
        }
        guard let number = number.value, number >= minimum, number <= maximum else {
            throw mistake("the number must be from \(minimum) to \(maximum)")
        }
        return number
    }

    private func choice(_ value: ArraySlice<UInt8>, _ words: [Word]) throws(ImportRemark) -> Int {
        for (index, word) in words.enumerated() where value.elementsEqual(word.bytes) { return index }
        let known = words.map { Text($0.literal).string }.joined(separator: ", ")
        throw mistake("expected one of \(known)")
    }

    /// Five numbers or `disabled`, none greater than the previous one.
    private func lengths(_ value: ArraySlice<UInt8>) throws(ImportRemark) -> [Int] {
        let items = value.split(separator: 0x2C, omittingEmptySubsequences: false)
        guard items.count == 5 else { throw mistake("expected five lengths separated by commas") }
        var lengths: [Int] = []
        for item in items {
            let isDisabled = item.elementsEqual(Word("disabled").bytes)
            let length = isDisabled ? PasswdqcSettings.disabled : try number(item)
            if let last = lengths.last, length > last {
                throw mistake("no length can be greater than the previous one")
            }
            lengths.append(length)
        }
        return lengths
    }
}
