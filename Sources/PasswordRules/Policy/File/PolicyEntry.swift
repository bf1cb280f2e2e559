/// A line `KEY = VALUE`, with its parsed value.
struct PolicyEntry: Sendable {
    /// The line.
    let line: PolicyLine
    /// The value; nil if it is empty, which drops the key's earlier lines.
    let value: PolicyValue?

    var key: PolicyKey { line.key }

    /// Reads the value of a line.
    /// - Parameters:
    ///   - keepsRanges: Whether to keep the ranges of rules.
    ///   - diagnostics: Receives remarks, and mistakes in rules. After a mistake, the entry must not be used.
    /// - Throws: Any other mistake.
    init(
        _ line: PolicyLine, in text: Span<UInt8>, keepsRanges: Bool, diagnostics: inout Diagnostics
    ) throws(Diagnostic) {
        self.line = line
        if line.value.isEmpty {
            value = nil
            return
        }
        let syntax = ForeignSyntax(of: line, in: text)
        var found = Diagnostics()
        do throws(Diagnostic) {
            value = try PolicyValue(
                of: line.key, PolicyValueReader(text, line.value), keepsRanges: keepsRanges,
                diagnostics: &found)
        } catch {
            throw syntax.reason(for: error) ?? error
        }
        // A path may contain any character, so the reader does not refuse a comment after it.
        if found.hasErrors || line.key.declaration.value.isPath, let comment = syntax.comment {
            for diagnostic in found.items where diagnostic.offset < comment.offset {
                diagnostics.add(diagnostic)
            }
            throw comment
        }
        if let error = found.firstError, let quotation = syntax.reason(for: error) { throw quotation }
        diagnostics.add(found)
    }

    /// The same line with another value.
    private init(_ line: PolicyLine, _ value: PolicyValue?) {
        self.line = line
        self.value = value
    }

    /// The entry, with the path of the list of common passwords if it names that list.
    func naming(commonBlocklist path: [UInt8]) -> PolicyEntry {
        guard let list = blocklist, list.isCommon else { return self }
        return PolicyEntry(
            line, .blocklists([BlocklistSetting(path: path, isOptional: list.isOptional, match: list.match)]))
    }

    /// The list that it names.
    var blocklist: BlocklistSetting? { if case .blocklists(let lists) = value { lists.first } else { nil } }

    /// The preset that it names.
    var preset: Preset? { if case .preset(let preset) = value { preset } else { nil } }

    /// The list of ranked words that it names.
    var rankedWords: [UInt8]? { if case .rankedWords(let paths) = value { paths.first } else { nil } }

    /// Whether it demands a number of guesses, or names a preset that does.
    var demandsGuesses: Bool {
        switch value {
        case .rules(let rules, _), .alternative(let rules, _): rules.properties[.minGuesses] != nil
        case .preset(let preset): preset.file?.entries.contains { $0.demandsGuesses } ?? false
        case nil: false
        default: key.target == .minGuesses
        }
    }
}

/// A line that sets a key, as ranges of its parts.
struct PolicyLine: Sendable {
    let key: PolicyKey
    /// The range of the key.
    let name: Range<Int>
    /// The range of the value; empty if there is none.
    let value: Range<Int>

    /// The range from the key to the end of the value.
    var range: Range<Int> { name.lowerBound..<max(name.upperBound, value.upperBound) }

    /// Parses a line that is not empty, a comment or a section header, and has no white space at its ends.
    /// - Parameter otherNames: Names, other than keys, to suggest for an unknown key.
    init(_ text: Span<UInt8>, line: Range<Int>, otherNames: [Word] = []) throws(Diagnostic) {
        var nameEnd = line.lowerBound
        while nameEnd < line.upperBound, isKeyCharacter(text[nameEnd]) { nameEnd += 1 }
        name = line.lowerBound..<nameEnd
        guard !name.isEmpty else { throw Diagnostic(.expectedKey, at: line.lowerBound, length: line.count) }
        guard let key = PolicyKey(in: text, name) else {
            // An argument without a value is probably an option; an argument with a value is probably a key.
            let keys = PolicyKey.words(), isFlag = name.upperBound == line.upperBound
            let suggestion =
                Spelling.nearest(to: text, name, among: isFlag ? otherNames : keys)
                ?? Spelling.nearest(to: text, name, among: isFlag ? keys : otherNames)
            // An option that is spelled correctly is not a suggestion for itself.
            throw Diagnostic(
                .unknownKey, at: name.lowerBound, length: name.count,
                suggestion: suggestion?.equals(text, name) == true ? nil : suggestion)
        }
        self.key = key
        let equals = trim(text, nameEnd..<line.upperBound)
        guard !equals.isEmpty, text[equals.lowerBound] == 0x3D else {
            throw Diagnostic(.expectedEquals, at: nameEnd)
        }
        value = trim(text, equals.lowerBound + 1..<line.upperBound)
    }
}

/// Whether a key may contain a byte. Includes upper case and `_`, so that a misspelled key is read whole.
func isKeyCharacter(_ byte: UInt8) -> Bool {
    let byte = lowercased(byte)
    return byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x5F
}

extension PolicySettings {
    /// Adds the value of an entry. An empty one drops earlier entries of the section.
    /// - Throws: ``Diagnostic/Code/tooManyLines``, without adding anything.
    mutating func add(_ entry: PolicyEntry, to source: inout SourceRules) throws(Diagnostic) {
        guard let value = entry.value else { return drop(entry.key, from: &source) }
        guard add(value, of: entry.key, line: 0, to: &source) else {
            throw Diagnostic(
                .tooManyLines, at: entry.line.value.lowerBound, length: entry.line.value.count)
        }
    }
}
