import PasswordRules
import Testing

@Suite struct DescriptorBuilderTests {
    @Test func arraysAndBlocksMakeTheSameDescriptor() throws {
        let array = try Descriptor([
            .required(.upper), .allowed(.custom("-_")), .maxRepeating(2), .minLength(12),
        ])
        let block = try Descriptor {
            required(.upper)
            allowed(try .custom("-_"))
            maxRepeating(2)
            minLength(12)
        }
        #expect(array == block)
        #expect(array.description == "required: upper; allowed: upper,[-_]; max-repeating: 2; minlength: 12;")
        #expect(array.minifiedText == "required: upper; allowed: [-_]; max-repeating: 2; minlength: 12;")
    }

    @Test func repeatedRequirementsAreKept() throws {
        let built = try Descriptor {
            required(.digit)
            required(.upper)
            for _ in 0..<2 { required(try .custom("0123456789")) }
        }
        #expect(built.minifiedText == "required: digit; required: upper; required: digit; required: digit;")
        #expect(try Descriptor(built.minifiedText) == built)
        #expect(built.requirements.map(\.count) == [3, 1])
    }

    @Test func blocksTakeConditionsAndLoops() throws {
        func form(isStrong: Bool, classes: [CharacterClass]) throws -> Descriptor {
            try Descriptor {
                for characters in classes { required(characters) }
                if isStrong { minLength(20) } else { minLength(8) }
                if isStrong { maxSequential(2) }
                maxConsecutive(3)
                maxLength(64)
                allowed(.unicode, .digit)
            }
        }
        #expect(
            try form(isStrong: true, classes: [.upper, .digit]).minifiedText
                == "required: upper; required: digit; allowed: unicode; max-consecutive: 3; max-sequential: 2; "
                + "minlength: 20; maxlength: 64;")
        #expect(
            try form(isStrong: false, classes: []).minifiedText
                == "allowed: unicode; max-consecutive: 3; minlength: 8; maxlength: 64;")
    }

    @Test func blockTakesListsOfRulesAmongRules() throws {
        let common: [Rule] = [required(.upper), minLength(12)]
        let descriptor = try Descriptor {
            common
            [Rule]()
            required(.digit)
            [maxLength(64)]
        }
        #expect(descriptor.rules == common + [required(.digit), maxLength(64)])
        #expect(
            descriptor == (try Descriptor("required: upper; minlength: 12; required: digit; maxlength: 64")))
    }

    // MARK: - What could not be written

    @Test(
        arguments: [
            ([.minLength(-1)], .numberOutOfRange(-1)),
            ([.maxLength(0x8000_0000)], .numberOutOfRange(0x8000_0000)), ([.required(.empty)], .emptyClass),
            ([.minLength(8), .allowed(.empty)], .emptyClass),
        ] as [([Rule], InvalidRule)])
    func refusesWhatCouldNotBeWritten(rules: [Rule], error: InvalidRule) {
        #expect(throws: error) { try Descriptor(rules) }
    }

    @Test(
        arguments: [
            ("", .emptyClass), ("a\u{E9}", .characterNotPrintableASCII("\u{E9}")),
            ("\t", .characterNotPrintableASCII("\t")),
        ]
            as [(String, InvalidRule)])
    func refusesUnwritableClasses(members: String, error: InvalidRule) {
        #expect(throws: error) { try CharacterClass.custom(members) }
    }
}
