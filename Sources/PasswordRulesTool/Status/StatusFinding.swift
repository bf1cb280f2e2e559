import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// Something about a machine that could surprise its administrator, and what to do about it.
struct StatusFinding: Equatable {
    let severity: Diagnostic.Severity
    let kind: FindingKind
    /// The file and line.
    let location: String
    let message: String
    /// What to do; empty if the message says it.
    let remedy: String
    /// The code of the diagnostic.
    var code: Int?
    /// The diagnostic of the policy or its lists, if it is one.
    private(set) var diagnostic: LocatedDiagnostic?

    /// The finding as one that can be accepted.
    var acceptable: AcceptableFinding {
        diagnostic?.acceptable
            ?? AcceptableFinding(
                severity: severity, name: kind.rawValue, source: Array(location.utf8), offset: nil)
    }

    init(
        _ severity: Diagnostic.Severity, _ kind: FindingKind, _ location: String, _ message: String,
        remedy: String
    ) {
        self.severity = severity
        self.kind = kind
        self.location = location
        self.message = message
        self.remedy = remedy
    }

    /// - Parameter severity: The severity for the machine; nil for the diagnostic's own.
    init(_ diagnostic: LocatedDiagnostic, as severity: Diagnostic.Severity? = nil) {
        self.severity = severity ?? diagnostic.severity
        kind = .diagnostic
        // Drops the colon and the space at the end.
        location = String(decoding: diagnostic.location.dropLast(2), as: UTF8.self)
        message = String(decoding: diagnostic.message, as: UTF8.self)
        remedy = ""
        code = diagnostic.code
        self.diagnostic = diagnostic
    }

    /// - Parameter isAccepted: Whether it is accepted.
    func lines(_ colours: Colours, isAccepted: Bool = false) -> [String] {
        var line = "\(printable(location)): \(colours.word(severity))\(isAccepted ? " (accepted)" : ""): "
        line += printable(message)
        if severity != .error, let name = acceptable.name { line += " [\(name)]" }
        return remedy.isEmpty ? [line] : [line, "    \(printable(remedy))"]
    }

    struct Object: Encodable {
        var severity: String
        var kind: String
        /// The name that `accept` takes.
        var name: String?
        var accepted: Bool?
        var code: Int?
        var location: String
        var message: String
        var remedy: String?
    }

    func object(isAccepted: Bool) -> Object {
        Object(
            severity: "\(severity)", kind: kind.rawValue, name: acceptable.name,
            accepted: isAccepted ? true : nil, code: code, location: location, message: message,
            remedy: remedy.isEmpty ? nil : remedy)
    }
}
