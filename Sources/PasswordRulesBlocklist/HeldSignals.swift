internal import Glibc

/// Keeps signals away until it is released.
struct HeldSignals {
    private var before = sigset_t()

    init() {
        var all = sigset_t()
        // SAFETY: both sets are there for the time of the calls.
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    }

    func release() {
        var before = before
        // SAFETY: the set is there for the time of the call.
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
