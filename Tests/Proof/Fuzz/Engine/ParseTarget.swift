internal import PasswordRules

/// Descriptors: both modes of the parser keep and refuse what the second parser does, lint sees the same
/// mistakes, and what is written reads back as the same rules. Each of the slower comparisons takes a part of
/// the inputs.
func fuzzParse(_ input: Span<UInt8>) -> Bool {
    var found = Diagnostics()
    guard let descriptor = Descriptor.parse(input, mode: .lenient, diagnostics: &found) else {
        fail("the lenient parser failed")
    }
    expectRanges(found, in: input)
    let reference = ReferenceParser([UInt8](input))
    expect(reference.hasMistake == found.hasErrors, "the second parser: \(reference.hasMistake)")
    expect(descriptor.rules.count == reference.rules.count, "\(descriptor.rules.count) rules")
    for (rule, wanted) in zip(descriptor.rules, reference.rules) {
        expect(wanted.isSame(as: rule), "\(rule) is \(wanted)")
    }
    var foundExactly = Diagnostics()
    let exact = Descriptor.parse(input, mode: .exact, diagnostics: &foundExactly)
    expect(exact == (found.hasErrors ? nil : descriptor), "the exact mode has other rules")
    expect(foundExactly.items == found.items, "the exact mode has other diagnostics")
    switch input.count % 4 {
    case 0: expectLint(of: input, found)
    case 1: expectWritten(descriptor)
    case 2: expectSameMeaning(descriptor, input)
    default:
        expectMessages(found, in: input)
        expectSameAnswer(input, exact, found)
    }
    return reference.mistakeCount <= 2
}

/// The parse function that throws gives the same rules, or the first error.
private func expectSameAnswer(_ input: Span<UInt8>, _ descriptor: Descriptor?, _ found: Diagnostics) {
    do throws(Diagnostic) {
        let again = try Descriptor(parsing: input)
        expect(again == descriptor, "a second parsing differs")
    } catch {
        expect(error == found.firstError, "the first error is another one")
    }
}

/// Lint reports the same mistakes, and warnings with ranges of the text.
private func expectLint(of input: Span<UInt8>, _ parsed: Diagnostics) {
    let found = Descriptor.lint(input)
    expectRanges(found, in: input)
    expectMessages(found, in: input)
    expect(found.hasErrors == parsed.hasErrors, "lint sees an error: \(found.hasErrors)")
    if parsed.hasErrors { return }
    for item in parsed.items { expect(found.items.contains(item), "lint omits \(item)") }
    if let descriptor = try? Descriptor(parsing: input) {
        expectExplanation(Explanation(descriptor).sentenceBytes)
    }
}

/// What is written parses as the same rules, and is written the same again.
private func expectWritten(_ descriptor: Descriptor) {
    let (canonical, merged) = (descriptor.canonical, descriptor.merged)
    expectRoundTrip(canonical, descriptor.canonicalBytes, \.canonicalBytes)
    expectRoundTrip(merged, descriptor.minifiedBytes, \.minifiedBytes)
    expect(
        merged.merged == merged && canonical.canonical == canonical,
        "a merged or canonical form changes when made again")
    expect(
        canonical.merged == canonical && merged.canonical == canonical,
        "merging changes the canonical form")
}

private func expectRoundTrip(
    _ descriptor: Descriptor, _ text: [UInt8], _ write: KeyPath<Descriptor, [UInt8]>
) {
    var found = Diagnostics()
    let parsed = Descriptor.parse(text.span, diagnostics: &found)
    expect(found.items.isEmpty, "what was written has mistakes: \(text.shown)")
    expect(parsed == descriptor, "reads back as something else: \(text.shown)")
    expect(descriptor[keyPath: write] == text, "is written differently again: \(text.shown)")
}

/// The minified form accepts the same passwords in both readings. The canonical form names the characters of the
/// strict reading, and accepts the same passwords in that reading. The input itself is the password.
private func expectSameMeaning(_ descriptor: Descriptor, _ input: Span<UInt8>) {
    let password = input.extracting(0..<min(input.count, 24))
    func expectSame(_ form: Descriptor, _ reading: Reading) {
        let isAccepted = Checker(descriptor, reading: reading).check(password).isAccepted
        expect(
            Checker(form, reading: reading).check(password).isAccepted == isAccepted,
            "\(password.shown) is accepted by \(descriptor): \(isAccepted), and not so by \(form)")
    }
    expectSame(descriptor.merged, .written)
    expectSame(descriptor.merged, .strict)
    expectSame(descriptor.canonical, .strict)
}

/// Diagnostics have ranges inside the text, in their order, and there are not too many.
func expectRanges(_ found: Diagnostics, in text: Span<UInt8>, isInOrder: Bool = true) {
    expect(found.items.count <= 2 * Diagnostics.maximumCount + 1, "\(found.items.count) diagnostics")
    var last = 0
    for item in found.items {
        expect(!isInOrder || item.offset >= last, "a diagnostic before the previous one")
        expect(item.offset >= 0 && item.length >= 0, "\(item)")
        expect(item.offset + item.length <= text.count, "\(item) is not in the text")
        last = item.offset
    }
    expect(found.hasErrors == (found.worst == .error), "the worst severity is wrong")
    let firstError = found.items.first { $0.severity == .error }
    expect((firstError == nil) == (found.firstError == nil), "the first error is not kept")
}

/// Messages are one line of printable ASCII.
func expectMessages(_ found: Diagnostics, in text: Span<UInt8>) {
    for item in found.items {
        let message = item.messageBytes(in: text)
        expectPrintable(message)
        let position = item.position(in: text)
        expect(position.line >= 1 && position.column >= 1, "line \(position.line), column \(position.column)")
        expect(position.line + position.column <= text.count + 2, "a position after the end")
    }
}

/// An explanation is lines of text, none of them empty.
func expectExplanation(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        expectPrintable(line, upTo: .max)
    }
}
