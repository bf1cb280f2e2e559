extension Preset {
    /// Whether the preset binds root.
    var bindsRoot: Bool {
        guard let file else { return true }
        var stack = PolicyStack()
        stack.add(file: file)
        return stack.applied(to: nil).settings.enforcesForRoot
    }

    /// The preset as a file, with the usual path of the list of common passwords.
    var file: PolicyFile? { file(withCommonBlocklist: Text(Self.usualCommonBlocklist).bytes) }

    /// The preset as a file.
    func file(withCommonBlocklist path: [UInt8]) -> PolicyFile? {
        var diagnostics = Diagnostics()
        let name = Text(name).bytes
        let text = text(withCommonBlocklist: path)
        if let file = PolicyFile.parse(text, name: name, diagnostics: &diagnostics) { return file }
        // Parsing fails if the path contains what looks like a comment. So the path is set afterwards.
        let common = self.text(withCommonBlocklist: BlocklistSetting.common.bytes)
        return PolicyFile.parse(common, name: name, diagnostics: &diagnostics)?.naming(commonBlocklist: path)
    }
}
