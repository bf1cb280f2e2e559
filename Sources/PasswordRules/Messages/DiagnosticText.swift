extension Diagnostic {
    /// The diagnostic in one English sentence, without its position. `source` is the text that was parsed.
    public func message(in source: Span<UInt8>) -> String { text(in: source).string }

    /// The UTF-8 bytes of ``message(in:)``.
    public func messageBytes(in source: Span<UInt8>) -> [UInt8] { text(in: source).bytes }

    private func text(in source: Span<UInt8>) -> Text {
        var quoted = Text()
        quoted.append(quoting: source, from: offset, count: length)
        let values = Values(quoted, count: numbers?.upperBound ?? 0, limit: numbers?.lowerBound ?? 0)
        var text = Text()
        text.append(filling: code.words, with: values)
        appendHint(to: &text, source)
        return text
    }

    /// Appends what was probably meant, or where to look it up.
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
            if case .property(let property) = ForeignNames.counterpart(of: source, range) {
                text.append("; here it is \"")
                text.append(property.literal)
                text.append("\"")
            }
        case .unknownKey:
            switch ForeignNames.counterpart(of: source, range) {
            case .property(let property):
                text.append("; here it is \"rules = ")
                text.append(property.literal)
                text.append("\"")
            case .line(let line):
                text.append("; here it is \"")
                text.append(line.literal)
                text.append("\"")
            case .page(let page):
                text.append("; see ")
                text.append(page.literal)
            case nil: text.append("; see passwordrules.conf(5) for the list")
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
