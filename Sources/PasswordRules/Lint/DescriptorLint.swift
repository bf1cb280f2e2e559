extension Descriptor {
    /// Looks for mistakes, as an exact parse does, and for rules that are unwise or have no effect.
    ///
    /// The warnings come from NIST SP 800-63B-4, section 3.1.1.2 (lengths), from the language's authors
    /// (deprecated properties) and from this project (rules that implementations read differently). "No
    /// password can satisfy the rules" is reported only if it is proved.
    /// - Returns: The diagnostics, in the order of their offsets: at most ``Diagnostics/maximumCount`` of
    ///   the parse, and as many warnings.
    public static func lint(_ text: Span<UInt8>) -> Diagnostics {
        var parser = DescriptorParser(text, range: 0..<text.count, ignoresNonASCII: true, keepsRanges: true)
        let rules = parser.parseAll()
        var found = Diagnostics(capacity: 2 * Diagnostics.maximumCount)
        found.add(parser.diagnostics)
        var lint = Lint(rules: rules, ranges: parser.ranges, isPolicy: false)
        lint.check(text, isWhole: !found.hasErrors)
        found.add(lint.diagnostics)
        found.sort()
        return found
    }
}
