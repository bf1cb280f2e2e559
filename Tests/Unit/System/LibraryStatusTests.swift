import PasswordRulesSystem
import Testing

/// What `make generate` writes into the C header and the manual of statuses and of the machine's diagnostics.
@Suite struct LibraryStatusTests {
    @Test(arguments: LibraryStatus.allCases)
    func statusHasANameAndWords(status: LibraryStatus) {
        #expect("\(status.name)" == "OK" || "\(status.name)".hasPrefix("E"))
        #expect(!"\(status.summary)".isEmpty)
    }

    @Test(arguments: MachineDiagnosticCode.allCases)
    func diagnosticOfTheMachineHasALine(code: MachineDiagnosticCode) {
        #expect(!"\(code.summary)".isEmpty)
    }

    @Test(arguments: FileProblem.Code.allCases)
    func problemOfAFileHasALine(code: FileProblem.Code) {
        #expect(!"\(code.summary)".isEmpty)
    }
}
