import FoundationEssentials
import Glibc

/// The configuration of servers, and logs, from the files below a folder.
struct ServerFiles {
    /// A line of a file, without the white space around it.
    struct Line {
        let file: String
        let number: Int
        let text: String

        var place: String { "\(file):\(number)" }

        /// What stands behind a key and "=", if it is this key; case, "-" and "_" do not count.
        func value(of key: String) -> String? {
            guard let equals = text.firstIndex(of: "=") else { return nil }
            func plain(_ text: some StringProtocol) -> String {
                text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").map {
                    $0 == "-" ? "_" : String($0)
                }.joined()
            }
            guard plain(text[..<equals]) == plain(key) else { return nil }
            return text[text.index(after: equals)...].split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
        }
    }

    /// The folder that contains all files: "" for the machine's own.
    let root: String

    private static let longestFile = 1 << 20
    private static let deepestFolder = 8

    /// Where libraries and plugins usually are: the folders, each with those of architectures in it.
    var libraryFolders: [String] {
        ["/usr/lib", "/usr/local/lib"].flatMap { folder in
            [folder] + names(in: folder).filter { $0.contains("-linux-") }.map { "\(folder)/\($0)" }
        }
    }

    /// The names in a folder, without hidden ones.
    func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    func exists(_ path: String) -> Bool { PasswordStacks.status(root + path) != nil }

    /// The lines of a file that are neither empty nor comments.
    func lines(of path: String) -> [Line] {
        guard let bytes = try? Input.readAll(path: root + path, limit: Self.longestFile) else { return [] }
        let texts = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return texts.enumerated().compactMap { number, text in
            let words = text.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, !first.hasPrefix("#"), !first.hasPrefix(";") else { return nil }
            return Line(file: path, number: number + 1, text: words.joined(separator: " "))
        }
    }

    /// The lines of all files in a folder and in those below it.
    func lines(below folder: String, suffix: String, depth: Int = 0) -> [Line] {
        guard depth < Self.deepestFolder else { return [] }
        return names(in: folder).flatMap { name -> [Line] in
            let path = folder + "/" + name
            if let mode = PasswordStacks.status(root + path)?.st_mode, mode & S_IFMT == S_IFDIR {
                return lines(below: path, suffix: suffix, depth: depth + 1)
            }
            return name.hasSuffix(suffix) ? lines(of: path) : []
        }
    }

    /// The last lines of a log; none if it cannot be read.
    func lastLines(of path: String) -> [String] {
        let descriptor = unsafe open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        _ = lseek(descriptor, max(0, size - off_t(Self.longestFile)), SEEK_SET)
        var bytes: [UInt8] = []
        while bytes.count < Self.longestFile {
            var piece = [UInt8](repeating: 0, count: 1 << 13)
            // SAFETY: the buffer holds as many bytes as are requested.
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            // The kernel's log, which is read a line at a time, says so of lines that it has dropped
            // meanwhile.
            if count < 0, errno == EINTR || errno == EPIPE { continue }
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }
}
