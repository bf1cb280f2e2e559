import PasswordRules
import PasswordRulesBlocklist

/// Which servers of a machine check new passwords by the policy, as far as root may read their configuration.
struct ServerPlugins {
    /// A server with a plugin that is installed, or that its configuration names.
    struct Server {
        let name: String
        /// The user that it runs as.
        let user: String
        /// The file of the plugin, or the program; nil if it is not there.
        var plugin: String?
        /// Where the configuration names it; nil if it does not.
        var enabled: String?

        /// Whether it is enabled, as far as files say.
        var state: String {
            if let enabled { return "enabled in \(enabled)" }
            return name == "slapd" ? "not enabled in its configuration" : "not enabled"
        }
    }

    let servers: [Server]
    /// What will surprise about the configuration.
    private(set) var findings: [StatusFinding] = []
    private let files: ServerFiles

    /// - Parameter root: The folder that contains the machine's files; "" for its own.
    init(root: String) {
        files = ServerFiles(root: root)
        let found: [Server] = [
            Self.slapd(files), Self.mit(files), Self.heimdal(files), Self.samba(files), Self.mariadb(files),
        ]
        servers = (found + Self.postgresql(files)).filter { $0.plugin != nil || $0.enabled != nil }
        for server in servers { findings += Self.findings(of: server) }
        findings += Self.findingsOfSamba(files) + Self.findingsOfMariaDB(files)
    }

    /// The first of the plugin's usual places that has it.
    private static func plugin(_ files: ServerFiles, _ path: String) -> String? {
        files.libraryFolders.map { "\($0)/\(path)" }.first(where: files.exists)
    }

    // MARK: - The servers

    /// Of OpenLDAP 2.5, the policy entries of the directory name the module, which cannot be seen from here.
    private static func slapd(_ files: ServerFiles) -> Server {
        let lines =
            files.lines(below: "/etc/ldap/slapd.d", suffix: ".ldif") + files.lines(of: "/etc/ldap/slapd.conf")
        let line = lines.first { line in
            let key = line.text.prefix { $0 != ":" && $0 != " " }.lowercased()
            return ["olcppolicycheckmodule", "ppolicy_check_module"].contains(key)
                && line.text.contains("passwordrules")
        }
        return Server(
            name: "slapd", user: "openldap", plugin: plugin(files, "ldap/passwordrules.so"),
            enabled: line?.place)
    }

    /// The lines of krb5.conf, with those that it includes, which Debian's does not do by itself, and of a
    /// KDC's own file.
    private static func kerberosLines(_ files: ServerFiles) -> [ServerFiles.Line] {
        let lines = files.lines(of: "/etc/krb5.conf").flatMap { line -> [ServerFiles.Line] in
            let words = line.text.split(separator: " ").map(String.init)
            guard words.count == 2 else { return [line] }
            switch words[0] {
            case "include": return files.lines(of: words[1])
            case "includedir": return files.lines(below: words[1], suffix: "")
            default: return [line]
            }
        }
        return lines + files.lines(of: "/etc/krb5kdc/kdc.conf")
            + files.lines(of: "/etc/heimdal-kdc/kdc.conf")
    }

    private static func mit(_ files: ServerFiles) -> Server {
        let line = kerberosLines(files).first { line in
            line.text.contains("passwordrules:") && line.text.contains("module")
        }
        return Server(
            name: "MIT krb5", user: "root", plugin: plugin(files, "krb5/plugins/pwqual/passwordrules.so"),
            enabled: line?.place)
    }

    /// The script comes with the tool, and says nothing of Heimdal.
    private static func heimdal(_ files: ServerFiles) -> Server {
        let lines = kerberosLines(files)
        let isAsked = lines.contains { $0.value(of: "policies")?.contains("external-check") ?? false }
        let line = lines.first {
            $0.value(of: "external_program")?.contains("passwordrules/heimdal-check") ?? false
        }
        let program = line?.value(of: "external_program") ?? ""
        return Server(
            name: "Heimdal", user: "root", plugin: files.exists(program) && !program.isEmpty ? program : nil,
            enabled: isAsked ? line?.place : nil)
    }

    private static func sambaScript(_ files: ServerFiles) -> ServerFiles.Line? {
        files.lines(of: "/etc/samba/smb.conf").last { line in
            line.value(of: "check password script")?.contains("passwordrules") ?? false
        }
    }

    private static func samba(_ files: ServerFiles) -> Server {
        let line = sambaScript(files)
        let program =
            line?.value(of: "check password script")?.split(separator: " ").first.map(String.init) ?? ""
        return Server(
            name: "Samba", user: "root", plugin: files.exists(program) && !program.isEmpty ? program : nil,
            enabled: line?.place)
    }

