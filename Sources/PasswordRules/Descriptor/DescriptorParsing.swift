/// How much a descriptor's text is trusted to be right.
public enum ParsingMode: Sendable {
    /// Any mistake is an error, and nothing of a half-read text is used: for policies, and for what a program writes.
    case exact
    /// A property with a mistake is left out, and the rest is kept: for what web pages say.
    case lenient
}

extension Descriptor {
    /// Reads a descriptor and says everything that there is to say of it. Linear in the length of the text.
    ///
    /// One thing that sites do passes with a warning in either mode: a character beyond ASCII inside a custom class is
    /// left out, as every other reader does. That can only make the rules stricter, and never leaves a class empty.
    /// - Parameter diagnostics: What there is to say is added here, in the order of its place.
    /// - Returns: The descriptor; nil in the exact mode where there is an error. The lenient mode never fails.
    public static func parse(
        _ text: Span<UInt8>, mode: ParsingMode = .exact, diagnostics: inout Diagnostics
    ) -> Descriptor? {
        var parser = DescriptorParser(text, range: 0..<text.count, leavesOutNonASCII: true)
        let rules = parser.parseAll()
        diagnostics.add(parser.diagnostics)
        if mode == .exact, parser.diagnostics.hasErrors { return nil }
        return Descriptor(rules: rules)
    }

    /// Reads a descriptor exactly: any mistake is an error, and nothing of a half-read text is used.
    /// - Throws: The first mistake.
    public init(parsing text: Span<UInt8>) throws(Diagnostic) {
        var parser = DescriptorParser(text, range: 0..<text.count, leavesOutNonASCII: true)
        let rules = parser.parseAll()
        if let error = parser.diagnostics.firstError { throw error }
        self.init(rules: rules)
    }

    /// Reads a descriptor exactly. See `init(parsing:)` for bytes.
    public init(_ text: String) throws(Diagnostic) {
        let bytes = Array(text.utf8)
        try self.init(parsing: bytes.span)
    }
}
