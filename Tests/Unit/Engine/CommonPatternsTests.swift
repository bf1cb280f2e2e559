import PasswordRulesLists
import Testing

@testable import PasswordRules

@Suite struct CommonPatternsTests {
    private static let all = CommonPatterns.passwords

    /// The keys of a list of all patterns, compared by `mangled`.
    private static let keys = Set(all.map { password in Blocklist.foldedKey(of: Array(password.utf8).span) })

    private func isFound(_ password: String) -> Bool {
        let typed = Array(password.utf8)
        let keys = BlocklistKeys(FoldedPassword(typed.span), typed: typed.span, by: .mangled)
        var isFound = keys.isTrivial
        keys.forEach { key, _, isForm in
            if isForm, Self.keys.contains(key) { isFound = true }
        }
        return isFound
    }

    @Test func patternsFitIntoTheDefaultList() {
        #expect((220_000...260_000).contains(Set(Self.all).count))
        #expect((180_000...220_000).contains(Self.keys.count))
    }

    @Test(
        arguments: [
            (.numbers, 10_000...10_000), (.dates, 80_000...90_000), (.calendar, 30_000...45_000),
            (.words, 60_000...90_000), (.walks, 40_000...60_000), (.runs, 12_000...25_000),
            (.repetitions, 10_000...20_000),
        ] as [(CommonPatterns, ClosedRange<Int>)])
    func eachFamilyHasItsShare(family: CommonPatterns, counts: ClosedRange<Int>) {
        #expect(counts.contains(family.passwords.count))
    }

    @Test func allCasesAreOrderedByFamily() {
        #expect(Self.all == CommonPatterns.allCases.flatMap(\.passwords))
        #expect(CommonPatterns.allCases.first == .numbers)
    }

    @Test func eachIsOneLineWithoutSpacesAtItsEnds() {
        let mistakes = Self.all.filter { password in
            password.isEmpty || password.utf8.contains { $0 == 0x0A || $0 == 0x0D }
                || password.utf8.first == 0x20
                || password.utf8.last == 0x20
        }
        #expect(mistakes == [])
    }

    @Test(
        arguments: [
            (.numbers, "0000 0007 1950 1984 2024 2039 4711 9999"),
            (.dates, "31121985 12311985 19851231 29022000 02292000 20000229 01011950 20291231 29021952"),
            (
                .calendar,
                """
                summer Summer Summer1 summer123! Summer2024 Summer2024! summer2024. winter1999 winter99 Winter24
                may May May2024 may2024! 2024may jan2024! 2024jan mon1 Monday1 december2025! autumn12345.
                sommer Sommer2024 frühling Frühling1! fruehling été ete Ete2024 août Verano2025 sábado sabado março outono
                estate Lunedì zomer Maandag1 senin agustus зима Зима2024 январь воскресенье zima yanvar
                """
            ),
            (
                .words,
                """
                password Password Password1 Password123 Password123! password2024! password99 Password25 password1985 passwort
                letmein Welcome1 Welcome2024! changeme admin Admin123! root toor guest123 test1234 default iloveyou
                linux debian Debian12 ubuntu redhat fedora server Server2025! postgres raspberry gfhjkm пароль Пароль123
                cat123 catcat dog2020 123dog adminpassword passwordadmin mypassword newpassword rootadmin
                """
            ),
            (
                .walks,
                """
                qwerty qwertyuiop poiuytrewq asdfghjkl lkjhgfdsa zxcvbnm mnbvcxz qwertz qwertzuiop yxcvbnm azerty
                azertyuiop qsdfghjklm wxcvbn йцукен qwertyuiopasdfghjkl 1234567890qwertyuiop qwertyuiop[]\\ !@#$%^&*
                1qaz2wsx 2wsx3edc zaq12wsx zaq1xsw2 1qazxsw2 qazwsx qazwsxedc qazwsxedcrfv 0okm9ijn 1qay2wsx 1aqw2zsx
                !qaz2wsx 1qaz@wsx 1qaz!qaz !qaz@wsx 1qaz2wsx!qaz@wsx 4rfv5tgb zse4xdr5 !"§$%&/()=
                1q2w3e4r 1q2w3e4r5t6y q1w2e3r4 r4e3w2q1 q2w3e4r5 qawsedrf !q@w#e$r
                qweasd qweasdzxc qwe123 123qwe 123qweasd 123qweasdzxc qwerasdfzxcv asdzxc 1234qwer !@#$qwer
                147258 147258369 741852963 159753 753951 789456 789456123 14789632
                """
            ),
            (
                .runs,
                """
                abcd abcdef abcdefghijklmnop zyxwvu fedcba xyzabc 1234 123456 123456789 1234567890 1234567890123
                987654321 9876543210 0987654321 7890123 abcd1234 Abcd1234 1234abcd abc123 Abc123 123abc qwer1234
                asdf1234 a123456 aa123456 123456aa aaa111 aaaa1111 a1b2c3d4 1a2b3c 13579 24680 314159 112358
                """
            ),
            (
                .repetitions,
                """
                aaaa aaaaaaaa 1111 11111111 ******** abab ababab aabb abba 1212 121212 123123 123123123 456456
                112233 aabbcc 111222333 qqwwee 123321 1234321 12344321 abcabc qweqwe 321321
                """
            ),
        ] as [(CommonPatterns, String)])
    func familiesHave(family: CommonPatterns, examples: String) {
        let passwords = Set(family.passwords)
        for example in examples.split(whereSeparator: \.isWhitespace).map(String.init) {
            #expect(passwords.contains(example), "\(example)")
        }
    }

    /// These dates do not exist, or are not in the range of years.
    @Test(arguments: ["30021985", "29021985", "31041990", "19491231", "20300101", "00011980"])
    func datesAreThoseOfTheCalendar(password: String) {
        #expect(!CommonPatterns.dates.passwords.contains(password))
    }

    @Test(arguments: [CommonPatterns.walks, .runs, .repetitions])
    func drawnPasswordsHaveUpTo20Characters(family: CommonPatterns) {
        #expect(family.passwords.map(\.count).min() == 4)
        #expect(family.passwords.map(\.count).max() == 20)
    }

    @Test(arguments: [
        "Password123!", "Summer2024!", "P@ssw0rd123", "qwertyuiop123", "Abcd1234!",
        "passwordpasswordpassword", "PASSWORD", "drowssap", "!!Welcome2031!!", "4dm1n1str4t0r", "1qaz2wsx!",
        "QWERTY!", "tseT1234", "xxxxxxxxxxxxxxxx", "abababababab", "31121985", "2024!", "Сентябрь2024",
        "2024may!", "Password Password", "p-a-s-s-w-o-r-d", "passwordpasswordp", "ｐａｓｓｗｏｒｄ",
        "pässwördpässwörd", "Summer 2024!", "Fruhling2024", "xyxyxyxyxyxy", "correct horse battery staple",
    ])
    func foundWhenCompared(password: String) { #expect(isFound(password)) }

    @Test(arguments: [
        "vubkem-roxPit-4cazud", "TF4MC8t0ZrrerAsBDROa", "timely-nickel-course-eater-smile-lend",
        "timely nickel course eater", "kv8#Lq2zW!xr", "hduwnvkq",
    ])
    func notFoundWhenCompared(password: String) { #expect(!isFound(password)) }
}
