extension Diagnostic {
    /// The diagnostic in one English sentence, without its position. `source` is the text that was parsed.
    public func message(in source: Span<UInt8>) -> String { text(in: source).string }

    /// The UTF-8 bytes of ``message(in:)``.
    public func messageBytes(in source: Span<UInt8>) -> [UInt8] { text(in: source).bytes }

    private func text(in source: Span<UInt8>) -> Text {
        var quoted = Text()
        quoted.append(quoting: source, from: offset, count: length)
        let values = Values(
            quoted, count: numbers?.upperBound ?? lineCount, limit: numbers?.lowerBound ?? 0)
        var text = Text()
        text.append(filling: lineCount > 1 ? code.wordsForSeveralLines : code.words, with: values)
        appendHint(to: &text, source)
        return text
    }

    /// Appends what was probably meant, or where it is described.
    private func appendHint(to text: inout Text, _ source: Span<UInt8>) {
        let start = min(offset, source.count)
        let range = start..<max(start, min(offset + length, source.count))
        if let suggested {
            let (before, after): (StaticString, StaticString) =
                switch code {
                case .textAfterValue: ("; is a ", " missing before it?")
                case .invalidValue: ("; expected ", "")
                default: ("; did you mean \"", "\"?")
                }
            text.append(before)
            text.append(suggested.literal)
            text.append(after)
            if suggested == PowerOfTen.hint, let exponent = PowerOfTen.meant(by: source, range) {
                text.append("; did you mean \"10^")
                text.append(exponent)
                text.append("\"?")
            }
            return
        }
        switch code {
        case .unknownClass:
            text.append("; the classes are")
            for name in DescriptorParser.classNames {
                text.append(" ")
                text.append(name.literal)
                text.append(",")
            }
            text.append(" and sets such as [-_.]")
        case .unknownProperty:
            guard let counterpart = ForeignNames.counterpart(of: source, range),
                let property = counterpart.property
            else { return }
            text.append("; here it is \"")
            text.append(ForeignNames.line(property, withNumberOf: source, after: range))
            text.append("\"")
        case .unknownKey:
            guard let counterpart = ForeignNames.counterpart(of: source, range) else {
                return text.append("; see passwordrules.conf(5) for the list")
            }
            text.append(ForeignNames.hint(for: counterpart, source, range))
        case .expectedKey:
            if QuotationMark.begins(in: source, at: start) {
                text.append("; write it without quotation marks")
            } else if Word(";").isAt(start, of: source) || Word("//").isAt(start, of: source) {
                text.append("; a comment begins with \"#\"")
            }
        case .unknownPreset:
            text.append("; the presets are")
            for preset in Preset.allCases {
                text.append(" ")
                text.append(preset.name)
            }
        default: break
        }
    }
}
