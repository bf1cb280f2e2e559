import CPasswordHashes

/// The hashes of a machine's passwords. No code in Swift sees one: the functions in C read them and wipe
/// them.
struct MachineHashes {
    /// The folder that contains the machine's files; "" for this machine.
    let root: String

    static let opasswdPath = "/etc/security/opasswd"

    /// The number of earlier hashes that libcrypt does not know, and which are therefore not compared; nil if
    /// the file cannot be read.
    var unknownCount: Int? {
        // SAFETY: the path is a C string for the duration of the call.
        let count = unsafe count_unknown_hashes(root + Self.opasswdPath)
        return count < 0 ? nil : count
    }

    /// Measures a comparison with the slowest of the machine's hashes. Without the right to read them, it is
    /// the one that libcrypt prefers for new passwords.
    /// - Returns: The time, and the name of the method; nil if libcrypt cannot compute it.
    func measureSlowest() -> (seconds: Double, method: String)? {
        // SAFETY: the paths are C strings for the duration of the call.
        let cost = unsafe measure_slowest_hash(root + "/etc/shadow", root + Self.opasswdPath)
        guard unsafe cost.seconds >= 0 else { return nil }
        // SAFETY: the name is a constant.
        return unsafe (cost.seconds, String(cString: cost.method))
    }
}
