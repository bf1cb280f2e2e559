// beside - a program with the whole Swift runtime, which loads the library, built as Embedded Swift, and uses both
//
// beside LIBRARY COUNT THREADS
//
// Each thread creates, casts, throws, hashes and frees objects of this program's runtime while it loads, uses and unloads the
// library, whose objects belong to its own runtime. If one called the other's functions of the same name, objects would be freed
// twice, too early or never.

import Glibc
import Synchronization

// ---- The library, by the names of its functions ----

typealias Version = @convention(c) () -> UnsafePointer<CChar>
typealias Parse =
    @convention(c) (
        UnsafePointer<CChar>?, Int, CUnsignedInt, UnsafeMutablePointer<OpaquePointer?>?,
        UnsafeMutablePointer<OpaquePointer?>?
    ) -> CInt
typealias Check =
    @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>?, Int, CUnsignedInt, UnsafeMutablePointer<OpaquePointer?>?
    ) -> CInt
typealias Explain =
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int>?) -> CInt
typealias Generate =
    @convention(c) (
        OpaquePointer?, UnsafeRawPointer?, UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int>?,
        UnsafeMutableRawPointer?
    ) -> CInt
typealias Accepted = @convention(c) (OpaquePointer?) -> CInt
typealias Free = @convention(c) (OpaquePointer?) -> Void

func function<T>(_ library: UnsafeMutableRawPointer, _ name: String, _: T.Type) -> T {
    guard let address = unsafe dlsym(library, "passwordrules_" + name) else {
        fatalError("there is no \(name)")
    }
    return unsafe unsafeBitCast(address, to: T.self)
}

func number(_ text: some StringProtocol) -> Int {
    guard let number = Int(text) else { fatalError("\(text) is no number") }
    return number
}

/// The text up to the NUL.
func text(in buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func useLibrary(_ path: String) {
    guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
        fatalError(unsafe String(cString: dlerror()))
    }
    defer { unsafe dlclose(library) }
    let descriptor = "minlength: 12; required: upper; required: digit"
    var rules: OpaquePointer?
    var report: OpaquePointer?
    var diagnostics: OpaquePointer?
    var buffer = [CChar](repeating: 0, count: 2048)

    unsafe precondition(
        function(library, "parse", Parse.self)(descriptor, descriptor.utf8.count, 0, &rules, &diagnostics)
            == 0)
    unsafe precondition(function(library, "explain", Explain.self)(rules, &buffer, buffer.count, nil) == 0)
    precondition(text(in: buffer).hasPrefix("At least 12 characters.\n"))
    unsafe precondition(
        function(library, "generate", Generate.self)(rules, nil, &buffer, buffer.count, nil, nil) == 0)
    let password = text(in: buffer)
    unsafe precondition(
        function(library, "check", Check.self)(rules, password, password.utf8.count, 1, &report) == 0)
    unsafe precondition(function(library, "report_accepted", Accepted.self)(report) == 1)
    unsafe function(library, "report_free", Free.self)(report)
    unsafe function(library, "rules_free", Free.self)(rules)
    // A mistake: diagnostics are objects too.
    unsafe precondition(
        function(library, "parse", Parse.self)("required: uper", 14, 0, &rules, &diagnostics) == 10)
    unsafe function(library, "diagnostics_free", Free.self)(diagnostics)
}

// ---- This program's own runtime ----

struct Trouble: Error { let number: Int }

protocol Shape { var area: Int { get } }

final class Square: Shape {
    static let alive = Atomic<Int>(0)
    let side: Int
    weak var neighbour: Square?
    init(_ side: Int) {
        self.side = side
        Square.alive.add(1, ordering: .relaxed)
    }
    deinit { Square.alive.subtract(1, ordering: .relaxed) }
    var area: Int { side * side }
}

func fail(_ number: Int) throws -> Int {
    if number % 2 == 1 { throw Trouble(number: number) }
    return number
}

func useOwnRuntime(_ round: Int) {
    let squares = (0..<20).map { Square($0 + round) }
    for (first, second) in zip(squares, squares.dropFirst()) { first.neighbour = second }
    let things: [Any] = squares + [round, "text \(round)", Trouble(number: round)] as [Any]
    let areas = things.compactMap { ($0 as? any Shape)?.area }
    precondition(areas.count == 20 && areas[3] == (round + 3) * (round + 3))
    precondition(squares[0].neighbour === squares[1])
    let table = Dictionary(uniqueKeysWithValues: squares.map { ("square \($0.side)", $0) })
    precondition(table["square \(round + 7)"]?.area == areas[7])
    do {
        let number = try fail(round)
        precondition(number == round)
    } catch let trouble as Trouble {
        precondition(trouble.number == round)
    } catch {
        fatalError("another error")
    }
}

// ---- All of it ----

let path = CommandLine.arguments[1]
let count = number(CommandLine.arguments[2])
let threadCount = number(CommandLine.arguments[3])

func work() {
    for round in 0..<(count / threadCount) {
        useOwnRuntime(round)
        useLibrary(path)
    }
}

// The library is loaded without access to this program's own functions, and other libraries have no access to the library's.
if let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) {
    for name in ["swift_retain", "swift_release", "swift_allocObject", "swift_once", "swift_slowAlloc"] {
        precondition(unsafe dlsym(library, name) == nil, "the library shows \(name)")
    }
    unsafe dlclose(library)
}

/// Memory of the process's own, in kB; see process.h.
func privateKB() -> Int {
    guard let file = unsafe fopen("/proc/self/smaps_rollup", "r") else { fatalError("there is no /proc") }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    var sum = 0
    while unsafe fgets(&line, 128, file) != nil {
        let words = text(in: line).split(separator: " ")
        if words[0] == "Anonymous:" || words[0] == "Swap:" { sum += number(words[1]) }
    }
    return sum
}

func runThreads() {
    var threads = [pthread_t](repeating: 0, count: threadCount)
    for index in 0..<threadCount {
        precondition(
            unsafe pthread_create(
                &threads[index], nil,
                { _ in
                    work()
                    return nil
                }, nil) == 0)
    }
    for thread in threads { precondition(pthread_join(thread, nil) == 0) }
}

runThreads()
let before = privateKB()
runThreads()
precondition(Square.alive.load(ordering: .relaxed) == 0, "objects of this program were lost")
print("{\"memory\": \(privateKB() - before)}")
