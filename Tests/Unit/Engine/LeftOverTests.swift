import Foundation
import Testing

@testable import PasswordRulesLists

/// A file that a signal handler removes before the program ends. Tests that end a program run it as a separate
/// process.
@Suite struct LeftOverTests {
    /// The path of a new file.
    private static func newFile(_ name: String) throws -> String {
        let path = "/tmp/passwordrules-left-over-\(getpid())-\(name)"
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        return path
    }

    /// Removes the file; returns whether it existed.
    private static func remove(_ path: String) -> Bool { unsafe unlink(path) == 0 }

    /// Ends the program by a signal. The threads of tests block signals, so it is sent to the process.
    private static func end(by number: CInt) {
        kill(getpid(), number)
        while true { pause() }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE])
    func signalRemovesTheFile(number: CInt) async throws {
        let path = try Self.newFile("signal-\(number)")
        await #expect(processExitsWith: .signal(number)) { [path = path as String, number = number as CInt] in
            LeftOver.remember(path)
            Self.end(by: number)
        }
        #expect(!Self.remove(path))
    }

    @Test func onlyTheLastFileIsRemoved() async throws {
        let (first, second) = (try Self.newFile("first"), try Self.newFile("second"))
        await #expect(processExitsWith: .signal(SIGTERM)) {
            [first = first as String, second = second as String] in
            LeftOver.remember(first)
            LeftOver.remember(second)
            Self.end(by: SIGTERM)
        }
        #expect(Self.remove(first))
        #expect(!Self.remove(second))
    }

    @Test func forgottenFileStays() async throws {
        let path = try Self.newFile("forgotten")
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
            LeftOver.remember(path)
            LeftOver.forget()
            LeftOver.forget()
            Self.end(by: SIGTERM)
        }
        #expect(Self.remove(path))
    }

    @Test func ignoredSignalRemovesNothing() async throws {
        let path = try Self.newFile("ignored")
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGHUP, SIG_IGN)
            LeftOver.remember(path)
            kill(getpid(), SIGHUP)
            usleep(100_000)
        }
        #expect(Self.remove(path))
    }

    /// The memory of earlier names is freed.
    @Test(
        .enabled(
            if: !hasAddressSanitizer,
            "AddressSanitizer keeps what is freed for a while, and counts leaks itself"))
    func namesAreFreed() async {
        await #expect(processExitsWith: .success) {
            let name = String(repeating: "x", count: 1 << 20)
            LeftOver.remember(name)
            let before = privateKB()
            for round in 0..<100 {
                LeftOver.remember(name)
                if round % 3 == 0 { LeftOver.forget() }
            }
            // A name has 1,024 kB, so 100 of them would exceed this.
            precondition(before > 0 && privateKB() < before + 16 * 1024)
        }
    }
}

/// Whether the tests run under AddressSanitizer.
// SAFETY: the name is a C string; the symbol itself is not used.
private let hasAddressSanitizer = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__asan_init") != nil

/// The private memory of the process, in kB. /proc/self/statm is updated late, and later with many CPUs.
private func privateKB() -> Int {
    let lines = try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8).split(separator: "\n")
    let found = lines?.first { $0.hasPrefix("Anonymous:") }?.split(separator: " ")
    return found.flatMap { Int($0[1]) } ?? 0
}
