/// The words that a key may be set to, with their values. If they demand something, the weakest is first.
struct PolicyWords<Value: Equatable & Sendable>: Sendable {
    let all: [(word: Word, value: Value)]
    /// All words, for a message.
    let hint: Word

    private init(_ all: [(word: Word, value: Value)], hint: Word) {
        self.all = all
        self.hint = hint
    }

    /// The word for a value.
    func word(for value: Value) -> Word? { all.first { $0.value == value }?.word }
}

extension PolicyWords<Bool> {
    static var yesOrNo: Self { Self([("no", false), ("yes", true)], hint: "\"yes\" or \"no\"") }
    static var yes: Self { Self([("yes", true)], hint: "\"yes\"") }
    static var reject: Self { Self([("reject", true)], hint: "\"reject\"") }
}

extension PolicyWords<NameMatch> {
    static var nameMatch: Self {
        Self([("whole", .whole), ("reject", .reject)], hint: "\"reject\" or \"whole\"")
    }
}

extension PolicyWords<BlocklistMatch> {
    static var blocklistMatch: Self {
        Self(
            BlocklistMatch.allCases.map { (Word($0.name), $0) },
            hint: "\"exact\", \"folded\" or \"mangled\"")
    }
}

extension PolicyWords<StrengthLevel> {
    static var strength: Self {
        Self(
            [StrengthLevel.fair, .good, .strong].map { (Word($0.name), $0) },
            hint: "\"fair\", \"good\" or \"strong\"")
    }
}

extension PolicyWords<Enforcement> {
    static var enforcement: Self {
        Self(
            [("no", .no), ("audit", .audit), ("warn", .warn), ("yes", .yes)],
            hint: "\"yes\", \"warn\", \"audit\" or \"no\"")
    }
}

extension PolicyWords<LoginAction> {
    static var loginAction: Self {
        Self(
            [("no", .no), ("warn", .warn), ("change", .change)],
            hint: "\"no\", \"warn\" or \"change\"")
    }
}

extension PolicyWords<PasswordStyle> {
    static var style: Self {
        Self(
            PasswordStyle.allCases.map { (Word($0.name), $0) },
            hint: "\"random\", \"readable\" or \"words\"")
    }
}
