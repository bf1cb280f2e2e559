import ArgumentParser
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

struct StrengthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strength",
        abstract: "Estimate how many guesses passwords from standard input withstand.",
        discussion: helpText(
            """
            For each password, one per line, prints the estimate, the pieces that the password was found to consist of, with \
            the positions of their characters, counted from 1, and advice. Passwords are never printed; but an estimate \
            says much about one, so do not keep it. On a terminal, you are prompted for passwords without echo; Ctrl-D ends the input.

            See passwordrules(7) for how estimates are made.
            """,
            exitStatus: "0 success, 2 error",
            examples: [
                "How strong is this password?": "printf 'Summer2024\\n' | passwordrules strength",
                "For a program, with words that others know about the person":
                    "printf 'Summer2024\\n' | passwordrules strength --json --word alice --word acme",
            ]))

    @Option(help: ArgumentHelp("A user of this machine, whose names are known.", valueName: "name"))
    var user: String?

    @Option(
        name: .customLong("word"),
        help: ArgumentHelp("A word that others know about the person; may be repeated.", valueName: "word"))
    var words: [String] = []

    @Option(
        name: .customLong("list"),
        help: ArgumentHelp(
            "A list of ranked words, in place of the bundled one; may be repeated.",
            valueName: "file"),
        completion: .file())
    var lists: [String] = []

    @Flag(help: "Print one JSON object per line, for each password.")
    var json = false

    @Flag(
        help:
            "Also print the approximate rank of each word; with the lists, it shows which words they may be.")
    var showRanks = false

    func run() throws {
        var opened: [RankedWordList] = []
        for path in lists.isEmpty ? [Installation.ranks] : lists.map({ Array($0.utf8) }) {
            do throws(FileProblem) {
                opened.append(try RankedWordList(atPath: path))
            } catch {
                throw Failure(message: error.line(String(decoding: path, as: UTF8.self)))
            }
        }
        let estimator = StrengthEstimator(words: RankedWords(opened))
        let person = PersonalWords(of: try account())
        var isEmpty = true
        var input = PasswordInput()
        try input.forEachLine { password in
            isEmpty = false
            let estimate = estimator.estimate(password, knowing: person)
            if json {
                return try Output.standard.write(json: StrengthObject(estimate, withRanks: showRanks))
            }
            for line in lines(of: estimate) { try Output.standard.write(Array(line.utf8)) }
        }
        if isEmpty { throw Failure(message: "no password on standard input") }
    }

    private func account() throws -> Account {
        var account = Account()
        if let user {
            switch UserAccount(ofUser: Array(user.utf8)) {
            case .found(let found): account = found
            case .missing: throw Failure(message: "there is no user \(printable(user)) on this machine")
            case .failed(let problem):
                throw Failure(message: String(decoding: problem.messageBytes, as: UTF8.self))
            }
        }
        account.words = words.map { Array($0.utf8) }
        return account
    }

    private func lines(of estimate: StrengthEstimate) -> [String] {
        let colour: Colours.Colour = estimate.level < .fair ? .red : .green
        var lines = [
            Colours.output.paint("\(estimate.level.name)", colour)
                + ": 10^\(estimate.guessesLog10.decimals(1)) guesses"
                + (estimate.isCut
                    ? "; only the first \(StrengthEstimator.longestPassword) characters count" : "")
        ]
        for piece in estimate.pieces {
            let end = piece.range.count == 1 ? "" : "-\(piece.range.upperBound)"
            let rank = showRanks && piece.rank > 0 ? ", about rank \(piece.rank.grouped)" : ""
            lines.append(
                "  \("\(piece.range.lowerBound + 1)\(end)".padded(to: 8))\(piece.kind.name)\(rank)")
        }
        return lines + estimate.advice.map { "  " + $0.sentence }
    }
}

/// An estimate as a JSON object.
struct StrengthObject: Encodable {
    struct Piece: Encodable {
        var kind: String
        /// The range, in scalar values from 0.
        var start: Int
        var end: Int
        /// The rank of a word, with --show-ranks.
        var rank: Int?
    }

    var guessesLog10: Double
    var level: String
    /// Whether only the beginning of the password was estimated.
    var cut: Bool
    var pieces: [Piece]
    var advice: [String]

    init(_ estimate: StrengthEstimate, withRanks: Bool) {
        guessesLog10 = estimate.guessesLog10
        level = "\(estimate.level.name)"
        cut = estimate.isCut
        pieces = estimate.pieces.map {
            Piece(
                kind: "\($0.kind.name)", start: $0.range.lowerBound, end: $0.range.upperBound,
                rank: withRanks && $0.rank > 0 ? $0.rank : nil)
        }
        advice = estimate.advice.map { $0.sentence }
    }
}
