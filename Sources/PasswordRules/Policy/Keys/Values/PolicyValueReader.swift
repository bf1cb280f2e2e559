extension Span<UInt8> {
    /// The bytes of a range.
    fileprivate func bytes(in range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for index in range { bytes.append(self[index]) }
        return bytes
    }
}

/// A parser for the text of a value.
struct PolicyValueReader: ~Escapable {
    private let text: Span<UInt8>
    private let range: Range<Int>

    @_lifetime(copy text)
    init(_ text: Span<UInt8>, _ range: Range<Int>) {
        self.text = text
        self.range = range
    }

    /// A diagnostic about the whole value.
    func problem(_ code: Diagnostic.Code, _ suggestion: Word? = nil) -> Diagnostic {
        Diagnostic(code, at: range.lowerBound, length: range.count, suggestion: suggestion)
    }

    private func `is`(_ word: Word) -> Bool { word.equals(text, range) }

    /// Whether it is a word that switches something off in other formats.
    var demandsNothing: Bool { self.is("no") || self.is("none") || self.is("permit") }

    /// The value of one of these words.
    func choice<Value>(of words: PolicyWords<Value>) throws(Diagnostic) -> Value {
        for (word, value) in words.all where self.is(word) { return value }
        throw problem(.invalidValue, words.hint)
    }

    func enforcement() throws(Diagnostic) -> Enforcement {
        // passwdqc has these values.
        if self.is("everyone") || self.is("users") {
            throw problem(.invalidValue, "\"yes\"; for root there is \"enforce-for-root\"")
        }
        return try choice(of: .enforcement)
    }

    func preset() throws(Diagnostic) -> Preset {
        for preset in Preset.allCases where self.is(Word(preset.name)) { return preset }
        throw problem(
            .unknownPreset, Spelling.nearest(to: text, range, among: Preset.allCases.map { Word($0.name) }))
    }

    /// A decimal number in a range, which must be within 1 to 9,999.
    func number(in numbers: ClosedRange<Int>) throws(Diagnostic) -> Int {
        var number = 0
        var isNumber = true
        for index in range {
            let byte = text[index]
            isNumber = isNumber && byte >= 0x30 && byte <= 0x39
            number = min(number * 10 + Int(byte & 0x0F), 10_000)
        }
        guard isNumber, numbers.contains(number) else {
            throw Diagnostic(.numberOutOfRange, at: range.lowerBound, length: range.count, numbers: numbers)
        }
        return number
    }

    /// The exponent of a power of ten, such as `10^10`, in a range.
    func exponent(in exponents: ClosedRange<Int>) throws(Diagnostic) -> Int {
        guard let exponent = PowerOfTen.exponent(text, range), exponents.contains(exponent) else {
            throw problem(.invalidValue, PowerOfTen.hint)
        }
        return exponent
    }

    /// The path of a list of ranked words, or `common`.
    func rankedWords() throws(Diagnostic) -> [UInt8] {
        guard !range.isEmpty, text[range.lowerBound] == 0x2F || self.is("common") else {
            throw problem(.invalidValue, "\"common\" or /PATH")
        }
        return text.bytes(in: range)
    }

    /// A descriptor, with the properties that policies add.
    func rules(
        keepsRanges: Bool, diagnostics: inout Diagnostics
    ) -> (rules: PolicyRules, ranges: [RuleRanges]) {
        var parser = DescriptorParser(ofPolicy: text, range: range, keepsRanges: keepsRanges)
        let rules = parser.parseAll()
        diagnostics.add(parser.diagnostics)
        return (PolicyRules(rules: rules, properties: parser.properties), parser.ranges)
    }

    /// A number and classes, such as `2 digit` or `3 upper, [-_]`.
    func characterMinimum() throws(Diagnostic) -> CharacterMinimum {
        var parser = DescriptorParser(text, range: range, ignoresNonASCII: false)
        return try parser.parseAtLeast()
    }

    func exclusions(diagnostics: inout Diagnostics) throws(Diagnostic) -> Exclusions {
        var parser = DescriptorParser(text, range: range, ignoresNonASCII: false)
        let exclusions = try parser.parseExclusions()
        diagnostics.add(parser.diagnostics)
        return exclusions
    }

    /// `reject` or `similar`, or names of variations, separated by commas.
    func oldPasswordChecks() throws(Diagnostic) -> OldPasswordChecks {
        if self.is("reject") { return .reject }
        if self.is("similar") { return .similar }
        var checks: OldPasswordChecks = []
        try forEachItem { item throws(Diagnostic) in
            guard let (check, _) = OldPasswordChecks.names.first(where: { $0.name.equals(text, item) }) else {
                throw Diagnostic(
                    .invalidValue, at: item.lowerBound, length: item.count,
                    suggestion:
                        "\"similar\", \"reject\", or one or more of \"same\", \"case\", \"reversed\", \"rotated\", \"contained\""
                )
            }
            checks.insert(check)
        }
        return checks
    }

