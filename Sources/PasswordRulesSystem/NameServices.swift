internal import CPasswordRulesSystem
import PasswordRules

/// Why some groups of a user are in doubt. The number is stable.
public struct MembershipDoubt: Equatable, Sendable {
    /// Why the system could not answer.
    public enum Reason: Equatable, Sendable {
        /// The service cannot be loaded.
        case notLoaded
        /// The service reports that it cannot answer, or an allocation failed.
        case failed
        /// The C library does not understand the line that names the services.
        case unclearLine
        /// The service might obey the environment that a set-user-ID program has from its caller. It was not
        /// asked.
        case exposed
    }

    /// The service as `/etc/nsswitch.conf` names it; empty if the reason is not a single service.
    public let service: [UInt8]
    /// The reason.
    public let reason: Reason

    /// The stable number of the doubt, in one range with those of `FileProblem` and `AccountProblem`.
    public var code: Int { MachineDiagnosticCode.membershipInDoubt.rawValue }

    /// The doubt in one English sentence, without its subject.
    public var messageBytes: [UInt8] {
        var text = Text()
        if !service.isEmpty {
            text.append("the service ")
            text.append(quoting: service.span, from: 0, count: service.count)
        }
        switch reason {
        case .notLoaded: text.append(" cannot be loaded")
        case .failed: text.append(" cannot be queried, or its data is damaged")
        case .unclearLine: text.append("a line that names the services for users or groups is invalid")
        case .exposed:
            text.append(
                " might obey the caller's environment, which a program with several threads cannot hide")
        }
        return text.bytes
    }
}

/// The system's answer about the groups of a user.
public struct Memberships: Sendable {
    /// The names of the groups that the user is certainly in, the primary one first. A group without a name
    /// is left out.
    public internal(set) var groups: [[UInt8]] = []
    /// Why the user may be in other groups; empty if not.
    public internal(set) var doubts: [MembershipDoubt] = []

    mutating func add(_ doubt: MembershipDoubt) {
        if !doubts.contains(doubt) { doubts.append(doubt) }
    }
}

/// The services that a line of `/etc/nsswitch.conf` names, each asked by itself. It is thread-safe.
// SAFETY: the pointer is only used between `init` and `deinit`.
@safe struct NameServices: ~Copyable {
    enum Database {
        case users, groups, memberships

        fileprivate var number: CInt {
            switch self {
            case .users: CInt(PASSWORDRULES_USERS)
            case .groups: CInt(PASSWORDRULES_GROUPS)
            case .memberships: CInt(PASSWORDRULES_MEMBERSHIPS)
            }
        }
    }

    /// Nil if there is no service to ask.
    // SAFETY: from `passwordrules_system_open_services`, until `deinit` closes it.
    private let services: OpaquePointer?

    /// Loads the services.
    /// - Parameter result: Receives the doubts that exist from the beginning.
    /// - Throws: If the services cannot be found out.
    init(_ database: Database, _ result: inout Memberships) throws(AccountProblem) {
        var error: CInt = 0
        unsafe services = passwordrules_system_open_services(database.number, &error)
        if error != 0 { throw AccountProblem(error: error) }
        guard let services = unsafe services else { return }
        if unsafe passwordrules_system_services_are_unclear(services) != 0 {
            // UNCOVERED: Tests/Proof/Faults/test_faults_services.py has such lines, in processes that end before
            // they write their counts.
            result.add(MembershipDoubt(service: [], reason: .unclearLine))
        }
    }

    deinit {
        if let services = unsafe services { unsafe passwordrules_system_close_services(services) }
    }

    /// The primary group of a user, from each service.
    func groups(ofUser user: [UInt8], _ result: inout Memberships) -> [UInt32] {
        var found: [UInt32] = []
        unsafe ask(&result) { services, index in
            var group: UInt32 = 0
            let answer = unsafe withGrowingBuffer { buffer in
                unsafe passwordrules_system_ask_for_user(
                    services, index, cString(user), buffer.baseAddress, buffer.count, &group)
            }
            if answer == PASSWORDRULES_FOUND { found.append(group) }
            return answer
        }
        return found
    }

