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
    }

    /// For random descriptors, with classes in which every member is equally likely.
    @Test func whatIsWrittenReadsBackAsTheSameRules() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var source = SeededSource(seed: seed)
        for _ in 0..<rounds(1_000) {
            let descriptor = try Descriptor((0..<source.below(7)).map { _ in randomRule(&source) })
            #expect(try Descriptor(descriptor.minifiedText).rules == descriptor.merged.rules, "seed \(seed)")
            #expect(
                try Descriptor(descriptor.canonicalText).rules == descriptor.canonical.rules, "seed \(seed)")
            #expect(descriptor.merged.merged == descriptor.merged)
            #expect(descriptor.canonical.canonical == descriptor.canonical)
        }
    }

    @Test func merelyMergedRulesJudgeAlike() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var source = SeededSource(seed: seed)
        for _ in 0..<rounds(1_000) {
            let descriptor = try Descriptor((0..<source.below(7)).map { _ in randomRule(&source) })
            let password = String(
                decoding: (0..<source.below(10)).map { _ in UInt8(0x20 + source.below(95)) }, as: UTF8.self)
            for reading in [Reading.written, .strict] {
                let verdict = Checker(descriptor, reading: reading).check(password).isAccepted
                #expect(
                    Checker(descriptor.merged, reading: reading).check(password).isAccepted == verdict,
                    "seed \(seed)")
            }
            let strict = Checker(descriptor, reading: .strict).check(password).isAccepted
            #expect(
                Checker(descriptor.canonical, reading: .strict).check(password).isAccepted == strict,
                "seed \(seed)")
        }
    }

    private func randomRule(_ source: inout SeededSource) -> Rule {
        let number = [0, 1, 2, 8, 20, 64, 1000, Descriptor.maximumNumber][source.below(8)]
        switch source.below(9) {
        case 0: return .maxConsecutive(number)
        case 1: return .maxRepeating(number)
        case 2: return .maxSequential(number)
        case 3: return .minLength(number)
        case 4: return .maxLength(number)
        case 5, 6: return .allowed(randomClass(&source))
        default: return .required(randomClass(&source))
        }
    }

    private func randomClass(_ source: inout SeededSource) -> CharacterClass {
        let named: [CharacterClass] = [.upper, .lower, .digit, .special, .asciiPrintable, .unicode]
        var characters = CharacterClass.empty
        if source.below(2) == 0 { characters = named[source.below(named.count)] }
        // The three symbols with a special meaning in brackets, more often than the rest.
        for _ in 0..<(characters.isEmpty ? 1 + source.below(5) : source.below(5)) {
            let byte = source.below(3) == 0 ? [0x2D, 0x5D, 0x5B][source.below(3)] : 0x20 + source.below(95)
            characters = characters.union(CharacterClass(UInt8(byte)))
        }
        return characters
    }
}
