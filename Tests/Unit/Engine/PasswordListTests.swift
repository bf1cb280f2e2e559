import Testing

@testable import PasswordRules

@Suite struct PasswordListTests {
    private func passwords(
        _ count: Int, _ rules: String, _ options: GenerationOptions = GenerationOptions()
    ) throws -> [String] {
        var source = SeededSource(seed: 23)
        let list = try Generator(try Descriptor(rules)).generate(count: count, options, from: &source)
        #expect(list.count == count)
        let lines = list.withLines { span in
            String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self)
        }
        let each = (0..<list.count).map { index in
            list.withPassword(at: index) { span in
                String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self)
            }
        }
        #expect(lines == each.joined(separator: "\n"))
        return each
    }

    @Test(arguments: PasswordStyle.allCases)
    func thousandAreAllDifferent(style: PasswordStyle) throws {
        let rules = "required: upper; required: lower; required: digit; allowed: [-]"
        let list = try passwords(1000, rules, GenerationOptions(style: style))
        #expect(Set(list).count == 1000)
        let checker = Checker(try Descriptor(rules), reading: .strict)
        #expect(list.allSatisfy { checker.check($0).isAccepted })
    }

    @Test(arguments: [
        ("allowed: [ab]; minlength: 5; maxlength: 5", 32), ("allowed: [a]", 1),
        ("allowed: [abc]; max-repeating: 1; maxlength: 3", 12),
        ("required: [a]; required: [b]; required: [c]; maxlength: 3", 6),
    ])
    func givesAllThereAreAndNoMore(rules: String, available: Int) throws {
        let list = try passwords(available, rules)
        #expect(Set(list).count == available)
        #expect(throws: GenerationError.tooFew(wanted: available + 1, available: available)) {
            try passwords(available + 1, rules)
        }
    }

    @Test(arguments: [0, -1, 1_000_001, .max])
    func refusesACountOutOfRange(count: Int) {
        #expect(throws: GenerationError.countOutOfRange(count)) { try passwords(count, "") }
    }

    @Test func failingSourceGivesNone() throws {
        var source = FailingSource()
        let generator = Generator(try Descriptor(""))
        #expect(throws: GenerationError.noRandomness) {
            _ = try generator.generate(count: 2, from: &source).count
        }
    }

    /// Passwords with more than 10 overlapping requirements cannot be counted, but a list of some is still found.
    @Test func endsIfTheNumberIsUnknown() throws {
        let many = GeneratorTests.overlapping(11) + "maxlength: 200; minlength: 200"
        #expect(Set(try passwords(50, many)).count == 50)
    }
}
