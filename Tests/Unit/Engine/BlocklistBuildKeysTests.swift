import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesLists

/// The keys that a collector returns.
func collected(_ keys: [UInt64], capacity: Int, folder: String) throws -> [UInt64] {
    var collector = try KeyCollector(capacity: capacity, folder: folder) { _, _ in }
    for key in keys { try collector.add(key) }
    return try all(collector.sorted())
}

func all(_ keys: consuming SortedKeys) throws -> [UInt64] {
    var keys = keys
    var found: [UInt64] = []
    try keys.forEachPiece { piece in for index in 0..<piece.count { found.append(piece[index]) } }
    #expect(found.count == keys.count)
    return found
}

@Suite struct BlocklistBuildKeysTests {
    /// Keys in an order that may be hard on a sort.
    private static let orders: [(name: String, keys: [UInt64])] = {
        var source = SeededSource(seed: 1)
        let random = (0..<2_000).map { _ in source.next() }
        return [
            ("none", []), ("one", [7]), ("two", [8, 7]), ("equal", [7, 7, 7]),
            ("extremes", [.max, 0, 1, .max - 1, 0, .max]), ("random", random), ("sorted", random.sorted()),
            ("reversed", random.sorted().reversed()), ("twice", random + random),
            ("few", random.map { $0 % 7 }), ("low digits", random.map { $0 & 0xFFFF }),
            ("high digits", random.map { $0 & 0xFFFF_0000_0000_0000 }),
            ("one digit", random.map { $0 & 0x7FF << 22 }),
            ("organ pipe", random.sorted() + random.sorted().reversed()),
        ]
    }()

    @Test func sorts() throws {
        for (name, keys) in Self.orders {
            var buffer = try KeyBuffer(capacity: keys.count)
            var scratch = try KeyBuffer(capacity: keys.count)
            for (index, key) in keys.enumerated() { buffer[index] = key }
            KeySorter.sort(&buffer, count: keys.count, scratch: &scratch)
            #expect(keys.indices.map { buffer[$0] } == keys.sorted(), "\(name)")
            let kept = buffer.removeDuplicates(count: keys.count)
            #expect((0..<kept).map { buffer[$0] } == Set(keys).sorted(), "\(name)")
        }
    }

    @Test(arguments: [2, 3, 7, 64, 500, 1_999, 2_000, 2_001, 8_000])
    func givesTheSameKeysInLittleMemory(capacity: Int) throws {
        let folder = try TemporaryFolder()
        for (name, keys) in Self.orders {
            // The smallest memory merges only two runs at a time, so merging takes several passes.
            let some = capacity < 8 ? Array(keys.prefix(200)) : keys
            let found = try collected(some, capacity: capacity, folder: folder.path)
            #expect(found == Set(some).sorted(), "\(name)")
        }
        #expect(try folder.names.isEmpty)
    }

    @Test func keysThatFitAreNeverInAFile() throws {
        let keys = Self.orders.map(\.keys).max { $0.count < $1.count } ?? []
        // The folder for runs does not exist.
        let found = try collected(keys, capacity: keys.count, folder: "/nonexistent")
        #expect(found == Set(keys).sorted())
        #expect(throws: OutputProblem.system(.write, path: "/nonexistent", error: ENOENT)) {
            try collected(keys, capacity: 100, folder: "/nonexistent")
        }
    }

    @Test func repeatedKeyStartsNoRun() throws {
        // Ascending keys are one run, even if the memory is full between repetitions of a key.
        let folder = try TemporaryFolder()
        var collector = try KeyCollector(capacity: 10, folder: folder.path) { _, _ in
            Issue.record("there was something to merge")
        }
        for key in 0..<100 { for _ in 0..<3 { try collector.add(UInt64(key)) } }
        #expect(try all(collector.sorted()) == Array(0..<100))
    }

    /// Repeated keys do not count, and the report comes before the remaining keys are added.
    @Test(arguments: [(10, nil), (11, 21), (500, 21)] as [(UInt64, Int?)])
    func manyKeysAreNotedBeforeTheEnd(differentCount: UInt64, latest: Int?) throws {
        let folder = try TemporaryFolder()
        var source = SeededSource(seed: 2)
        for capacity in [15, 1_000] {
            var (added, saidAt) = (0, nil as Int?)
            var collector = try KeyCollector(
                capacity: capacity, folder: folder.path, manyCount: 10,
                whenMany: {
                    #expect(saidAt == nil)
                    saidAt = added
                }, report: { _, _ in })
            for _ in 0..<2_000 {
                added += 1
                try collector.add(source.next() % differentCount)
            }
            #expect((saidAt == nil) == (latest == nil), "\(differentCount), \(capacity)")
            if let saidAt, differentCount == 500 { #expect(saidAt <= latest ?? 0) }
            #expect(try all(collector.sorted()).count <= Int(differentCount))
        }
    }

    @Test func allocationFailureIsReported() {
        #expect(throws: OutputProblem.noMemory(mebibytes: 1 << 33 + 1)) {
            _ = try KeyBuffer(capacity: 1 << 50).capacity
        }
    }

    @Test func ascendingKeysAreOneRun() throws {
        let folder = try TemporaryFolder()
        let file = try RunFile(inFolder: folder.path)
        for keys: [UInt64] in [[1, 2], [3], [], [9, 10, 11]] { try file.append(keys.span) }
        #expect(file.runs == [0..<6])
        try file.append([11, 12].span)
        try file.append([0].span)
        #expect(file.runs == [0..<6, 6..<8, 8..<9])
        var memory = try KeyBuffer(capacity: 3)
        let merged = try KeyMerge.merge(file, inFolder: folder.path, memory: &memory) { _ in }
        let run = try #require(merged.runs.first)
        #expect(merged.runs.count == 1)
        #expect(try all(SortedKeys(merged, run)) == [0, 1, 2, 3, 9, 10, 11, 12])
        #expect(try folder.names.isEmpty)
    }

    @Test func mergesAcrossTheEndsOfItsOutput() throws {
        // The same keys in each of the runs, more than are written at once.
        let folder = try TemporaryFolder()
        let file = try RunFile(inFolder: folder.path)
        let keys = (0..<70_000).map { UInt64($0) * 3 }
        for _ in 0..<3 { try file.append(keys.span) }
        var memory = try KeyBuffer(capacity: 1_000)
        var reports: [Int] = []
        let merged = try KeyMerge.merge(file, inFolder: folder.path, memory: &memory) { reports.append($0) }
        #expect(merged.runs == [0..<keys.count])
        #expect(reports.last == 3 * keys.count && reports == reports.sorted())
        #expect(try all(SortedKeys(merged, 0..<keys.count)) == keys)
    }
}
