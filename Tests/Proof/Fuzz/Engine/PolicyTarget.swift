internal import PasswordRules

/// Policies: `f` files, `a` arguments, `u` the user, `g` groups, `n` the full name, `h` the home directory,
/// `o` the old password, `p` passwords, `s` the random bytes of a suggestion. Estimates know a few words.
func fuzzPolicy(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input)
    var stack = PolicyStack()
    var mistakes = 0
    for text in fields.every("f") {
        guard let file = parse(text, isArgument: false, &mistakes) else { continue }
        stack.add(file: file)
    }
    for text in fields.every("a") {
        guard let file = parse(text, isArgument: true, &mistakes) else { continue }
        stack.add(argument: file)
    }
    let subject = PolicySubject(user: fields.first("u"), groups: fields.every("g"))
    // Without sections it is the same for all users.
    for subject in stack.hasSections ? [nil, subject] : [subject] {
        let applied = stack.applied(to: subject)
        expectApplied(applied, stack, subject)
        guard let policy = try? Policy(applied.settings, blocklists: [], rankedWords: knownWords) else {
            continue
        }
        let account = Account(
            name: fields.first("u"), fullName: fields.first("n"), homeDirectory: fields.first("h"))
        use(policy, fields, account, alternatives: 1 + applied.settings.choices.reduce(0) { $0 + $1.count })
    }
    return mistakes <= 3
}

private let knownWords: RankedWords = {
    let words = ["password", "dragon", "monkey", "acme"].map { (word: Array($0.utf8), rank: 24 as UInt8) }
    return RankedWords((try? RankedWordList(RanksModel(words, letterCost: 80).bytes)).map { [$0] } ?? [])
}()

private func parse(_ text: [UInt8], isArgument: Bool, _ mistakes: inout Int) -> PolicyFile? {
    var found = Diagnostics()
    let file =
        isArgument
        ? PolicyFile.parseArgument(text, diagnostics: &found)
        : PolicyFile.parse(text, diagnostics: &found)
    expect((file == nil) == found.hasErrors, "a file in spite of an error, or neither")
    // Lines are parsed one after the other, and a diagnostic may be about an earlier part of its line.
    expectRanges(found, in: text.span, isInOrder: false)
    expectMessages(found, in: text.span)
    mistakes += found.items.count
    // Lint takes longer than everything else, so only some inputs get it.
    if !isArgument, text.count.isMultiple(of: 8) {
        let lint = PolicyFile.lint(text)
        expectRanges(lint, in: text.span, isInOrder: false)
        expectMessages(lint, in: text.span)
        if found.hasErrors { expect(lint.hasErrors, "lint sees no error") }
    }
    guard let file else { return nil }
    // A file that binds root is never mistaken for one that exempts root.
    var alone = PolicyStack()
    if isArgument { alone.add(argument: file) } else { alone.add(file: file) }
    if alone.applied(to: nil).settings.enforcesForRoot == true {
        var exemption = RootExemption()
        exemption.read(text, isArgument: isArgument)
        expect(
            !exemption.holds(in: PolicyContext(isByAdministrator: true, service: passwd)), "root is exempt"
        )
    }
    for section in file.namedSections {
        expect(!section.name.isEmpty || !section.service.isEmpty, "a section without a name")
    }
    return file
}

/// Compares the entries that apply with those that a plain second implementation finds.
private func expectApplied(_ applied: AppliedPolicy, _ stack: PolicyStack, _ subject: PolicySubject?) {
    let items = applied.items
    for item in items {
        expect(!item.value.isEmpty && item.line >= 1, "an item without a value")
        expect((item.clause?.isEmpty ?? true) == !item.isFromPreset, "a clause without a preset")
    }
    for section in applied.namedSections { expect(section.title.first == 0x5B, "a section without a header") }
    guard let wanted = ReferenceLayers(stack, subject).entries() else { return }
    let found = items.map { ReferenceLayers.Entry(key: String(describing: $0.key.name), value: $0.value) }
    expect(found == wanted, "\(found), and not \(wanted)")
}

private func use(_ policy: Policy, _ fields: Fields, _ account: Account, alternatives: Int) {
    let old = fields.first("o")
    expectExplanation(policy.explanationBytes())
    for password in fields.every("p") + [[], account.name, old] {
        let report = policy.check(password.span, for: account, replacing: old.span)
        expectReport(report)
        expectInOrder(report)
        expectGuesses(report, password, account)
        expect(!report.isAccepted || !password.isEmpty, "the empty password is accepted")
        let strictly = policy.check(
            password.span, for: account, replacing: old.span, reading: .strict)
        expectReport(strictly)
        expect(
            !strictly.isAccepted || report.isAccepted,
            "\(password.shown) is accepted only in the strict reading")
        if password == old, !old.isEmpty, report.isAccepted {
            let checks = policy.check(password.span, replacing: old.span).outcomes
            expect(
                !checks.contains { $0.kind == .oldPasswordSame && !$0.isMet }, "the old password is accepted")
        }
    }
    // A suggestion takes long, especially with many alternatives.
    if alternatives < 4, old.count.isMultiple(of: 2), fields.has("s") {
        suggest(policy, fields.first("s"), account, old)
    }
}

/// Ill-formed text comes first, then what may be missing, then what may be wrong; and so again after each
/// `or`.
private func expectInOrder(_ report: Report) {
    var last = 0
    for outcome in report.outcomes {
        if outcome.kind == .or {
            last = 0
            continue
        }
        let position = outcome.kind == .encoding ? 0 : outcome.isDemand ? 1 : 2
        expect(position >= last, "\(outcome.kind) is too late")
        last = position
    }
}

/// Compares the outcomes of `min-guesses`, and the pieces that a refusal names, with the estimate.
private func expectGuesses(_ report: Report, _ password: [UInt8], _ account: Account) {
    let demands = report.outcomes.filter { $0.kind == .minGuesses }
    if demands.isEmpty { return expect(report.weakPieces.isEmpty, "pieces without a reason") }
    let estimate = StrengthEstimator(words: knownWords)
        .estimate(password.span, knowing: PersonalWords(of: account))
    for demand in demands {
        expect(demand.actual == min(demand.limit, Int(estimate.guessesLog10)), "10^\(demand.actual) guesses")
        expect(
            demand.isMet == (estimate.guessesLog10 >= Double(demand.limit)),
            "\(demand) is not met as the estimate says")
    }
    let pieces = demands.allSatisfy { $0.isMet } ? [] : estimate.pieces
    expect(report.weakPieces.map { $0.range } == pieces.map { $0.range }, "\(report.weakPieces)")
    expect(report.weakPieces.map { $0.kind } == pieces.map { $0.kind }, "\(report.weakPieces)")
}

/// A suggestion is accepted by its own policy.
private func suggest(_ policy: Policy, _ script: [UInt8], _ account: Account, _ old: [UInt8]) {
    var source = ScriptedRandomness(script, failsAtEnd: script.first == "F")
    do throws(GenerationError) {
        let suggestion = try policy.suggestion(from: &source, for: account, replacing: old.span)
        expect(!source.hasFailed, "a suggestion although the source failed")
        suggestion.withSpan { password in
            let report = policy.check(password, for: account, replacing: old.span)
            expect(report.isAccepted, "\(password.shown) is suggested, and refused")
        }
    } catch {
        expect(error.message.utf8.count > 10, "an error without a message")
    }
}
