import Testing

@testable import PasswordRules

/// Whether root may continue if a policy cannot be read.
@Suite struct RootExemptionTests {
    /// Every code. For a new one, decide whether there may be lines that cannot be read.
    private static let table: [Diagnostic.Code: Bool] = [
        // In the value of a known key.
        .unknownProperty: false, .expectedProperty: false, .expectedColon: false, .missingClass: false,
        .unknownClass: false, .hyphenInsideClass: false, .characterInsideClass: false, .unclosedClass: false,
        .emptyClass: false, .missingNumber: false, .notANumber: false, .negativeNumber: false,
        .fractionalNumber: false, .numberTooLarge: false, .textAfterValue: false, .descriptorTooLong: false,
        .expectedComma: false, .noneBesideOthers: false, .demandsNothing: false, .invalidValue: false,
        .numberOutOfRange: false, .unknownPreset: false, .tooManyLines: false, .blankInWord: false,
        .wordLength: false, .missingItem: false,
        // Remarks.
        .digitsForDigit: false, .characterLeftOut: false, .deprecatedMaxConsecutive: false,
        .repeatedRequirement: false, .noAllowed: false, .lowMaxLength: false, .lowMinLength: false,
        .noMinLength: false, .redundantAllowed: false, .unsatisfiable: false, .notGenerable: false,
        .compositionRule: false, .limitInBytes: false, .unknownUser: false, .unknownGroup: false,
        .otherGroupName: false,
        // Every key is there to be read.
        .duplicateKey: false, .noRules: false, .duplicateSection: false, .alternativeWithoutRules: false,
        // On a line of its own, which RootExemption reads.
        .unknownKey: false, .expectedKey: false, .expectedEquals: false, .unknownSection: false,
        .unclosedSection: false, .missingSectionName: false,
        // The file is not text, or was truncated.
        .nulByte: true, .carriageReturn: true, .byteOrderMark: true, .invalidUTF8: true,
        .unfinishedLastLine: true, .policyTooLong: true,
    ]

    @Test(arguments: Diagnostic.Code.allCases)
    func everyCodeIsDecided(code: Diagnostic.Code) throws {
        let decision = try #require(Self.table[code] as Bool?, "decide about \(code)")
        #expect(code.hidesLines == decision)
    }

    @Test func remarksHideNothing() {
        for code in Diagnostic.Code.allCases where Diagnostic(code, at: 0).severity != .error {
            #expect(!code.hidesLines, "\(code)")
        }
    }

    /// Even if the mistake is not kept: only the first ones are.
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
        _ texts: [String], isArgument: Bool = false, service: String = "passwd", isByRoot: Bool = true,
        isExpired: Bool = false, isOldPasswordKnown: Bool = false
    ) -> Bool {
        var exemption = RootExemption()
        for text in texts { exemption.read(Array(text.utf8), isArgument: isArgument) }
        return exemption.holds(
            in: PolicyContext(
                isByRoot: isByRoot, isExpired: isExpired, service: Array(service.utf8),
                isOldPasswordKnown: isOldPasswordKnown))
    }

    @Test(arguments: [
        "", "\n", "# enforce-for-root = yes\n", "  # preset = stig-rhel-9\n", "enforce-for-root = no\n",
        "\tenforce-for-root=no \n", "preset = nist-800-63b-4\n", "preset = owasp-asvs-5\n",
        "preset = stig-ubuntu-24.04\n", "rules = minlength: oops;\n", "retyr = 3\n", "retry\n", "retry =\n",
        "retry 3\n", "[groop wheel]\n", "[user alice\n", "[user enforce-for-root = yes]\n",
        "enforce = maybe\n",
        "exempt-services = passwd\n", "exempt-services = samba, passwd\n", "min-classe = 8\n",
    ])
    func whatDoesNotBindRootLeavesTheWayOpen(text: String) {
        #expect(holds([text]))
        #expect(holds(["rules = minlength: 8\n", text, "retry = 3\n"]))
        #expect(!holds([text], isByRoot: false))
        #expect(!holds([text], isExpired: true))
        #expect(!holds([text], isOldPasswordKnown: true))
        #expect(!holds([text], service: "samba"))
        #expect(!holds([text], service: ""))
    }

    /// The key in an unreadable file may have been meant to shorten the list of services.
    @Test func aPolicyThatCannotBeReadExemptsNoOtherService() {
        #expect(!holds(["exempt-services = samba, passwd\n"], service: "samba"))
        #expect(
            holds(
                ["exempt-services = passwd, chpasswd\n", "exempt-services = chpasswd\n"], service: "chpasswd")
        )
        #expect(!holds(["exempt-services = passwd, chpasswd\n", "exempt-services = chpasswd\n"]))
    }

    @Test func oneTextThatWasNotSeenClosesIt() {
        var unseen = RootExemption()
        unseen.close()
        var exemption = RootExemption()
        let root = PolicyContext(isByRoot: true, service: passwd)
        #expect(exemption.holds(in: root))
        exemption.add(unseen)
        #expect(!exemption.holds(in: root))
    }
}
