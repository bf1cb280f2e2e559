extension PolicyKey.Declaration {
    /// `ranked-words`: a list of words for estimates.
    static var rankedWords: Self {
        Self(
            word: "ranked-words", position: 132, value: .rankedWords, combination: .addsUp, builtIn: "common",
            isPublic: false)
    }
}

extension PolicySettings {
    /// `ranked-words`: paths, and `common` for the bundled list.
    public var rankedWords: [[UInt8]] {
        if case .rankedWords(let paths) = self[.rankedWords] { paths } else { [] }
    }
}
