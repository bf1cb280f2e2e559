import Testing

@testable import PasswordRules

@Suite struct DescriptorWriterTests {
    @Test(arguments: [
        ("", "allowed: ascii-printable;", ""),
        ("required: upper", "required: upper; allowed: upper;", "required: upper;"),
        (
            "minlength: 8; required: lower, UPPER; allowed: digit",
            "required: upper,lower; allowed: upper,lower,digit; minlength: 8;",
            "required: upper,lower; allowed: digit; minlength: 8;"
        ),
        (
            "required: digit; required: digit", "required: digit; required: digit; allowed: digit;",
            "required: digit; required: digit;"
        ),
        ("allowed: [b]; allowed: [a]", "allowed: [ab];", "allowed: [ab];"),
        (
            "maxlength: 9; maxlength: 8; minlength: 1; minlength: 2; max-repeating: 4; max-repeating: 3",
            "allowed: ascii-printable; max-repeating: 3; minlength: 2; maxlength: 8;",
            "max-repeating: 3; minlength: 2; maxlength: 8;"
        ),
        (
            "max-sequential: 1; max-repeating: 2; max-consecutive: 3",
            "allowed: ascii-printable; max-consecutive: 3; max-repeating: 2; max-sequential: 1;",
            "max-consecutive: 3; max-repeating: 2; max-sequential: 1;"
        ),
        ("minlength: 0; max-repeating: 0", "allowed: ascii-printable;", ""),
        ("allowed: unicode, upper", "allowed: unicode;", "allowed: unicode;"),
        (
            "allowed: upper, unicode; required: digit", "required: digit; allowed: unicode;",
            "required: digit; allowed: unicode;"
        ),
        ("allowed: special, digit, lower, upper", "allowed: ascii-printable;", "allowed: ascii-printable;"),
        ("allowed: []]", "allowed: []];", "allowed: []];"),
        ("allowed: [-]", "allowed: [-];", "allowed: [-];"),
        ("allowed: [-]]", "allowed: [-]];", "allowed: [-]];"),
        ("allowed: [-za]", "allowed: [-az];", "allowed: [-az];"),
        ("allowed: [;:,[\" ]", "allowed: [ \",:;[];", "allowed: [ \",:;[];"),
        ("allowed: [-1ABCDEFGHIJKLMNOPQRSTUVWXYZ]", "allowed: upper,[-1];", "allowed: upper,[-1];"),
    ])
    func writesBothForms(descriptor: String, canonical: String, minified: String) throws {
        let descriptor = try Descriptor(descriptor)
        #expect(descriptor.canonicalText == canonical)
        #expect(descriptor.minifiedText == minified)
        #expect(descriptor.description == canonical)
        #expect(try Descriptor(canonical).rules == descriptor.canonical.rules)
        #expect(try Descriptor(minified).rules == descriptor.merged.rules)
    }
}
