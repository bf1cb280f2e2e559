internal import PasswordRules

/// The generator, with the descriptor `d`.
///
/// With `c`, passwords of this length are counted. Otherwise passwords are generated: `x` are the exclusions, `l`
/// is the length, `e` the entropy, `s` the style, and `n` the number of passwords. `r` are the random bytes; with
/// `F`, the source fails after them.
func fuzzGenerate(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input)
    guard let descriptor = try? Descriptor(parsing: fields.first("d").span) else { return false }
    let generator = Generator(descriptor)
    if let length = fields.number("c", upTo: 40) {
        expectCount(length, generator, descriptor)
        return true
    }
    var options = GenerationOptions()
    let exclude = fields.first("x")
    if let exclusions = try? Exclusions(parsing: exclude.span) {
        options.exclusions = exclusions
    } else if !exclude.isEmpty {
        return false
    }
    if case let length = fields.first("l").number(upTo: 2000), length > 0 { options.length = length }
    if let bits = fields.number("e", upTo: 1100) { options.minimumEntropyBits = Double(bits) }
    options.style = PasswordStyle(rawValue: fields.first("s").number(upTo: 9)) ?? .random
    let plan: GenerationPlan
    do throws(GenerationError) {
        plan = try generator.plan(options)
    } catch {
        expectError(error, generator, options)
        return true
    }
    expectPlan(plan, generator, options)
    let source = ScriptedRandomness(fields.first("r"), failsAtEnd: fields.has("F"))
    let rules = Rules(descriptor, plan, options)
    draw(rules, from: source)
    if case let count = fields.first("n").number(upTo: 20), count > 0 { draw(count, rules, from: source) }
    return true
}

// ---- Counts ----

/// Checks the number of passwords of a length, by trying all strings of this length if there are few. Also checks
/// the shortest length for `length` bits: it has enough entropy, and one character fewer has too little.
private func expectCount(_ length: Int, _ generator: Generator, _ descriptor: Descriptor) {
    let alphabet = alphabet(of: descriptor)
    var candidates = 1
    for _ in 0..<min(length, 16) { candidates = min(candidates * max(1, alphabet.count), 1 << 20) }
    guard let count = try? generator.count(length: length) else { return }
    if candidates <= 600, length <= 16, length > 0 {
        let found = accepted(of: length, alphabet, Checker(descriptor, reading: .strict))
        expect(count.decimalText == "\(found)", "\(count) counted, and \(found) found")
    }
    guard let shortest = try? generator.shortestLength(entropyBits: Double(length)) else { return }
    let bits = (try? generator.count(length: shortest))?.log2 ?? .infinity
    expect(bits >= Double(length) - 1e-9, "\(bits) bits of \(shortest) characters")
    if shortest > 1, let shorter = try? generator.count(length: shortest - 1) {
        expect(shorter.log2 < Double(length), "\(shortest - 1) characters are enough")
    }
}

/// The characters that the strict reading permits.
private func alphabet(of descriptor: Descriptor) -> [UInt8] {
    let permitted = Checker(descriptor.canonical, reading: .strict)
    return (UInt8(0x20)..<0x7F).filter { byte in
        let alone = [byte]
        return permitted.check(alone.span).outcomes.allSatisfy { $0.kind != .allowed || $0.isMet }
    }
}

/// The number of strings of this length, in this alphabet, that the checker accepts.
private func accepted(of length: Int, _ alphabet: [UInt8], _ checker: Checker) -> Int {
    let words = (0..<length).reduce([[]] as [[UInt8]]) { shorter, _ in
        shorter.flatMap { word in alphabet.map { word + [$0] } }
    }
    return words.count { checker.check($0.span).isAccepted }
}

// ---- Passwords ----

private struct Rules {
    let written: Checker
    let strict: Checker
    let plan: GenerationPlan
    let options: GenerationOptions

    init(_ descriptor: Descriptor, _ plan: GenerationPlan, _ options: GenerationOptions) {
        written = Checker(descriptor)
        strict = Checker(descriptor, reading: .strict)
        self.plan = plan
        self.options = options
    }

