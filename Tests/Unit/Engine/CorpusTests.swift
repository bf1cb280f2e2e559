import Foundation
import Testing

@testable import PasswordRules

/// Real descriptors and the test vectors of another implementation, with its results. They are available if
/// PASSWORDRULES_CORPUS names their folder.
@Suite(.enabled(if: Corpus.folder != nil, Corpus.isMissing))
struct CorpusTests {
    struct Vector: Decodable {
        var descriptor: String
        var rules: [ExpectedRule]?
        var minified: String?
        var model: String?
    }

    struct ExpectedRule: Decodable {
        var name: String
        var classes: [ExpectedClass]?
        var value: Int?

        /// The rule as that implementation writes it, except for the two symbols that must be at the ends of
        /// brackets.
        var text: String {
            "\(name): \(value.map(String.init) ?? (classes ?? []).map(\.text).joined(separator: ","));"
        }
    }

    /// The name of a class, or its members.
    struct ExpectedClass: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                text = name
                return
            }
            let members =
                try decoder.singleValueContainer().decode([String: String].self)["custom"] ?? ""
            let (hyphen, bracket) = (members.contains("-") ? "-" : "", members.contains("]") ? "]" : "")
            text = "[" + hyphen + members.filter { $0 != "-" && $0 != "]" } + bracket + "]"
        }
    }

    private func text(_ rules: [ExpectedRule]) -> String { rules.map(\.text).joined(separator: " ") }

    private func vectors(_ file: String) throws -> [Vector] {
        guard let folder = Corpus.folder else { return [] }
        let data = try Data(contentsOf: folder.appending(path: file))
        return try data.split(separator: 0x0A).map { try JSONDecoder().decode(Vector.self, from: Data($0)) }
    }

    @Test func realDescriptorsHaveTheExpectedRulesAndTexts() throws {
        let vectors = try vectors("descriptors.jsonl")
        #expect(vectors.count == 218)
        for vector in vectors {
            let descriptor = try Descriptor(vector.descriptor)
            let expected = try #require(vector.rules)
            #expect(
                try descriptor.canonical.rules == Descriptor(text(expected)).rules, "\(vector.descriptor)")
            #expect(descriptor.canonicalText == text(expected), "\(vector.descriptor)")
            #expect(descriptor.minifiedText == vector.minified, "\(vector.descriptor)")
        }
    }

    /// Vectors without a mistake whose text this writer writes differently, and why.
    private let differences: [String: String] = [
        "required: [*&^ABC]; allowed: upper":
            "a class in brackets is in code point order; there, letters come first",
        "minlength: 20; maxlength: 30; required: [-!?$&#%]; required: digit; "
            + "allowed: [abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ0123456789]":
            "a class in brackets is in code point order; there, letters come first",
    ]

    /// Vectors that the other implementation accepts, in whole or in part, and that are mistakes here, and
    /// why.
    private let refused: [String: String] = [
        "required: ; required: upper": "a property without a value is a mistake",
        "required:         digit           ;                        required: [--];":
            "a \"-\" stands right after the \"[\" only",
        "required:         digit           ;                        required: [-a--------];":
            "a \"-\" stands right after the \"[\" only",
    ]

    @Test func vectorsWithoutAMistakeHaveTheExpectedRules() throws {
        var compared = 0
        for vector in try vectors("vectors.jsonl") {
            let text = vector.descriptor
            let bytes = Array(text.utf8)
            var found = Diagnostics()
            let descriptor = Descriptor.parse(bytes.span, diagnostics: &found)
            let expected = try vector.rules.map { try Descriptor(self.text($0)).rules }
            let nothing = vector.model == "apple-raw" ? [] : [Rule.allowed(.asciiPrintable)]
            guard let descriptor else {
                // What is a mistake here is malformed there, too, and dropped; `refused` has the exceptions.
                #expect((expected ?? nothing) == nothing || refused[text] != nil, "\(text)")
                continue
            }
            #expect(refused[text] == nil && expected != nil, "\(text)")
            compared += 1
            if vector.model == "apple-raw" {
                #expect(descriptor.rules == expected, "\(text)")
            } else {
                #expect(descriptor.canonical.rules == expected, "\(text)")
                let canonical = self.text(vector.rules ?? [])
                #expect(
                    descriptor.canonicalText == canonical || differences[text] != nil, "\(text): \(canonical)"
                )
            }
        }
        #expect(compared >= 50)
    }
}
