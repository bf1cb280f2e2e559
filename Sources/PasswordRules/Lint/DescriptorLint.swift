extension Descriptor {
    /// Looks for mistakes, as a strict parse does, and for what is allowed but unwise or without effect.
    ///
    /// The warnings come from NIST SP 800-63B-4, section 3.1.1.2 (lengths), from the language's authors
    /// (deprecated properties) and from this project (what other implementations read differently). "No
    /// password can satisfy the rules" is reported only when it is proved.
    /// - Returns: The diagnostics, in the order of their offsets: up to as many as of a parse, and as many
    ///   warnings again.
    public static func lint(_ text: Span<UInt8>) -> Diagnostics {
        var parser = DescriptorParser(text, range: 0..<text.count, leavesOutNonASCII: true, keepsRanges: true)
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
