import Foundation
import Testing

@testable import PasswordRulesSystem

/// Whether a file is unchanged.
@Suite struct FileStateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func state(_ path: String) -> FileState { FileState(ofPath: Array(path.utf8)) }

    @Test func aFileThatIsLeftAloneIsTheSame() throws {
        let path = try folder.file("rules = minlength: 8\n")
        let state = state(path)
        #expect(state.isCurrent)
        _ = try Data(contentsOf: URL(filePath: path))
        #expect(state.isCurrent)
    }

    @Test func anotherFileInItsPlaceIsSeen() throws {
        let path = try folder.file("rules = minlength: 8\n")
        let state = state(path)
        let other = try folder.file("rules = minlength: 9\n")
        try FileManager.default.removeItem(atPath: path)
        #expect(!state.isCurrent)
        try FileManager.default.moveItem(atPath: other, toPath: path)
        #expect(!state.isCurrent)
    }

    @Test func writingAndAnotherModeAreSeen() throws {
        let path = try folder.file("rules = minlength: 8\n")
        var state = state(path)
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("#\n".utf8))
        try handle.close()
        #expect(!state.isCurrent)
        state = self.state(path)
        #expect(state.isCurrent)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
        #expect(!state.isCurrent)
    }

    @Test func aFileThatIsAddedIsSeen() throws {
        let path = folder.url.appending(path: "10.conf").path
        let missing = state(path)
        let directory = state(folder.url.path)
        #expect(missing.isCurrent)
        #expect(directory.isCurrent)
        try Data("#\n".utf8).write(to: URL(filePath: path))
        #expect(!missing.isCurrent)
        #expect(!directory.isCurrent)
    }

    @Test func whatALinkLeadsToCounts() throws {
        let (first, second) = (try folder.file("#\n"), try folder.file("##\n"))
        let link = try folder.link(to: first)
        let state = state(link)
        #expect(state.isCurrent)
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: second)
        #expect(!state.isCurrent)
    }

    @Test func whatCannotBeFoundOutIsNotCurrent() throws {
        let link = folder.url.appending(path: "circle").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
        #expect(!state(link).isCurrent)
    }
}
