import ArgumentParser

extension CompletionKind {
    /// The names of the users in /etc/passwd. Other account databases may have no list, or an endless one.
    static var users: Self {
        .custom { _, _, start in
            let lines =
                (try? Input.readAll(path: "/etc/passwd", limit: 1 << 20))?.split(separator: 0x0A) ?? []
            return lines.compactMap { line in
                let name = line.prefix { $0 != 0x3A }
                return name.starts(with: start.utf8) ? String(decoding: name, as: UTF8.self) : nil
            }
        }
    }
}
