// Prints facts that Swift declares, for generate.py: lines with tabs between their fields. A number of the C
// interface has family, number, constant in C, name in reports, and summary. A key of policy files has name,
// values, default and combination. libpwquality's nearest error for a kind has the kind's name, the error,
// whether it has the limit, and a phrase.

import PasswordRules
import PasswordRulesSystem

func row(_ family: String, _ number: Int, _ constant: String, _ name: String, _ summary: StaticString) {
    print("\(family)\t\(number)\t\(constant)\t\(name)\t\(summary)")
}

/// The name of a case in the form of C constants: `invalidUTF8` becomes `INVALID_UTF8`.
func constant(_ subject: String) -> String {
    var text = ""
    let characters = Array(subject)
    for (index, character) in characters.enumerated() {
        let followsLower = index > 0 && characters[index - 1].isLowercase
        let endsUppercase =
            index > 0 && characters[index - 1].isUppercase && index + 1 < characters.count
            && characters[index + 1].isLowercase
        if character.isUppercase && (followsLower || endsUppercase) { text += "_" }
        text += character.uppercased()
    }
    return text
}

for status in LibraryStatus.allCases {
    row("status", status.rawValue, "\(status.name)", "", status.summary)
}
for kind in Outcome.Kind.all {
    let name = "\(kind.name)"
    row("kind", kind.rawValue, String(name.map { $0 == "-" ? "_" : $0 }).uppercased(), name, kind.summary)
}
for kind in Outcome.Kind.all {
    let error = kind.description.pwqualityError
    print("pwquality\t\(kind.name)\t\(error.name)\t\(error.hasLimit ? 1 : 0)\t\(error.phrase)")
}
for code in Diagnostic.Code.allCases {
    row("diagnostic", code.rawValue, constant("\(code)"), "", code.summary)
}
for code in FileProblem.Code.allCases {
    row("diagnostic", code.rawValue, "FILE_" + constant("\(code)"), "", code.summary)
}
for code in BlocklistProblem.Code.allCases {
    row("diagnostic", code.rawValue, "BLOCKLIST_" + constant("\(code)"), "", code.summary)
}
for code in RankedWordsProblem.Code.allCases {
    row("diagnostic", code.rawValue, "RANKS_" + constant("\(code)"), "", code.summary)
}
for code in MachineDiagnosticCode.allCases {
    row("diagnostic", code.rawValue, constant("\(code)"), "", code.summary)
}

/// The manual's words for how lines of a key combine.
func words(_ combination: PolicyKey.Combination) -> StaticString {
    switch combination {
    case .addsUp: "adds up"
    case .largest, .smallest: "strictest counts"
    case .union: "all ways together"
    case .mostSpecific: "overridden"
    }
}

for key in PolicyKey.allCases {
    let value = String(decoding: key.valueSummary, as: UTF8.self)
    print("key\t\(key.name)\t\(value)\t\(key.builtInValue)\t\(words(key.combination))")
}
