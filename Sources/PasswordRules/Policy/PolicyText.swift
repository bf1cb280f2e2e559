extension Policy {
    /// Creates a policy from a text in the grammar of policy files, such as `rules = minlength: 12;`, and the
    /// built-in values. The machine's policy has no effect on it.
    /// - Parameters:
    ///   - text: The lines. The last one need not end in a line feed.
    ///   - subject: The person; nil for the demands on everybody.
    ///   - open: Opens a list that the text names; nil if it cannot be used.
    /// - Throws: The first mistake, or ``Diagnostic/Code/invalidValue`` for a list that cannot be used and is
    ///   not optional, with its range in the text.
    public convenience init(
        _ text: String, for subject: PolicySubject? = nil,
        opening open: (BlocklistSetting) -> Blocklist? = { _ in nil }
    ) throws(Diagnostic) {
        var diagnostics = Diagnostics()
        var lines = Array(text.utf8)
        if let last = lines.last, last != 0x0A { lines.append(0x0A) }
        let file = PolicyFile.parse(lines, diagnostics: &diagnostics)
        if let error = diagnostics.firstError { throw error }
        var stack = PolicyStack()
        if let file { stack.add(file: file) }
        let applied = stack.applied(to: subject)
        if let problem = applied.problem { throw problem.diagnostic }
        var lists: [PolicyBlocklist] = []
        var missing: Diagnostic?
        applied.forEachBlocklist { setting, _, range in
            if let list = open(setting) {
                lists.append(PolicyBlocklist(list, setting, in: applied.settings))
            } else if !setting.isOptional, missing == nil {
                missing = Diagnostic(
                    .invalidValue, at: range.lowerBound, length: range.count,
                    suggestion: "a list that can be opened")
            }
        }
        if let missing { throw missing }
        try self.init(applied, blocklists: lists)
    }
}
