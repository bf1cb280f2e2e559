import Foundation
import Testing

@testable import PasswordRules

/// Real descriptors and the test vectors of another implementation, with its results. They are available if PASSWORDRULES_CORPUS
/// names their folder.
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

        var rule: Rule? {
            let characters = (classes ?? []).reduce(CharacterClass.empty) { $0.union($1.characters) }
            switch name {
            case "required": return .required(characters)
            case "allowed": return .allowed(characters)
            case "max-consecutive": return value.map { .maxConsecutive($0) }
            case "max-repeating": return value.map { .maxRepeating($0) }
            case "max-sequential": return value.map { .maxSequential($0) }
            case "minlength": return value.map { .minLength($0) }
            case "maxlength": return value.map { .maxLength($0) }
            default: return nil
            }
        }

        /// The rule as that implementation writes it, except for the two symbols that must be at the ends of brackets.
        var text: String {
            "\(name): \(value.map(String.init) ?? (classes ?? []).map(\.text).joined(separator: ","));"
        }
    }

    enum ExpectedClass: Decodable {
        case named(String)
        case custom(String)

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self = .named(name)
            } else {
                self = .custom(
                    try decoder.singleValueContainer().decode([String: String].self)["custom"] ?? "")
            }
        }

        var characters: CharacterClass {
            switch self {
            case .named("upper"): .upper
            case .named("lower"): .lower
            case .named("digit"): .digit
            case .named("special"): .special
            case .named("ascii-printable"): .asciiPrintable
            case .named("unicode"): .unicode
            case .named: .empty
            case .custom(let members): (try? .custom(members)) ?? .empty
            }
        }

        var text: String {
            switch self {
            case .named(let name): return name
            case .custom(let members):
                let middle = members.filter { $0 != "-" && $0 != "]" }
                return "[" + (members.contains("-") ? "-" : "") + middle + (members.contains("]") ? "]" : "")
                    + "]"
            }
        }
    }

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
            #expect(descriptor.canonical.rules == expected.compactMap(\.rule), "\(vector.descriptor)")
            #expect(
                descriptor.canonicalText == expected.map(\.text).joined(separator: " "),
                "\(vector.descriptor)")
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

    /// Vectors that the other implementation accepts, in whole or in part, and that are mistakes here, and why.
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
            let expected = vector.rules?.compactMap(\.rule)
            let nothing = vector.model == "apple-raw" ? [] : [Rule.allowed(.asciiPrintable)]
            guard let descriptor else {
                // A mistake here is malformed there too, and dropped, except for the differences above.
                #expect((expected ?? nothing) == nothing || refused[text] != nil, "\(text)")
                continue
            }
            #expect(refused[text] == nil && expected != nil, "\(text)")
            compared += 1
            if vector.model == "apple-raw" {
                #expect(descriptor.rules == expected, "\(text)")
            } else {
                #expect(descriptor.canonical.rules == expected, "\(text)")
                let canonical = (vector.rules ?? []).map(\.text).joined(separator: " ")
                #expect(
                    descriptor.canonicalText == canonical || differences[text] != nil, "\(text): \(canonical)"
                )
            }
        }
        #expect(compared >= 50)
    }

    @Test func lenientParsingAgreesWhereThereIsNoMistake() throws {
        for vector in try vectors("descriptors.jsonl") + vectors("vectors.jsonl") {
            let bytes = Array(vector.descriptor.utf8)
            var strict = Diagnostics()
            var lenient = Diagnostics()
            let descriptor = Descriptor.parse(bytes.span, diagnostics: &strict)
            let kept = Descriptor.parse(bytes.span, mode: .lenient, diagnostics: &lenient)
            #expect(kept != nil)
            #expect(strict.items == lenient.items)
            if let descriptor { #expect(descriptor == kept) }
        }
    }
}
