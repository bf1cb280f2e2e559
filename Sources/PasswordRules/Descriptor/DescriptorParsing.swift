/// How the parser treats mistakes in a descriptor.
public enum ParsingMode: Sendable {
    /// Any mistake is an error, and no property is used. This mode is for policies, and for descriptors that
    /// programs write.
    case exact
    /// A property with a mistake is left out, and the others are kept. This mode is for descriptors of web
    /// pages.
    case lenient
}

extension Descriptor {
    /// Parses a descriptor and collects all diagnostics. Linear in the length of the text.
    ///
    /// A character beyond ASCII inside brackets is only a warning in either mode. It is left out, as in all
    /// other parsers. That can only make the rules stricter; a class that it leaves empty is an error.
    /// - Parameters:
    ///   - text: The descriptor, in UTF-8.
    ///   - mode: How mistakes are treated.
    ///   - diagnostics: Receives the diagnostics, in the order of their offsets.
    /// - Returns: The descriptor; nil in exact mode if there is an error. Lenient mode never fails.
    public static func parse(
        _ text: Span<UInt8>, mode: ParsingMode = .exact, diagnostics: inout Diagnostics
    ) -> Descriptor? {
        var parser = DescriptorParser(text, range: 0..<text.count, ignoresNonASCII: true)
        let rules = parser.parseAll()
        diagnostics.add(parser.diagnostics)
        if mode == .exact, parser.diagnostics.hasErrors { return nil }
        return Descriptor(rules: rules)
    }

    /// Parses a descriptor exactly: any mistake is an error, and no property is used.
    /// - Throws: The first mistake.
    public init(parsing text: Span<UInt8>) throws(Diagnostic) {
        var parser = DescriptorParser(text, range: 0..<text.count, ignoresNonASCII: true)
        let rules = parser.parseAll()
        if let error = parser.diagnostics.firstError { throw error }
        self.init(rules: rules)
    }

    /// Parses a descriptor exactly, as ``init(parsing:)`` does.
    /// - Throws: The first mistake.
    public init(_ text: String) throws(Diagnostic) {
        let bytes = Array(text.utf8)
        try self.init(parsing: bytes.span)
    }
}
