import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// Something about a machine that will surprise its administrator, and what to do about it.
struct StatusFinding: Equatable {
    typealias Kind = FindingKind

    let severity: Diagnostic.Severity
    let kind: Kind
    /// The file, and the line.
    let location: String
    let message: String
    /// Empty where the message says it.
    let remedy: String
    /// The number of a diagnostic.
    var code: Int?
    /// The diagnostic of the policy or its lists, if it is one.
    private(set) var diagnostic: LocatedDiagnostic?

    /// What can be accepted of it.
    var finding: AcceptableFinding {
        diagnostic?.finding
            ?? AcceptableFinding(
                severity: severity, name: kind.rawValue, source: Array(location.utf8), offset: nil)
    }

    init(
        _ severity: Diagnostic.Severity, _ kind: Kind, _ location: String, _ message: String, remedy: String
    ) {
        self.severity = severity
        self.kind = kind
        self.location = location
        self.message = message
        self.remedy = remedy
    }

    /// - Parameter severity: How bad it is for the machine; nil for as bad as it is for the policy.
    init(_ diagnostic: LocatedDiagnostic, as severity: Diagnostic.Severity? = nil) {
        self.severity = severity ?? diagnostic.severity
        kind = .diagnostic
        // Without the colon and the space at the end.
        location = String(decoding: diagnostic.location.dropLast(2), as: UTF8.self)
        message = String(decoding: diagnostic.message, as: UTF8.self)
        remedy = ""
        code = diagnostic.code
        self.diagnostic = diagnostic
    }

    /// - Parameter isAccepted: Whether it is meant.
    func lines(_ colours: Colours, isAccepted: Bool = false) -> [String] {
        var line = "\(printable(location)): \(colours.word(severity))\(isAccepted ? " (accepted)" : ""): "
        line += printable(message)
        if severity != .error, let name = finding.name { line += " [\(name)]" }
        return remedy.isEmpty ? [line] : [line, "    \(printable(remedy))"]
    }

    struct Object: Encodable {
        var severity: String
        var kind: String
        /// As `accept` takes it.
        var name: String?
        var accepted: Bool?
        var code: Int?
        var location: String
        var message: String
        var remedy: String?
    }

    func object(isAccepted: Bool) -> Object {
        Object(
            severity: "\(severity)", kind: kind.rawValue, name: finding.name,
            accepted: isAccepted ? true : nil, code: code, location: location, message: message,
            remedy: remedy.isEmpty ? nil : remedy)
    }
}
