/// How specific a place is, the least specific first.
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
    /// What a program demands in addition, which no other place drops.
    case additions

    /// The layer of a section.
    init(_ head: PolicySectionHeader) {
        switch (head.kind, head.service.isEmpty) {
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

/// One place that lines come from: a section of one file, a preset that it names, or all arguments together.
final class PolicySource: Sendable {
    let layer: PolicyLayer
    /// The name of the group or the user; empty for others.
    let name: [UInt8]
    /// The preset that the place names, if the lines are the preset's.
    let preset: Preset?

    init(layer: PolicyLayer, name: [UInt8], preset: Preset? = nil) {
        self.layer = layer
        self.name = name
        self.preset = preset
    }

    /// Whether what this place sets overrides what another one sets, which comes before it in the order of
    /// the lines. Of several groups the first one has precedence.
    func overrides(_ other: PolicySource) -> Bool {
        layer != other.layer || !layer.isForGroup || name == other.name
    }
}
