internal import CPasswordRules
internal import PasswordRules

/// The memory of a report: a header, and room for outcomes behind it, in one allocation.
///
/// Not an object with an array: to allocate, count, wipe and free those two takes longer than a check (the row "Check 16 bytes,
/// strong" of the bench).
// SAFETY: the header stays where `init(capacity:)` made it until `free()`, and the caller uses a report in one thread at a time.
@safe struct ReportHandle {
    private struct Header {
        /// The number of outcomes that there is room for.
        let capacity: Int
        /// The number of outcomes.
        var count = 0
        var isAccepted = false
        /// Whether `report` holds the outcomes instead, as it does from the first time that there was not enough room.
        var isInReport = false
        var report = Report()
    }

    private let header: UnsafeMutablePointer<Header>

    /// Where the room begins, in bytes: behind the header, whose size need not be a multiple of an outcome's alignment where Int
    /// has 32 bits.
    private static var roomOffset: Int {
        let alignment = MemoryLayout<Outcome>.alignment
        return (MemoryLayout<Header>.size + alignment - 1) / alignment * alignment
    }

    /// An empty report, which has room for so many outcomes.
    init(capacity: Int) {
        // SAFETY: the size is that of a header and of as many outcomes as the header says.
        unsafe header = UnsafeMutableRawPointer.allocate(
            byteCount: Self.roomOffset + capacity * MemoryLayout<Outcome>.stride, alignment: 16
        ).initializeMemory(as: Header.self, to: Header(capacity: capacity))
    }

    /// Checks a password into a new report, with room for all outcomes of any check by that checker.
    // Not an initializer, which would count a reference to the checker, and threads would contend for it.
    static func ofCheck(of password: Span<UInt8>, by checker: Checker) -> ReportHandle {
        let handle = ReportHandle(capacity: checker.outcomeCount)
        handle.write(password, checkedBy: checker)
        return handle
    }

    /// The report of a pointer that `pointer` gave to the caller; nil for NULL.
    init?(_ pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe header = UnsafeMutablePointer(pointer)
    }

    /// The pointer that the caller keeps, and passes to `passwordrules_report_free`.
    var pointer: OpaquePointer { unsafe OpaquePointer(header) }

    /// Frees the memory.
    func free() {
        unsafe header.deinitialize(count: 1)
        unsafe header.deallocate()
    }

    // MARK: - Reading

    var isAccepted: Bool {
        unsafe header.pointee.isInReport ? header.pointee.report.isAccepted : header.pointee.isAccepted
    }

    /// The pieces for which the password is refused as easy to guess.
    var weakPieces: [WeakPiece] {
        unsafe header.pointee.isInReport ? header.pointee.report.weakPieces : []
    }

    var progress: Double { isAccepted ? 1 : withOutcomes(Report.progress) }

    /// Calls `body` with the outcomes.
    func withOutcomes<Result>(_ body: (Span<Outcome>) -> Result) -> Result {
        if unsafe header.pointee.isInReport { return unsafe body(header.pointee.report.outcomes.span) }
        // SAFETY: as many were written.
        return body(unsafe Span(_unsafeStart: room, count: header.pointee.count))
    }

    // MARK: - Writing

    /// Checks a password, into the room if there is enough.
    func check(_ password: Span<UInt8>, by checker: Checker) {
        if unsafe !header.pointee.isInReport && checker.outcomeCount <= header.pointee.capacity {
            write(password, checkedBy: checker)
        } else {
            fill { checker.check(password, into: &$0) }
        }
    }

    /// Fills in `report` instead of the room.
    func fill(_ body: (inout Report) -> Void) {
        unsafe header.pointee.isInReport = true
        unsafe body(&header.pointee.report)
    }

    /// Adds to the outcomes.
    func add(_ body: (inout Report) -> Void) {
        if unsafe !header.pointee.isInReport {
            let isAccepted = isAccepted
            let report = withOutcomes { Report($0, isAccepted: isAccepted) }
            fill { $0 = report }
        }
        fill(body)
    }

    /// Makes the report empty, as before the first check.
    func clear() {
        unsafe header.pointee.count = 0
        unsafe header.pointee.isAccepted = false
        unsafe header.pointee.report = Report()
    }

    // Inlined: 5 % of the row "Check 16 bytes, strong" of the bench, which is at its limit.
    @inline(__always)
    private func write(_ password: Span<UInt8>, checkedBy checker: Checker) {
        // SAFETY: there is room for as many, and outcomes need no deinitialization before others are written over them.
        let room = unsafe UnsafeMutableBufferPointer(start: room, count: header.pointee.capacity)
        var outcomes = unsafe OutputSpan(buffer: room, initializedCount: 0)
        unsafe header.pointee.isAccepted = checker.check(password, into: &outcomes)
        unsafe header.pointee.count = outcomes.finalize(for: room)
    }

    private var room: UnsafeMutablePointer<Outcome> {
        // SAFETY: it was allocated behind the header, and holds nothing but outcomes.
        unsafe (UnsafeMutableRawPointer(header) + Self.roomOffset).assumingMemoryBound(to: Outcome.self)
    }
}
