/// The keys by which a password is looked up in lists: the first 64 bits of the SHA-1 of each of its forms, and
/// of its NTLM hash. Wiped when the value ends.
///
/// Their number depends only on the match. If a password lacks a form, a replacement key takes its position,
/// so that a lookup does the same work for every password.
struct BlocklistKeys: ~Copyable {
    /// The widest match that there are keys for.
    let match: BlocklistMatch
    /// Whether the password is so regular that it counts as listed, by `mangled`.
    private(set) var isTrivial: Bool
    private var keys: SecretBuffer<UInt64>
    /// For each key, whether it belongs to a form and is not a replacement.
    private var isForm: SecretBytes
    private var filled = 0
    /// The key in lists of NTLM hashes; no element if none is needed.
    private var ntlmKey: SecretBuffer<UInt64>

    /// The minimum length of a piece of a password, or of a repeated unit: many passwords contain shorter
    /// ones by chance.
    static var shortestPiece: Int { 4 }

    /// The number of keys for each match.
    static func count(for match: BlocklistMatch) -> Int {
        switch match {
        case .exact: 1
        case .folded: 3
        // The first two keys of `folded`; its third key is the first of those that follow. For each of four
        // readings: nine pieces, and the repeated units of five pieces. For each of two readings: the letters
        // with leet substitutions next to them, 8 times in the full text and 3 times without symbols; and the
        // password with leet substitutions undone only in one of those 8 parts, or only in the letters.
        case .mangled: 2 + (9 + 5) * 4 + (8 + 3 + 9) * 2
        }
    }

    /// The maximum number of leet substitutions before the letters, and of those after them.
    private static var maximumLeetAtEnd: Int { 2 }

    /// The number of keys.
    var count: Int { keys.count }

    /// The keys for comparisons by `match`. `password` was made from `typed`.
    /// - Parameter hasNTLM: Whether there is a list of NTLM hashes.
    init(
        _ password: borrowing FoldedPassword, typed: Span<UInt8>, by match: BlocklistMatch,
        hasNTLM: Bool = false
    ) {
        self.match = match
        let count = Self.count(for: match)
        keys = SecretBuffer(count: count)
        isForm = SecretBytes(count: count)
        isTrivial =
            match == .mangled
            && password.withForms { typed, lower, _ in lower.hasFewDifferent(of: typed.count) }
        ntlmKey = Self.ntlmKey(of: typed, isNeeded: hasNTLM)
        insert(SHA1(typed).prefix, isForm: true)
        if match == .exact { return }
        var forms = BlocklistForms(password)
        password.withForms { typed, _, _ in forms.fill(lowercasing: typed) }
        insert(forms.key(of: 0..<forms.count, in: .all, .asItIs), isForm: true)
        password.withForms { _, lower, _ in forms.fill(lower) }
        if match == .folded {
            insert(forms.key(of: 0..<forms.count, in: .all, .asItIs), isForm: true)
        } else {
            insertMangled(&forms)
        }
    }

    /// The key for `exact` alone, of a password of any length.
    init(exact typed: Span<UInt8>, hasNTLM: Bool = false) {
        match = .exact
        isTrivial = false
        keys = SecretBuffer(count: 1)
        isForm = SecretBytes(count: 1)
        ntlmKey = Self.ntlmKey(of: typed, isNeeded: hasNTLM)
        insert(SHA1(typed).prefix, isForm: true)
    }

    /// No keys, for no password.
    init() {
        match = .exact
        isTrivial = false
        keys = SecretBuffer(count: 0)
        isForm = SecretBytes(count: 0)
        ntlmKey = SecretBuffer(count: 0)
    }

    private static func ntlmKey(of typed: Span<UInt8>, isNeeded: Bool) -> SecretBuffer<UInt64> {
        isNeeded ? SecretBuffer(repeating: MD4(utf16Of: typed).prefix, count: 1) : SecretBuffer(count: 0)
    }

    /// Calls `body` with the key in lists of NTLM hashes, if there is one.
    func withNTLMKey(_ body: (_ key: UInt64) -> Void) {
        ntlmKey.withSpan { keys in
            if keys.count > 0 { body(keys[0]) }
        }
    }

    /// Calls `body` with each key, the narrowest match that uses it, and whether it belongs to a form.
    func forEach(_ body: (_ key: UInt64, _ match: BlocklistMatch, _ isForm: Bool) -> Void) {
        keys.withSpan { keys in
            isForm.withSpan { isForm in
                for index in 0..<keys.count { body(keys[index], Self.match(of: index), isForm[index] != 0) }
            }
        }
    }

    private static func match(of index: Int) -> BlocklistMatch {
        index < count(for: .exact) ? .exact : index < count(for: .folded) ? .folded : .mangled
    }

