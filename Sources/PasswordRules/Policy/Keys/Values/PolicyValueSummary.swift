extension PolicyKey {
    /// Its values, for the table of keys in passwordrules.conf(5), which `make generate` writes.
    package var valueSummary: [UInt8] { declaration.value.summary.bytes }
}

extension PolicyValueKind {
    /// The numbers, the words in quotation marks, or a description of the value.
    var summary: Text {
        switch self {
        case .number(let range): Self.summary(of: range, prefix: "")
        case .powerOfTen(let range): Self.summary(of: range, prefix: "10^")
        case .strength: Text(PolicyWords.strength.hint.literal)
        case .flag(let words): Text(words.hint.literal)
        case .nameMatch: Text(PolicyWords.nameMatch.hint.literal)
        case .blocklistMatch: Text(PolicyWords.blocklistMatch.hint.literal)
        case .enforcement: Text(PolicyWords.enforcement.hint.literal)
        case .loginAction: Text(PolicyWords.loginAction.hint.literal)
        case .style: Text(PolicyWords.style.hint.literal)
        case .oldPassword: Text("reject, similar, or ways")
        case .preset: Text("a name")
        case .rules, .alternative: Text("a descriptor")
        case .characterMinimum: Text("a number and classes")
        case .words: Text("words")
        case .blocklist: Text("a path, common")
        case .rankedWords: Text("a path, common")
        case .services, .loginServices: Text("services, none")
        case .exclusions: Text("characters, none")
        case .findings: Text("names")
        }
    }

    private static func summary(of range: ClosedRange<Int>, prefix: StaticString) -> Text {
        var text = Text(prefix)
        text.append(range.lowerBound)
        text.append(" to ")
        text.append(prefix)
        text.append(range.upperBound)
        return text
    }
}
