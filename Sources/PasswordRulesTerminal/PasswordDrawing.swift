import PasswordRules

extension Canvas {
    /// Draws the contents of a field on the line. If they are too long, draws their end, so that the cursor
    /// fits after it.
    mutating func put(_ field: borrowing Field, isShown: Bool) {
        field.withSpan { bytes in
            // One column is left for the cursor.
            let room = max(0, abilities.columns - column - 1)
            var total = 0
            forEachCharacter(of: bytes, isShown: isShown) { total += $0.width }
            guard total > room else { return put(password: bytes, isShown: isShown) }
            put(abilities.isUTF8 ? "\u{2026}" : "<", .faint)
            // Two passes instead of a list of characters, so that no copy of a password remains.
            var left = total
            var tail = bytes.count
            var offset = 0
            forEachCharacter(of: bytes, isShown: isShown) { character in
                if left <= room - 1, tail == bytes.count { tail = offset }
                left -= character.width
                offset += character.length
            }
            put(password: bytes.extracting(tail..<bytes.count), isShown: isShown)
        }
    }

    /// Draws a password, or a star for each of its characters, on the line.
    mutating func put(password: Span<UInt8>, isShown: Bool) {
        var offset = 0
        while offset < password.count {
            let character = character(of: password, at: offset, isShown: isShown)
            put((character.scalar, character.width))
            offset += character.length
        }
    }

    private func forEachCharacter(
        of password: Span<UInt8>, isShown: Bool, _ body: ((width: Int, length: Int)) -> Void
    ) {
        var offset = 0
        while offset < password.count {
            let character = character(of: password, at: offset, isShown: isShown)
            body((character.width, character.length))
            offset += character.length
        }
    }

    /// The shown character at an offset, and its length in bytes.
    private func character(
        of password: Span<UInt8>, at offset: Int, isShown: Bool
    ) -> (scalar: Unicode.Scalar, width: Int, length: Int) {
        let decoded = UTF8Decoding.decode(password, at: offset)
        guard isShown else { return ("*", 1, decoded.length) }
        let (scalar, width) = shown(decoded.isWellFormed ? Unicode.Scalar(decoded.scalar) : nil)
        return (scalar, width, decoded.length)
    }
}