    private mutating func insert(_ key: UInt64, isForm isReal: Bool) {
        let index = filled
        let counts = keys.withMutableSpan { keys in
            // A second lookup of the same key would be faster, because of caches, and the time would reveal
            // how many forms are the same. All keys are compared, even after an equal one is found.
            var difference = UInt64.max
            for other in 0..<index { difference = min(difference, keys[other] ^ key) }
            let counts = isReal && difference != 0
            let replacement = Self.replacement(of: key, at: index)
            keys[index] = counts ? key : replacement
            return counts
        }
        isForm.withMutableSpan { $0[index] = counts ? 1 : 0 }
        filled += 1
    }

    /// A replacement key: different at each position, and as far from the others as keys of forms are, by the
    /// mixing of SplitMix64 (Steele and others, 2014). The processor would predict keys at equal distances.
    private static func replacement(of key: UInt64, at index: Int) -> UInt64 {
        var mixed = key &+ (UInt64(index) + 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Adds the whole password, and the password without symbols at its ends, and without digits and symbols
    /// at its start, at its end and at both. Does the same after removing all symbols, for pieces of at least
    /// half of the password's length. Also adds repeated units and the letters with leet substitutions next
    /// to them. ``BlocklistEnds`` must permit what is left out.
    private mutating func insertMangled(_ forms: inout BlocklistForms) {
        let whole = 0..<forms.count
        let ends = forms.ends(of: .all)
        let trimmed = forms.withScalars(of: .all) { $0.trimmed { Folding.isSymbol($0) } }
        let letters = forms.withScalars(of: .all) {
            $0.trimmed { Folding.isSymbol($0) || Folding.isDigit($0) }
        }
        insert(whole, of: .all, &forms, ends, isWhole: true)
        insert(whole.lowerBound..<letters.upperBound, of: .all, &forms, ends)
        insert(letters.lowerBound..<whole.upperBound, of: .all, &forms, ends)
        insert(trimmed, of: .all, &forms, ends)
        insert(letters, of: .all, &forms, ends)
        insertRepeated(whole, of: .all, &forms, ends)
        insertRepeated(trimmed, of: .all, &forms, ends)
        insertRepeated(letters, of: .all, &forms, ends)

        let plain = 0..<forms.countWithoutSymbols
        let plainEnds = forms.ends(of: .withoutSymbols)
        let inner = forms.withScalars(of: .withoutSymbols) { $0.trimmed { Folding.isDigit($0) } }
        insert(plain, of: .withoutSymbols, &forms, plainEnds)
        insert(plain.lowerBound..<inner.upperBound, of: .withoutSymbols, &forms, plainEnds)
        insert(inner.lowerBound..<plain.upperBound, of: .withoutSymbols, &forms, plainEnds)
        insert(inner, of: .withoutSymbols, &forms, plainEnds)
        insertRepeated(plain, of: .withoutSymbols, &forms, plainEnds)
        insertRepeated(inner, of: .withoutSymbols, &forms, plainEnds)

        for before in 0...Self.maximumLeetAtEnd {
            for after in 0...Self.maximumLeetAtEnd {
                insertWithLeet(letters, before, after, trimmed: trimmed, of: .all, &forms, ends)
                if max(before, after) == 1 {
                    insertWithLeet(
                        inner, before, after, trimmed: inner, of: .withoutSymbols, &forms, plainEnds)
                }
            }
        }
    }

    /// Adds the letters with `before` leet substitutions before them and `after` after them: `$ummer` of
    /// `2024$ummer`, `contos0` of `contos02024`. For the full text, also adds the password without symbols at
    /// its ends, with leet substitutions undone only in that piece: `northwind7` for `n0rthwind7`.
    private mutating func insertWithLeet(
        _ letters: Range<Int>, _ before: Int, _ after: Int, trimmed: Range<Int>,
        of text: BlocklistForms.Text, _ forms: inout BlocklistForms, _ ends: borrowing BlocklistEnds
    ) {
        let (start, end) = (letters.lowerBound - before, letters.upperBound + after)
        let total = text == .all ? forms.count : forms.countWithoutSymbols
        let isInside = !letters.isEmpty && start >= 0 && end <= total
        let piece = max(0, start)..<min(total, end)
        let isLeet = forms.withScalars(of: text) { scalars in
            var isLeet = true
            for index in piece where index < letters.lowerBound || index >= letters.upperBound {
                isLeet = isLeet && Folding.withoutLeet(scalars[index]) != scalars[index]
            }
            return isLeet
        }
        let counts = isInside && isLeet && Self.isSubstantial(piece, of: text, forms)
        if before + after > 0 {
            let isForm = counts && piece.count >= Self.shortestPiece && ends.permit(piece)
            for reading in BlocklistForms.Reading.undone {
                insert(forms.key(of: piece, in: text, reading), isForm: isForm)
            }
        }
        if text == .withoutSymbols { return }
        let rest = min(trimmed.lowerBound, piece.lowerBound)..<max(trimmed.upperBound, piece.upperBound)
        let isForm = counts && rest.count >= Self.shortestPiece && ends.permit(rest)
        for reading in BlocklistForms.Reading.undone {
            forms.fill(undoingLeetIn: piece, reading)
            insert(forms.key(of: rest, in: .all, .partly), isForm: isForm)
        }
    }

    private mutating func insert(
        _ piece: Range<Int>, of text: BlocklistForms.Text, _ forms: inout BlocklistForms,
        _ ends: borrowing BlocklistEnds, isWhole: Bool = false, repeatedIn longer: Range<Int>? = nil
    ) {
        let isSubstantial = Self.isSubstantial(longer ?? piece, of: text, forms)
        let isPermitted = ends.permit(longer ?? piece)
        let isLongEnough = piece.count >= Self.shortestPiece && isSubstantial && isPermitted
        for reading in BlocklistForms.Reading.usual {
            insert(forms.key(of: piece, in: text, reading), isForm: isWhole || isLongEnough)
        }
    }

    /// Whether a piece is long enough to be meaningful. Without the symbols inside, a random password often
    /// has four letters left, so such a piece has to be half of the password.
    private static func isSubstantial(
        _ piece: Range<Int>, of text: BlocklistForms.Text, _ forms: borrowing BlocklistForms
    ) -> Bool {
        text == .all || 2 * piece.count >= forms.count
    }

    /// Adds the repeated unit of a piece, whose last repetition may be incomplete. Also checks whether the
    /// piece is mostly repetition.
    private mutating func insertRepeated(
        _ piece: Range<Int>, of text: BlocklistForms.Text, _ forms: inout BlocklistForms,
        _ ends: borrowing BlocklistEnds
    ) {
        let period = forms.withScalars(of: text) { $0.extracting(piece).period }
        let isMost = piece.count >= Self.shortestPiece && 2 * piece.count >= forms.count
        let isRegular = forms.withPaddedScalars(of: text) { Regularity.isRegular(piece, of: $0) }
        isTrivial = isTrivial || (isMost && isRegular)
        // A short unit is repeated until it is long enough: "aaaa", "abab", "123123".
        let length = (Self.shortestPiece + period - 1) / max(1, period) * period
        let once = piece.lowerBound..<piece.lowerBound + min(piece.count, max(period, length))
        insert(once, of: text, &forms, ends, repeatedIn: piece)
    }
}

extension Blocklist {
    /// The second key of a listed password, in a list that is not for `exact`: in lower case and folded.
    package static func foldedKey(of typed: Span<UInt8>) -> UInt64 {
        let password = FoldedPassword(typed)
        var forms = BlocklistForms(password)
        password.withForms { _, lower, _ in forms.fill(lower) }
        return forms.key(of: 0..<forms.count, in: .all, .asItIs)
    }
}

extension Span<UInt32> {
    /// Whether the password has too few different characters to be hard to guess: none or one; or two or
    /// three, if at least five characters were typed for each. `typedCount` includes characters that are left
    /// out here.
    fileprivate func hasFewDifferent(of typedCount: Int) -> Bool {
        let enough = Swift.min(3, typedCount / 5) + 1
        // The initial values are not scalar values, so that the first character is new.
        var (first, second, third, fourth) = (UInt32.max, UInt32.max, UInt32.max, UInt32.max)
        var different = 0
        for index in 0..<count {
            let scalar = self[index]
            let isNew = scalar != first && scalar != second && scalar != third && scalar != fourth
            if isNew, different < 4 {
                (first, second, third, fourth) = (scalar, first, second, third)
                different += 1
            }
        }
        return different < Swift.max(2, enough)
    }

    /// The range without the removed elements at its ends. All elements are examined, wherever the range
    /// ends.
    fileprivate func trimmed(_ isRemoved: (UInt32) -> Bool) -> Range<Int> {
        var (start, end) = (0, count)
        var (isAtStart, isAtEnd) = (1, 1)
        for index in 0..<count {
            isAtStart &= isRemoved(self[index]) ? 1 : 0
            isAtEnd &= isRemoved(self[count - 1 - index]) ? 1 : 0
            start += isAtStart
            end -= isAtEnd
        }
        return start < end ? start..<end : count..<count
    }

    /// The length of the shortest unit that all elements repeat, the last time perhaps incomplete; their
    /// number if there is none. Linear (Knuth, Morris and Pratt, 1977: the length minus the longest border).
    fileprivate var period: Int {
        var borders = SecretBuffer<UInt32>(count: count)
        return borders.withMutableSpan { borders in
            var border = 0
            for index in 1..<Swift.max(1, count) {
                while border > 0, self[index] != self[border] { border = Int(borders[border - 1]) }
                if self[index] == self[border] { border += 1 }
                borders[index] = UInt32(truncatingIfNeeded: border)
            }
            return count - border
        }
    }
}
