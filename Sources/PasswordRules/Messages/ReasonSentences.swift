/// Whole sentences about the reasons for refusing a password, for a text that is shown alone.
///
/// Consecutive reasons share a sentence if they can: "The password needs an uppercase letter and a digit. It
/// contains your user name; is the old password reversed."
struct ReasonSentences {
    private let translator: Translator
    private let separator: Text
    private var done = Text()
    private var open = Open.nothing

    /// The sentence that more reasons may join.
    private enum Open {
        case nothing
        /// The words after "the password".
        case predicates(Text)
        /// The words after "the password", which end in a heading for items.
        case heading(Text, hasItems: Bool)
        /// The words after "the password needs".
        case needs([(text: Text, isChoice: Bool)])
        /// The words after "the password does not meet the rules:".
        case items(Text)
    }

    /// - Parameter separator: The separator of reasons that share a sentence.
    init(_ translator: Translator, separator: Text) {
        self.translator = translator
        self.separator = separator
    }

    /// The sentences.
    var text: Text {
        var ended = self
        ended.end()
        return ended.done
    }

    /// Adds a reason.
    /// - Parameter item: The reason as in lists, for use after a heading.
    mutating func add(_ clause: ReasonClause, item: Text) {
        if case .heading(let text, let hasItems) = open {
            open = .heading(hasItems ? joined(text, item) : spaced(text, item), hasItems: true)
            return
        }
        switch (clause, open) {
        case (.predicate(let text), .predicates(let others)): open = .predicates(joined(others, text))
        case (.need(let text, let isChoice), .needs(let others)):
            open = .needs(others + [(text, isChoice)])
        case (.item(let text), .items(let others)): open = .items(joined(others, text))
        case (.predicate(let text), _): begin(.predicates(text))
        case (.need(let text, let isChoice), _): begin(.needs([(text, isChoice)]))
        case (.item(let text), _): begin(.items(text))
        case (.sentence(let first, let following), _):
            begin(.nothing)
            done = isFirst ? first : spaced(done, following)
        }
    }

    /// Adds a reason that is a heading for those after it, up to the next heading.
    mutating func addHeading(_ clause: ReasonClause) {
        guard case .predicate(let text) = clause else { return }
        begin(.heading(text, hasItems: false))
    }

    private var isFirst: Bool { done.bytes.isEmpty }

    private mutating func begin(_ next: Open) {
        end()
        open = next
    }

    private mutating func end() {
        let wording = Wording(translator)
        switch open {
        case .nothing: break
        case .predicates(let text), .heading(let text, _):
            done = spaced(done, wording.text(isFirst ? .thePassword : .itIs, text))
        case .needs(let needs):
            // "a digit and either an uppercase letter or a special character"
            let items = needs.map {
                $0.isChoice && needs.count > 1 ? wording.text(.either, $0.text) : $0.text
            }
            let list = translator.list(items, last: .and)
            done = spaced(done, wording.text(isFirst ? .thePasswordNeeds : .itNeeds, list))
        case .items(let text):
            done = spaced(done, wording.text(isFirst ? .thePasswordBreaksRules : .itBreaksRules, text))
        }
        open = .nothing
    }

    private func joined(_ first: Text, _ second: Text) -> Text {
        var text = first
        text.append(separator)
        text.append(second)
        return text
    }

    private func spaced(_ first: Text, _ second: Text) -> Text {
        if first.bytes.isEmpty { return second }
        var text = first
        text.append(" ")
        text.append(second)
        return text
    }
}
