import ArgumentParser
import PasswordRules
import PasswordRulesSystem

/// The facts about a warning, note or error that decide whether the administrator accepts it.
struct AcceptableFinding {
    let severity: Diagnostic.Severity
    /// The name that `accept` takes; nil if there is none.
    let name: String?
    /// The file that it is about.
    let source: [UInt8]
    /// Its position in the text of the file, in bytes; nil if it is about the file, the policy or the machine
    /// as a whole.
    let offset: Int?
}

extension LocatedDiagnostic {
    /// The diagnostic as a finding that can be accepted.
    var acceptable: AcceptableFinding {
        AcceptableFinding(severity: severity, name: name, source: source, offset: line > 0 ? offset : nil)
    }
}

/// The warnings and notes that the administrator accepts, by lines of `accept` and by options.
///
/// A line in a section accepts findings in that section of that file. A line for everybody accepts findings
/// in its file's lines for everybody, and about the policy and the machine as a whole. So it does not hide a
/// new finding elsewhere.
struct Acceptances {
    fileprivate struct Line {
        let file: PolicyFile
        let finding: AcceptedFinding

        var name: String { String(decoding: finding.name, as: UTF8.self) }
        var scope: Scope {
            Scope(name: name, source: file.name, section: finding.section.lowerBound)
        }
    }

    /// A name that is accepted in a section of a file.
    fileprivate struct Scope: Hashable {
        let name: String
        let source: [UInt8]
        /// The start of the section.
        let section: Int
    }

    private let options: Set<String>
    private var lines: [Line] = []
    private var files: Set<ObjectIdentifier> = []
    private var scopes: Set<Scope> = []
    /// The names in lines for everybody, which also accept findings about no line of a file.
    private var names: Set<String> = []
    /// For each file, the sections with lines of `accept`, in order.
    private var sections: [[UInt8]: [(range: Range<Int>, isLast: Bool)]] = [:]
    private var usedScopes: Set<Scope> = []
    private var usedNames: Set<String> = []

    /// - Parameter options: The names that are accepted everywhere.
    init(options: [String] = []) { self.options = Set(options) }

    /// Adds the lines of some files.
    mutating func add(_ files: [PolicyFile]) {
        for file in files where self.files.insert(ObjectIdentifier(file)).inserted {
            for finding in file.acceptedFindings {
                let line = Line(file: file, finding: finding)
                lines.append(line)
                scopes.insert(line.scope)
                if finding.isForEverybody { names.insert(line.name) }
                if sections[file.name]?.last?.range != finding.section {
                    sections[file.name, default: []].append(
                        (finding.section, finding.section.upperBound == file.text.count))
                }
            }
        }
    }

    /// Whether a finding is accepted. An error never is.
    mutating func accept(_ finding: AcceptableFinding) -> Bool {
        guard finding.severity != .error, let name = finding.name else { return false }
        let isAccepted: Bool
        if let offset = finding.offset {
            let section = section(of: offset, in: finding.source)
            let scope = section.map { Scope(name: name, source: finding.source, section: $0) }
            isAccepted = scope.map(scopes.contains) ?? false
            if isAccepted, let scope { usedScopes.insert(scope) }
        } else {
            isAccepted = names.contains(name)
            if isAccepted { usedNames.insert(name) }
        }
        return isAccepted || options.contains(name)
    }

    /// The start of the section of a file that contains an offset; nil if that section accepts nothing.
    private func section(of offset: Int, in source: [UInt8]) -> Int? {
        let sections = sections[source] ?? []
        var (low, high) = (0, sections.count)
        while low < high {
            let middle = (low + high) / 2
            if sections[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let (range, isLast) = sections[low - 1]
        // Findings about something missing are at the end of the last section.
        return range.contains(offset) || isLast && offset == range.upperBound ? range.lowerBound : nil
    }

    /// Errors about lines of `accept` whose names do not exist, or are those of errors.
    var mistakes: [LocatedDiagnostic] {
        lines.compactMap { line in
            Self.mistake(in: line.name).map { line.diagnostic(.error, .notAcceptable, $0) }
        }
    }

    /// Notes about lines of `accept` that accepted nothing.
    /// - Parameter names: The names of findings that were looked for.
    func unused(of names: Set<String>) -> [LocatedDiagnostic] {
        var found: [LocatedDiagnostic] = []
        for line in lines where !isUsed(line) && names.contains(line.name) {
            let diagnostic = line.diagnostic(
                .note, .acceptsNothing, "there was no \"\(line.name)\" to accept here")
            // A line may accept these notes themselves.
            if line.name != diagnostic.name { found.append(diagnostic) }
        }
        return found
    }

    private func isUsed(_ line: Line) -> Bool {
        usedScopes.contains(line.scope) || line.finding.isForEverybody && usedNames.contains(line.name)
    }

    /// The mistake in a name; nil for the name of a warning or note.
    static func mistake(in name: String) -> String? {
        if acceptable.contains(name) { return nil }
        if errors.contains(name) { return "\"\(name)\" is an error, and errors cannot be accepted" }
        let hint = name.nearest(among: acceptable.sorted())
        return "there is no warning or note \"\(name)\"" + (hint.map { "; did you mean \"\($0)\"?" } ?? "")
    }

    private static let acceptable = DiagnosticName.acceptable.union(FindingKind.acceptable)
    private static let errors = DiagnosticName.errors.union(FindingKind.errors)
}

extension Acceptances.Line {
    fileprivate func diagnostic(
        _ severity: Diagnostic.Severity, _ code: MachineDiagnosticCode, _ message: String
    ) -> LocatedDiagnostic {
        LocatedDiagnostic(
            severity, code: code.rawValue, source: file, at: finding.range, message: Array(message.utf8))
    }
}

/// The options for accepting findings.
struct AcceptOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Accept warnings and notes of this name, as if the policy said so. May be repeated.",
            valueName: "name"))
    var accept: [String] = []

    @Flag(name: .shortAndLong, help: "Also print what is accepted.")
    var verbose = false

    func validate() throws {
        for name in accept {
            if let mistake = Acceptances.mistake(in: name) { throw ValidationError("--accept: \(mistake)") }
        }
    }

    var isGiven: Bool { verbose || !accept.isEmpty }
}
