import PasswordRules
import PasswordRulesLists

/// The servers of a machine that have our plugin, and whether the running ones have loaded it. Their
/// configuration is not read.
struct ServerPlugins {
    /// A server whose plugin is installed.
    struct Server {
        let name: String
        /// The user that it runs as.
        let user: String
        /// The path of the plugin.
        let plugin: String
        /// The manual page that tells how to enable and test it.
        let page: String
        /// The history that the server keeps itself; nil if it has none.
        let ownHistory: String?
        /// Whether the server's processes have loaded it.
        let use: ServerProcesses.Use

        var state: String {
            switch use {
            case .loaded: "loaded"
            case .notLoaded: "not loaded"
            case .notLoadedYet: "enabled in the directory's policies, which are not examined: see \(page)"
            case .unknown: "installed; to test it, try a weak password: see \(page)"
            }
        }

        /// Whether a process has loaded it; nil if unknown.
        var isLoaded: Bool? {
            switch use {
            case .loaded: true
            case .notLoaded: false
            case .notLoadedYet, .unknown: nil
            }
        }
    }

    let servers: [Server]

    /// - Parameter root: The folder that contains the machine's files; "" for this machine.
    init(root: String) {
        let files = MachineFiles(root: root)
        let processes = ServerProcesses(files)
        /// The server, if its plugin is in a folder of libraries.
        func server(
            _ name: String, user: String, others: Set<String> = [], _ path: String, programs: Set<String>,
            page: String, ownHistory: String?
        ) -> Server? {
            let paths = files.libraryFolders.map { "\($0)/\(path)" }
            return paths.first(where: files.exists).map { plugin in
                Server(
                    name: name, user: user, plugin: plugin, page: page, ownHistory: ownHistory,
                    use: processes.use(
                        of: paths, by: programs, owners: others.union([user]), folder: nil))
            }
        }
        let found = [
            server(
                "slapd", user: "openldap", others: ["ldap"], "ldap/passwordrules.so", programs: ["slapd"],
                page: "passwordrules-slapd(5)", ownHistory: "pwdInHistory, see slapo-ppolicy(5)"),
            server(
                "MIT krb5", user: "root", "krb5/plugins/pwqual/passwordrules.so", programs: ["kadmind"],
                page: "passwordrules-krb5(5)", ownHistory: "add_policy -history, see kadmin(1)"),
            server(
                "MariaDB", user: "mysql", "mysql/plugin/passwordrules.so", programs: ["mariadbd", "mysqld"],
                page: "passwordrules-mariadb(5)", ownHistory: "the plugin password_reuse_check"),
        ]
        servers = found.compactMap { $0 } + Self.postgresql(files, processes)
    }

    /// PostgreSQL, once for each version.
    private static func postgresql(_ files: MachineFiles, _ processes: ServerProcesses) -> [Server] {
        files.names(in: "/usr/lib/postgresql").compactMap { version in
            let folder = "/usr/lib/postgresql/\(version)"
            let plugin = "\(folder)/lib/passwordrules.so"
            guard files.exists(plugin) else { return nil }
            return Server(
                name: "PostgreSQL \(version)", user: "postgres", plugin: plugin,
                page: "passwordrules-postgresql(5)", ownHistory: nil,
                use: processes.use(
                    of: [plugin], by: ["postgres"], owners: ["postgres"], folder: folder))
        }
    }
}
