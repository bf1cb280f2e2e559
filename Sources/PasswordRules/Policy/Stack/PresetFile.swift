extension Preset {
    /// Whether root is refused too.
    var bindsRoot: Bool {
        guard let file else { return true }
        var stack = PolicyStack()
        stack.add(file: file)
        return stack.applied(to: nil).settings.enforcesForRoot
    }

    /// The preset as a file, with the list of common passwords where that usually is.
    var file: PolicyFile? { file(withCommonBlocklist: Text(Self.usualCommonBlocklist).bytes) }

    /// The preset as a file.
    func file(withCommonBlocklist path: [UInt8]) -> PolicyFile? {
        var diagnostics = Diagnostics()
        let name = Text(name).bytes
        let text = text(withCommonBlocklist: path)
        if let file = PolicyFile.parse(text, name: name, diagnostics: &diagnostics) { return file }
        // In a line of a file, a comment would seem to begin in such a path.
        let common = self.text(withCommonBlocklist: BlocklistSetting.common.bytes)
        return PolicyFile.parse(common, name: name, diagnostics: &diagnostics)?.naming(commonBlocklist: path)
    }
}
