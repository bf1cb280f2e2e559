public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Generates passwords.
@_cdecl("passwordrules_generate") @implementation
public func passwordrules_generate(
    _ rules: OpaquePointer?, _ options: UnsafePointer<passwordrules_generate_options>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?,
    _ generated: UnsafeMutablePointer<passwordrules_generated>?
) -> CInt {
    let text = unsafe TextBuffer(buffer, size, needed)
    return unsafe exportGenerated(text, generated) { () throws(Status) in
        let (wanted, count) = try unsafe readOptions(options)
        let rules = try unsafe handle(rules, RulesHandle.self)
        let kept = try generating { () throws(GenerationError) in try rules.plan(wanted) }
        guard count <= Generator.maximumCount else { throw Status(PASSWORDRULES_EINVAL) }
        try text.require(count * (kept.plan.length + 1))
        try writePasswords(count, kept.plan, to: text)
        return kept
    }
}

/// Counts the passwords of a length.
@_cdecl("passwordrules_count") @implementation
public func passwordrules_count(
    _ rules: OpaquePointer?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?, _ entropy: UnsafeMutablePointer<Double>?
) -> CInt {
    var entropyBits = 0.0
    let status = unsafe exportText(buffer, size, needed) { () throws(Status) in
        // A length above Int.max arrives as a negative number.
        guard length >= 0 else { throw Status(PASSWORDRULES_ELENGTH) }
        let number = try count(length, try unsafe handle(rules, RulesHandle.self))
        if !number.isZero { entropyBits = number.log2 }
        return number.decimalBytes
    }
    let isKnown = status == PASSWORDRULES_OK || status == PASSWORDRULES_ERANGE
    unsafe entropy?.pointee = isKnown ? entropyBits : 0
    return status
}

/// Finds the shortest length with the wanted entropy.
@_cdecl("passwordrules_shortest_length") @implementation
public func passwordrules_shortest_length(
    _ rules: OpaquePointer?, _ entropy: Double, _ length: UnsafeMutablePointer<Int>?
) -> CInt {
    guard let length = unsafe length else { return PASSWORDRULES_EINVAL }
    var shortest = 0
    let status = export { () throws(Status) in
        guard entropy >= 0, entropy <= GenerationOptions.maximumEntropyBits else {
            throw Status(PASSWORDRULES_EINVAL)
        }
        let generator = try unsafe handle(rules, RulesHandle.self).generator
        let found: Int?
        do throws(CountError) {
            found = try generator.shortestLength(entropyBits: entropy)
        } catch {
            throw Status(error)
        }
        guard let found else { throw Status(PASSWORDRULES_EUNSATISFIABLE) }
        shortest = found
    }
    unsafe length.pointee = status == PASSWORDRULES_OK ? shortest : 0
    return status
}

/// The number of passwords of a length; if the length is 0, of the length that would be generated.
private func count(_ length: Int, _ rules: RulesHandle) throws(Status) -> BigUInt {
    var length = length
    if length == 0 {
        do throws(GenerationError) {
            length = try rules.plan().plan.length
        } catch {
            let status = Status(error)
            if status.number == PASSWORDRULES_EUNSATISFIABLE { return .zero }
            throw status
        }
    }
    do throws(CountError) {
        return try rules.generator.count(length: length)
    } catch {
        throw Status(error)
    }
}

/// Calls `body`, and converts its error to a status.
func generating<Result: ~Copyable>(_ body: () throws(GenerationError) -> Result) throws(Status) -> Result {
    do throws(GenerationError) {
        return try body()
    } catch {
        throw Status(error)
    }
}

/// Runs the body of an exported function that generates passwords, and describes them if the caller asks.
/// - Parameter body: Writes the passwords, and returns their plan.
func exportGenerated(
    _ text: TextBuffer, _ generated: UnsafeMutablePointer<passwordrules_generated>?,
    _ body: () throws(Status) -> KeptPlan
) -> CInt {
    var description = passwordrules_generated()
    let status = export(clearing: text) { () throws(Status) in
        if unsafe generated != nil { _ = unsafe try checkStruct(generated) }
        let kept = try body()
        guard unsafe generated != nil else { return }
        let (plan, bits) = (kept.plan, kept.entropyBits)
        description = passwordrules_generated(
            size: MemoryLayout<passwordrules_generated>.size, style: CInt(plan.style.rawValue),
            requested: CInt(plan.requestedStyle.rawValue), length: plan.length,
            entropy: bits ?? 0, excluded: plan.leavesOutAll ? 1 : 0,
            falls_short: plan.fallsShort(entropyBits: bits) ? 1 : 0)
    }
    // An error leaves the struct unchanged.
    if status == PASSWORDRULES_OK { unsafe generated?.pointee = description }
    return status
}

/// Generates passwords into the caller's buffer.
private func writePasswords(_ count: Int, _ plan: GenerationPlan, to text: TextBuffer) throws(Status) {
    var source = KernelRandom()
    if count == 1 {
        let password = try generating { () throws(GenerationError) in try plan.password(from: &source) }
        try password.withSpan(text.write)
    } else {
        let passwords = try generating { () throws(GenerationError) in
            try plan.passwords(count, from: &source)
        }
        try passwords.withLines(text.write)
    }
}

/// The caller's options, and the number of passwords to generate.
private func readOptions(
    _ options: UnsafePointer<passwordrules_generate_options>?
) throws(Status) -> (GenerationOptions, count: Int) {
    var wanted = GenerationOptions()
    guard unsafe options != nil else { return (wanted, count: 1) }
    let options = unsafe try checkStruct(options).pointee
    let (length, entropy, count) = unsafe (options.length, options.entropy, options.count)
    guard length >= 0 else { throw Status(PASSWORDRULES_ELENGTH) }
    guard count >= 0 else { throw Status(PASSWORDRULES_EINVAL) }
    if length > 0 { wanted.length = length }
    if entropy != 0 { wanted.minimumEntropyBits = entropy }
    if unsafe options.style != 0 {
        guard let style = unsafe PasswordStyle(rawValue: Int(options.style)) else {
            throw Status(PASSWORDRULES_EINVAL)
        }
        wanted.style = style
    }
    if let exclude = unsafe options.exclude {
        // SAFETY: the caller promises a C string.
        let text = unsafe bytes(of: exclude)
        guard let exclusions = try? Exclusions(parsing: text.span) else {
            throw Status(PASSWORDRULES_EINVAL)
        }
        wanted.exclusions = exclusions
    }
    return (wanted, count: max(count, 1))
}
