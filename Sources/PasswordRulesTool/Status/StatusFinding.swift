import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// Something about a machine that will surprise its administrator, and what to do about it.
struct StatusFinding: Equatable {
    /// What it is, for programs.
    enum Kind: String, CaseIterable {
        case notInStack = "not-in-stack"
        case uncheckedService = "unchecked-service"
        case otherChecker = "other-checker"
        case oldSettings = "old-settings"
        case storedBefore = "stored-before-check"
        case nothingStores = "nothing-stores"
        case withoutUseAuthtok = "without-use-authtok"
        case unreadableLine = "unreadable-line"
        case moduleMissing = "module-missing"
        case notStored = "not-stored"
        case alwaysFails = "always-fails"
        case neverReached = "never-reached"
        case checkSkipped = "check-skipped"
        case refusalIgnored = "refusal-ignored"
        case refusesLater = "refuses-later"
        case unknownOption = "unknown-option"
        case noHistory = "no-history"
        case noPolicy = "no-policy"
        case unusablePolicy = "unusable-policy"
        case pluginNotLoaded = "plugin-not-loaded"
        case pluginUnseen = "plugin-unseen"
        case pwqualityNotOurs = "pwquality-not-ours"
        case pwqualityCannotRead = "pwquality-cannot-read"
        /// A diagnostic of the policy or its lists, which has a number.
        case diagnostic

        /// The names of those that `accept` takes.
        static let acceptable = Set(allCases.filter { !$0.isError && $0 != .diagnostic }.map(\.rawValue))
        /// The names of those that are errors.
        static let errors = Set(allCases.filter(\.isError).map(\.rawValue))

        private var isError: Bool { self == .unusablePolicy || self == .unknownOption }
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
    /// The diagnostic of the policy or its lists, if it is one.
    private(set) var diagnostic: LocatedDiagnostic?

    /// What can be accepted of it.
    var finding: AcceptableFinding {
        diagnostic?.finding
            ?? AcceptableFinding(
                severity: severity, name: kind.rawValue, source: Array(place.utf8), offset: nil)
    }

    init(
        _ severity: Diagnostic.Severity, _ kind: Kind, _ place: String, _ message: String, remedy: String
    ) {
        self.severity = severity
        self.kind = kind
        self.place = place
        self.message = message
        self.remedy = remedy
    }

    /// - Parameter severity: How bad it is for the machine; nil for as bad as it is for the policy.
    init(_ diagnostic: LocatedDiagnostic, as severity: Diagnostic.Severity? = nil) {
        self.severity = severity ?? diagnostic.severity
        kind = .diagnostic
        // Without the colon and the space at the end.
        place = String(decoding: diagnostic.place.dropLast(2), as: UTF8.self)
        message = String(decoding: diagnostic.message, as: UTF8.self)
        remedy = ""
        code = diagnostic.code
        self.diagnostic = diagnostic
    }

    /// - Parameter isAccepted: Whether it is meant.
    func lines(_ colours: Colours, isAccepted: Bool = false) -> [String] {
        var line = "\(printable(place)): \(colours.word(severity))\(isAccepted ? " (accepted)" : ""): "
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
        var place: String
        var message: String
        var remedy: String?
    }

    func object(isAccepted: Bool) -> Object {
        Object(
            severity: "\(severity)", kind: kind.rawValue, name: finding.name,
            accepted: isAccepted ? true : nil, code: code, place: place, message: message,
            remedy: remedy.isEmpty ? nil : remedy)
    }
}
