import FoundationEssentials
import Glibc

/// The files below a folder.
struct MachineFiles {
    /// The folder that contains all files: "" for the machine's own.
    let root: String

    /// Where libraries and plugins usually are: the folders, each with those of architectures in it.
    var libraryFolders: [String] {
        ["/usr/lib", "/usr/lib64", "/usr/local/lib"].flatMap(withArchitectures)
    }

    /// A folder, and those of architectures in it.
    func withArchitectures(_ folder: String) -> [String] {
        [folder] + names(in: folder).filter { $0.contains("-linux-") }.map { "\(folder)/\($0)" }
    }

    /// The names in a folder, without hidden ones.
    func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    func exists(_ path: String) -> Bool { Self.status(root + path) != nil }

    /// The status of a file; nil if there is none.
    static func status(_ path: String) -> stat? {
        var status = stat()
        // SAFETY: the path is a C string, and the struct lives, for the duration of the call.
        return unsafe stat(path, &status) == 0 ? status : nil
    }
}
