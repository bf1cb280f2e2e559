// beside - a program with the whole Swift runtime, which loads the library, built as Embedded Swift, and uses
// both
//
// beside PLUGIN LIST COUNT THREADS
//
// Each thread creates, casts, throws, hashes and frees objects of this program's runtime, and loads, uses and
// unloads the library through the plug-in. The library's objects belong to a runtime of its own. If one runtime
// called functions of the other with the same name, objects would be freed twice, too early or never.

import Glibc
import Synchronization

// ---- The library, loaded by a plug-in ----

func number(_ text: some StringProtocol) -> Int {
    guard let number = Int(text) else { fatalError("\(text) is no number") }
    return number
}

func withPlugin(_ use: (UnsafeMutableRawPointer) -> Void) {
    guard let plugin = unsafe dlopen(CommandLine.arguments[1], RTLD_NOW | RTLD_LOCAL) else {
        fatalError(unsafe String(cString: dlerror()))
    }
    unsafe use(plugin)
    unsafe dlclose(plugin)
}

/// Runs two cycles of calls of the library, and checks that their results are the same.
func useLibrary() {
    unsafe withPlugin { plugin in
        guard let address = unsafe dlsym(plugin, "run_cycle") else { fatalError("there is no cycle") }
        let runCycle = unsafe unsafeBitCast(
            address, to: (@convention(c) (UnsafePointer<CChar>) -> CInt).self)
        precondition(unsafe runCycle(CommandLine.arguments[2]) == 0)
    }
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

let count = number(CommandLine.arguments[3])
let threadCount = number(CommandLine.arguments[4])

func work() {
    for round in 0..<(count / threadCount) {
        useOwnRuntime(round)
        useLibrary()
    }
}

// Neither the plug-in nor the library exports functions of the Swift runtime.
unsafe withPlugin { plugin in
    for name in ["swift_retain", "swift_release", "swift_allocObject", "swift_once", "swift_slowAlloc"] {
        precondition(unsafe dlsym(plugin, name) == nil, "the library shows \(name)")
    }
}

/// Memory of the process's own, in kB; see process.h.
func privateKB() -> Int {
    var sum = 0
    unsafe withPlugin { plugin in
        guard let address = unsafe dlsym(plugin, "private_kb") else { fatalError("there is no private_kb") }
        sum = unsafe unsafeBitCast(address, to: (@convention(c) () -> Int).self)()
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
