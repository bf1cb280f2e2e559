internal import PasswordRules
internal import PasswordRulesImport

/// Imports: `q` files of pwquality, or `c` a file of passwdqc and `i` the files that it can include, by number; `p` passwords.
/// The result is a policy without a mistake.
func fuzzImport(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input)
    let passwords = fields.every("p")
    let files = fields.every("q").map { ImportedFile(name: "/etc/security/pwquality.conf", text: $0) }
    let main = fields.first("c")
    var isKept = false
    // No file at all makes a policy of the defaults.
    if !files.isEmpty || main.isEmpty {
        isKept = use(passwords) { () throws(ImportFailure) in try PolicyImport(pwquality: files) }
    }
    guard !main.isEmpty else { return isKept }
    let included = fields.every("i")
    var count = 0
    isKept =
        use(passwords) { () throws(ImportFailure) in
            try PolicyImport(passwdqc: ImportedFile(name: "/etc/passwdqc.conf", text: main)) {
                (name) throws(ImportRemark) in
                count += 1
                let number = Array(name.utf8).number(upTo: 100)
                // Files that include one another several times multiply.
                guard count < 100, included.indices.contains(number) else {
                    throw ImportRemark(.error, "no such file")
                }
                return included[number]
            }
        } || isKept
    return isKept
}

private func use(_ passwords: [[UInt8]], _ convert: () throws(ImportFailure) -> PolicyImport) -> Bool {
    let made: PolicyImport
    do throws(ImportFailure) {
        made = try convert()
    } catch {
        expect(!error.remarks.isEmpty, "a failure without a reason")
        for remark in error.remarks { expectRemark(remark, isError: true) }
        return error.remarks.count <= 2
    }
    for remark in made.remarks { expectRemark(remark, isError: false) }
    let text = Array(made.text.utf8)
    var found = Diagnostics()
    guard let file = PolicyFile(parsing: text, diagnostics: &found) else {
        fail("\(found.items) in \(text.shown)")
    }
    expect(found.items.isEmpty, "a remark on what was made")
    for line in text.split(separator: 0x0A) where line.first == UInt8(ascii: "#") {
        expectPrintable(line, upTo: .max)
    }
    var sources = PolicySources()
    sources.add(file: PolicySource(name: [], file: file))
    let applied = sources.applied(to: nil)
    expect(applied.problem == nil, "lines that contradict each other")
    let policy: Policy
    do throws(Diagnostic) {
        policy = try Policy(applied.settings, blocklists: [])
    } catch {
        fail("no policy: \(error.code)")
    }
    // Each of these is set, or its built-in demand is dropped.
    for key in [PolicyKey.rules, .username, .enforce, .enforceForRoot, .retry] {
        expect(
            applied.items.contains { $0.key == key } || !applied.hasBuiltInValue(key),
            "nothing is said of \(key)")
    }
    let account = Account(name: [0x61, 0x6C, 0x69, 0x63, 0x65])
    for password in passwords {
        let old = passwords[0]
        expectReport(policy.check(password.span, for: account, replacing: old.span))
    }
    return true
}

private func expectRemark(_ remark: ImportRemark, isError: Bool) {
    expect((remark.severity == .error) == isError, "\(remark)")
    expect(!remark.message.isEmpty, "a remark without words")
    if !remark.line.isEmpty { expectPrintable(remark.line.utf8, upTo: .max) }
}
