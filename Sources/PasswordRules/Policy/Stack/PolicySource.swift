/// How specific a source is, the least specific first.
enum PolicyLayer: Int, CaseIterable, Sendable {
    /// The lines before the first section of a file.
    case everybody
    /// `[service SERVICE]`
    case service
    /// `[group NAME]`
    case group
    /// `[service SERVICE group NAME]`
    case groupOfService
    /// `[user NAME]`
    case user
    /// `[service SERVICE user NAME]`
    case userOfService
    /// The settings of a program, such as arguments of the PAM module.
    case arguments
    /// The additional demands of a program, which other sources cannot drop.
    case additions

    /// The layer of a section.
    init(_ header: PolicySectionHeader) {
        switch (header.kind, header.service.isEmpty) {
        case (.everybody, true): self = .everybody
        case (.everybody, false): self = .service
        case (.group, true): self = .group
        case (.group, false): self = .groupOfService
        case (.user, true): self = .user
        case (.user, false): self = .userOfService
        }
    }

    /// Whether it is for members of a group.
    var isForGroup: Bool { self == .group || self == .groupOfService }
}

/// A source of lines: a section of a file, a preset that it names, all arguments together, or all additions.
final class PolicySource: Sendable {
    let layer: PolicyLayer
    /// The name of the group or the user; empty for others.
    let name: [UInt8]
    /// The preset, if the lines are from one.
    let preset: Preset?

    init(layer: PolicyLayer, name: [UInt8], preset: Preset? = nil) {
        self.layer = layer
        self.name = name
        self.preset = preset
    }

    /// Whether this source overrides an earlier one. Every later source does, except that of several groups,
    /// the first takes precedence.
    func overrides(_ other: PolicySource) -> Bool {
        layer != other.layer || !layer.isForGroup || name == other.name
    }
}
