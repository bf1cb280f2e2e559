import Testing

@testable import PasswordRules

@Suite struct PolicyKeyTests {
    @Test(arguments: PolicyKey.allCases.filter { !"\($0.builtInValue)".isEmpty })
    func builtInValueCanBeWrittenAndChangesNothing(key: PolicyKey) throws {
        let rules = "rules = minlength: 8\n"
        let line = "\(key.name) = \(key.builtInValue)\n"
        var found = Diagnostics()
        #expect(PolicyFile.parse(Array((rules + line).utf8), diagnostics: &found) != nil)
        #expect(found.items.isEmpty, "\(line)")
        let (plain, written) = (try makePolicy(rules), try makePolicy(rules + line))
        #expect(plain.explanation == written.explanation)
        let account = Account("alice", fullName: "Alice Liddell", home: "/home/alice")
        for password in [
            "", "short", "alice-in-wonderland", "kayakkayak", "Aa1-Aa1-", "qwertyuiop", "aaaaaaaaaaaa",
        ] {
            let reports = [plain, written].map { $0.check(password, for: account, replacing: "old-Password") }
            #expect(reports[0].outcomes == reports[1].outcomes, "\(line)\(password)")
        }
        #expect(plain.suggestionOptions == written.suggestionOptions)
        #expect(plain.retryCount == written.retryCount)
        for isByAdministrator in [false, true] {
            let context = PolicyContext(
                isByAdministrator: isByAdministrator, isExpired: false, service: passwd)
            #expect(plain.enforcement(in: context) == written.enforcement(in: context), "\(line)")
        }
    }

    /// Every key that demands nothing has a built-in value, and so have three keys that demand something.
    @Test func someKeysHaveABuiltInValue() {
        for key in PolicyKey.allCases {
            let isBuiltIn = !key.isDemand || key == .username || key == .oldPassword || key == .rankedWords
            #expect("\(key.builtInValue)".isEmpty == !isBuiltIn, "\(key.name)")
        }
    }

    /// The built-in values are parsed from text: a mistake in it would silently change or drop a default.
    @Test func builtInValuesAreWhatIsSet() throws {
        for key in PolicyKey.allCases {
            #expect((key.builtIn == nil) == "\(key.builtInValue)".isEmpty, "\(key.name)")
            if let text = PolicySettings.builtIn.text(of: key) {
                #expect(String(decoding: text, as: UTF8.self) == "\(key.builtInValue)", "\(key.name)")
            }
        }
        let settings = PolicySettings.builtIn
        #expect(
            settings.exemptServices
                == ["passwd", "chpasswd", "newusers", "pwupd-passwd"].map { Array($0.utf8) })
        #expect(settings.suggestionExclusions.characters.isSuperset(of: Exclusions.ambiguous))
        #expect(settings.rankedWords == [Array("common".utf8)])
        // These are settings without the built-in demands.
        #expect(PolicySettings().username == .permit && PolicySettings().oldPassword.isEmpty)
        #expect(PolicySettings().maxBytes == 1024 && PolicySettings().retryCount == 3)
    }

    /// The generated list has the keys in the order of their positions.
    @Test func positionsAreInOrder() {
        let positions = PolicyKey.allCases.map { $0.declaration.position }
        #expect(positions == Set(positions).sorted())
        #expect(positions.count == PolicyKey.count)
    }

    /// If `rules` may set a key as a property, the key's largest value applies, and its check covers properties.
    @Test(arguments: PolicyKey.allCases)
    func declaredPropertyIsChecked(key: PolicyKey) {
        let declaration = key.declaration
        #expect(declaration.demand?.outcomes.isEmpty != true)
        guard declaration.isProperty else { return }
        #expect(declaration.value.inRules != nil && key.combination == .largest)
        let isChecked =
            switch key.target.declaration.demand?.check {
            case .composition, .classes, .typed, .folded, .guesses: true
            default: false
            }
        #expect(isChecked)
    }

    /// The log's list of rules has a bit for each kind.
    @Test func kindsFitIntoABit() {
        #expect(Outcome.Kind.all.allSatisfy { (1..<64).contains($0.rawValue) })
    }

    @Test func namesAreUniqueAndInLowerCase() {
        let names = PolicyKey.allCases.map { "\($0.name)" }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { name in name.allSatisfy { $0.isLowercase || $0 == "-" } })
    }

    /// The words of a key stand for different numbers, and its message names them all.
    @Test func messageHasTheWordsOfTheKey() {
        for (all, hint) in [
            describe(PolicyWords.yesOrNo), describe(PolicyWords.yes), describe(PolicyWords.reject),
            describe(PolicyWords.nameMatch), describe(PolicyWords.blocklistMatch),
            describe(PolicyWords.strength), describe(PolicyWords.enforcement), describe(PolicyWords.style),
        ] {
            #expect(Set(all).count == all.count && !all.isEmpty)
            for word in all { #expect(hint.contains("\"\(word)\"")) }
            #expect(hint.filter { $0 == "\"" }.count == 2 * all.count)
        }
    }

    /// The words, each of which stands for another value, and the message.
    private func describe<Value>(_ words: PolicyWords<Value>) -> (all: [String], hint: String) {
        for (word, value) in words.all { #expect(words.word(for: value) == word) }
        return (words.all.map { "\($0.word.literal)" }, "\(words.hint.literal)")
    }
}
