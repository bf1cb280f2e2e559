import Foundation
import Testing

/// The tables under Tests/Vectors, which the C program `vectors` reads too, through the Embedded library.
enum Vectors {
    struct Row: CustomTestStringConvertible {
        var file: String
        var line: Int
        /// The fields with their escapes undone.
        var fields: [[UInt8]]

        func string(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }

        var testDescription: String { "\(file):\(line)" }
    }

    static func rows(_ file: String) throws -> [Row] {
        let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Vectors/\(file)")
        let lines = try Data(contentsOf: url).split(separator: 0x0A, omittingEmptySubsequences: false)
        let rows: [Row] = lines.enumerated().compactMap { index, line in
            guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
            let fields = line.split(separator: 0x09, omittingEmptySubsequences: false).map {
                unescape(Array($0))
            }
            return Row(file: file, line: index + 1, fields: fields)
        }
        // A test of no rows would pass.
        guard !rows.isEmpty else { throw NoRows(file: file) }
        return rows
    }

    struct NoRows: Error { var file: String }

    private static func unescape(_ field: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = 0
        while index < field.count {
            guard field[index] == UInt8(ascii: "\\"), index + 1 < field.count else {
                bytes.append(field[index])
                index += 1
                continue
            }
            switch field[index + 1] {
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "e"): break
            case UInt8(ascii: "x"):
                let digits = String(decoding: field[(index + 2)..<min(index + 4, field.count)], as: UTF8.self)
                bytes.append(UInt8(digits, radix: 16) ?? 0)
                index += 2
            default: bytes.append(field[index + 1])
            }
            index += 2
        }
        return bytes
    }
}

/// Real descriptors that are not part of the repository: a folder named by PASSWORDRULES_CORPUS.
enum Corpus {
    static var folder: URL? {
        ProcessInfo.processInfo.environment["PASSWORDRULES_CORPUS"].map { URL(filePath: $0) }
    }

    static let isMissing: Comment = "PASSWORDRULES_CORPUS is not set: the real descriptors are not at hand"

    static func descriptors() throws -> [String] {
        struct Line: Decodable { var descriptor: String }
        guard let folder else { return [] }
        let data = try Data(contentsOf: folder.appending(path: "descriptors.jsonl"))
        return try data.split(separator: 0x0A).map {
            try JSONDecoder().decode(Line.self, from: Data($0)).descriptor
        }
    }
}
