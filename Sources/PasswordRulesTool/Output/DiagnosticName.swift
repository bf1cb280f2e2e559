import PasswordRules
import PasswordRulesSystem

/// The names of diagnostics, as reports show them in brackets and `accept` takes them.
enum DiagnosticName {
    /// The name of each number.
    private static let names: [Int: String] = {
        var names: [Int: String] = [:]
        func add<Code: CaseIterable & RawRepresentable<Int>>(_ codes: Code.Type, _ prefix: String = "") {
            for code in codes.allCases { names[code.rawValue] = prefix + words("\(code)") }
        }
        add(Diagnostic.Code.self)
        add(FileProblem.Code.self, "file-")
        add(BlocklistProblem.Code.self, "blocklist-")
        add(RankedWordsProblem.Code.self, "ranks-")
        add(MachineDiagnosticCode.self)
        return names
    }()

    /// The name of a diagnostic.
    static func name(of code: Int) -> String? { names[code] }

    /// The names of all warnings and notes about policies and lists.
    static let acceptable: Set<String> = {
        let errors =
            Diagnostic.Code.allCases.filter { $0.severity == .error }.map(\.rawValue)
            + MachineDiagnosticCode.allCases.filter(\.isError).map(\.rawValue)
        return Set(names.filter { !errors.contains($0.key) }.values)
    }()

    /// The names of all errors.
    static let errors = Set(names.values).subtracting(acceptable)

    /// `invalidUTF8` as `invalid-utf8`.
    private static func words(_ name: String) -> String {
        var text = ""
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            let isAfterLowerCase = index > 0 && characters[index - 1].isLowercase
            let endsUpperCase =
                index > 0 && characters[index - 1].isUppercase && index + 1 < characters.count
                && characters[index + 1].isLowercase
            if character.isUppercase, isAfterLowerCase || endsUpperCase { text += "-" }
            text += character.lowercased()
        }
        return text
    }
}

extension MachineDiagnosticCode {
    /// Whether it is an error wherever it is reported.
    fileprivate var isError: Bool {
        switch self {
        case .accountsUnreadable, .tooManyDoubts, .tightLimit, .notAcceptable: true
        default: false
        }
    }
}

extension LocatedDiagnostic {
    /// The diagnostic's name, such as `weaker-section`.
    var name: String? { DiagnosticName.name(of: code) }
}
