internal import PasswordRules

// Planted faults, for `make test`. The environment selects them, so that no input can.

let selfTestVariable = "PASSWORDRULES_FUZZ_SELF_TEST"

/// A target with a fault in it.
func selfTest(_ mode: String) -> Target {
    switch mode {
    case "engine": overreadInEngine
    case "leak": leak
    case "expectation": { _ in fail("a self-test") }
    default: fail("there is no self-test \(mode)")
    }
}

/// The engine reads one byte more than there are: AddressSanitizer sees it only if the engine was compiled
/// with it.
private func overreadInEngine(_ input: Span<UInt8>) -> Bool {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    // SAFETY: all of the memory is initialized; the span that is too long is the planted fault.
    unsafe memory.initialize(repeating: 0x20, count: 16)
    var diagnostics = Diagnostics()
    _ = Descriptor.parse(unsafe Span(_unsafeStart: memory, count: 17), diagnostics: &diagnostics)
    unsafe memory.deallocate()
    return true
}

private func leak(_ input: Span<UInt8>) -> Bool {
    // Several, since memory to which a register still points does not count as leaked.
    for number in 0..<64 {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 100 + number)
        unsafe memory.initialize(to: UInt8(input.count & 0x7F))
    }
    return true
}
