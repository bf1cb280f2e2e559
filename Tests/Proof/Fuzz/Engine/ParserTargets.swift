internal import PasswordRules

/// The exact mode of the parser: it must accept what the second reader accepts, and nothing else.
func fuzzStrict(_ input: Span<UInt8>) -> Bool {
    var found = Diagnostics()
    let descriptor = Descriptor.parse(input, mode: .exact, diagnostics: &found)
    expectPlaces(found, in: input)
    expect((descriptor == nil) == found.hasErrors, "an error, and rules")
    let reference = ReferenceParser([UInt8](input))
    expect(reference.hasMistake == found.hasErrors, "the second reader: \(reference.hasMistake)")
    if let descriptor { expectSame(descriptor, reference) }
    // The other parse function runs the same code, so a sample of its answers is enough.
    if !input.count.isMultiple(of: 8) { return reference.mistakeCount <= 2 }
    do throws(Diagnostic) {
        let again = try Descriptor(parsing: input)
        expect(again == descriptor, "parsed twice")
    } catch {
        expect(error == found.firstError, "the first error is another one")
    }
    return reference.mistakeCount <= 2
}

/// The lenient parser: it keeps what the second parser keeps, reports why it drops the rest, and never fails.
func fuzzLenient(_ input: Span<UInt8>) -> Bool {
    var found = Diagnostics()
    guard let descriptor = Descriptor.parse(input, mode: .lenient, diagnostics: &found) else {
        fail("the lenient parser failed")
    }
    expectPlaces(found, in: input)
    let reference = ReferenceParser([UInt8](input))
    expect(reference.hasMistake == found.hasErrors, "the second reader: \(reference.hasMistake)")
    expectSame(descriptor, reference)
    var foundExactly = Diagnostics()
    let exact = Descriptor.parse(input, mode: .exact, diagnostics: &foundExactly)
    expect(exact == (found.hasErrors ? nil : descriptor), "the exact mode has it otherwise")
    expect(foundExactly.items == found.items, "the exact mode says something else")
    expectMessages(found, in: input)
    return reference.mistakeCount <= 4
}

/// Lint reports the same mistakes, and warnings with ranges of the text.
func fuzzLint(_ input: Span<UInt8>) -> Bool {
    let found = Descriptor.lint(input)
    expectPlaces(found, in: input)
    expectMessages(found, in: input)
    var parsed = Diagnostics()
    guard let descriptor = Descriptor.parse(input, diagnostics: &parsed) else {
        expect(found.hasErrors, "lint sees no error")
        return found.items.count <= 8
    }
    expect(!found.hasErrors, "lint sees an error")
    for item in parsed.items { expect(found.items.contains(item), "lint keeps a remark to itself") }
    expectExplanation(Explanation(descriptor).sentenceBytes)
    return true
}

private func expectSame(_ descriptor: Descriptor, _ reference: ReferenceParser) {
    expect(descriptor.rules.count == reference.rules.count, "\(descriptor.rules.count) rules")
    for (rule, wanted) in zip(descriptor.rules, reference.rules) {
        expect(wanted.isSame(as: rule), "\(rule) is \(wanted)")
    }
}

/// Diagnostics have ranges inside the text, in their order, and there are not too many.
func expectPlaces(_ found: Diagnostics, in text: Span<UInt8>, isInOrder: Bool = true) {
    expect(found.items.count <= 2 * Diagnostics.maximumCount + 1, "\(found.items.count) diagnostics")
    var last = 0
    for item in found.items {
        expect(!isInOrder || item.offset >= last, "a diagnostic before the one ahead of it")
        expect(item.offset >= 0 && item.length >= 0, "\(item)")
        expect(item.offset + item.length <= text.count, "\(item) is not in the text")
        last = item.offset
    }
    expect(found.hasErrors == (found.worst == .error), "the worst of all")
    let firstError = found.items.first { $0.severity == .error }
    expect((firstError == nil) == (found.firstError == nil), "the first error is not kept")
}

/// Messages are one line of printable ASCII.
func expectMessages(_ found: Diagnostics, in text: Span<UInt8>) {
    for item in found.items {
        let message = item.messageBytes(in: text)
        expectPrintable(message)
        let place = item.position(in: text)
        expect(place.line >= 1 && place.column >= 1, "line \(place.line), column \(place.column)")
        expect(place.line + place.column <= text.count + 2, "a place behind the end")
    }
}

/// An explanation is lines of text, none of them empty.
func expectExplanation(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        expectPrintable(line, upTo: .max)
    }
}
