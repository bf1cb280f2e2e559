package import PasswordRules

/// The files of a policy, one of which may be replaced, added or removed. No list is opened yet.
package struct PolicyReplacement {
    /// A text for a file that exists or is new, or the removal of a file.
    package struct Candidate {
        let path: [UInt8]
        let name: [UInt8]
        /// Nil to remove the file.
        let text: [UInt8]?

        /// - Parameters:
        ///   - path: The file to replace: the policy's own, or one in the folder next to it.
        ///   - name: Its name in diagnostics.
        ///   - text: Its text; nil to remove the file.
        package init(path: [UInt8], name: [UInt8], text: [UInt8]?) {
            self.path = path
            self.name = name
            self.text = text
        }
    }

    private let loader: PolicyLoader
    private let path: [UInt8]

    /// Reads the files of a policy; those that are not replaced come from the disk.
    /// - Parameters:
    ///   - path: The policy's own file.
    ///   - vendorPath: The file of the distribution, which may be missing; nil for none.
    package init(
        path: [UInt8], vendorPath: [UInt8]?, commonBlocklist: [UInt8]?, candidate: Candidate?
    ) {
        var loader = PolicyLoader(
            stack: PolicyStack(commonBlocklist: commonBlocklist ?? PolicyLoader.installedCommonBlocklist))
        var isOptional = false
        if let vendorPath { isOptional = loader.read(path: vendorPath, isOptional: true) }
        if let candidate, let text = candidate.text, candidate.path == path {
            loader.take(text, of: candidate)
        } else {
            _ = loader.read(path: path, isOptional: isOptional)
        }
        loader.readFolder(path: path + Text(".d").bytes, candidate)
        self.loader = loader
        self.path = path
    }

    /// Whether all files were read without an error.
    package var isWhole: Bool { !loader.hasErrors }

    /// The diagnostics about the files. If `isWhole` is false, at least one is an error.
    package var diagnostics: [LocatedDiagnostic] { loader.diagnostics }

    /// The files without a mistake.
    package var stack: PolicyStack { loader.stack }

    /// The policy with its lists open.
    /// - Throws: If there is a mistake, if there are no rules, or if a list cannot be used.
    package func opened() throws(PolicyLoadFailure) -> PolicyHandle {
        var loader = loader
        return try loader.finish(path: path, keepsLists: false)
    }
}

extension PolicyLoader {
    fileprivate mutating func take(_ text: [UInt8], of candidate: PolicyReplacement.Candidate) {
        length += text.count
        take(text, name: candidate.name)
        if length > Self.maximumLengthInBytes {
            fail(.tooLargeTogether(limit: Self.maximumLengthInBytes), source: candidate.name)
        }
    }

    /// Reads the files of a folder, and the candidate at its position in their order.
    fileprivate mutating func readFolder(path: [UInt8], _ candidate: PolicyReplacement.Candidate?) {
        guard var names = names(ofFolder: path) else { return }
        let start = path + [0x2F]
        if let candidate, candidate.text != nil, candidate.path.starts(with: start) {
            let name = Array(candidate.path.dropFirst(start.count))
            if !names.contains(name) { names.insert(name, at: position(of: name, in: names)) }
        }
        for name in names where length <= Self.maximumLengthInBytes {
            if let candidate, start + name == candidate.path {
                if let text = candidate.text { take(text, of: candidate) }
            } else {
                _ = read(path: start + name, isOptional: false)
            }
        }
    }
}
