import PasswordRules

/// What AppArmor and SELinux have kept programs from reading, by the logs of the kernel and of auditd.
struct AccessDenials {
    private static let logs = [
        "/var/log/audit/audit.log", "/var/log/kern.log", "/var/log/syslog", "/var/log/messages", "/dev/kmsg",
    ]

    /// A finding for each program that was kept from reading one of these files.
    static func findings(root: String, paths: [String]) -> [StatusFinding] {
        let files = ServerFiles(root: root)
        // A machine keeps the paths without the folder that it is looked at in.
        let paths = paths.map { $0.hasPrefix(root) ? String($0.dropFirst(root.count)) : $0 }
        var found: [StatusFinding] = []
        for log in logs {
            for line in files.lastLines(of: log) {
                guard let finding = finding(in: line, of: log, paths: paths),
                    !found.contains(where: { $0.message == finding.message })
                else { continue }
                found.append(finding)
            }
        }
        return found
    }

    private static func finding(in line: String, of log: String, paths: [String]) -> StatusFinding? {
        if line.contains("apparmor=\"DENIED\""), let path = value(of: "name", in: line), isOurs(path, paths) {
            let profile = value(of: "profile", in: line) ?? "a profile"
            return StatusFinding(
                .warning, .accessDenied, log, "AppArmor kept \(profile) from reading \(path)",
                remedy: "permit it in the profile; passwordrules-servers(7) has the lines")
        }
        guard line.contains("avc: denied") || line.contains("avc:  denied") else { return nil }
        // SELinux logs the last part of the path alone, unless system calls are audited.
        guard let path = value(of: "path", in: line) ?? value(of: "name", in: line),
            isOurs(path, paths) || paths.contains(where: { $0.hasSuffix("/" + path) })
        else { return nil }
        let program = value(of: "comm", in: line) ?? "a program"
        return StatusFinding(
            .warning, .accessDenied, log, "SELinux kept \(program) from reading \(path)",
            remedy: "see ausearch(8) and audit2allow(1)")
    }

    private static func isOurs(_ path: String, _ paths: [String]) -> Bool {
        paths.contains(path) || path.hasPrefix("/etc/security/passwordrules")
            || path.contains("/passwordrules/")
            || path.hasSuffix("/passwordrules.so")
    }

    /// The value of ` KEY="VALUE"`.
    private static func value(of key: String, in line: String) -> String? {
        guard let start = line.firstRange(of: " \(key)=\"")?.upperBound,
            let end = line[start...].firstIndex(of: "\"")
        else { return nil }
        return String(line[start..<end])
    }
}
