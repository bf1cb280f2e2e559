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

// The form's text before anything is typed, and after each key.
for sentence in Explanation(rules).sentences { print(sentence) }
let checker = Checker(rules)
var report = Report()
for typed in ["", "Tea", "Tea-party-at-5"] {
    let password = Array(typed.utf8)
    checker.check(password.span, into: &report)
    print("\(Int(report.progress * 100)) %")
    for outcome in report.outcomes where !outcome.isMet { print("  - \(outcome.message)") }
}

// A password that the form suggests.
struct SystemRandom: RandomSource {
    mutating func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomSourceFailure) {
        for index in bytes.indices { bytes[index] = .random(in: 0...255) }
    }
}
var source = SystemRandom()
let plan = try Generator(rules).plan(GenerationOptions(style: .readable))
let suggestion = try plan.password(from: &source)
print("\(plan.length) characters, \(try plan.count()) possibilities")
print(suggestion.withSpan { checker.check($0).isAccepted })

// The demands of a policy beyond its rules, and the line that each comes from.
let policy = try Policy("rules = minlength: 12;\nusername = reject")
let password = Array("alice-in-wonderland".utf8)
for outcome in policy.check(password.span, for: Account(name: Array("alice".utf8))).outcomes {
    print("\(outcome.message) (line \(policy.origin(of: outcome).line))")
}