    /// The path of a list, or `common`, after `optional`, a kind of comparison, or both.
    func blocklist() throws(Diagnostic) -> BlocklistSetting {
        var isOptional = false
        var match: BlocklistMatch?
        var rest = range
        while !rest.isEmpty, text[rest.lowerBound] != 0x2F, !BlocklistSetting.common.equals(text, rest) {
            var end = rest.lowerBound
            while end < rest.upperBound, !isBlank(text[end]) { end += 1 }
            let word = rest.lowerBound..<end
            let named = namedMatch(word)
            guard named == nil || match == nil,
                named != nil || !isOptional && Word("optional").equals(text, word)
            else { throw Self.noPath(at: word) }
            if named == nil { isOptional = true } else { match = named }
            rest = trim(text, end..<rest.upperBound)
        }
        if rest.isEmpty { throw Self.noPath(at: range) }
        return BlocklistSetting(path: text.bytes(in: rest), isOptional: isOptional, match: match)
    }

    private static func noPath(at range: Range<Int>) -> Diagnostic {
        Diagnostic(
            .invalidValue, at: range.lowerBound, length: range.count,
            suggestion: "[optional] [exact/folded/mangled] common or /PATH")
    }

    private func namedMatch(_ word: Range<Int>) -> BlocklistMatch? {
        for match in BlocklistMatch.allCases where Word(match.name).equals(text, word) { return match }
        return nil
    }

    /// `none`, or names of PAM services, separated by commas. The names must be in lower case, as libpam
    /// gives them.
    func services(besides excluded: [Word] = []) throws(Diagnostic) -> [[UInt8]] {
        var services: [[UInt8]] = []
        if self.is("none") { return services }
        try forEachItem { item throws(Diagnostic) in
            var service: [UInt8] = []
            for index in item {
                guard Self.isServiceCharacter(text[index]) else { throw Self.noService(at: item) }
                service.append(text[index])
            }
            if Word("none").equals(text, item) { throw Self.noService(at: item) }
            for word in excluded where word.equals(text, item) {
                throw Diagnostic(
                    .invalidValue, at: item.lowerBound, length: item.count,
                    suggestion: "services that can change a password at a login, such as login and sshd")
            }
            services.append(service)
        }
        return services
    }

    private static func noService(at range: Range<Int>) -> Diagnostic {
        Diagnostic(
            .invalidValue, at: range.lowerBound, length: range.count,
            suggestion: "\"none\", or lower-case names of PAM services separated by commas")
    }

    static func isServiceCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x3A, 0x40, 0x5F: true
        default: false
        }
    }

    /// Names of warnings and notes, separated by commas. Unknown names are not a mistake, because another
    /// version may know them. The program that shows findings reports them.
    func findings() throws(Diagnostic) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        try forEachItem { item throws(Diagnostic) in
            for index in item where !Self.isFindingCharacter(text[index]) {
                throw Diagnostic(
                    .invalidValue, at: item.lowerBound, length: item.count,
                    suggestion: "names of warnings and notes, separated by commas")
            }
            ranges.append(item)
        }
        return ranges
    }

    private static func isFindingCharacter(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D
    }

    /// Words separated by commas, each of 3 to 64 characters, without white space.
    func words() throws(Diagnostic) -> WordSet {
        var words = WordSet()
        try forEachItem { item throws(Diagnostic) in
            var length = 0
            for index in item {
                if isBlank(text[index]) { throw Diagnostic(.blankInWord, at: index, length: 1) }
                // Counts the bytes that begin a character.
                if text[index] & 0xC0 != 0x80 { length += 1 }
            }
            if QuotationMark.begins(in: text, at: item.lowerBound),
                QuotationMark.ends(in: text, at: item.upperBound - 1)
            {
                throw Diagnostic(.quotedValue, at: item.lowerBound, length: item.count)
            }
            guard length >= WordSet.minimumLength, length <= WordSet.maximumLength else {
                throw Diagnostic(.wordLength, at: item.lowerBound, length: item.count)
            }
            words.insert(text, item)
        }
        return words
    }

    /// Calls `body` with the range of each item. Commas separate items, which must not be empty.
    private func forEachItem(_ body: (Range<Int>) throws(Diagnostic) -> Void) throws(Diagnostic) {
        var start = range.lowerBound
        while true {
            var end = start
            while end < range.upperBound, text[end] != 0x2C { end += 1 }
            let item = trim(text, start..<end)
            guard !item.isEmpty else { throw Diagnostic(.missingItem, at: item.lowerBound) }
            try body(item)
            if end == range.upperBound { return }
            start = end + 1
        }
    }
}

extension OldPasswordChecks {
    /// The names of all checks.
    static var names: [(check: OldPasswordChecks, name: Word)] {
        [
            (.same, "same"), (.letterCase, "case"), (.reversed, "reversed"), (.rotated, "rotated"),
            (.contained, "contained"),
        ]
    }
}
