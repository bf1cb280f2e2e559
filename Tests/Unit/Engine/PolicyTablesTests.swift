import Testing

@testable import PasswordRules

/// The tables about policies, which the tests of the C interface run too. Each says at its top how it is
/// read.
@Suite struct PolicyTablesTests {
    /// A policy of policies.txt with what is done with it.
    struct Block: Sendable, CustomTestStringConvertible {
        var rows: [Vectors.Row]

        var testDescription: String { rows[0].testDescription }
    }

    static func blocks() throws -> [Block] {
        var blocks: [Block] = []
        for row in try Vectors.rows("policies.txt") {
            if row.string(0) == "policy" { blocks.append(Block(rows: [])) }
            blocks[blocks.count - 1].rows.append(row)
        }
        return blocks
    }

    /// What the rows of a block have set so far.
    private struct State {
        var files: [String] = []
        var arguments: [String] = []
        var subject: PolicySubject?
        var account = Account()
        var old: [UInt8] = []
        private var made: Policy?

        /// Whether the row sets something.
        mutating func take(_ row: Vectors.Row) -> Bool {
            let texts = row.fields.indices.dropFirst().map { row.string($0) }
            switch row.string(0) {
            case "policy", "file": files.append(texts.map { $0 + "\n" }.joined())
            case "": files[files.count - 1] += texts[0] + "\n"
            case "setting": arguments += texts
            case "for":
                subject = PolicySubject(user: row.fields[1], groups: Array(row.fields.dropFirst(2)))
                made = nil
            case "account":
                account = Account(
                    texts[0], fullName: texts.count > 1 ? texts[1] : "", home: texts.count > 2 ? texts[2] : ""
                )
            case "old": old = row.fields[1]
            default: return false
            }
            return true
        }

        /// The policy of the rows so far, made when it is first used.
        mutating func policy() throws -> Policy {
            if let made { return made }
            let applied = try applyPolicy(files, arguments: arguments, to: subject)
            if let problem = applied.problem { throw problem.diagnostic }
            let policy = try Policy(applied.settings, blocklists: [], rankedWords: .few)
            made = policy
            return policy
        }
    }

    @Test(arguments: try blocks())
    func policiesDoAsTheTableSays(block: Block) throws {
        var state = State()
        for row in block.rows where !state.take(row) {
            if row.string(0) == "fails" {
                let error = #expect(throws: Diagnostic.self) { _ = try state.policy() }
                #expect(error.map { "\($0.code.rawValue)" } == row.string(1), "\(row)")
                continue
            }
            let policy = try state.policy()
            func check(_ password: [UInt8]) -> Report {
                policy.check(password.span, for: state.account, replacing: state.old.span)
            }
            switch row.string(0) {
            case "accepts", "rejects":
                for password in row.fields.dropFirst() {
                    #expect(check(password).isAccepted == (row.string(0) == "accepts"), "\(row)")
                }
            case "accepted", "rejected": compare(check(row.fields[1]), row)
            case "info":
                let flags = [policy.suggests, policy.isForLocalUsersOnly].map { $0 ? "yes" : "no" }
                #expect(["\(policy.retryCount)"] + flags == (1...3).map { row.string($0) }, "\(row)")
            case "enforcement":
                for index in row.fields.indices.dropFirst(2) {
                    var words = row.string(index).split(separator: " ").map(String.init)
                    var context = PolicyContext(isOldPasswordKnown: !state.old.isEmpty)
                    context.isByAdministrator = words.contains("root")
                    context.isExpired = words.contains("expired")
                    words.removeAll { $0 == "root" || $0 == "expired" }
                    context.service = Array((words.first ?? "").utf8)
                    #expect("\(policy.enforcement(in: context))" == row.string(1), "\(row) \(index)")
                }
            case "login":
                for service in row.fields.dropFirst(2) {
                    #expect("\(policy.loginAction(at: service))" == row.string(1), "\(row)")
                }
            case "suggests":
                try expectSuggestions(of: policy, state, row, isAccepted: { check($0).isAccepted })
            default: Issue.record("\(row)")
            }
        }
    }

    /// Compares a report with a row that has all outcomes, and perhaps the message of the last one.
    private func compare(_ report: Report, _ row: Vectors.Row) {
        let outcomes = report.outcomes.map { "\($0.kind.name):\($0.isMet ? 1 : 0):\($0.limit):\($0.actual)" }
        #expect((report.isAccepted ? "accepted" : "rejected") == row.string(0), "\(row)")
        #expect(outcomes.joined(separator: ",") == row.string(2), "\(row)")
        #expect(report.isAccepted == report.outcomes.allSatisfy(\.isMet), "\(row)")
        #expect(report.outcomes.allSatisfy { $0.messageBytes == Array($0.message.utf8) }, "\(row)")
        if row.fields.count > 3 { #expect(report.outcomes.last?.message == row.string(3), "\(row)") }
    }

    private func expectSuggestions(
        of policy: Policy, _ state: State, _ row: Vectors.Row, isAccepted: ([UInt8]) -> Bool
    ) throws {
        var source = SeededSource(seed: UInt64(row.line))
        let bounds = row.string(1).split(separator: "-").compactMap { Int($0) }
        guard let shortest = bounds.first, let longest = bounds.last else {
            #expect(throws: GenerationError.self, "\(row)") {
                _ = try policy.suggestion(from: &source, for: state.account, replacing: state.old.span)
            }
            return
        }
        for _ in 0..<10 {
            let text = try policy.suggestion(
                from: &source, for: state.account, replacing: state.old.span
            ).text
            #expect((shortest...longest).contains(text.utf8.count), "\(row): \(text)")
            #expect(isAccepted(Array(text.utf8)), "\(row): \(text)")
            if row.fields.count > 2 {
                #expect(!text.utf8.contains { row.fields[2].contains($0) }, "\(row): \(text)")
            }
        }
    }

