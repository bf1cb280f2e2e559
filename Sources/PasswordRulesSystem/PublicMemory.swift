internal import CPasswordRulesSystem
internal import PasswordRules

extension PublicBuffer.Source {
    /// The system's memory, private to the process and its children.
    static var system: Self {
        // SAFETY: each block is freed once, with its size.
        unsafe Self(
            allocate: { size in unsafe passwordrules_system_allocate_public(size) },
            free: { memory, size in unsafe passwordrules_system_free_public(memory, size) })
    }
}
