import Foundation
import Testing

@testable import PasswordRulesSystem

/// Whether a file is unchanged.
@Suite struct FileStateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func state(_ name: String) -> FileState {
        FileState(ofPath: Array((folder.path + "/" + name).utf8))
    }

    /// The file that is observed, what is done, and whether it is the same then.
    @Test(arguments: [
        ("file", "true", true), ("file", "cat file", true), ("file", "rm file", false),
        ("file", "cp -p file x; mv x file", false), ("file", "echo '#' >> file", false),
        ("file", "chmod 666 file", false), ("10.conf", "true", true), ("10.conf", "touch 10.conf", false),
        (".", "true", true), (".", "touch 10.conf", false), ("link", "true", true),
        ("link", "ln -sf other link", false), ("link", "rm file", false), ("circle", "true", false),
    ])
    func changesAreSeen(name: String, command: String, isCurrent: Bool) throws {
        try shell("echo '# x' > file; echo '# y' > other; ln -s file link; ln -s circle circle", in: folder)
        let state = state(name)
        #expect(state.isCurrent == (name != "circle"))
        try shell(command, in: folder)
        #expect(state.isCurrent == isCurrent)
    }
}