    /// The groups of a user other than the primary one, from the services that can list groups by user.
    func memberships(ofUser user: [UInt8], besides group: UInt32, _ result: inout Memberships) -> [UInt32] {
        var all: [UInt32] = []
        unsafe ask(&result) { services, index in
            var found = [UInt32](repeating: 0, count: 64)
            var answer: CInt = 0
            var count: CInt = 0
            while true {
                // SAFETY: the array has as many elements as the call is told.
                answer = unsafe passwordrules_system_ask_for_memberships(
                    services, index, cString(user), group, &found, CInt(truncatingIfNeeded: found.count),
                    &count)
                if Int(count) <= found.count { break }
                found = [UInt32](repeating: 0, count: Int(count))
            }
            // Groups that were found before the service failed are the user's groups, too.
            for group in found.prefix(Int(max(0, count))) { all.append(group) }
            return answer
        }
        return all
    }

    /// The numbers of a group that lists the user, from each service.
    func groups(named name: [UInt8], listing user: [UInt8], _ result: inout Memberships) -> [UInt32] {
        var found: [UInt32] = []
        unsafe ask(&result) { services, index in
            var group: UInt32 = 0
            var isMember: CInt = 0
            let answer = unsafe withGrowingBuffer { buffer in
                unsafe passwordrules_system_ask_for_group(
                    services, index, cString(name), cString(user), buffer.baseAddress, buffer.count, &group,
                    &isMember)
            }
            if answer == PASSWORDRULES_FOUND, isMember != 0 { found.append(group) }
            return answer
        }
        return found
    }

    /// The name of a group, from the first service that has it.
    func name(ofGroup group: UInt32, _ result: inout Memberships) -> [UInt8]? {
        var found: [UInt8]?
        unsafe ask(&result) { services, index in
            unsafe withGrowingBuffer { buffer in
                var name: UnsafePointer<CChar>?
                let answer = unsafe passwordrules_system_ask_for_group_name(
                    services, index, group, buffer.baseAddress, buffer.count, &name)
                // SAFETY: a name that was found is in the buffer.
                if let name = unsafe name, found == nil { found = unsafe bytes(of: name) }
                return answer
            }
        }
        return found
    }

    /// Asks each service in turn, up to the one at which libc stops. A service that cannot answer, or is not
    /// asked, leaves a doubt.
    private func ask(_ result: inout Memberships, _ ask: (OpaquePointer, CInt) -> CInt) {
        guard let services = unsafe services else { return }
        var index: CInt = 0
        // SAFETY: the name lives as long as the services.
        while let name = unsafe passwordrules_system_service_name(services, index) {
            let answer = unsafe ask(services, index)
            if answer != PASSWORDRULES_FOUND, answer != PASSWORDRULES_NONE {
                result.add(MembershipDoubt(service: unsafe bytes(of: name), reason: reason(of: answer)))
            }
            if unsafe passwordrules_system_is_last(services, index, answer) != 0 { return }
            index += 1
        }
    }

    private func reason(of answer: CInt) -> MembershipDoubt.Reason {
        switch Int(answer) {
        case PASSWORDRULES_NOT_LOADED: .notLoaded
        case PASSWORDRULES_EXPOSED: .exposed
        default: .failed
        }
    }

    /// Asks with a buffer that grows until the answer fits.
    private func withGrowingBuffer(_ ask: (UnsafeMutableBufferPointer<CChar>) -> CInt) -> CInt {
        var size = 1024
        while true {
            var buffer = [CChar](repeating: 0, count: size)
            let answer = unsafe buffer.withUnsafeMutableBufferPointer { unsafe ask($0) }
            if answer >= 0 { return answer }
            guard size < Accounts.maximumEntryLength else { return CInt(PASSWORDRULES_FAILED) }
            size *= 4
        }
    }
}
