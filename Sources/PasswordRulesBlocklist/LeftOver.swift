internal import Glibc

/// The name of a file that must not be left over when a signal ends the program.
///
/// One for the process, as signals are. On file systems that have files without a name only used while the list, complete,
/// takes the place of another.
enum LeftOver {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE]
    // A signal handler can take no lock.
    // SAFETY: they and what one points to are only changed by the only thread, while signals are held.
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) private static var folder = AT_FDCWD

    /// Removes the file at `path` when a signal comes.
    /// - Parameter folder: A descriptor of the folder that the path goes from, open until the file is forgotten.
    static func remember(_ path: String, inFolder folder: CInt = AT_FDCWD) {
        let signals = HeldSignals()
        defer { signals.release() }
        // SAFETY: the copy is a C string, which belongs to the variable, and no handler can look at that now.
        unsafe free(Self.path)
        unsafe Self.path = strdup(path)
        unsafe Self.folder = folder
        for number in Self.signals {
            var action = sigaction()
            // SAFETY: the struct is there for the time of the call, which fills it.
            _ = unsafe sigaction(number, nil, &action)
            // One that is ignored stays so: nohup(1).
            // SAFETY: the default is a null pointer in either member of the union.
            if unsafe action.__sigaction_handler.sa_handler == nil {
                signal(number) { number in LeftOver.removeAndEnd(number) }
            }
        }
    }

    /// The file is gone, or is what it should be.
    static func forget() {
        let signals = HeldSignals()
        defer { signals.release() }
        // SAFETY: no handler can look at the variable now.
        unsafe free(path)
        unsafe path = nil
    }

    private static func removeAndEnd(_ number: CInt) {
        // SAFETY: nobody changes the string while the handler runs, in the only thread, and unlinkat may be called by a signal handler.
        if let path = unsafe path { unsafe unlinkat(folder, path, 0) }
        signal(number, SIG_DFL)
        raise(number)
    }
}
