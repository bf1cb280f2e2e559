extension String {
    /// The only name that begins with this text or differs from it by one letter; nil if there is none, or
    /// more than one.
    func nearest(among names: [String]) -> String? {
        let typed = Array(self)
        let near = names.filter { known in
            if typed.count >= 2, known.hasPrefix(self) { return true }
            let known = Array(known)
            let same = zip(typed, known).prefix { $0 == $1 }.count
            let sameAtEnd = zip(typed.reversed(), known.reversed()).prefix { $0 == $1 }.count
            let longest = max(typed.count, known.count)
            return longest > 3 && abs(typed.count - known.count) <= 1 && same + sameAtEnd >= longest - 1
        }
        return near.count == 1 ? near[0] : nil
    }
}
