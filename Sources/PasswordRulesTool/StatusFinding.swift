import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

/// Something about a machine that will surprise its administrator, and what to do about it.
struct StatusFinding: Equatable {
    /// What it is, for programs.
    enum Kind: String {
        case notInStack = "not-in-stack"
        case uncheckedService = "unchecked-service"
        case otherChecker = "other-checker"
        case storedBefore = "stored-before-check"
        case nothingStores = "nothing-stores"
        case withoutUseAuthtok = "without-use-authtok"
        case unknownOption = "unknown-option"
        case noHistory = "no-history"
        case noPolicy = "no-policy"
        case notEnforced = "not-enforced"
        case unusablePolicy = "unusable-policy"
        case pluginMissing = "plugin-missing"
        case pluginNotEnabled = "plugin-not-enabled"
        case pluginNotForced = "plugin-not-forced"
        case withoutHook = "without-hook"
        case unsafeCommand = "unsafe-command"
        case pwqualityNotOurs = "pwquality-not-ours"
        case pwqualityCannotRead = "pwquality-cannot-read"
        case accessDenied = "access-denied"
        /// A diagnostic of the policy or its lists, which has a number.
        case diagnostic
    }

    let severity: Diagnostic.Severity
    let kind: Kind
    /// The file, and the line.
    let place: String
    let message: String
    /// Empty where the message says it.
    let remedy: String
    /// The number of a diagnostic.
    var code: Int?

    init(
        _ severity: Diagnostic.Severity, _ kind: Kind, _ place: String, _ message: String, remedy: String
    ) {
        self.severity = severity
        self.kind = kind
        self.place = place
        self.message = message
        self.remedy = remedy
    }

    init(_ diagnostic: LocatedDiagnostic) {
        severity = diagnostic.severity
        kind = .diagnostic
        // Without the colon and the space at the end.
        place = String(decoding: diagnostic.place.dropLast(2), as: UTF8.self)
        message = String(decoding: diagnostic.message, as: UTF8.self)
        remedy = ""
        code = diagnostic.code
    }

    func lines(_ colours: Colours) -> [String] {
        let line = "\(printable(place)): \(colours.word(severity)): \(printable(message))"
        return remedy.isEmpty ? [line] : [line, "    \(printable(remedy))"]
    }

    struct Object: Encodable {
        var severity: String
        var kind: String
        var code: Int?
        var place: String
        var message: String
        var remedy: String?
    }

    var object: Object {
        Object(
            severity: "\(severity)", kind: kind.rawValue, code: code, place: place, message: message,
            remedy: remedy.isEmpty ? nil : remedy)
    }
}
