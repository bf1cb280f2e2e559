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
        var isUsed = false

        var name: String { String(decoding: finding.name, as: UTF8.self) }
    }

    private let options: Set<String>
    private var lines: [Line] = []

    /// - Parameter options: The names that are accepted everywhere.
    init(options: [String] = []) { self.options = Set(options) }

    /// Adds the lines of some files.
    mutating func add(_ files: [PolicyFile]) {
        for file in files where !lines.contains(where: { $0.file === file }) {
            lines += file.acceptedFindings.map { Line(file: file, finding: $0) }
        }
    }

    /// Whether a finding is accepted. An error never is.
    mutating func accept(_ finding: AcceptableFinding) -> Bool {
        guard finding.severity != .error, let name = finding.name else { return false }
        var isAccepted = options.contains(name)
        for index in lines.indices where lines[index].name == name && lines[index].covers(finding) {
            lines[index].isUsed = true
            isAccepted = true
        }
        return isAccepted
    }

    /// Errors about lines of `accept` whose names do not exist, or are those of errors.
    var mistakes: [LocatedDiagnostic] {
        lines.compactMap { line in
            Self.mistake(in: line.name).map { line.diagnostic(.error, .notAcceptable, $0) }
        }
    }

    /// Notes about lines of `accept` that accepted nothing.
    /// - Parameter names: The names of findings that were looked for.
    mutating func unused(of names: Set<String>) -> [LocatedDiagnostic] {
        var found: [LocatedDiagnostic] = []
        for line in lines where !line.isUsed && names.contains(line.name) {
            let diagnostic = line.diagnostic(
                .note, .acceptsNothing, "there was no \"\(line.name)\" to accept here")
            // A line may accept these notes themselves.
            if line.name != diagnostic.name { found.append(diagnostic) }
        }
        return found
    }

    /// The mistake in a name; nil for the name of a warning or note.
    static func mistake(in name: String) -> String? {
        if names.contains(name) { return nil }
        if errors.contains(name) { return "\"\(name)\" is an error, and errors cannot be accepted" }
        let hint = name.nearest(among: names.sorted())
        return "there is no warning or note \"\(name)\"" + (hint.map { "; did you mean \"\($0)\"?" } ?? "")
    }

    private static let names = DiagnosticName.acceptable.union(FindingKind.acceptable)
    private static let errors = DiagnosticName.errors.union(FindingKind.errors)
}

extension Acceptances.Line {
    /// Whether a finding is in the range that the line covers.
    fileprivate func covers(_ finding: AcceptableFinding) -> Bool {
        guard let offset = finding.offset else { return self.finding.isForEverybody }
        let section = self.finding.section
        // Findings about something missing are at the end of the last section.
        return finding.source == file.name
            && (section.contains(offset) || offset == file.text.count && offset == section.upperBound)
    }

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
