internal import Glibc

/// Blocks all signals until it is released.
struct HeldSignals {
    private var before = sigset_t()

    init() {
        var all = sigset_t()
        // SAFETY: both sets live for the duration of the calls.
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    }

    func release() {
        var before = before
        // SAFETY: the set lives for the duration of the call.
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
