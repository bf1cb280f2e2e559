import ArgumentParser
import PasswordRulesImport

/// The options that say where another module's configuration is, and what to make of it.
struct ImportSource: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The module's PAM line, or its options alone, such as 'retry=3'; '' if it has none.",
            valueName: "line"))
    var pamLine: String?

    @Flag(
        name: .customLong("drop-in"),
        help: "Print a drop-in for an existing policy, which only adds demands.")
    var isPart = false

    @Option(
        help: ArgumentHelp("Look for the machine's files below this directory.", visibility: .hidden))
    var machine = ""

    /// The machine's configuration files.
    var files: OtherModuleFiles { OtherModuleFiles(root: machine) }

    /// The PAM lines of the modules.
    /// - Parameter isMachine: Whether to read this machine's lines if --pam-line is not given.
    func lines(of modules: [String], isMachine: Bool) throws -> OtherModuleFiles.Lines {
        if let pamLine {
            do throws(ImportRemark) {
                return OtherModuleFiles.Lines(
                    lines: [try PamLine(typed: pamLine, source: "--pam-line", of: modules)])
            } catch {
                throw Failure(message: error.line, excerpt: error.excerpt)
            }
        }
        return isMachine ? try files.lines(of: modules) : OtherModuleFiles.Lines()
    }
}
