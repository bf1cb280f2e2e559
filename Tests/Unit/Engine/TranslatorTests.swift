import Testing

@testable import PasswordRules

@Suite struct TranslatorTests {
    /// A language in which each template is translated by `text`.
    private func language(_ text: @escaping (String) -> String) -> Translator {
        Translator { template, count in
            Array(text(template.english(count).description).utf8)
        }
    }

    private func outcome(_ rules: String, _ password: String) throws -> Outcome {
        try #require(Checker(Descriptor(rules)).check(password).outcomes.first)
    }

    private func message(_ outcome: Outcome, in translator: Translator) -> String {
        String(decoding: outcome.messageBytes(in: translator), as: UTF8.self)
    }

    @Test(arguments: [
        ("{limit}/{actual}/{count}", "12/4/8"), ("{count}{count}", "88"), ("{}", "{}"), ("{count", "{count"),
        ("{counts}", "{counts}"), ("{ count}", "{ count}"), ("{Count}", "{Count}"), ("{{count}}", "{8}"),
        ("{first}|{second}", "|"), ("%s %n", "%s %n"), ("", ""), ("{", "{"),
        ("не хватает: {count}", "не хватает: 8"),
    ])
    func fillsOnlyPlaceholders(template: String, text: String) throws {
        let outcome = try outcome("minlength: 12", "weak")
        #expect(message(outcome, in: language { _ in template }) == text)
    }

    /// In GBK a brace may be the second byte of a character.
    @Test func otherBytesAreCopied() throws {
        let outcome = try outcome("minlength: 12", "weak")
        let bytes: [UInt8] = [0x81, 0x7B, 0x81, 0x7D, 0xFF, 0x7B]
        #expect(outcome.messageBytes(in: Translator { _, _ in bytes }) == bytes)
    }

    @Test(arguments: [(11, 1, "1 more character needed"), (10, 2, "2 more characters needed")])
    func pluralGoesWithTheCount(length: Int, count: Int, beginning: String) throws {
        let outcome = try outcome("minlength: 12", String(repeating: "a", count: length))
        #expect(outcome.message.hasPrefix(beginning))
        var asked: [Int] = []
        let translator = Translator { template, count in
            asked.append(count)
            #expect(template.many != nil)
            return nil
        }
        #expect(message(outcome, in: translator) == outcome.message)
        #expect(asked == [count])
    }

    /// A value is plain text: a placeholder in it is not replaced.
    @Test func valuesAreNotReadAgain() throws {
        let outcome = try outcome("required: [{}]; required: [count]", "x")
        #expect(outcome.message == "needs one of \"{}\"")
        let descriptor = try Descriptor("required: [{}cnout]")
        let inBraces = try #require(Checker(descriptor).check("x").outcomes.first)
        #expect(inBraces.message == "needs one of \"cnotu{}\"")
    }

    /// Other languages may reverse the order of two parts, or use one of them twice or not at all.
    @Test(arguments: [
        ("{first} и {second}", "x{first}\0 и y"), ("{second} и {first}", "y и x{first}\0"),
        ("{first}{first}{second}", "x{first}\0x{first}\0y"), ("{first}", "x{first}\0"), ("и", "и"),
        ("{second}", "y"), ("{first", "{first"), ("{first}{firs", "x{first}\0{firs"),
        ("({first}, {second})", "(x{first}\0, y)"), ("", ""),
    ])
    func twoPartsArePutTogetherAsTheTemplateSays(template: String, text: String) {
        let translator = language { _ in template }
        // Nor is a substituted text parsed again.
        let first = Text("x{first}\0")
        #expect(translator.list([first, Text("y")], last: .and).string == text)
        #expect(Wording(translator).text(.strength, first, Text("y")).string == text)
        #expect(first.string == "x{first}\0")
    }

    @Test func partsOfAMessageAreTranslatedToo() throws {
        let words = [
            "needs {first}": "нужно: {first}", "{first} or {second}": "{first} или {second}",
            "an uppercase letter": "прописная буква", "a digit": "цифра",
        ]
        let outcome = try outcome("required: upper, digit", "x")
        #expect(message(outcome, in: language { words[$0] ?? "?" }) == "нужно: прописная буква или цифра")
    }

    /// Marks each message, and so reveals those that bypass the catalogue.
    @Test func everyOutcomeAndSentenceIsLookedUp() throws {
        let marked = language { "«" + $0 + "»" }
        let rules = try Descriptor(
            "required: upper, [-_]; required: digit; allowed: lower; minlength: 5; maxlength: 6; max-repeating: 1; max-sequential: 2; max-consecutive: 3"
        )
        for password in ["", "aaa", "abc", "Abcdefg-1é", "A1-bd"] {
            for outcome in Checker(rules).check(password).outcomes {
                let text = message(outcome, in: marked)
                #expect(text.hasPrefix("«") && text.hasSuffix("»"))
            }
        }
        let sentences = String(
            decoding: Explanation(rules, in: marked).sentenceBytes, as: UTF8.self)
        for sentence in sentences.split(separator: "\n") {
            #expect(sentence.hasPrefix("«") && sentence.hasSuffix("»"), "\(sentence)")
        }
    }

    @Test(arguments: [
        ("не менее {count} знаков", "Не менее 12 знаков."), ("рядом {count}", "Рядом 12."),
        ("язык {count}", "Язык 12."), ("às {count} horas", "Às 12 horas."), ("至少 {count} 个字符", "至少 12 个字符."),
        ("√{count}", "√12."),
    ])
    func sentencesBeginInUpperCaseAndEndInAPeriod(text: String, sentence: String) throws {
        let translator = language { $0 == "at least {count} characters" ? text : $0 }
        let bytes = Explanation(try Descriptor("minlength: 12; allowed: unicode"), in: translator)
            .sentenceBytes
        #expect(
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) == sentence)
    }
}
