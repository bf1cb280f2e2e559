import Testing

@testable import PasswordRules

/// Whether root may continue if a policy cannot be read.
@Suite struct RootExemptionTests {
    /// Errors after which every line can be read, and remarks. A new code goes here, or among those that hide
    /// lines.
    private static let harmless: Set<Diagnostic.Code> = [
        // In the value of a known key.
        .unknownProperty, .expectedProperty, .expectedColon, .missingClass, .unknownClass,
        .hyphenInsideClass, .characterInsideClass, .unclosedClass, .emptyClass, .missingNumber, .notANumber,
        .negativeNumber, .fractionalNumber, .numberTooLarge, .textAfterValue, .descriptorTooLong,
        .expectedComma, .noneBesideOthers, .commaBeforeProperty, .propertyAsClass, .demandsNothing,
        .invalidValue, .numberOutOfRange, .commentAfterValue, .quotedValue,
        .unknownPreset, .tooManyLines, .blankInWord, .wordLength, .missingItem,
        // Remarks.
        .digitsForDigit, .characterLeftOut, .deprecatedMaxConsecutive, .noAllowed,
        .lowMaxLength, .lowMinLength, .noMinLength, .redundantAllowed, .redundantMember, .htmlEntity,
        .unsatisfiable, .notGenerable,
        .compositionRule, .limitInBytes, .unknownUser, .unknownGroup, .otherGroupName,
        // Every key is there to be read.
        .duplicateKey, .noRules, .duplicateSection, .alternativeWithoutRules,
        // The mistake is the whole line, and RootExemption reads such lines.
        .unknownKey, .expectedKey, .expectedEquals, .unknownSection, .unclosedSection, .missingSectionName,
        .severalNames,
    ]

    /// The file is not text, or was truncated.
    private static let hiding: Set<Diagnostic.Code> = [
        .nulByte, .carriageReturn, .byteOrderMark, .invalidUTF8, .unfinishedLastLine, .policyTooLong,
    ]

    @Test func everyCodeIsDecided() {
        #expect(Self.harmless.union(Self.hiding) == Set(Diagnostic.Code.allCases), "decide about a code")
        #expect(Set(Diagnostic.Code.allCases.filter(\.hidesLines)) == Self.hiding)
        #expect(Self.hiding.allSatisfy { Diagnostic($0, at: 0).severity == .error })
    }

    /// Only the first mistakes are kept, but a later one that hides lines still counts.
    @Test func hiddenLinesAreNotForgotten() {
        var found = Diagnostics()
        for index in 0..<2 * Diagnostics.maximumCount { found.add(Diagnostic(.invalidValue, at: index)) }
        #expect(!found.hidesLines)
        found.add(Diagnostic(.nulByte, at: 999))
        #expect(!found.items.contains { $0.code == .nulByte })
        #expect(found.hidesLines)
        var all = Diagnostics()
        all.add(found)
        #expect(all.hidesLines)
    }

    private func holds(
        _ texts: [String], isArgument: Bool = false, service: String = "passwd",
        isByAdministrator: Bool = true,
        isExpired: Bool = false, isOldPasswordKnown: Bool = false
    ) -> Bool {
        var exemption = RootExemption()
        for text in texts { exemption.read(Array(text.utf8), isArgument: isArgument) }
        return exemption.holds(
            in: PolicyContext(
                isByAdministrator: isByAdministrator, isExpired: isExpired, service: Array(service.utf8),
                isOldPasswordKnown: isOldPasswordKnown))
    }

    /// policy-mistakes.tsv has more texts with a mistake.
    @Test(arguments: [
        "", "\n", "retry =\n", "enforce-for-root = no\n", "exempt-services = passwd\n", "retyr = 3\n",
        "preset = nist-800-63b-4\n",
    ])
    func otherLinesKeepTheExemption(text: String) {
        #expect(holds([text]))
        #expect(holds(["rules = minlength: 8\n", text, "retry = 3\n"]))
        #expect(!holds([text], isByAdministrator: false))
        #expect(!holds([text], isExpired: true))
        #expect(!holds([text], isOldPasswordKnown: true))
        #expect(!holds([text], service: "samba"))
        #expect(!holds([text], service: ""))
    }

    /// The key in an unreadable file may have been meant to shorten the list of services.
    @Test func unreadablePolicyExemptsNoOtherService() {
        #expect(!holds(["exempt-services = samba, passwd\n"], service: "samba"))
        #expect(
            holds(
                ["exempt-services = passwd, chpasswd\n", "exempt-services = chpasswd\n"], service: "chpasswd")
        )
        #expect(!holds(["exempt-services = passwd, chpasswd\n", "exempt-services = chpasswd\n"]))
    }

    @Test func unseenTextEndsTheExemption() {
        var unseen = RootExemption()
        unseen.close()
        var exemption = RootExemption()
        let root = PolicyContext(isByAdministrator: true, service: passwd)
        #expect(exemption.holds(in: root))
        exemption.add(unseen)
        #expect(!exemption.holds(in: root))
    }
}
