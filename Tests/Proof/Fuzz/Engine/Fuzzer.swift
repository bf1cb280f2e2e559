internal import Glibc

// The functions that libFuzzer calls. The name under which the program was started selects the target.

/// Runs one input. Returns false if it is not worth keeping in the corpus: texts full of mistakes show little,
/// and take long.
typealias Target = @Sendable (_ input: Span<UInt8>) -> Bool

/// The targets by their names; the Makefile makes a link for each.
let targets: [(name: String, run: Target)] = [
    ("parse", fuzzParse), ("check", fuzzCheck), ("generate", fuzzGenerate), ("policy", fuzzPolicy),
    ("import", fuzzImport), ("blocklist", fuzzBlocklist), ("strength", fuzzStrength),
]

// SAFETY: written once, before the first input; libFuzzer has one thread.
nonisolated(unsafe) private var target: Target = { _ in fail("there is no target") }

/// Chooses the target.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    let path = unsafe String(cString: arguments.pointee[0])
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    if let mode = unsafe getenv(selfTestVariable) {
        target = selfTest(unsafe String(cString: mode))
    } else if let found = targets.first(where: { $0.name == name }) {
        target = found.run
    } else {
        fail("\(name) is not one of \(targets.map { $0.name })")
    }
    return 0
}

/// Runs the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // SAFETY: libFuzzer's copy has exactly this many bytes, and lives for the duration of the call.
    target(unsafe Span(_unsafeStart: data, count: count)) ? 0 : -1
}

/// Ends the program, which libFuzzer reports as a crash.
func fail(_ message: String) -> Never {
    let text = Array("EXPECTATION: \(message)\n".utf8)
    // SAFETY: exactly the bytes of the array are written; a failure cannot be reported.
    _ = unsafe write(STDERR_FILENO, text, text.count)
    abort()
}

/// A text that goes to terminals and logs is printable ASCII, of a few lines at most.
func expectPrintable(_ text: some Collection<UInt8>, upTo longest: Int = 511, line: UInt = #line) {
    expect(text.count > 0 && text.count <= longest, "a text of \(text.count) bytes", line: line)
    for byte in text { expect(byte >= 0x20 && byte < 0x7F, "the byte \(byte) in a text", line: line) }
}

/// Fails with a message unless the condition holds. The message is only formatted then.
@inline(__always)
func expect(_ condition: Bool, _ message: @autoclosure () -> String, line: UInt = #line) {
    if !condition { fail("\(message()) (line \(line))") }
}
