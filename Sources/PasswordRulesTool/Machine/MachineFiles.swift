import FoundationEssentials
import Glibc

/// The files below a folder.
struct MachineFiles {
    /// The folder that contains the files; "" for this machine.
    let root: String

    /// The usual folders of libraries and plugins, each with its folders for architectures.
    var libraryFolders: [String] {
        ["/usr/lib", "/usr/lib64", "/usr/local/lib"].flatMap(withArchitectures)
    }

    /// A folder, and its folders for architectures.
    func withArchitectures(_ folder: String) -> [String] {
        [folder] + names(in: folder).filter { $0.contains("-linux-") }.map { "\(folder)/\($0)" }
    }

    /// The names of the files in a folder, without hidden ones.
    func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The numbers of the users in /etc/passwd, by name.
    var userNumbers: [String: String] {
        let bytes = (try? Input.readAll(path: root + "/etc/passwd", limit: 1 << 22)) ?? []
        return Dictionary(
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
                let fields = line.split(separator: ":", omittingEmptySubsequences: false)
                return fields.count > 2 ? (String(fields[0]), String(fields[2])) : nil
            }, uniquingKeysWith: { first, _ in first })
    }

    func exists(_ path: String) -> Bool { Self.status(root + path) != nil }

    /// The status of a file; nil if there is none.
    static func status(_ path: String) -> stat? {
        var status = stat()
        // SAFETY: the path is a C string, and the struct lives, for the duration of the call.
        return unsafe stat(path, &status) == 0 ? status : nil
    }
}