    @Test func everyKindOfOutcomeIsInTheTable() throws {
        let rows = try Vectors.rows("policies.txt").filter {
            ["accepted", "rejected"].contains($0.string(0))
        }
        let all = rows.map { $0.string(2) }.joined(separator: ",").split(separator: ",")
        let names = Set(all.map { $0.prefix { $0 != ":" } })
        // Other tests have these: outcomes of lists need files, the outcome of the history needs hashes, and policies
        // do not use the strict reading, which is in check.tsv.
        let kinds = Outcome.Kind.all
        let others: [Outcome.Kind] = [.blocklist, .blocklistUnreadable, .history, .maxConsecutiveStrict]
        for kind in kinds where !others.contains(kind) {
            #expect(names.contains("\(kind.name)"), "\(kind.name)")
        }
        // No number is missing or used twice.
        #expect(kinds.map(\.rawValue) == Array(1...kinds.count))
    }

    @Test(arguments: try Vectors.rows("names.tsv"))
    func namesAreFoundAsTheTableSays(row: Vectors.Row) throws {
        let (key, name) = (row.string(0), row.fields[1])
        let (kind, account): (Outcome.Kind, Account) =
            switch key {
            case "username": (.username, Account(name: name))
            case "full-name": (.fullName, Account(fullName: name))
            case "home-directory": (.homeDirectory, Account(homeDirectory: name))
            default: (.usernameParts, Account(name: name))
            }
        let lines = kind == .usernameParts ? [key] : ["\(key) = reject", "\(key) = whole"]
        let policies = try lines.map { try makePolicy("rules = minlength: 1\nusername =\n\($0)\n") }
        for password in row.fields.dropFirst(3) {
            let isFound = policies.map { policy in
                policy.check(password.span, for: account).outcomes.contains { $0.kind == kind && !$0.isMet }
            }
            let found = isFound == [true, true] ? "whole" : isFound[0] ? "inside" : "no"
            #expect(found == row.string(2), "\(row): \(String(decoding: password, as: UTF8.self))")
        }
    }

    @Test(arguments: try Vectors.rows("policy-mistakes.tsv"))
    func mistakesMatchTheTable(row: Vectors.Row) throws {
        let isArgument = row.string(0) == "setting"
        let text = row.fields[1] + (row.string(0) == "file" ? [0x0A] : [])
        var found = Diagnostics()
        if isArgument {
            if let file = PolicyFile.parseArgument(text, diagnostics: &found) {
                var stack = PolicyStack()
                stack.add(argument: file)
                found.add(try #require(stack.applied(to: nil).problem).diagnostic)
            }
        } else {
            #expect(PolicyFile.parse(text, diagnostics: &found) == nil)
        }
        let valueStart = isArgument ? (text.firstIndex(of: 0x3D) ?? -1) + 1 : 0
        let all = found.items.map { item in
            var position = item.position(in: text.span)
            if item.offset >= valueStart { position.column -= valueStart }
            let hint = (answer(item.message(in: text.span)) ?? item.suggestion).map { ": \($0)" } ?? ""
            return
                "\(item.severity) \(item.code.rawValue) \(position.line) \(position.column) \(item.length)\(hint)"
        }
        #expect(all == row.fields.indices.dropFirst(3).map { row.string($0) })

        // The loader decides in this way whether root may continue.
        var exemption = RootExemption()
        exemption.read(text, isArgument: isArgument)
        if found.hidesLines { exemption.close() }
        let isExempt = exemption.holds(in: PolicyContext(isByAdministrator: true, service: passwd))
        #expect((isExempt ? "warned" : "bound") == row.string(2))
    }

    /// The advice in a message about a name that another module uses.
    private func answer(_ message: String) -> String? {
        guard let last = message.split(separator: "; ").last, last != "see passwordrules.conf(5) for the list"
        else { return nil }
        if last.hasPrefix("here it is \"") { return String(last.dropFirst(12).dropLast()) }
        if last.hasPrefix("a comment begins") || last.hasPrefix("write it") { return String(last) }
        return last.hasPrefix("see ") ? String(last.dropFirst(4)) : nil
    }
}
