extension Descriptor {
    /// The descriptor in full, as other implementations write it: repeated properties merged, in a fixed
    /// order, with all permitted characters in `allowed`.
    ///
    /// It parses as ``canonical``. If the descriptor has no `allowed`, the text restricts characters to those
    /// of the strict reading.
    public var canonicalText: String { String(decoding: canonicalBytes, as: UTF8.self) }

    /// The UTF-8 bytes of ``canonicalText``.
    public var canonicalBytes: [UInt8] { canonical.write() }

    /// The descriptor with repeated properties merged, in a fixed order.
    ///
    /// It parses as ``merged``, which has the same meaning in either reading.
    public var minifiedText: String { String(decoding: minifiedBytes, as: UTF8.self) }

    /// The UTF-8 bytes of ``minifiedText``.
    public var minifiedBytes: [UInt8] { merged.write() }

    /// The same rules, with each limit once, and without limits of 0: `required` in source order, then
    /// `allowed`, `max-consecutive`, `max-repeating`, `max-sequential`, `minlength`, `maxlength`.
    public var merged: Descriptor {
        var required: [Rule] = []
        var allowed: CharacterClass?
        var limits = Limits()
        for rule in rules {
            switch rule {
            case .required: required.append(rule)
            case .allowed(let characters): allowed = (allowed ?? .empty).union(characters)
            default: limits.add(rule)
            }
        }
        var merged = required
        if let allowed { merged.append(.allowed(allowed)) }
        if let limit = limits.maxConsecutive { merged.append(.maxConsecutive(limit.number)) }
        if let limit = limits.maxRepeating { merged.append(.maxRepeating(limit.number)) }
        if let limit = limits.maxSequential { merged.append(.maxSequential(limit.number)) }
        if let limit = limits.minLength { merged.append(.minLength(limit.number)) }
        if let limit = limits.maxLength { merged.append(.maxLength(limit.number)) }
        return Descriptor(rules: merged)
    }

    /// The rules of ``merged``, with all characters that the strict reading permits in `allowed`.
    public var canonical: Descriptor {
        var permitted = CharacterClass.empty
        for rule in rules {
            switch rule {
            case .required(let characters), .allowed(let characters): permitted = permitted.union(characters)
            default: break
            }
        }
        let allowed = Rule.allowed(permitted.isEmpty ? .asciiPrintable : permitted)
        return Descriptor(rules: rules + [allowed]).merged
    }

    /// The rules as text, in their order: `name: value; name: value;`.
    private func write() -> [UInt8] {
        var text = Text()
        for rule in rules {
            if !text.bytes.isEmpty { text.append(" ") }
            switch rule {
            case .required(let characters): Self.append("required: ", characters, to: &text)
            case .allowed(let characters): Self.append("allowed: ", characters, to: &text)
            case .maxConsecutive(let limit): Self.append("max-consecutive: ", limit, to: &text)
            case .maxRepeating(let limit): Self.append("max-repeating: ", limit, to: &text)
            case .maxSequential(let limit): Self.append("max-sequential: ", limit, to: &text)
            case .minLength(let limit): Self.append("minlength: ", limit, to: &text)
            case .maxLength(let limit): Self.append("maxlength: ", limit, to: &text)
            }
            text.append(";")
        }
        return text.bytes
    }

    private static func append(_ name: StaticString, _ limit: Int, to text: inout Text) {
        text.append(name)
        text.append(limit)
    }

    private static func append(_ name: StaticString, _ characters: CharacterClass, to text: inout Text) {
        text.append(name)
        text.append(characters.listText)
    }
}

extension CharacterClass {
    /// The class as descriptors write it: `digit`, `upper,[-_]`, `ascii-printable`; empty if it has no
    /// members.
    public var name: String { listText.string }

    /// The UTF-8 bytes of ``name``.
    public var nameBytes: [UInt8] { listText.bytes }

    /// The class as a property's value: names in the order upper, lower, digit, special, then one class in
    /// brackets, in code point order, but with `-` first and `]` last.
    var listText: Text {
        if isUnicode { return Text("unicode") }
        if isSuperset(of: .asciiPrintable) { return Text("ascii-printable") }
        var items: [Text] = []
        var rest = self
        let named: [(CharacterClass, StaticString)] = [
            (.upper, "upper"), (.lower, "lower"), (.digit, "digit"), (.special, "special"),
        ]
        for (characters, name) in named where rest.isSuperset(of: characters) {
            items.append(Text(name))
            rest = rest.asciiSubtracting(characters)
        }
        if !rest.isEmpty {
            let (hyphen, bracket) = (CharacterClass(0x2D), CharacterClass(0x5D))
            var custom = Text("[")
            for part in [
                rest.intersection(hyphen), rest.asciiSubtracting(hyphen.union(bracket)),
                rest.intersection(bracket),
            ] {
                for byte in part.asciiMembers { custom.append(byte: byte) }
            }
            custom.append("]")
            items.append(custom)
        }
        var text = Text()
        text.append(list: items, conjunction: ",", separator: ",")
        return text
    }
}

extension Descriptor: CustomStringConvertible {
    /// The same as ``canonicalText``.
    public var description: String { canonicalText }
}
