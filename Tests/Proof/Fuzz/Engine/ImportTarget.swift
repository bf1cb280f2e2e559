internal import PasswordRules
internal import PasswordRulesImport

/// Imports: `q` files of pwquality, or `c` a file of passwdqc and `i` the files that it can include, by
/// number; `l` a PAM line, or a file of them; `p` passwords. The result is a policy without a mistake, and its
/// export is a file that can be imported.
func fuzzImport(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input)
    let passwords = fields.every("p")
    let files = fields.every("q").map { ImportedFile(name: "/etc/security/pwquality.conf", text: $0) }
    let main = fields.first("c")
    let pam = fields.every("l")
    if let file = pam.first { walk(file) }
    var isKept = false
    // No file at all makes a policy of the defaults.
    if !files.isEmpty || main.isEmpty {
        isKept = use(passwords) { () throws(ImportFailure) in
            try PolicyImport(
                pwquality: files, line: try line(pam, PolicyImport.pwqualityModules))
        }
    }
    guard !main.isEmpty else { return isKept }
    let included = fields.every("i")
    var count = 0
    isKept =
        use(passwords) { () throws(ImportFailure) in
            try PolicyImport(
                passwdqc: ImportedFile(name: "/etc/passwdqc.conf", text: main),
                line: try line(pam, PolicyImport.passwdqcModules)
            ) {
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

/// Walks through the lines of a PAM file. Lines after a `substack` are in it.
private func walk(_ text: [UInt8]) {
    let lines = PamFileLine.lines(in: ImportedFile(name: "/etc/pam.d/passwd", text: text)).prefix(8)
    var (steps, level) = ([PamStackWalk.Step](), 0)
    for control in lines.compactMap({ $0.texts.dropFirst().first }) {
        if control == "substack" {
            steps.append(PamStackWalk.Step(substackIn: level))
            level += 1
        } else {
            steps.append(PamStackWalk.Step(control: PamControl(control) ?? .bad, level: level))
        }
    }
    let walk = PamStackWalk(steps)
    for (index, step) in steps.enumerated() {
        for result in PamResult.allCases {
            let next = walk.next(after: step.control.action(for: result), at: index)
            expect(next > index && next <= steps.count, "from \(index) to \(next) of \(steps.count)")
        }
    }
    let ends = walk.ends(false) { _, hasSucceeded in
        [PamResult.success, .ignore, .authenticationError].map { ($0, hasSucceeded || $0 == .success) }
    }
    for end in ends ?? [] {
        expect(end.result != .success || end.facts, "success without a module that succeeds")
    }
    expect(ends?.isEmpty != true, "a stack without an outcome")
}

/// The first line for these modules in the first text, read as a PAM file; if there is none, the text read as a
/// typed line. Nil if there is no text.
private func line(_ texts: [[UInt8]], _ modules: [String]) throws(ImportFailure) -> PamLine? {
    guard let text = texts.first else { return nil }
    if let found = PamLine.lines(in: ImportedFile(name: "/etc/pam.d/passwd", text: text), of: modules).first {
        return found
    }
    do throws(ImportRemark) {
        return try PamLine(typed: String(decoding: text, as: UTF8.self), source: "--pam-line", of: modules)
    } catch {
        throw ImportFailure(remarks: [error])
    }
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
    guard let file = PolicyFile.parse(text, diagnostics: &found) else {
        fail("\(found.items) in \(text.shown)")
    }
    expect(found.items.isEmpty, "diagnostics for a generated policy")
    for line in text.split(separator: 0x0A) where line.first == "#" {
        expectPrintable(line, upTo: .max)
    }
    var stack = PolicyStack()
    stack.add(file: file)
    let applied = stack.applied(to: nil)
    expect(applied.problem == nil, "lines that contradict each other")
    let exported = ImportedFile(name: "export", text: Array(PwqualityExport(applied, title: []).text.utf8))
    do throws(ImportFailure) {
        _ = try PolicyImport(pwquality: [exported])
    } catch {
        fail("an export that cannot be read: \(error.remarks)")
    }
    let policy: Policy
    do throws(Diagnostic) {
        policy = try Policy(applied.settings, blocklists: [])
    } catch {
        fail("no policy: \(error.code)")
    }
    // Each of these keys is set, or its built-in value is dropped.
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
    expect(!remark.message.isEmpty, "a remark without a message")
    if !remark.line.isEmpty { expectPrintable(remark.line.utf8, upTo: .max) }
}
