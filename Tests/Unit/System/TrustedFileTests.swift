import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

@Suite struct TrustedFileTests {
    @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000])
    func readsAWholeFile(count: Int) throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "x", count: count)
        #expect(read(try folder.file(text)) == .success(Array(text.utf8)))
    }

    /// Changes to a file, and why it is not read afterwards. The FIFO has no writer: a plain open would wait
    /// forever.
    @Test(
        arguments: [
            ("chmod 644 file", nil), ("chmod 600 file", nil), ("chmod 444 file", nil),
            ("chmod 664 file", .writableByOthers), ("chmod 646 file", .writableByOthers),
            ("chmod 666 file", .writableByOthers), ("chown 65534 file", .wrongOwner(userID: 65534)),
            ("rm file; mkdir file", .notRegular), ("ln -sf /dev/null file", .notRegular),
            ("rm file; mkfifo -m 600 file", .notRegular), ("mv file x; ln -s x file", nil),
            ("mv file x; chmod 666 x; ln -s x file", .writableByOthers),
        ] as [(String, FileProblem?)])
    func readsWhatIsTrusted(command: String, problem: FileProblem?) throws {
        if command.hasPrefix("chown"), geteuid() != 0 { return }
        let folder = try TemporaryFolder()
        let path = try folder.file(Array("x".utf8), named: "file")
        try shell(command, in: folder)
        #expect(read(path) == (problem.map { .failure($0) } ?? .success([0x78])))
    }

    @Test func limitsTheSize() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file(String(repeating: "x", count: 10))
        #expect(read(path, limit: 10) == .success([UInt8](repeating: 0x78, count: 10)))
        #expect(read(path, limit: 9) == .failure(.tooLarge(limit: 9)))
        // Files of /proc report the size 0.
        #expect(read("/proc/self/status", limit: 10) == .failure(.tooLarge(limit: 10)))
    }

    /// Reads a file to its end, whatever size it reports; nil if it cannot be read.
    private func bytes(_ path: String) -> [UInt8]? {
        FileHandle(forReadingAtPath: path).flatMap { try? $0.readToEnd() }.map { Array($0) }
    }

    /// Files of /proc report the size 0, and are read in pieces.
    @Test(arguments: ["/proc/self/environ", "/proc/self/cmdline", "/proc/filesystems", "/proc/kallsyms"])
    func readsBeyondTheReportedSize(path: String) throws {
        guard let expected = bytes(path) else { return }
        #expect(!expected.isEmpty)
        let limit = 1 << 26
        #expect(read(path, limit: limit) == .success(expected))
        for limit in [expected.count, expected.count + 1] {
            #expect(read(path, limit: limit) == .success(expected))
        }
        #expect(read(path, limit: expected.count - 1) == .failure(.tooLarge(limit: expected.count - 1)))
    }

    /// A file that ends before its reported size is truncated: the missing part may be what makes a policy
    /// strict. Files of /sys look truncated, because they report the size of a page.
    @Test func refusesATruncatedFile() throws {
        let files = [
            "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/kernel/uevent_seqnum",
            "/sys/kernel/profiling", "/sys/kernel/fscaps",
        ]
        .filter { bytes($0) != nil }
        #expect(!files.isEmpty, "no such file of /sys can be read")
        for path in files { #expect(read(path) == .failure(.blocklist(.truncated)), "\(path)") }
    }

    @Test func distinguishesAMissingFileFromOtherErrors() throws {
        guard case .failure(let problem) = read("/nonexistent/passwordrules.conf") else {
            Issue.record("there is such a file")
            return
        }
        #expect(problem.isMissing)
        #expect(problem.code == 301)
        #expect(
            String(decoding: problem.messageBytes, as: UTF8.self) == "cannot be read: no such file")
        guard case .failure(let other) = read("/dev/null/x") else {
            Issue.record("there is such a file")
            return
        }
        #expect(!other.isMissing)
    }

    @Test func everyProblemHasWords() {
        let problems: [FileProblem] = [
            .unreadable(error: ENOENT), .unreadable(error: 9999), .notRegular, .wrongOwner(userID: 7),
            .writableByOthers, .tooLarge(limit: 5), .notDirectory, .tooManyFiles(limit: 5),
            .tooLargeTogether(limit: 5), .blocklist(.truncated), .blocklist(.notABlocklist),
            .rankedWords(.damaged), .rankedWords(.notRankedWords),
        ]
        let messages = problems.map { String(decoding: $0.messageBytes, as: UTF8.self) }
        #expect(Set(messages).count == problems.count)
        #expect(!messages.contains(""))
        #expect(messages[1] == "cannot be read: error 9999")
        #expect(
            messages[3] == "is owned by user 7; it must be owned by root or by the user running this program")
        #expect(FileProblem.blocklist(.unreadable(error: ENOENT)).messageBytes == problems[0].messageBytes)
    }
}
