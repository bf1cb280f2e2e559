import PasswordRules

/// Output for a terminal, in memory that is wiped, because it may contain a password. Whatever text is drawn,
/// the output has no control characters but the canvas's own, and no line is wider than the terminal.
package struct Canvas: ~Copyable {
    /// The abilities of the terminal.
    package struct Abilities: Sendable {
        /// The size in characters, at least 1 by 1.
        package var rows: Int
        package var columns: Int
        package var isUTF8: Bool
        package var hasColours: Bool
        /// The number of columns of a character, 0 to 2; negative if it cannot be shown.
        package var width: @Sendable (Unicode.Scalar) -> Int

        package init(
            rows: Int, columns: Int, isUTF8: Bool, hasColours: Bool,
            width: @escaping @Sendable (Unicode.Scalar) -> Int
        ) {
            // The limit is larger than any screen, and so small that nothing overflows.
            self.rows = max(1, min(rows, 1 << 14))
            self.columns = max(1, min(columns, 1 << 14))
            self.isUTF8 = isUTF8
            self.hasColours = hasColours
            self.width = width
        }
    }

    /// The style of a text, on a terminal with colours.
    package enum Style: Sendable {
        case plain, good, bad, faint

        var sequence: StaticString {
            switch self {
            case .plain: "\u{1B}[0m"
            case .good: "\u{1B}[32m"
            case .bad: "\u{1B}[31m"
            case .faint: "\u{1B}[2m"
            }
        }
    }

    package let abilities: Abilities
    private var memory = SecretBytes(count: 4096)
    private var count = 0
    /// The number of columns used on the line.
    private(set) var column = 0

    package init(_ abilities: Abilities) {
        self.abilities = abilities
    }

    /// Calls `body` with the output.
    package func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try memory.withSpan { (bytes) throws(Failure) in try body(bytes.extracting(0..<count)) }
    }

    // MARK: - Text

    /// Draws text on the line, as far as there is room.
    mutating func put(_ text: String, _ style: Style = .plain) {
        let isStyled = abilities.hasColours && style != .plain
        if isStyled { control(style.sequence) }
        for scalar in text.unicodeScalars { put(shown(scalar)) }
        if isStyled { control(Style.plain.sequence) }
    }

    /// The form in which a character is shown; `scalar` is nil for an invalid one.
    func shown(_ scalar: Unicode.Scalar?) -> (scalar: Unicode.Scalar, width: Int) {
        let replacement: (Unicode.Scalar, Int) = (abilities.isUTF8 ? "\u{FFFD}" : "?", 1)
        guard let scalar else { return replacement }
        if scalar.isASCII { return 0x20..<0x7F ~= scalar.value ? (scalar, 1) : replacement }
        guard abilities.isUTF8, scalar.isVisible else { return replacement }
        let width = abilities.width(scalar)
        return width < 0 ? replacement : (scalar, min(width, 2))
    }

    /// Draws one character, as `shown` returns it, if there is room.
    mutating func put(_ character: (scalar: Unicode.Scalar, width: Int)) {
        guard column + character.width <= abilities.columns else {
            // The line is full: a later, narrower character must not take this one's column.
            column = abilities.columns
            return
        }
        column += character.width
        for byte in UTF8.encode(character.scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    // MARK: - Control

    /// Begins a screen. The cursor is hidden until `end`.
    mutating func begin() {
        control("\u{1B}[?25l")
        if abilities.hasColours { control(Style.plain.sequence) }
    }

    /// Begins a line. Erases its old text first, because erasing after the last column would remove the last
    /// character.
    mutating func beginLine(_ row: Int) {
        move(toRow: row, column: 0)
        control("\u{1B}[K")
        column = 0
    }

    /// Erases this line and all below.
    mutating func eraseFrom(row: Int) {
        move(toRow: row, column: 0)
        control("\u{1B}[J")
    }

    /// Ends a screen, and moves the cursor.
    mutating func end(cursorAtRow row: Int, column: Int) {
        move(toRow: row, column: min(column, abilities.columns - 1))
        control("\u{1B}[?25h")
    }

    private mutating func move(toRow row: Int, column: Int) {
        control("\u{1B}[")
        for byte in "\(row + 1);\(column + 1)H".utf8 { append(byte) }
    }

    private mutating func control(_ sequence: StaticString) {
        sequence.withUTF8Buffer { bytes in
            for index in bytes.indices { append(unsafe bytes[index]) }
        }
    }

    private mutating func append(_ byte: UInt8) {
        if count == memory.count {
            var larger = SecretBytes(count: 2 * count)
            memory.withSpan { bytes in
                larger.withMutableSpan { copy in
                    for index in 0..<bytes.count { copy[index] = bytes[index] }
                }
            }
            memory = larger
        }
        let end = count
        memory.withMutableSpan { $0[end] = byte }
        count += 1
    }
}

extension Unicode.Scalar {
    /// Whether the character is visible by itself, or as a mark on the one before it. Invisible characters,
    /// and those that change the direction of text, would make a password look like another.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            false
        default: true
        }
    }
}
