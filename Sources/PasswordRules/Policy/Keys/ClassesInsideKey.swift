extension PolicyKey.Declaration {
    /// `classes-inside`: an upper-case letter at the beginning and a digit at the end do not count as
    /// classes.
    static var classesInside: Self {
        Self(
            word: "classes-inside", position: 101, value: .flag(.yes), combination: .largest)
    }
}

extension PolicySettings {
    /// `classes-inside`
    var countsInnerClasses: Bool { flag(.classesInside) }
}
