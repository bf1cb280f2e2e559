import PasswordRules
import PasswordRulesSystem

/// The users that a part of a policy applies to: everybody, or the subject of a section.
struct PolicyAudience: Hashable {
    /// The kind of section; nil for everybody.
    let kind: PolicyFile.NamedSection.Kind?
    let name: [UInt8]
    let service: [UInt8]

    static let everybody = PolicyAudience(kind: nil, name: [], service: [])

    private init(kind: PolicyFile.NamedSection.Kind?, name: [UInt8], service: [UInt8]) {
        (self.kind, self.name, self.service) = (kind, name, service)
    }

    /// The audience of a section.
    init(of section: PolicyFile.NamedSection) {
        self.init(kind: section.kind, name: section.name, service: section.service)
    }

    /// Everybody, then the audiences of all sections of some policies, in their order.
    static func all(of policies: [PolicyStack]) -> [PolicyAudience] {
        var found = [everybody]
        var seen: Set<PolicyAudience> = []
        for section in policies.flatMap(\.files).flatMap(\.namedSections) {
            let audience = PolicyAudience(of: section)
            if seen.insert(audience).inserted { found.append(audience) }
        }
        return found
    }

    /// The subject to resolve the policy for; nil for everybody.
    var subject: PolicySubject? {
        guard let kind else { return nil }
        return PolicySubject(
            user: kind == .user ? name : [], groups: kind == .group ? [name] : [], service: service)
    }

    /// `everybody`, `user NAME`, `group NAME` or `service NAME`, or one of these within a service.
    var title: String {
        let who =
            switch kind {
            case nil: "everybody"
            case .service: ""
            case .user: "user \(Self.text(name))"
            case .group: "group \(Self.text(name))"
            }
        if service.isEmpty { return who }
        return "service \(Self.text(service))" + (who.isEmpty ? "" : " \(who)")
    }

    /// The members of a group of this machine, as far as its databases list them; nil if this is not such a
    /// group.
    var members: [String]? {
        guard kind == .group, service.isEmpty, !name.contains(0) else { return nil }
        guard let group = try? Accounts.members(ofGroup: name) else { return [] }
        var members = group.names.map(Self.text)
        var known = Set(members)
        for user in Self.usersByGroup[String(group.number)] ?? [] where known.insert(user).inserted {
            members.append(user)
        }
        return members
    }

    /// The users of each number of a primary group. They are looked for only in /etc/passwd: other databases
    /// may be endless.
    private static let usersByGroup: [String: [String]] = {
        var users: [String: [String]] = [:]
        let text = (try? Input.readAll(path: "/etc/passwd", limit: 1 << 20)) ?? []
        for line in text.split(separator: 0x0A) {
            let fields = line.split(separator: 0x3A, omittingEmptySubsequences: false)
            guard fields.count > 3 else { continue }
            users[Self.text(Array(fields[3])), default: []].append(Self.text(Array(fields[0])))
        }
        return users
    }()

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
