import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// A line that is weaker than other lines, which it drops or overrides.
struct WeakerLine {
    private let line: AppliedPolicy.Item
    private let severity: Diagnostic.Severity
    private let verb: String
    /// Whether some of the other lines are for everybody.
    private var concernsEverybody = true
    /// The lines that it drops or overrides.
    private var others: [(words: String, location: LineLocation)] = []

    /// The maximum number of other lines in the message.
    private static let longestList = 3

    /// The lines of a subject's sections that are weaker than the lines for everybody, or than another file's
    /// section.
    /// - Parameters:
    ///   - applied: All lines for the subject.
    ///   - everybody: The lines for everybody.
    static func lines(_ applied: AppliedPolicy, _ everybody: AppliedPolicy) -> [WeakerLine] {
        let discardedLines = discardedLines(of: applied)
        var found: [WeakerLine] = []
        for (index, line) in applied.lines.enumerated() where !line.isForEverybody {
            var weaker: WeakerLine
            switch line.fate {
            case .drops:
                weaker = WeakerLine(line, .warning, "drops")
                weaker.addLines(
                    discardedLines[index].filter(\.isForEverybody), of: everybody, than: applied.settings)
                weaker.concernsEverybody = !weaker.others.isEmpty
                weaker.addLines(
                    discardedLines[index].filter { !$0.isForEverybody && $0.file !== line.file },
                    of: applied, than: applied.settings)
                if applied.dropOfBuiltInValue(line.key) == index {
                    weaker.addBuiltIn(than: applied.settings)
                    weaker.concernsEverybody = weaker.concernsEverybody || !weaker.others.isEmpty
                }
            case .applies
            where !line.key.isDemand && applied.settings.isWeaker(than: everybody.settings, in: line.key):
                weaker = WeakerLine(line, .warning, "overrides")
                if let other = everybody.line(of: line.key) {
                    weaker.add(other)
                } else {
                    weaker.addBuiltIn()
                }
            default: continue
            }
            if !weaker.others.isEmpty { found.append(weaker) }
        }
        return found
    }

    /// The lines for everybody that are weaker than another file or a preset.
    static func linesForEverybody(_ applied: AppliedPolicy) -> [WeakerLine] {
        var found: [WeakerLine] = []
        for (line, out) in zip(applied.lines, discardedLines(of: applied)) {
            var weaker = WeakerLine(line, .note, line.fate == .drops ? "drops" : "overrides")
            for other in out where other.file !== line.file {
                switch other.fate {
                case .dropped: weaker.addLines([other], of: applied, than: applied.settings)
                case .overridden where line.settings.isWeaker(than: other.settings, in: line.key):
                    weaker.add(other)
                default: break
                }
            }
            if !weaker.others.isEmpty { found.append(weaker) }
        }
        return found
    }

    /// For each line, the lines that do not count because of it.
    private static func discardedLines(of applied: AppliedPolicy) -> [[AppliedPolicy.Item]] {
        var out = [[AppliedPolicy.Item]](repeating: [], count: applied.lines.count)
        for line in applied.lines {
            if let reason = line.fate.reason { out[reason].append(line) }
        }
        return out
    }

    private init(_ line: AppliedPolicy.Item, _ severity: Diagnostic.Severity, _ verb: String) {
        self.line = line
        self.severity = severity
        self.verb = verb
    }

    /// Adds the lines that are stricter than the settings. For a dropped preset, all its lines are compared.
    private mutating func addLines(
        _ lines: [AppliedPolicy.Item], of applied: AppliedPolicy, than settings: PolicySettings
    ) {
        for line in lines {
            let asked = line.preset.map { preset in applied.lines.filter { $0.isFrom(preset) } } ?? [line]
            // Dropping an alternative makes nothing weaker.
            if asked.contains(where: { settings.isWeaker(than: $0.settings, in: $0.key) }) { add(line) }
        }
    }

    private mutating func add(_ line: AppliedPolicy.Item) { others.append((line.words, line.lineLocation)) }

    private mutating func addBuiltIn(than settings: PolicySettings) {
        if settings.isWeaker(than: .builtIn, in: line.key) { addBuiltIn() }
    }

    private mutating func addBuiltIn() {
        let words = AppliedPolicy.Item.words(line.key, "\(line.key.builtInValue)", .builtIn)
        others.append((words, .builtIn))
    }

    /// The diagnostic of `policy --check`.
    var diagnostic: LocatedDiagnostic {
        var list = others.prefix(Self.longestList).map(\.words).joined(separator: ", ")
        let more = others.count - Self.longestList
        if more > 0 { list += " and \(more.counted("more line", "more lines"))" }
        let start =
            severity == .note
            ? "this"
            : "this section asks for less than \(concernsEverybody ? "the lines for everybody" : "another file"): it"
        let code: MachineDiagnosticCode = severity == .note ? .weakerForEverybody : .weakerSection
        return LocatedDiagnostic(
            severity, code: code.rawValue, source: line.file, at: line.range,
            message: Array("\(start) \(verb) \(list)".utf8))
    }

    /// The lines that it drops or overrides.
    var related: [LineLocation] { others.map(\.location) }
}
