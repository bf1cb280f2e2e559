import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

/// A line that asks for less than others do, which it drops or overrides.
struct WeakerLine {
    private let line: AppliedPolicy.Item
    private let severity: Diagnostic.Severity
    private let verb: String
    /// The lines that it drops or overrides.
    private var others: [(words: String, place: LinePlace)] = []

    /// How many of the other lines the message names.
    private static let longestList = 3

    /// The lines of a subject's sections that ask for less than everybody's lines.
    static func lines(in sources: PolicySources, for subject: PolicySubject) -> [WeakerLine] {
        let trace = PolicyTrace(sources, subject)
        let everybodys = PolicyTrace(sources, nil)
        let settings = sources.applied(to: subject).settings
        let others = sources.applied(to: nil).settings
        var found: [WeakerLine] = []
        for (index, line) in trace.items.enumerated() where !line.isForEverybody {
            var weaker: WeakerLine
            switch trace.fates[index] {
            case .drops:
                weaker = WeakerLine(line, .warning, "drops")
                weaker.addLines(
                    trace.linesDropped(by: index).map { trace.items[$0] }.filter(\.isForEverybody),
                    of: everybodys, than: settings)
                if trace.dropOfBuiltInValue(line.key) == index { weaker.addBuiltIn(than: settings) }
            case .applies where !line.key.isDemand && settings.isWeaker(than: others, in: line.key):
                weaker = WeakerLine(line, .warning, "overrides")
                if let other = everybodys.line(of: line.key) {
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

    /// The lines for everybody that ask for less than what another file or a preset says.
    static func linesForEverybody(in sources: PolicySources) -> [WeakerLine] {
        let trace = PolicyTrace(sources, nil)
        let settings = sources.applied(to: nil).settings
        var found: [WeakerLine] = []
        for (index, line) in trace.items.enumerated() {
            var weaker = WeakerLine(line, .note, trace.fates[index] == .drops ? "drops" : "overrides")
            for other in trace.items.indices where trace.items[other].source !== line.source {
                switch trace.fates[other] {
                case .dropped(by: index): weaker.addLines([trace.items[other]], of: trace, than: settings)
                case .overridden(by: index)
                where line.settings.isWeaker(than: trace.items[other].settings, in: line.key):
                    weaker.add(trace.items[other])
                default: break
                }
            }
            if !weaker.others.isEmpty { found.append(weaker) }
        }
        return found
    }

    private init(_ line: AppliedPolicy.Item, _ severity: Diagnostic.Severity, _ verb: String) {
        self.line = line
        self.severity = severity
        self.verb = verb
    }

    /// Adds the lines of which the settings lack something. Of a preset that is dropped, all lines count.
    private mutating func addLines(
        _ lines: [AppliedPolicy.Item], of trace: PolicyTrace, than settings: PolicySettings
    ) {
        for line in lines {
            let asked = line.preset.map { preset in trace.items.filter { $0.isFrom(preset) } } ?? [line]
            // An alternative that is dropped makes nothing weaker.
            if asked.contains(where: { settings.isWeaker(than: $0.settings, in: $0.key) }) { add(line) }
        }
    }

    private mutating func add(_ line: AppliedPolicy.Item) { others.append((line.words, line.linePlace)) }

    private mutating func addBuiltIn(than settings: PolicySettings) {
        if settings.isWeaker(than: .builtIn, in: line.key) { addBuiltIn() }
    }

    private mutating func addBuiltIn() {
        let words = AppliedPolicy.Item.words(line.key, "\(line.key.builtInValue)", .builtIn)
        others.append((words, .builtIn))
    }

    /// What `policy --check` says of it.
    var diagnostic: LocatedDiagnostic {
        var list = others.prefix(Self.longestList).map(\.words).joined(separator: ", ")
        let more = others.count - Self.longestList
        if more > 0 { list += " and \(more.of("more line", "more lines"))" }
        let start =
            severity == .note ? "this" : "this section asks for less than the lines for everybody: it"
        let code: MachineDiagnosticCode = severity == .note ? .weakerForEverybody : .weakerSection
        return LocatedDiagnostic(
            severity, code: code.rawValue, source: line.source, at: line.range,
            message: Array("\(start) \(verb) \(list)".utf8))
    }

    /// The lines that it drops or overrides.
    var related: [LinePlace] { others.map(\.place) }
}
