internal import CPasswordRules
internal import CPasswordRulesSystem
internal import PasswordRules

/// A status other than PASSWORDRULES_OK, as an error.
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

/// Runs the body of an exported function, and returns its status: PASSWORDRULES_ENOMEM if an allocation
/// failed. The emergency pool serves such an allocation, so that the body can finish. Its results may be in that
/// pool, so the caller frees them at once. A failure in another thread has the same effect; a retry may succeed.
func export(_ body: () throws(Status) -> Void) -> CInt {
    let failures = passwordrules_system_allocation_failures()
    let status = exportWithoutAllocation(body)
    return passwordrules_system_allocation_failures() == failures ? status : PASSWORDRULES_ENOMEM
}

/// Runs the body of an exported function with an out parameter, and returns its status. The out parameter is
/// cleared before the body. After an allocation failure, its contents are freed or wiped.
func export(clearing output: some Output, _ body: () throws(Status) -> Void) -> CInt {
    output.clear()
    guard output.isUsable else { return PASSWORDRULES_EINVAL }
    let status = export(body)
    if status == PASSWORDRULES_ENOMEM {
        // UNCOVERED: allocations fail only in the shipped library, in Tests/Proof/Faults/test_faults_calls.py.
        output.takeBack()
    }
    return status
}

/// Runs the body of an exported function with two out parameters, and returns its status.
func export(
    clearing first: some Output, _ second: some Output, _ body: () throws(Status) -> Void
) -> CInt {
    second.clear()
    guard second.isUsable else {
        first.clear()
        return PASSWORDRULES_EINVAL
    }
    let status = export(clearing: first, body)
    if status == PASSWORDRULES_ENOMEM {
        // UNCOVERED: allocations fail only in the shipped library, in Tests/Proof/Faults/test_faults_calls.py.
        second.takeBack()
    }
    return status
}

/// Runs the body of an exported function that allocates nothing, and returns its status.
func exportWithoutAllocation(_ body: () throws(Status) -> Void) -> CInt {
    do throws(Status) {
        try body()
        return PASSWORDRULES_OK
    } catch {
        return error.number
    }
}

/// An out parameter of an exported function.
protocol Output {
    /// Whether the result can be stored.
    var isUsable: Bool { get }

    /// Sets the parameter to the value that callers see after an error: NULL, or an empty string.
    func clear()

    /// Frees or wipes the stored result, and clears the parameter.
    func takeBack()
}

/// An out parameter for a new Swift object.
// SAFETY: the caller passes NULL, or memory for the pointer.
@safe struct ObjectOutput: Output {
    let pointer: UnsafeMutablePointer<OpaquePointer?>?
    /// Whether the pointer must not be NULL.
    let isRequired: Bool

    var isUsable: Bool { unsafe pointer != nil || !isRequired }

    func clear() { unsafe pointer?.pointee = nil }

    // UNCOVERED: allocations fail only in the shipped library, in Tests/Proof/Faults/test_faults_calls.py.
    func takeBack() {
        unsafe release(pointer?.pointee)
        clear()
    }
}

extension Output where Self == ObjectOutput {
    static func object(_ pointer: UnsafeMutablePointer<OpaquePointer?>?) -> Self {
        unsafe Self(pointer: pointer, isRequired: true)
    }

    static func optionalObject(_ pointer: UnsafeMutablePointer<OpaquePointer?>?) -> Self {
        unsafe Self(pointer: pointer, isRequired: false)
    }
}
