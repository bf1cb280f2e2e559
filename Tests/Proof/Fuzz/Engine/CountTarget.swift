internal import PasswordRules

/// Counting: `d` the descriptor, `l` the length. If there are few candidates, all of them are tried.
func fuzzCount(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input)
    let text = fields.first("d")
    guard let descriptor = try? Descriptor(parsing: text.span) else { return false }
    let length = fields.first("l").number(upTo: 40)
    let generator = Generator(descriptor)
    let checker = Checker(descriptor, reading: .strict)
    let alphabet = alphabet(of: descriptor)
    var candidates = 1
    for _ in 0..<min(length, 16) { candidates = min(candidates * max(1, alphabet.count), 1 << 20) }
    guard let count = try? generator.count(length: length) else { return true }
    if candidates <= 600, length <= 16, length > 0 {
        let found = accepted(of: length, alphabet, checker)
        expect(count.decimalText == "\(found)", "\(count) counted, and \(found) found")
    }
    if let shortest = try? generator.shortestLength(entropyBits: Double(length)) {
        let bits = (try? generator.count(length: shortest))?.log2 ?? .infinity
        expect(bits >= Double(length) - 1e-9, "\(bits) bits of \(shortest) characters")
        if shortest > 1, let shorter = try? generator.count(length: shortest - 1) {
            expect(shorter.log2 < Double(length), "a shorter one has as much")
        }
    }
    return true
}

/// The characters that any rule names.
private func alphabet(of descriptor: Descriptor) -> [UInt8] {
    let permitted = Checker(descriptor.canonical, reading: .strict)
    return (UInt8(0x20)..<0x7F).filter { byte in
        let alone = [byte]
        return permitted.check(alone.span).outcomes.allSatisfy { $0.kind != .allowed || $0.isMet }
    }
}

/// How many words of the alphabet the checker accepts.
private func accepted(of length: Int, _ alphabet: [UInt8], _ checker: Checker) -> Int {
    var digits = [Int](repeating: 0, count: length)
    var count = 0
    var report = Report()
    guard !alphabet.isEmpty else { return 0 }
    while true {
        let password = digits.map { alphabet[$0] }
        checker.check(password.span, into: &report)
        if report.isAccepted { count += 1 }
        var place = 0
        while place < length, digits[place] == alphabet.count - 1 {
            digits[place] = 0
            place += 1
        }
        if place == length { return count }
        digits[place] += 1
    }
}
