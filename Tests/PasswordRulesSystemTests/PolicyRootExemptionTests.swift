import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

/// Root may continue if a policy is broken, unless the broken part may be what binds root.
@Suite struct PolicyRootExemptionTests {
    struct Broken: CustomTestStringConvertible {
        let code: Diagnostic.Code
        let text: String
        let isRootBound: Bool

        init(_ code: Diagnostic.Code, _ text: String, isRootBound: Bool) {
            (self.code, self.text, self.isRootBound) = (code, text, isRootBound)
        }

        var testDescription: String { "\(code): \(text.prefix(40).debugDescription)" }
    }

    /// A text for each mistake that a policy file can have. None contains a name that binds root by itself.
    static let files = [
        Broken(.unknownKey, "enforce_for_rooot = yes\n", isRootBound: true),
        Broken(.unknownKey, "ENFORCE-FOR-ROOT = yes\n", isRootBound: true),
        Broken(.unknownKey, "retyr = 1\n", isRootBound: false),
        Broken(.expectedKey, "= yes\n", isRootBound: true),
        Broken(.expectedEquals, "retry 1\n", isRootBound: false),
        Broken(.nulByte, "retry = 1\n\0\n", isRootBound: true),
        Broken(.carriageReturn, "retry = 1\r\n", isRootBound: true),
        Broken(.byteOrderMark, "\u{FEFF}retry = 1\n", isRootBound: true),
        Broken(.unfinishedLastLine, "retry = 1\nenforce-f", isRootBound: true),
        Broken(.unknownSection, "[users alice]\nretry = 1\n", isRootBound: false),
        Broken(.unclosedSection, "[user alice\nretry = 1\n", isRootBound: false),
        Broken(.missingSectionName, "[user]\nretry = 1\n", isRootBound: false),
        Broken(.policyTooLong, String(repeating: "#\n", count: 1 << 19) + "\n", isRootBound: true),
        Broken(.demandsNothing, "min-classes = no\n", isRootBound: false),
        Broken(.invalidValue, "suggest = maybe\n", isRootBound: false),
        Broken(.numberOutOfRange, "retry = 0\n", isRootBound: false),
        Broken(.duplicateKey, "retry = 1\nretry = 2\n", isRootBound: false),
        Broken(.duplicateSection, "[user alice]\nretry = 1\n[user alice]\n", isRootBound: false),
        Broken(.noRules, "retry = 1\n", isRootBound: false),
        Broken(.unknownClass, "rules = required: uper\n", isRootBound: false),
        Broken(.unknownProperty, "rules = minlenght: 8\n", isRootBound: false),
        Broken(.alternativeWithoutRules, "or = minlength: 9\n", isRootBound: false),
    ]

    private func failure(_ text: String, settings: [String] = []) throws -> PolicyLoadFailure {
        let folder = try TemporaryFolder()
        let path = Array(try folder.file(text).utf8)
        let settings = settings.map { Array($0.utf8) }
        return try #require(
            #expect(throws: PolicyLoadFailure.self) {
                try PolicyLoader.load(path: path, isOptional: false, settings: settings)
            })
    }

    private func enforcement(_ failure: PolicyLoadFailure) -> Enforcement {
        #expect(
            failure.enforcement(in: PolicyContext(isByRoot: false, isExpired: false, service: passwd)) == .yes
        )
        #expect(
            failure.enforcement(in: PolicyContext(isByRoot: true, isExpired: true, service: passwd)) == .yes)
        return failure.enforcement(in: PolicyContext(isByRoot: true, isExpired: false, service: passwd))
    }

    @Test(arguments: files)
    func rootIsBoundWhereALineMayMeanSo(broken: Broken) throws {
        let failure = try failure(broken.text)
        #expect(
            failure.diagnostics.contains { $0.code == broken.code.rawValue || broken.code == .policyTooLong },
            "\(failure.diagnostics.map(\.code))")
        #expect(enforcement(failure) == (broken.isRootBound ? .yes : .warn))
    }

    @Test(arguments: files)
    func rootIsBoundWhereALineOfAnyFileOfTheFolderMayMeanSo(broken: Broken) throws {
        // A single file of a folder may lack rules.
        guard broken.code != .noRules else { return }
        let folder = try TemporaryFolder()
        let path = try folder.file("rules = minlength: 8\n")
        try FileManager.default.createDirectory(atPath: path + ".d", withIntermediateDirectories: false)
        let dropIn = try folder.file(broken.text)
        try FileManager.default.moveItem(atPath: dropIn, toPath: path + ".d/10.conf")
        let failure = try #require(
            #expect(throws: PolicyLoadFailure.self) {
                try PolicyLoader.load(path: Array(path.utf8))
            })
        #expect(enforcement(failure) == (broken.isRootBound ? .yes : .warn))
    }

    @Test(arguments: [
        ("enforceforroot=yes", true), ("=yes", true), ("", true), ("retry", false), ("retry=1\0", true),
        ("# x", true),
        ("[user alice]", true), ("retry=0", false), ("suggest=maybe", false),
        ("rules=minlenght: 8", false),
    ])
    func rootIsBoundWhereAnArgumentMayMeanSo(setting: String, isRootBound: Bool) throws {
        let failure = try failure("rules = minlength: 8\n", settings: [setting])
        #expect(enforcement(failure) == (isRootBound ? .yes : .warn))
    }
}
