import ArgumentParser
import PasswordRules
import PasswordRulesSystem

/// What is known of a warning, a note or an error when it is asked whether an administrator meant it.
struct AcceptableFinding {
    let severity: Diagnostic.Severity
    /// As `accept` takes it; nil for what has none.
    let name: String?
    /// The file that it is about.
    let source: [UInt8]
    /// Where it is in the text of the file, in bytes; nil if it is about the file, the policy or the machine as a
    /// whole.
    let offset: Int?
}

extension LocatedDiagnostic {
    /// What can be accepted of it.
    var finding: AcceptableFinding {
        AcceptableFinding(severity: severity, name: name, source: source, offset: line > 0 ? offset : nil)
    }
}

/// The warnings and notes that are meant, as lines of `accept` in a policy say, and options.
///
/// A line in a section accepts what is found in that section of that file; one for everybody, what is found in
/// the lines for everybody of its file, and about the policy and the machine as a whole. So a finding in another
/// place, which is new, is not hidden.
struct Acceptances {
    fileprivate struct Line {
        let file: PolicyFile
        let finding: AcceptedFinding
        var isUsed = false

        var name: String { String(decoding: finding.name, as: UTF8.self) }
    }

    private let options: Set<String>
    private var lines: [Line] = []

    /// - Parameter options: The names that are accepted wherever they are found.
    init(options: [String] = []) { self.options = Set(options) }

    /// Takes in the lines of some files.
    mutating func add(_ files: [PolicyFile]) {
        for file in files where !lines.contains(where: { $0.file === file }) {
            lines += file.acceptedFindings.map { Line(file: file, finding: $0) }
        }
    }

    /// Whether a finding is meant. An error never is.
    mutating func accept(_ finding: AcceptableFinding) -> Bool {
        guard finding.severity != .error, let name = finding.name else { return false }
        var isAccepted = options.contains(name)
        for index in lines.indices where lines[index].name == name && lines[index].covers(finding) {
            lines[index].isUsed = true
            isAccepted = true
        }
        return isAccepted
    }

    /// The names in lines of `accept` that do not exist, or that are errors'.
    var mistakes: [LocatedDiagnostic] {
        lines.compactMap { line in
            Self.mistake(in: line.name).map { line.diagnostic(.error, .notAcceptable, $0) }
        }
    }

    /// The names in lines of `accept` that accepted nothing.
    /// - Parameter names: Those that were looked for.
    mutating func unused(of names: Set<String>) -> [LocatedDiagnostic] {
        var found: [LocatedDiagnostic] = []
        for line in lines where !line.isUsed && names.contains(line.name) {
            let diagnostic = line.diagnostic(
                .note, .acceptsNothing, "there was no \"\(line.name)\" to accept here")
            if line.name != diagnostic.name { found.append(diagnostic) }
        }
        return found
    }

    /// What is wrong with a name; nil for that of a warning or a note.
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
    /// Whether a finding is in the place that the line speaks of.
    fileprivate func covers(_ finding: AcceptableFinding) -> Bool {
        guard let offset = finding.offset else { return self.finding.isForEverybody }
        let section = self.finding.section
        // The end of the last section has remarks about what is missing there.
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

/// The options about findings that are meant.
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
