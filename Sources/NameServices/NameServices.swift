internal import CNameServices
internal import PasswordRules

/// What the services answer about the groups of a user other than the primary one.
package struct ListedGroups {
    /// The numbers of groups in lists of the user's groups.
    package var numbers: [UInt32] = []
    /// Groups that were asked for by name, and list the user.
    package var named: [(name: [UInt8], number: UInt32)] = []
}

/// `/etc/nsswitch.conf` cannot be read, or an allocation failed.
package struct UnknownServices: Error {
    /// An errno.
    package let error: CInt
}

/// The services that a line of `/etc/nsswitch.conf` names, each asked by itself. It is thread-safe.
///
/// It is a class because Embedded Swift cannot destroy another module's noncopyable values.
// SAFETY: the pointer is only used between `init` and `deinit`.
@safe package final class NameServices {
    package enum Database {
        case users, groups, memberships

        fileprivate var number: CInt {
            switch self {
            case .users: CInt(PASSWORDRULES_USERS)
            case .groups: CInt(PASSWORDRULES_GROUPS)
            case .memberships: CInt(PASSWORDRULES_MEMBERSHIPS)
            }
        }
    }

    /// The longest entry of a database that is read, in bytes.
    package static var maximumEntryLength: Int { 1 << 22 }

    /// Nil if there is no service to ask.
    // SAFETY: from `passwordrules_services_open`, until `deinit` closes it.
    private let services: OpaquePointer?

    /// Loads the services.
    /// - Parameter doubts: Receives the doubts about the line itself.
    /// - Throws: If nsswitch.conf cannot be read, or an allocation failed.
    package init(_ database: Database, _ doubts: inout [MembershipDoubt]) throws(UnknownServices) {
        var error: CInt = 0
        unsafe services = passwordrules_services_open(database.number, &error)
        if error != 0 { throw UnknownServices(error: error) }
        guard let services = unsafe services else { return }
        if unsafe passwordrules_services_line_has_mistake(services) != 0 {
            // UNCOVERED: Tests/Proof/Faults/test_faults_services.py has such lines, in processes that end before
            // they write their coverage.
            Self.add(MembershipDoubt(service: [], reason: .unclearLine), to: &doubts)
        }
    }

    deinit {
        if let services = unsafe services { unsafe passwordrules_services_close(services) }
    }

    /// The primary group of a user, from each service.
    package func groups(ofUser user: [UInt8], _ doubts: inout [MembershipDoubt]) -> [UInt32] {
        var found: [UInt32] = []
        unsafe ask(&doubts) { services, index in
            var group: UInt32 = 0
            let answer = unsafe withGrowingBuffer { buffer in
                unsafe passwordrules_services_ask_for_user(
                    services, index, cString(user), buffer.baseAddress, buffer.count, &group)
            }
            if answer == PASSWORDRULES_FOUND { found.append(group) }
            return answer
        }
        return found
    }

    /// The groups of a user other than the primary one. A service is asked once, for all of them. One whose
    /// list may lack some without an error is also asked for each group in `names`, once.
    package func memberships(
        ofUser user: [UInt8], besides group: UInt32, among names: [[UInt8]], _ doubts: inout [MembershipDoubt]
    ) -> ListedGroups {
        var listed = ListedGroups()
        unsafe ask(&doubts) { services, index in
            let answer = unsafe askForMemberships(
                services, index, ofUser: user, besides: group, &listed.numbers)
            guard isAnswered(answer),
                unsafe passwordrules_services_may_omit_memberships(services, index) != 0
            else { return answer }
            for (position, name) in names.enumerated() where !names[..<position].contains(name) {
                let (answer, number) = unsafe askForGroup(services, index, named: name, listing: user)
                // If the service has failed, all of its groups are in doubt already, so it is not asked for
                // more of them.
                guard isAnswered(answer) else { return answer }
                if let number { listed.named.append((name, number)) }
            }
            return answer
        }
        return listed
    }

    /// Adds the doubts about a group that do not depend on the user.
    package func addDoubts(aboutGroup name: [UInt8], to doubts: inout [MembershipDoubt]) {
        unsafe ask(&doubts) { services, index in
            unsafe askForGroup(services, index, named: name, listing: []).answer
        }
    }

    private func askForMemberships(
        _ services: OpaquePointer, _ index: CInt, ofUser user: [UInt8], besides group: UInt32,
        _ numbers: inout [UInt32]
    ) -> CInt {
        var found = [UInt32](repeating: 0, count: 64)
        var answer: CInt = 0
        var count: CInt = 0
        while true {
            // SAFETY: the call writes at most `found.count` elements.
            answer = unsafe passwordrules_services_ask_for_memberships(
                services, index, cString(user), group, &found, CInt(truncatingIfNeeded: found.count), &count)
            if Int(count) <= found.count { break }
            found = [UInt32](repeating: 0, count: Int(count))
        }
        // Groups that were found before the service failed are the user's groups, too.
        numbers.append(contentsOf: found.prefix(Int(max(0, count))))
        return answer
    }

    /// Asks for a group, and returns its number if it lists the user.
    private func askForGroup(
        _ services: OpaquePointer, _ index: CInt, named name: [UInt8], listing user: [UInt8]
    ) -> (answer: CInt, number: UInt32?) {
        var group: UInt32 = 0
        var isMember: CInt = 0
        let answer = unsafe withGrowingBuffer { buffer in
            unsafe passwordrules_services_ask_for_group(
                services, index, cString(name), cString(user), buffer.baseAddress, buffer.count, &group,
                &isMember)
        }
        return (answer, answer == PASSWORDRULES_FOUND && isMember != 0 ? group : nil)
    }

    /// The name of a group, from the first service that has it.
    package func name(ofGroup group: UInt32, _ doubts: inout [MembershipDoubt]) -> [UInt8]? {
        var found: [UInt8]?
        unsafe ask(&doubts) { services, index in
            unsafe withGrowingBuffer { buffer in
                var name: UnsafePointer<CChar>?
                let answer = unsafe passwordrules_services_ask_for_group_name(
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
    private func ask(_ doubts: inout [MembershipDoubt], _ ask: (OpaquePointer, CInt) -> CInt) {
        guard let services = unsafe services else { return }
        var index: CInt = 0
        // SAFETY: the name lives as long as the services.
        while let name = unsafe passwordrules_services_name(services, index) {
            let answer = unsafe ask(services, index)
            if !isAnswered(answer) {
                Self.add(
                    MembershipDoubt(service: unsafe bytes(of: name), reason: reason(of: answer)), to: &doubts)
            }
            if unsafe passwordrules_services_is_last(services, index, answer) != 0 { return }
            index += 1
        }
    }

    private func isAnswered(_ answer: CInt) -> Bool {
        answer == PASSWORDRULES_FOUND || answer == PASSWORDRULES_NONE
    }

    private static func add(_ doubt: MembershipDoubt, to doubts: inout [MembershipDoubt]) {
        if !doubts.contains(doubt) { doubts.append(doubt) }
    }

    private func reason(of answer: CInt) -> MembershipDoubt.Reason {
        switch Int(answer) {
        case PASSWORDRULES_NOT_LOADED: .notLoaded
        case PASSWORDRULES_EXPOSED: .exposed
        case PASSWORDRULES_LEFT_OUT: .leftOut
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
            guard size < Self.maximumEntryLength else { return CInt(PASSWORDRULES_FAILED) }
            size *= 4
        }
    }
}
