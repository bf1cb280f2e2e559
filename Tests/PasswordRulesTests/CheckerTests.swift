import Testing

@testable import PasswordRules

@Suite struct CheckerTests {
    @Test(arguments: try Vectors.rows("check.tsv"))
    func judgesAsTheTableSays(row: Vectors.Row) throws {
        let (text, password) = (row.fields[0], row.fields[2])
        let descriptor = try Descriptor(parsing: text.span)
        let checker = Checker(descriptor, reading: row.string(1) == "strict" ? .strict : .written)
        let report = checker.check(password.span)
        #expect((report.isAccepted ? "accepted" : "rejected") == row.string(3))
        let outcomes = report.outcomes.map { "\($0.kind.name):\($0.isMet ? 1 : 0):\($0.limit):\($0.actual)" }
        #expect(outcomes.joined(separator: ",") == row.string(4))
    }

    @Test func reportsWhatMayBeMissingBeforeWhatMayBeWrong() throws {
        let descriptor = try Descriptor(
            """
            max-consecutive: 4; max-sequential: 3; max-repeating: 2; maxlength: 9; allowed: lower; required: digit;
            required: upper; minlength: 8
            """)
        let kinds = Checker(descriptor).check("").outcomes.map(\.kind)
        #expect(
            kinds == [
                .minLength, .required, .required, .allowed, .maxLength, .maxRepeating, .maxSequential,
                .maxConsecutive,
            ])
        #expect(Checker(descriptor).check("").outcomes[1].characters == .digit)
    }

    @Test func aReportIsUsedAgainWithoutTraces() throws {
        let checker = Checker(try Descriptor("required: digit; minlength: 4"))
        var report = Report()
        #expect(!report.isAccepted && report.progress == 0)
        for password in ["", "abc", "abc1", "abcd", "abcd1"] {
            let bytes = Array(password.utf8)
            checker.check(bytes.span, into: &report)
            let fresh = checker.check(password)
            #expect(report.outcomes == fresh.outcomes)
            #expect(report.isAccepted == fresh.isAccepted)
        }
    }

    /// There is room for all outcomes, and not more.
    @Test(arguments: [
        "", "minlength: 0", "minlength: 1", "minlength: 4; minlength: 5", "required: upper",
        "required: unicode; required: unicode", "allowed: lower", "allowed: lower; allowed: unicode",
        "max-repeating: 2; maxlength: 3", "max-sequential: 1",
        "required: digit; max-consecutive: 4; max-sequential: 3; max-repeating: 2; maxlength: 9; allowed: lower; minlength: 8",
    ])
    func saysHowManyOutcomesThereAre(rules: String) throws {
        for reading in [Reading.written, .strict] {
            let checker = Checker(try Descriptor(rules), reading: reading)
            #expect(checker.check("ab1").outcomes.count == checker.outcomeCount - 1)
            let illFormed: [UInt8] = [0xFF]
            #expect(checker.check(illFormed.span).outcomes.count == checker.outcomeCount)
        }
    }

    /// A second check by the simplest means: whole characters in an array, one question at a time.
    private func judge(_ scalars: [UInt32], _ checker: Checker) -> Bool {
        func longest(_ follows: (UInt32, UInt32) -> Bool) -> Int {
            var best = 0
            for start in scalars.indices {
                var end = start
                while end + 1 < scalars.count, follows(scalars[end], scalars[end + 1]) { end += 1 }
                best = max(best, end - start + 1)
            }
            return best
        }
        func isNeighbour(_ a: UInt32, _ b: UInt32) -> Bool {
            [UInt32(0x30)...0x39, 0x41...0x5A, 0x61...0x7A].contains { $0.contains(a) && $0.contains(b) }
        }
        let repeats = longest { $0 == $1 }
        let sequences = max(
            longest { $1 == $0 + 1 && isNeighbour($0, $1) }, longest { $0 == $1 + 1 && isNeighbour($0, $1) })
        let consecutive = checker.reading == .strict ? max(repeats, sequences) : repeats
        return scalars.count >= checker.minLength ?? 0
            && scalars.count <= checker.maxLength ?? .max
            && checker.required.allSatisfy { characters in scalars.contains { characters.contains($0) } }
            && scalars.allSatisfy { checker.permitted?.contains($0) ?? true }
            && repeats <= checker.maxRepeating ?? .max
            && sequences <= checker.maxSequential ?? .max
            && consecutive <= checker.maxConsecutive ?? .max
    }

    @Test func agreesWithAPlainReadingOfTheRules() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var source = SeededSource(seed: seed)
        let properties = [
            "required: upper", "required: lower, digit", "required: [-ab]", "required: unicode",
            "allowed: lower",
            "allowed: [ABab12]", "allowed: unicode", "minlength: 3", "minlength: 5", "maxlength: 6",
            "max-repeating: 1",
            "max-repeating: 2", "max-sequential: 2", "max-sequential: 1", "max-consecutive: 2",
            "maxlength: 0",
        ]
        let alphabet = Array("abcBA12-9:\u{E9}\u{1F600}z{@`/0".unicodeScalars)
        var accepted = 0
        for _ in 0..<rounds(5_000) {
            let text = (0..<source.below(5)).map { _ in source.pick(properties) }
            let descriptor = try Descriptor(text.joined(separator: "; "))
            let checker = Checker(descriptor, reading: source.below(2) == 0 ? .written : .strict)
            let scalars = (0..<source.below(8)).map { _ in source.pick(alphabet) }
            let password = String(String.UnicodeScalarView(scalars))
            let report = checker.check(password)
            if report.isAccepted {
                accepted += 1
                // What the strict reading accepts the written one accepts.
                #expect(Checker(descriptor).check(password).isAccepted, "seed \(seed): \(text) \(password)")
            }
            #expect(
                report.isAccepted == judge(scalars.map(\.value), checker),
                "seed \(seed): \(text) \(checker.reading) \(password)")
            #expect(report.isAccepted == report.outcomes.allSatisfy(\.isMet))
            #expect((report.progress == 1) == report.isAccepted)
            #expect((0...1).contains(report.progress))
        }
        #expect((rounds(500)...rounds(4_500)).contains(accepted), "both verdicts must be exercised")
    }
}
