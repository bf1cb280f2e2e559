internal import Glibc

/// The name of a file that a signal handler removes before the program ends.
///
/// There is one for the process, because signals are per process. If the file system has files without a
/// name, it is only used while the complete list replaces another one.
enum LeftOver {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE]
    // A signal handler cannot take a lock.
    // SAFETY: the process has one thread. It changes both variables, and the string, only while signals are
    // blocked.
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) private static var folder = AT_FDCWD

    /// From now on, signals remove the file at `path`.
    /// - Parameter folder: A descriptor of the folder that the path is relative to, open until the file is
    ///   forgotten.
    static func remember(_ path: String, inFolder folder: CInt = AT_FDCWD) {
        let signals = HeldSignals()
        defer { signals.release() }
        // SAFETY: the copy is a C string that the variable owns, and no handler can run now.
        unsafe free(Self.path)
        unsafe Self.path = strdup(path)
        unsafe Self.folder = folder
        for number in Self.signals {
            var action = sigaction()
            // SAFETY: the struct lives for the duration of the call, which fills it.
            _ = unsafe sigaction(number, nil, &action)
            // An ignored signal stays ignored: nohup(1).
            // SAFETY: the default is a null pointer in either member of the union.
            if unsafe action.__sigaction_handler.sa_handler == nil {
                signal(number) { number in LeftOver.removeAndEnd(number) }
            }
        }
    }

    /// Forgets the file, which is removed or published.
    static func forget() {
        let signals = HeldSignals()
        defer { signals.release() }
        // SAFETY: no handler can run now.
        unsafe free(path)
        unsafe path = nil
    }

    // UNCOVERED: the process ends before it writes its counts. LeftOverTests and
    // test_tool_blocklist_faults.py see the file removed.
    private static func removeAndEnd(_ number: CInt) {
        // SAFETY: in the only thread, the string cannot change while the handler runs, and a signal handler
        // may call unlinkat.
        if let path = unsafe path { unsafe unlinkat(folder, path, 0) }
        signal(number, SIG_DFL)
        raise(number)
    }
}
