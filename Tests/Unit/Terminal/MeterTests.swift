import PasswordRules
import Testing

@testable import PasswordRulesTerminal

/// The line that says how hard a password is to guess, and the advice below it. StrengthTests covers the
/// numbers.
@Suite struct MeterTests {
    private let screen = Screen(explanation: "Password rules:")

    /// Where the meter is on the screen.
    private func row(of meter: Meter, in lines: [String]) throws -> Int {
        try #require(lines.firstIndex { $0.hasSuffix(meter.summary) }, "\(lines)")
    }

    @Test func meterIsBelowTheProgress() throws {
        var trial = try trial(estimates: true)
        trial.type("aaaaaaaa")
        let lines = screen.picture(&trial).lines
        let meterShown = trial.meter
        let meter = try #require(meterShown)
        #expect(meter.level == .veryWeak && meter.exponent < 3 && (1...3).contains(meter.advice.count))
        let row = try row(of: meter, in: lines)
        #expect(lines[row - 1].hasSuffix("%") && lines[row].hasPrefix("  #") != (meter.percent < 4))
        #expect(lines[row].drop { "# -".contains($0) } == "very weak, 10^\(meter.exponent) guesses")
        #expect(Array(lines[(row + 1)...(row + meter.advice.count)]) == meter.advice.map { "  " + $0 })
        #expect(lines[row + meter.advice.count + 1] == "")
    }

    @Test func barFollowsEachKey() throws {
        var trial = try trial(estimates: true)
        #expect(screen.picture(&trial).lines.allSatisfy { !$0.contains("guesses") })
        var shown: [Int] = []
        for character in "Zq7xVw9k-Rt4mPb" {
            trial.type("\(character)")
            let lines = screen.picture(&trial, isUTF8: true).lines
            let meterShown = trial.meter
            let meter = try #require(meterShown)
            let line = lines[try row(of: meter, in: lines)]
            shown.append(line.count { $0 == "\u{2588}" })
            #expect(
                shown.last == 32 * meter.percent / 100 && line.count { $0 == "\u{2591}" } == 32 - shown.last!)
        }
        #expect(shown == shown.sorted() && shown[0] < 8 && shown.last == 32)
        let lastShown = trial.meter
        let last = try #require(lastShown)
        #expect(last.advice == [] && last.level == .strong)
        trial.type("", .clear)
        #expect(screen.picture(&trial).lines.allSatisfy { !$0.contains("guesses") })
    }

    @Test func onlyTheNewPasswordHasAMeter() throws {
        var trial = try trial(estimates: true)
        trial.type("Sesame99", .enter)
        let lines = screen.picture(&trial).lines
        #expect(lines.contains("  [x] meets all the rules") && !lines.contains { $0.contains("guesses") })
    }

    @Test func missingListIsMentioned() throws {
        let screen = Screen(explanation: "", meterProblem: "no strength is shown: /l: cannot be read")
        var trial = try trial()
        #expect(!screen.picture(&trial).lines.contains { $0.contains("strength") })
        trial.type("a")
        #expect(screen.picture(&trial).lines.contains("  no strength is shown: /l: cannot be read"))
        #expect(screen.picture(&trial, columns: 20).lines.contains("  no strength is sho"))
        #expect(screen.picture(&trial, columns: 20).mistakes == [])
        trial.type("Sesame99", .enter)
        #expect(!screen.picture(&trial).lines.contains { $0.contains("strength") })
    }

    @Test func meterIsOptional() throws {
        var trial = try trial()
        trial.type("aaaaaaaa")
        #expect(!screen.picture(&trial).lines.contains { $0.contains("guesses") })
        let meter = trial.meter
        #expect(meter == nil)
    }

    /// The columns, and whether there is a bar.
    @Test(arguments: [(80, true), (38, true), (36, false), (26, false), (12, false)])
    func narrowScreenHasOnlyTheText(_ columns: Int, hasBar: Bool) throws {
        var trial = try trial("minlength: 1", estimates: true)
        trial.type("aaaaaaaa")
        let picture = screen.picture(&trial, columns: columns)
        let meterShown = trial.meter
        let meter = try #require(meterShown)
        #expect(picture.mistakes == [])
        let text = String(meter.summary.prefix(columns))
        let line = try #require(picture.lines.first { $0.hasSuffix(text) }, "\(picture.lines)")
        #expect((line.contains("#") || line.contains("---")) == hasBar)
    }

    @Test func shortScreenKeepsTheRules() throws {
        var trial = try trial(estimates: true)
        trial.type("aaaaaaaa")
        let full = screen.picture(&trial).lines
        let meterShown = trial.meter
        let meter = try #require(meterShown)
        var isAdviceThere = true
        var isMeterThere = true
        for rows in (4...full.count).reversed() {
            let picture = screen.picture(&trial, rows: rows)
            let hasAdvice = picture.lines.contains { $0 == "  " + meter.advice[0] }
            let hasMeter = picture.lines.contains { $0.hasSuffix(meter.summary) }
            // On ever smaller screens, first the advice disappears, then the meter, and neither returns.
            #expect((!hasAdvice || isAdviceThere && hasMeter) && (!hasMeter || isMeterThere))
            #expect(
                picture.lines.contains { $0.contains("needs an uppercase letter") || $0.contains("more") })
            #expect(picture.mistakes == [])
            (isAdviceThere, isMeterThere) = (hasAdvice, hasMeter)
        }
        #expect(!isAdviceThere && !isMeterThere)
    }

    @Test func singleLineIsPlainText() {
        let estimator = StrengthEstimator(words: RankedWords([]))
        for (password, level) in [
            ("aaaaaaaa", "very weak"), ("Zq7xVw9k-Rt4mPb", "strong"), ("\u{FC}", "very weak"),
        ] {
            let meter = Meter(estimator.estimate(Array(password.utf8).span))
            let line = meter.line
            #expect(
                line.hasPrefix("strength: \(level), ") && line.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(line.contains(" guesses.") && line.last == "." && !line.contains(password))
        }
        #expect(
            Meter(estimator.estimate(Span())).line.hasPrefix("strength: very weak, fewer than 10 guesses."))
    }
}