    /// A generated password is accepted, in either reading.
    func expectGood(_ password: Span<UInt8>) {
        expect(strict.check(password).isAccepted, "\(password.shown) is refused")
        expect(written.check(password).isAccepted, "\(password.shown) is refused as written")
        let isWords = plan.style == .words
        expect(
            isWords ? password.count <= plan.length : password.count == plan.length,
            "\(password.count) characters, not \(plan.length)")
        if let length = options.length { expect(isWords || password.count == length, "another length") }
        for index in 0..<password.count {
            let byte = password[index]
            expect(byte >= 0x20 && byte < 0x7F, "the byte \(byte)")
            if plan.leavesOutAll {
                expect(!options.exclusions.characters.contains(UInt32(byte)), "\(byte) was to be left out")
                let isEnd = index == 0 || index == password.count - 1
                expect(!options.exclusions.spaceAtEnds || !isEnd || byte != 0x20, "a space at an end")
            }
        }
    }
}

private func draw(_ rules: Rules, from source: ScriptedRandomness) {
    var source = source
    do throws(GenerationError) {
        let password = try rules.plan.password(from: &source)
        expect(!source.hasFailed, "a password although the source failed")
        password.withSpan { rules.expectGood($0) }
    } catch {
        expectDrawingError(error)
    }
}

private func draw(_ count: Int, _ rules: Rules, from source: ScriptedRandomness) {
    var source = source
    do throws(GenerationError) {
        let list = try rules.plan.passwords(count, from: &source)
        expect(!source.hasFailed, "passwords although the source failed")
        expect(list.count == count, "\(list.count) passwords")
        var seen: Set<[UInt8]> = []
        for index in 0..<count {
            list.withPassword(at: index) { password in
                rules.expectGood(password)
                expect(seen.insert([UInt8](password)).inserted, "the same password twice")
            }
        }
    } catch {
        if case .tooFew(let wanted, let available) = error {
            expect(wanted == count && available < count, "too few: \(available)")
            let known = (try? rules.plan.count()) ?? .zero
            expect(known.decimalText == "\(available)", "there are \(known)")
        } else {
            expectDrawingError(error)
        }
    }
}

/// Once there is a plan, only two errors are possible: the source failed, or no password was found because the
/// rules are too complex.
private func expectDrawingError(_ error: GenerationError) {
    expectPrintable(error.message.utf8)
    switch error {
    case .noRandomness, .notFound: break
    default: fail("\(error) after a plan")
    }
}

/// A plan has passwords, and its properties are consistent.
private func expectPlan(_ plan: GenerationPlan, _ generator: Generator, _ options: GenerationOptions) {
    expect(plan.length >= 1 && plan.length <= Generator.maximumLength, "a length of \(plan.length)")
    expect(plan.requestedStyle == options.style, "a style that was not asked for")
    guard plan.length <= 160, let count = try? plan.count() else { return }
    // Exclusions that leave no passwords are only detected if that is not too much work.
    expect(!count.isZero, "a plan without passwords")
    let bits = (try? plan.entropyBits()) ?? -1
    expect(bits >= 0 && bits < 7000, "\(bits) bits")
    expect(
        bits.rounded(.down) == Double(count.bitWidth - 1) || abs(bits - bits.rounded()) < 1e-9, "\(bits) bits"
    )
    guard plan.style == .random, options.exclusions == .none else { return }
    if let all = try? generator.count(length: plan.length) {
        expect(!(all < count) && !(count < all), "\(count) passwords, or \(all)")
    }
}

/// If the error says that there are no passwords, the count is 0.
private func expectError(_ error: GenerationError, _ generator: Generator, _ options: GenerationOptions) {
    expectPrintable(error.message.utf8)
    let lengths: [Int]
    switch error {
    case .lengthNotAllowed(let length, let minimum, let maximum):
        expect(length < minimum || length > maximum ?? .max, "\(length) is allowed")
        lengths = [length]
    case .limitsContradict: lengths = options.length.map { [$0] } ?? [1, 8, 20, 30]
    case .requirementsNeed(_, let maximum): lengths = [min(maximum, 12), min(maximum, 3)]
    case .limitsLeaveNone(let length): lengths = [length]
    case .tooLong(let length):
        expect(length > Generator.maximumLength, "\(length) is too long")
        return
    case .entropyOutOfRange:
        expect(
            options.minimumEntropyBits > GenerationOptions.maximumEntropyBits, "that much may be asked for")
        return
    case .notFound(let tries):
        expect(tries == 0, "\(tries) tries before there was a plan")
        return
    case .tooFew, .countOutOfRange, .noRandomness, .noMemory: fail("\(error) of a plan")
    }
    for length in lengths where length <= 64 {
        guard let count = try? generator.count(length: length) else { continue }
        expect(count.isZero, "\(error), and there are \(count) of \(length) characters")
    }
}
