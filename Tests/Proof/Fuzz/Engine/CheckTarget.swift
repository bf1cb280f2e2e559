internal import PasswordRules

/// A check: `d` the descriptor, `p` passwords. The second checker must have the same outcomes.
func fuzzCheck(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input)
    let text = fields.first("d")
    var diagnostics = Diagnostics()
    guard let descriptor = Descriptor.parse(text.span, mode: .lenient, diagnostics: &diagnostics) else {
        fail("the lenient parser failed")
    }
    let reference = ReferenceParser(text)
    let passwords = fields.every("p") + [[]]
    for reading in [Reading.written, .strict] {
        let checker = Checker(descriptor, reading: reading)
        let expected = ReferenceChecker(reference.rules, isStrict: reading == .strict)
        // It must keep nothing of earlier passwords.
        var used = Report()
        for password in passwords {
            let report = checker.check(password.span)
            checker.check(password.span, into: &used)
            expect(used.outcomes == report.outcomes, "a reused report has other outcomes")
            expect(used.isAccepted == report.isAccepted, "a reused report has another verdict")
            expectReport(report)
            let outcomes = report.outcomes.map {
                ReferenceChecker.Expected(
                    kind: $0.kind, isMet: $0.isMet, limit: $0.limit, actual: $0.actual)
            }
            let wanted = expected.outcomes(password)
            expect(outcomes == wanted, "\(password.shown): \(outcomes), and not \(wanted)")
        }
    }
    expectStrictIsNarrower(descriptor, passwords)
    return reference.mistakeCount <= 2
}

/// A password that meets the strict reading meets the written one as well.
private func expectStrictIsNarrower(_ descriptor: Descriptor, _ passwords: [[UInt8]]) {
    let (written, strict) = (Checker(descriptor), Checker(descriptor, reading: .strict))
    for password in passwords where strict.check(password.span).isAccepted {
        expect(
            written.check(password.span).isAccepted,
            "\(password.shown) is accepted only in the strict reading")
    }
}

/// A report is consistent: its verdict, its progress and its messages.
func expectReport(_ report: Report) {
    let isMet = report.outcomes.allSatisfy { $0.isMet }
    expect(report.isAccepted == isMet, "the verdict is not that of the outcomes")
    let progress = report.progress
    expect(progress >= 0 && progress <= 1, "a progress of \(progress)")
    expect((progress == 1) == report.isAccepted, "a progress of \(progress), accepted: \(report.isAccepted)")
    for outcome in report.outcomes {
        expect(outcome.limit >= 0 && outcome.actual >= 0, "\(outcome)")
        expectPrintable(outcome.messageBytes)
    }
}
