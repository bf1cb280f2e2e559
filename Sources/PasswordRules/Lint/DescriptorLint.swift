extension Descriptor {
    /// Looks for mistakes, as a strict parse does, and for what is allowed but unwise or without effect.
    ///
    /// The warnings are those of NIST SP 800-63B-4, section 3.1.1.2 (lengths), of the language's authors (what is
    /// deprecated) and of our own (what readers take differently). That no password can satisfy the rules is proved
    /// before it is said.
    /// - Returns: What there is to say, in the order of its place: as much as of a parse, and as many warnings again.
    public static func lint(_ text: Span<UInt8>) -> Diagnostics {
        var parser = DescriptorParser(text, range: 0..<text.count, leavesOutNonASCII: true, keepsPlaces: true)
        let rules = parser.parseAll()
        var found = Diagnostics(capacity: 2 * Diagnostics.maximumCount)
        found.add(parser.diagnostics)
        var lint = Lint(rules: rules, places: parser.places, isPolicy: false)
        lint.check(text, isWhole: !found.hasErrors)
        found.add(lint.diagnostics)
        found.sort()
        return found
    }
}
