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
    unsafe clear(buffer, size: size, needed: needed)
    if let generated = unsafe generated {
        guard unsafe generated.pointee.size == MemoryLayout<passwordrules_generated>.size else {
            return PASSWORDRULES_ESIZE
        }
    }
    let before = unsafe generated?.pointee
    return call {
        let wanted: GenerationOptions
        let count: Int
        switch unsafe read(options) {
        case .options(let options, let number): (wanted, count) = (options, number)
        case .status(let status): return status
        }
        return unsafe with(rules, RulesHandle.self) { rules in
            do throws(GenerationError) {
                let plan = try Generator(rules.strict).plan(wanted)
                let status = try unsafe generate(count, plan, to: buffer, size: size, needed: needed)
                if status == PASSWORDRULES_OK { unsafe describe(plan, generated) }
                return status
            } catch {
                return status(of: error)
            }
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe wipe(buffer, size: size, needed: needed)
        if let before { unsafe generated?.pointee = before }
    }
}

/// Counts the passwords of a length.
@_cdecl("passwordrules_count") @implementation
public func passwordrules_count(
    _ rules: OpaquePointer?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?, _ entropy: UnsafeMutablePointer<Double>?
) -> CInt {
    unsafe clear(buffer, size: size, needed: needed)
    unsafe entropy?.pointee = 0
    // A length above Int.max arrives as a negative one.
    guard length >= 0 else { return PASSWORDRULES_ELENGTH }
    return call {
        unsafe with(rules, RulesHandle.self) { rules in
            let generator = Generator(rules.strict)
            var length = length
            if length == 0 {
                do throws(GenerationError) {
                    length = try generator.plan().length
                } catch {
                    let status = status(of: error)
                    if status != PASSWORDRULES_EUNSATISFIABLE { return status }
                }
            }
            do throws(CountError) {
                let number = length == 0 ? .zero : try generator.count(length: length)
                let digits = number.decimalBytes
                let status = unsafe write(digits.span, to: buffer, size: size, needed: needed)
                if status != PASSWORDRULES_EINVAL, !number.isZero { unsafe entropy?.pointee = number.log2 }
                return status
            } catch {
                return status(of: error)
            }
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe clear(buffer, size: size, needed: needed)
        unsafe entropy?.pointee = 0
    }
}

/// Finds the shortest length with so much entropy.
@_cdecl("passwordrules_shortest_length") @implementation
public func passwordrules_shortest_length(
    _ rules: OpaquePointer?, _ entropy: Double, _ length: UnsafeMutablePointer<Int>?
) -> CInt {
    guard let length = unsafe length else { return PASSWORDRULES_EINVAL }
    unsafe length.pointee = 0
    guard entropy >= 0, entropy <= GenerationOptions.maximumEntropyBits else { return PASSWORDRULES_EINVAL }
    return call {
        unsafe with(rules, RulesHandle.self) { rules in
            do throws(CountError) {
                guard let found = try Generator(rules.strict).shortestLength(entropyBits: entropy) else {
                    return PASSWORDRULES_EUNSATISFIABLE
                }
                unsafe length.pointee = found
                return PASSWORDRULES_OK
            } catch {
                return status(of: error)
            }
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe length.pointee = 0
    }
}

/// Generates passwords into the caller's buffer.
private func generate(
    _ count: Int, _ plan: GenerationPlan, to buffer: UnsafeMutablePointer<CChar>?, size: Int,
    needed: UnsafeMutablePointer<Int>?
) throws(GenerationError) -> CInt {
    guard count <= Generator.maximumCount else { throw .countOutOfRange(count) }
    return try unsafe generate(count * (plan.length + 1), to: buffer, size: size, needed: needed) {
        (source) throws(GenerationError) in
        if count == 1 {
            return try plan.password(from: &source).withSpan {
                unsafe write($0, to: buffer, size: size, needed: needed)
            }
        }
        return try plan.passwords(count, from: &source).withLines {
            unsafe write($0, to: buffer, size: size, needed: needed)
        }
    }
}

/// Calls `body` only if the caller's buffer has room for the longest text: one that is too small costs no randomness.
/// - Parameter longest: In bytes, with the NUL at the end.
func generate(
    _ longest: Int, to buffer: UnsafeMutablePointer<CChar>?, size: Int, needed: UnsafeMutablePointer<Int>?,
    _ body: (inout KernelRandom) throws(GenerationError) -> CInt
) throws(GenerationError) -> CInt {
    guard unsafe isUsable(buffer, size: size) else { return PASSWORDRULES_EINVAL }
    guard size >= longest else {
        unsafe needed?.pointee = longest
        return PASSWORDRULES_ERANGE
    }
    var source = KernelRandom()
    return try body(&source)
}

/// The caller's options, or the status for what is wrong with them.
private enum ReadOptions {
    case options(GenerationOptions, count: Int)
    case status(CInt)
}

private func read(_ options: UnsafePointer<passwordrules_generate_options>?) -> ReadOptions {
    guard let options = unsafe options else { return .options(GenerationOptions(), count: 1) }
    // SAFETY: every struct of this interface begins with its size; the rest is read only if the size fits.
    guard unsafe options.pointee.size == MemoryLayout<passwordrules_generate_options>.size else {
        return .status(PASSWORDRULES_ESIZE)
    }
    let (length, entropy, count) = unsafe (
        options.pointee.length, options.pointee.entropy, options.pointee.count
    )
    guard length >= 0 else { return .status(PASSWORDRULES_ELENGTH) }
    guard count >= 0 else { return .status(PASSWORDRULES_EINVAL) }
    var wanted = GenerationOptions()
    if length > 0 { wanted.length = length }
    if entropy != 0 { wanted.minimumEntropyBits = entropy }
    if unsafe options.pointee.style != 0 {
        guard let style = PasswordStyle(rawValue: Int(unsafe options.pointee.style)) else {
            return .status(PASSWORDRULES_EINVAL)
        }
        wanted.style = style
    }
    if let exclude = unsafe options.pointee.exclude {
        // SAFETY: the caller promises a C string.
        let text = unsafe bytes(of: exclude)
        guard let exclusions = try? Exclusions(parsing: text.span) else {
            return .status(PASSWORDRULES_EINVAL)
        }
        wanted.exclusions = exclusions
    }
    return .options(wanted, count: max(count, 1))
}

/// Fills in what was generated, if the caller asked for that.
private func describe(_ plan: GenerationPlan, _ generated: UnsafeMutablePointer<passwordrules_generated>?) {
    guard let generated = unsafe generated else { return }
    unsafe generated.pointee.style = CInt(plan.style.rawValue)
    unsafe generated.pointee.length = plan.length
    unsafe generated.pointee.entropy = (try? plan.entropyBits()) ?? 0
    unsafe generated.pointee.excluded = plan.leavesOutAll ? 1 : 0
}

/// The status for a reason why no password was generated.
func status(of error: GenerationError) -> CInt {
    switch error {
    case .lengthNotAllowed, .tooLong: PASSWORDRULES_ELENGTH
    case .limitsContradict, .requirementsNeed, .limitsLeaveNone: PASSWORDRULES_EUNSATISFIABLE
    case .notFound: PASSWORDRULES_ENOTFOUND
    case .tooFew: PASSWORDRULES_ETOOFEW
    case .countOutOfRange, .entropyOutOfRange: PASSWORDRULES_EINVAL
    case .noRandomness: PASSWORDRULES_ERANDOM
    }
}

/// The status for a reason why passwords were not counted.
private func status(of error: CountError) -> CInt {
    switch error {
    case .tooManyRequirements: PASSWORDRULES_EREQUIREMENTS
    case .tooLong: PASSWORDRULES_ELENGTH
    }
}
