import Testing

@testable import PasswordRules

/// Which mistakes of a policy leave open what key a line sets: root is bound by a policy with one of these.
@Suite struct HiddenKeyTests {
    /// Every code there is. A new one has to be decided on: could the line that it is about be the one that binds root,
    /// without a name in it that says so?
    private static let table: [Diagnostic.Code: Bool] = [
        // In a value, whose key is known.
        .unknownProperty: false, .expectedProperty: false, .expectedColon: false, .missingClass: false,
        .unknownClass: false, .hyphenInsideClass: false, .characterInsideClass: false, .unclosedClass: false,
        .emptyClass: false, .missingNumber: false, .notANumber: false, .negativeNumber: false,
        .fractionalNumber: false, .numberTooLarge: false, .textAfterValue: false, .descriptorTooLong: false,
        .expectedComma: false, .noneBesideOthers: false, .missingValue: false, .invalidValue: false,
        .numberOutOfRange: false, .unknownPreset: false, .tooManyLines: false, .blankInWord: false,
        .wordLength: false, .missingItem: false,
        // Remarks.
        .digitsForDigit: false, .characterLeftOut: false, .deprecatedMaxConsecutive: false,
        .repeatedRequirement: false, .noAllowed: false, .lowMaxLength: false, .lowMinLength: false,
        .noMinLength: false, .redundantAllowed: false, .unsatisfiable: false, .notGenerable: false,
        .compositionRule: false, .limitInBytes: false, .unknownUser: false, .unknownGroup: false,
        .otherGroupName: false,
        // Every key is there to be read.
        .duplicateKey: false, .noRules: false, .duplicateSection: false,
        // The key itself cannot be read, or the lines from there on were not.
        .unknownKey: true, .expectedKey: true, .expectedEquals: true, .nulByte: true, .carriageReturn: true,
        .byteOrderMark: true, .invalidUTF8: true, .unfinishedLastLine: true, .policyTooLong: true,
        // What stands below may be meant for somebody else.
        .unknownSection: true, .unclosedSection: true, .missingSectionName: true,
    ]

    @Test(arguments: Diagnostic.Code.allCases)
    func everyCodeIsDecided(code: Diagnostic.Code) throws {
        let decision = try #require(Self.table[code] as Bool?, "decide about \(code)")
        #expect(code.hidesKey == decision)
    }

    @Test func remarksHideNothing() {
        for code in Diagnostic.Code.allCases where Diagnostic(code, at: 0).severity != .error {
            #expect(!code.hidesKey, "\(code)")
        }
    }

    /// Kept or not: of many mistakes the first ones are.
    @Test func aHiddenKeyIsNotForgotten() {
        var found = Diagnostics()
        for index in 0..<2 * Diagnostics.maximumCount { found.add(Diagnostic(.invalidValue, at: index)) }
        #expect(!found.hidesKey)
        found.add(Diagnostic(.unknownKey, at: 999))
        #expect(!found.items.contains { $0.code == .unknownKey })
        #expect(found.hidesKey)
        var all = Diagnostics()
        all.add(found)
        #expect(all.hidesKey)
    }
}
