internal import CPasswordRules
internal import CPasswordRulesSystem
internal import PasswordRules

/// A status other than PASSWORDRULES_OK, thrown on the way to the caller.
struct Status: Error {
    let number: CInt

    init(_ number: CInt) { self.number = number }

    /// The reason why no password was generated.
    init(_ error: GenerationError) {
        switch error {
        case .lengthNotAllowed, .tooLong: number = PASSWORDRULES_ELENGTH
        case .limitsContradict, .requirementsNeed, .limitsLeaveNone: number = PASSWORDRULES_EUNSATISFIABLE
        case .notFound: number = PASSWORDRULES_ENOTFOUND
        case .tooFew: number = PASSWORDRULES_ETOOFEW
        case .countOutOfRange, .entropyOutOfRange: number = PASSWORDRULES_EINVAL
        case .noRandomness: number = PASSWORDRULES_ERANDOM
        case .noMemory: number = PASSWORDRULES_ENOMEM
        }
    }

    /// The reason why passwords were not counted.
    init(_ error: CountError) {
        switch error {
        case .tooManyRequirements: number = PASSWORDRULES_EREQUIREMENTS
        case .tooLong: number = PASSWORDRULES_ELENGTH
        }
    }
}

/// Runs the body of an exported function with out parameters, and returns its status.
///
/// The out parameters are cleared before the body, and what it stored in them is taken back after an allocation failure.
@inline(never)
func export(
    clearing first: Output, _ second: Output = .nothing, _ body: () throws(Status) -> Void
) -> CInt {
    first.clear()
    second.clear()
    guard first.isUsable, second.isUsable else { return PASSWORDRULES_EINVAL }
    let status = export(body)
    if status == PASSWORDRULES_ENOMEM {
        // UNCOVERED: allocations fail only in the library as it is shipped; Tests/Faults/test_faults_calls.py makes them fail.
        first.takeBack()
        second.takeBack()
    }
    return status
}

/// Runs the body of an exported function, and returns its status: PASSWORDRULES_ENOMEM if an allocation has failed meanwhile.
///
/// The emergency pool serves an allocation that fails, so that the body ends in order; but then what it made is in that pool, and
/// must be freed. An allocation failure in another thread counts too: the caller may try again.
@inline(never)
func export(_ body: () throws(Status) -> Void) -> CInt {
    let failures = passwordrules_system_shortages()
    let status = exportWithoutAllocation(body)
    return passwordrules_system_shortages() == failures ? status : PASSWORDRULES_ENOMEM
}

/// Runs the body of an exported function that allocates nothing, and returns its status.
@inline(never)
func exportWithoutAllocation(_ body: () throws(Status) -> Void) -> CInt {
    do throws(Status) {
        try body()
        return PASSWORDRULES_OK
    } catch {
        return error.number
    }
}

/// An out parameter of an exported function.
// SAFETY: the caller passes NULL, or memory for what the function stores there.
@safe enum Output {
    case nothing
    /// An object of Swift, for which the caller must give a pointer.
    case object(UnsafeMutablePointer<OpaquePointer?>?)
    /// An object of Swift, if the caller gives a pointer.
    case optionalObject(UnsafeMutablePointer<OpaquePointer?>?)
    /// A report, for which the caller must give a pointer.
    case report(UnsafeMutablePointer<OpaquePointer?>?)
    /// A text.
    case text(TextBuffer)

    /// Whether the call can store its result.
    var isUsable: Bool {
        switch self {
        case .nothing, .optionalObject: true
        case .object(let pointer), .report(let pointer): unsafe pointer != nil
        case .text(let text): text.isUsable
        }
    }

    /// Sets the parameter as after an error, whatever the memory held before.
    func clear() {
        switch self {
        case .nothing: break
        case .object(let pointer), .optionalObject(let pointer), .report(let pointer):
            unsafe pointer?.pointee = nil
        case .text(let text): text.clear()
        }
    }

    /// Frees or wipes what the call has stored, and sets the parameter as after an error.
    // UNCOVERED: allocations fail only in the library as it is shipped; Tests/Faults/test_faults_calls.py makes them fail.
    func takeBack() {
        switch self {
        case .nothing: break
        case .object(let pointer), .optionalObject(let pointer): unsafe release(pointer?.pointee)
        case .report(let pointer): unsafe ReportHandle(pointer?.pointee)?.free()
        case .text(let text): text.wipe()
        }
        clear()
    }
}
