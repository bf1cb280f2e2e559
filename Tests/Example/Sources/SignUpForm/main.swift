import PasswordRules

// The attribute of a sign-up form's password field, from rules as values.
let rules = try Descriptor {
    required(.upper)
    required(.digit)
    allowed(.lower, try .custom("-_"))
    maxRepeating(2)
    minLength(12)
}
print("passwordrules=\"\(rules)\"")

// What the form shows before anything is typed, and at each key press.
for sentence in Explanation(rules).sentences { print(sentence) }
let checker = Checker(rules)
var report = Report()
for typed in ["", "Tea", "Tea-party-at-5"] {
    let password = Array(typed.utf8)
    checker.check(password.span, into: &report)
    print("\(Int(report.progress * 100)) %")
    for outcome in report.outcomes where !outcome.isMet { print("  - \(outcome.message)") }
}
