extension Checker {
    /// The demands in one sentence, in the order in which a person wants to know them, after `beginning`; empty
    /// where there are none.
    func explanation(beginning: StaticString) -> Text {
        var clauses: [Text] = []
        var first: [Text] = []
        if let length = explanationOfLength { first.append(length) }
        if let classes = explanationOfRequired { first.append(classes) }
        if !first.isEmpty {
            var text = Text()
            text.append(list: first, conjunction: ", ")
            clauses.append(text)
        }
        if let permitted, !permitted.isUnicode {
            var text = Text("made of ")
            text.append(Wording.list(of: permitted))
            text.append(" only")
            clauses.append(text)
        }
        if let maxRepeating { clauses.append(Wording.noRepeat(over: maxRepeating)) }
        if let maxSequential { clauses.append(Wording.noSequence(over: maxSequential)) }
        if let maxConsecutive {
            clauses.append(
                reading == .written
                    ? Wording.noRepeat(over: maxConsecutive) : Wording.noConsecutive(over: maxConsecutive))
        }
        guard !clauses.isEmpty else { return Text() }
        var sentence = Text(beginning)
        for index in clauses.indices {
            if index > 0 { sentence.append("; ") }
            sentence.append(clauses[index])
        }
        sentence.append(".")
        return sentence
    }

    private var explanationOfLength: Text? {
        // A minimum of one character is every policy's; it says nothing to anybody.
        let minimum = minLength.flatMap { $0 > 1 ? $0 : nil }
        var text = Text()
        switch (minimum, maxLength) {
        case (nil, nil): return nil
        case (let minimum?, nil):
            text.append(minimum)
            text.append(" characters or more")
        case (nil, let maximum?):
            text.append("at most ")
            text.append(count: maximum, " character")
        case (let minimum?, let maximum?):
            if minimum == maximum { text.append("exactly ") }
            text.append(minimum)
            if minimum != maximum {
                text.append(" to ")
                text.append(maximum)
            }
            text.append(" characters")
        }
        return text
    }

    private var explanationOfRequired: Text? {
        var seen: [CharacterClass] = []
        var items: [Text] = []
        for characters in required where !seen.contains(characters) {
            seen.append(characters)
            items.append(Wording.oneOf(characters))
        }
        guard !items.isEmpty else { return nil }
        var text = Text("with ")
        text.append(list: items, conjunction: " and ")
        return text
    }
}

extension Text {
    /// The text with line feeds in place of spaces, so that no line is longer than `columns` bytes but where
    /// one word is.
    func wrapped(toColumns columns: Int) -> Text {
        var wrapped = Text()
        var column = 0
        for word in bytes.split(separator: 0x20, omittingEmptySubsequences: false) {
            if column > 0 {
                let fits = column + 1 + word.count <= columns
                wrapped.append(byte: fits ? 0x20 : 0x0A)
                column = fits ? column + 1 : 0
            }
            for byte in word { wrapped.append(byte: byte) }
            column += word.count
        }
        return wrapped
    }
}
