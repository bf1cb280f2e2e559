package import Foundation
package import PasswordRules

/// A folder that is removed when the test ends.
package final class TemporaryFolder {
    package let path = FileManager.default.temporaryDirectory.path + "/passwordrules-" + UUID().uuidString

    package init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package var url: URL { URL(filePath: path) }

    /// The names of all files, hidden ones among them.
    package var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: path)) }
    }

    /// The path of a new file of these bytes.
    package func file(
        _ bytes: [UInt8], named name: String = UUID().uuidString, mode: Int = 0o644
    ) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    /// The path of a new file with this text.
    package func file(_ text: String, mode: Int = 0o644) throws -> String {
        try file(Array(text.utf8), mode: mode)
    }

    /// The path of a new symbolic link.
    package func link(to target: String) throws -> String {
        let link = path + "/" + UUID().uuidString
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        return link
    }

    /// The path of a new list of words.
    package func list(
        _ words: String..., match: BlocklistMatch = .mangled, mode: Int = 0o644
    ) throws -> String {
        try file(BlocklistImage.file(words: words, match: match), mode: mode)
    }

    /// The path of a new list with one byte changed; a negative offset counts from the end.
    package func damagedList(at offset: Int, _ words: String...) throws -> String {
        var bytes = BlocklistImage.file(words: words)
        bytes[offset < 0 ? bytes.count + offset : offset] ^= 1
        return try file(bytes)
    }
}

/// All of a file.
package func contents(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
