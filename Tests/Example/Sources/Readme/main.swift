import PasswordRules

let checker = Checker(try Descriptor("required: upper; required: digit; minlength: 12;"))
for outcome in checker.check("weak").outcomes where !outcome.isMet { print(outcome.message) }
let form = try Descriptor {
    required(.upper)
    allowed(.lower, try .custom("-_"))
    minLength(12)
}
print("<input type=password passwordrules=\"\(form)\">")
