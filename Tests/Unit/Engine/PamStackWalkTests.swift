import PasswordRulesImport
import Testing

/// The model of libpam that "passwordrules status" judges stacks by; Tests/PAM asks libpam itself about the same
/// stacks.
@Suite struct PamStackWalkTests {
    private struct Stack {
        var steps: [PamStackWalk.Step] = []
        var results: [PamResult?] = []

        init(_ text: String) throws {
            var levels = [0]
            for piece in text.split(separator: "; ").map(String.init) {
                let level = try #require(levels.last)
                switch piece {
                case "{":
                    steps.append(PamStackWalk.Step(substackIn: level))
                    results.append(nil)
                    levels.append(level + 1)
                case "(": levels.append(level)
                case "}", ")": levels.removeLast()
                default:
                    let space = try #require(piece.lastIndex(of: " "))
                    var control = piece[..<space]
                    if control.first == "[" { control = control.dropFirst().dropLast() }
                    let known = PamControl(String(control))
                    steps.append(PamStackWalk.Step(control: known ?? .bad, level: level))
                    results.append(PamResult(rawValue: String(piece[space...].dropFirst())))
                }
            }
        }
    }

    @Test(arguments: try Vectors.rows("pam-stacks.tsv"))
    func givesTheResultOfLibpam(row: Vectors.Row) throws {
        let stack = try Stack(row.string(1))
        let ends = PamStackWalk(stack.steps).ends(0) { index, facts in
            [(stack.results[index] ?? .abort, facts)]
        }
        #expect(ends?.map(\.result.rawValue) == [row.string(0)])
    }

    /// Trying all results of all modules at once gives the same as trying each combination alone.
    @Test func triesAllResults() throws {
        let stack = try Stack(
            "required success; [success=1 default=ignore] success; requisite success; required success")
        let choices: [PamResult] = [.success, .authenticationError]
        var expected: Set<PamResult> = []
        for number in 0..<16 {
            let ends = PamStackWalk(stack.steps).ends(0) { index, facts in
                [(choices[number >> index & 1], facts)]
            }
            expected.formUnion(try #require(ends).map(\.result))
        }
        let ends = PamStackWalk(stack.steps).ends(0) { _, facts in choices.map { ($0, facts) } }
        #expect(Set(try #require(ends).map(\.result)) == expected)
        #expect(expected == [.success, .authenticationError])
    }

    @Test func givesUpOnTooMuchWork() {
        let steps = (0..<20).map { _ in PamStackWalk.Step(control: .bad, level: 0) }
        let ends = PamStackWalk(steps).ends(0) { index, facts in
            [(.success, facts), (.success, facts | 1 << index)]
        }
        #expect(ends == nil)
    }
}
