internal import PasswordRules

/// The writer: its output parses as the same rules, and is written the same again.
func fuzzWriter(_ input: Span<UInt8>) -> Bool {
    var found = Diagnostics()
    guard let descriptor = Descriptor.parse(input, mode: .lenient, diagnostics: &found) else {
        fail("the lenient parser failed")
    }
    let canonical = descriptor.canonical
    let merged = descriptor.merged
    expectRoundTrip(canonical, descriptor.canonicalBytes, \.canonicalBytes)
    expectRoundTrip(merged, descriptor.minifiedBytes, \.minifiedBytes)
    expect(merged.merged == merged && canonical.canonical == canonical, "not a fixed point")
    expect(canonical.merged == canonical && merged.canonical == canonical, "one form of the other")
    // Any text is a password as well. Each is used for only one check, because there are many.
    switch input.count % 3 {
    case 0: expectSameMeaning(descriptor, merged, .written, input)
    case 1: expectSameMeaning(descriptor, merged, .strict, input)
    default: expectSameMeaning(descriptor, canonical, .strict, input)
    }
    return found.items.count <= 2
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

private func expectSameMeaning(
    _ first: Descriptor, _ second: Descriptor, _ reading: Reading, _ password: Span<UInt8>
) {
    let (one, other) = (Checker(first, reading: reading), Checker(second, reading: reading))
    let password = password.extracting(0..<min(password.count, 24))
    expect(
        one.check(password).isAccepted == other.check(password).isAccepted,
        "\(password.shown) is judged differently by \(first) and \(second)")
}
