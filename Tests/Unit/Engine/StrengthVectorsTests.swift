import Foundation
import Testing

@testable import PasswordRules
@testable import PasswordRulesLists

/// The table strength.tsv, which C, Python and WebAssembly run too. `make renew-strength` rewrites its numbers.
@Suite struct StrengthVectorsTests {
    /// The list that the others build by `passwordrules ranks build`.
    private static let estimator: StrengthEstimator? = {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Vectors/ranked-words.txt")
        guard let text = try? Data(contentsOf: path) else { return nil }
        var lines = RankedLines(Array(text), source: path.path)
        var words = RankedWordsCollector()
        words.add(ranked: lines.words())
        guard let (_, bytes) = try? words.file(), let list = try? RankedWordList(bytes) else { return nil }
        return StrengthEstimator(words: RankedWords([list]))
    }()

    @Test(arguments: try Vectors.rows("strength.tsv"))
    func estimatesMatchTheTable(row: Vectors.Row) throws {
        let estimator = try #require(Self.estimator)
        let password = row.fields[0]
        let words = row.fields[1].split(separator: UInt8(ascii: ",")).map(Array.init)
        let estimate = estimator.estimate(password.span, knowing: PersonalWords(words))
        let pieces = estimate.pieces.map {
            "\($0.kind.name):\($0.range.lowerBound):\($0.range.upperBound):\($0.rank)"
        }
        #expect(String(format: "%.3f", estimate.guessesLog10) == row.string(2))
        #expect("\(estimate.level.rawValue)" == row.string(3))
        #expect((estimate.isCut ? "1" : "0") == row.string(4))
        #expect(pieces.joined(separator: ",") == row.string(5))
    }

    /// `make renew-strength` must not remove these from the table.
    @Test func tableHasEachKindOfPieceAndEachLevel() throws {
        let rows = try Vectors.rows("strength.tsv")
        #expect(rows.count >= 280 && Set(rows.map { $0.fields[0] }).count >= 270)
        for kind in StrengthPieceKind.allCases {
            #expect(rows.count { $0.string(5).contains("\(kind.name):") } >= 5, "\(kind.name)")
        }
        for level in StrengthLevel.allCases {
            #expect(rows.count { $0.string(3) == "\(level.rawValue)" } >= 5, "\(level.name)")
        }
        #expect(rows.count { $0.string(4) == "1" } >= 3)
    }
}
