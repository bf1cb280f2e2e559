import ArgumentParser
import PasswordRules
import PasswordRulesSystem

/// The options that name an account of a service: a user of a directory, a realm or a database, whom this
/// machine does not know.
struct ServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The service to which the user's account belongs, as sections name it: ldap, for instance. This machine's accounts "
                + "are not looked up.", valueName: "service"))
    var service: String?

    @Option(
        name: .customLong("group"),
        help: ArgumentHelp(
            "With --service: a group of the account; may be given several times.", valueName: "group"))
    var groups: [String] = []

    func validate() throws {
        guard let service else {
            if groups.isEmpty { return }
            throw ValidationError(
                "--group needs --service: the groups of this machine's users are looked up, by --user.")
        }
        guard PolicySubject.isService(Array(service.utf8)) else {
            throw ValidationError(
                "--service needs a name as in a section header: lower-case letters, digits, and + - . : @ _"
            )
        }
        if groups.contains("") { throw ValidationError("--group needs the name of a group.") }
    }

    /// The account with this user name; nil if no service is named.
    func subject(user: String?) -> PolicySubject? {
        service.map {
            PolicySubject(
                user: Array((user ?? "").utf8), groups: groups.map { Array($0.utf8) },
                service: Array($0.utf8))
        }
    }
}

/// The options about the person who has the account of a service.
struct PersonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("With --service: the person's full name, for full-name.", valueName: "name"))
    var fullName: String?

    @Option(
        name: .customLong("word"),
        help: ArgumentHelp(
            "With --service: a word that others know about the person, for min-guesses; may be given several times.",
            valueName: "word"))
    var words: [String] = []

    /// Refuses these options for a user of this machine.
    func validate(for options: ServiceOptions) throws {
        guard options.service == nil else { return }
        let given = (fullName == nil ? [] : ["--full-name"]) + (words.isEmpty ? [] : ["--word"])
        guard let option = given.first else { return }
        throw ValidationError(
            "\(option) needs --service: the names of this machine's users are looked up, by --user.")
    }

    /// The account whose password is checked.
    func account(of subject: PolicySubject) -> Account {
        Account(
            name: subject.user, fullName: Array((fullName ?? "").utf8),
            words: words.filter { !$0.isEmpty }.map { Array($0.utf8) })
    }
}
