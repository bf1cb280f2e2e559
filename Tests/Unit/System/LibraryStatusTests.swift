import PasswordRulesSystem
import Testing

/// `make generate` writes the names and summaries of statuses, and the summaries of diagnostics about files and
/// the machine, into the C header and the manual.
@Suite struct LibraryStatusTests {
    @Test(arguments: LibraryStatus.allCases)
    func statusHasANameAndASummary(status: LibraryStatus) {
        #expect("\(status.name)" == "OK" || "\(status.name)".hasPrefix("E"))
        #expect(!"\(status.summary)".isEmpty)
    }

    @Test(arguments: MachineDiagnosticCode.allCases)
    func machineDiagnosticHasASummary(code: MachineDiagnosticCode) {
        #expect(!"\(code.summary)".isEmpty)
    }

    @Test(arguments: FileProblem.Code.allCases)
    func fileProblemHasASummary(code: FileProblem.Code) {
        #expect(!"\(code.summary)".isEmpty)
    }
}