    /// The lines of all option files, and of those that they include by name.
    private static func mariadbLines(_ files: ServerFiles) -> [ServerFiles.Line] {
        files.lines(below: "/etc/mysql", suffix: ".cnf").flatMap { line -> [ServerFiles.Line] in
            let words = line.text.split(separator: " ")
            return words.count == 2 && words[0] == "!include" ? files.lines(of: String(words[1])) : [line]
        }
    }

    private static func mariadb(_ files: ServerFiles) -> Server {
        let line = mariadbLines(files).first { line in
            ["plugin_load_add", "plugin_load"].contains {
                line.value(of: $0)?.contains("passwordrules") ?? false
            }
        }
        return Server(
            name: "MariaDB", user: "mysql", plugin: plugin(files, "mysql/plugin/passwordrules.so"),
            enabled: line?.place)
    }

    /// One for each cluster of each version, or for a version without one.
    private static func postgresql(_ files: ServerFiles) -> [Server] {
        let versions = Set(files.names(in: "/usr/lib/postgresql") + files.names(in: "/etc/postgresql"))
        return versions.sorted().flatMap { version -> [Server] in
            let path = "/usr/lib/postgresql/\(version)/lib/passwordrules.so"
            let plugin = files.exists(path) ? path : nil
            let clusters = files.names(in: "/etc/postgresql/\(version)")
            if clusters.isEmpty {
                return [Server(name: "PostgreSQL \(version)", user: "postgres", plugin: plugin)]
            }
            return clusters.map { cluster in
                let folder = "/etc/postgresql/\(version)/\(cluster)"
                let lines =
                    files.lines(of: "\(folder)/postgresql.conf")
                    + files.lines(below: "\(folder)/conf.d", suffix: ".conf")
                // The last line counts.
                let line = lines.last { $0.value(of: "shared_preload_libraries") != nil }
                let isNamed = line?.text.contains("passwordrules") ?? false
                return Server(
                    name: "PostgreSQL \(version) \(cluster)", user: "postgres", plugin: plugin,
                    enabled: isNamed ? line?.place : nil)
            }
        }
    }

    // MARK: - What will surprise

    private static func findings(of server: Server) -> [StatusFinding] {
        if let place = server.enabled, server.plugin == nil {
            return [
                StatusFinding(
                    .warning, .pluginMissing, place,
                    "\(server.name) is told to check new passwords by a file that is not there",
                    remedy:
                        "install it, or take this line out; passwordrules-servers(7) leads to the server's page"
                )
            ]
        }
        if let plugin = server.plugin, server.enabled == nil {
            return [
                StatusFinding(
                    .warning, .pluginNotEnabled, plugin,
                    server.name == "slapd"
                        ? "no configuration of slapd names the plugin; the policy entries of a directory, which OpenLDAP 2.5 goes by, "
                            + "are not looked at"
                        : "\(server.name) does not use the plugin, so it checks no new password",
                    remedy:
                        "enable it, or remove its package; passwordrules-servers(7) leads to the server's page"
                )
            ]
        }
        return []
    }

    private static func findingsOfSamba(_ files: ServerFiles) -> [StatusFinding] {
        guard let line = sambaScript(files), let script = line.value(of: "check password script") else {
            return []
        }
        let remedy = "write \"check password script = /usr/bin/passwordrules check --hook samba\""
        if script.contains("%") {
            return [
                StatusFinding(
                    .warning, .unsafeCommand, line.place,
                    "Samba puts what a client sends into this command, which a shell runs (CVE-2026-4408)",
                    remedy: remedy)
            ]
        }
        guard !script.contains("--hook samba"), !script.contains("--hook=samba") else { return [] }
        return [
            StatusFinding(
                .warning, .withoutHook, line.place,
                "without --hook samba, the account's sections and names do not count, and enforce = audit refuses",
                remedy: remedy)
        ]
    }

    private static func findingsOfMariaDB(_ files: ServerFiles) -> [StatusFinding] {
        guard let place = mariadb(files).enabled else { return [] }
        let isForced = mariadbLines(files).contains { line in
            line.value(of: "passwordrules").map {
                ["FORCE", "FORCE_PLUS_PERMANENT"].contains($0.uppercased())
            } ?? false
        }
        if isForced { return [] }
        return [
            StatusFinding(
                .warning, .pluginNotForced, place,
                "MariaDB starts without the plugin, and checks no new password, where it cannot be loaded",
                remedy: "add \"passwordrules = FORCE_PLUS_PERMANENT\"")
        ]
    }
}
