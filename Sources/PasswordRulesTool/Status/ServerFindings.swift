import PasswordRules

extension ServerPlugins {
    /// Everything about the servers that could surprise an administrator.
    var findings: [StatusFinding] {
        servers.compactMap { server in
            switch server.use {
            case .loaded, .unknown: nil
            case .notLoaded:
                StatusFinding(
                    .warning, .pluginNotLoaded, server.plugin,
                    "\(server.name) runs without the plugin, so it does not check new passwords",
                    remedy: "enable it and restart the server, or remove its package: see \(server.page)")
            case .notLoadedYet:
                StatusFinding(
                    .note, .pluginUnseen, server.plugin,
                    "OpenLDAP 2.5 loads the plugin with the first password that it checks, if a policy of the "
                        + "directory names it",
                    remedy:
                        "to test it, set a password that must be refused: see \(server.page)")
            }
        }
    }
}
