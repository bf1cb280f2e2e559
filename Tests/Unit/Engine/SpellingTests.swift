import Testing

@testable import PasswordRules

/// The suggested word, compared with a slow definition.
@Suite struct SpellingTests {
    private static let words: [Word] = [
        "rules", "or", "retry", "suggest", "suggest-style", "max-repeating", "max-sequential",
        "max-consecutive", "minlength", "maxlength", "upper", "lower", "digit", "special", "user", "group",
        "enforce", "enforce-for-root", "preset",
    ]

    private func nearest(_ typed: String, among words: [Word] = words) -> Word? {
        let bytes = Array(("<" + typed + ">").utf8)
        return Spelling.nearest(to: bytes.span, 1..<bytes.count - 1, among: words)
    }

    /// The number of characters to insert, remove, replace or swap with a neighbour, by the definition.
    private func distance(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>, _ known: inout [Int: Int]) -> Int {
        if a.isEmpty || b.isEmpty { return a.count + b.count }
        let key = 64 * a.count + b.count
        if let distance = known[key] { return distance }
        let (first, second) = (a.dropLast(), b.dropLast())
        var best = distance(first, second, &known) + (a.last == b.last ? 0 : 1)
        best = min(best, distance(first, b, &known) + 1, distance(a, second, &known) + 1)
        if a.count > 1, b.count > 1, a.last == second.last, first.last == b.last {
            best = min(best, distance(first.dropLast(), second.dropLast(), &known) + 1)
        }
        known[key] = best
        return best
    }

    private func slowNearest(_ typed: String) -> Word? {
        let fold = { (text: String) in Array(text.lowercased().utf8).filter { $0 != 0x2D && $0 != 0x5F } }
        guard !typed.isEmpty, typed.utf8.count <= 32 else { return nil }
        let limit = fold(typed).count <= 4 ? 1 : 2
        let distances = Self.words.map { word in
            var known: [Int: Int] = [:]
            return distance(fold(typed)[...], fold("\(word.literal)")[...], &known)
        }
        let least = distances.min() ?? .max
        return least <= limit ? distances.firstIndex(of: least).map { Self.words[$0] } : nil
    }

    @Test(
        arguments: [
            ("rules", "rules"), ("RULES", "rules"), ("ruels", "rules"), ("rulse", "rules"), ("ules", "rules"),
            ("rule", "rules"), ("maxrepeating", "max-repeating"), ("max_repeating", "max-repeating"),
            ("max--repeatinf", "max-repeating"), ("enforceforroot", "enforce-for-root"), ("o", "or"),
            ("ro", "or"), ("-or-", "or"), ("digits", "digit"), ("uper", "upper"), ("lwoer", "lower"),
            ("usr", "user"), ("groop", "group"), ("", nil), ("ru", nil), ("xyz", nil), ("banana", nil),
            ("maxrep", nil), ("repeating", nil), ("d", nil),
        ] as [(String, String?)])
    func meantWordIsFound(typed: String, meant: String?) {
        #expect(nearest(typed).map { "\($0.literal)" } == meant)
        #expect(slowNearest(typed).map { "\($0.literal)" } == meant)
    }

    @Test func longMisspellingsHaveNoSuggestion() {
        let long = String(repeating: "-", count: 27)
        #expect(nearest(long + "rules") == "rules")
        #expect(nearest(long + "-rules") == nil)
        #expect(nearest("rules", among: []) == nil)
    }

    @Test func misspellingsMatchTheSlowDefinition() {
        var source = SeededSource(seed: 51)
        let letters = Array("abdegilmnoprstux-_AE".utf8)
        for _ in 0..<rounds(200) {
            var typed = source.pick(Self.words).bytes
            for _ in 0..<source.below(4) {
                let index = source.below(typed.count + 1)
                let letter = source.pick(letters)
                switch source.below(4) {
                case 0: typed.insert(letter, at: index)
                case 1 where index < typed.count: typed.remove(at: index)
                case 2 where index < typed.count: typed[index] = letter
                case 3 where index + 1 < typed.count: typed.swapAt(index, index + 1)
                default: break
                }
            }
            let text = String(decoding: typed, as: UTF8.self)
            #expect(nearest(text) == slowNearest(text), "\(text)")
        }
    }
}
