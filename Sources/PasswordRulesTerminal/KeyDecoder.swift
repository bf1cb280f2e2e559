/// Decodes the bytes that a terminal sends into keys. Escape sequences, which arrow and function keys send,
/// are dropped whole, so that no part of them gets into the password unseen. Inside a bracketed paste, no
/// byte is a command, and line ends are dropped.
package struct KeyDecoder {
    private enum State: Equatable {
        case ground
        case escape
        /// After `ESC [`: the number of bytes since, and their value as a number.
        case control(count: Int, number: Int)
        /// After `ESC [ [`, which begins function keys on the Linux console.
        case console
        /// After `ESC O`.
        case single
        /// A string, up to BEL or `ESC \`.
        case string
        /// The continuation bytes of a character typed with Alt.
        case character(rest: Int)
        /// Pasted text: the number of bytes of its end mark so far.
        case paste(matched: Int)
    }

    private var state = State.ground
    private static let endOfPaste: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

    /// A decoder in its initial state.
    package init() {}

    /// Whether it is inside an escape sequence. If no byte follows for a while, the user pressed Escape: call
    /// `reset`.
    package var isInsideSequence: Bool {
        switch state {
        case .ground, .paste: false
        default: true
        }
    }

    /// Discards an incomplete sequence.
    package mutating func reset() {
        if isInsideSequence { state = .ground }
    }

    /// Decodes a byte, and emits the keys that it completes.
    package mutating func decode(_ byte: UInt8, _ emit: (Key) -> Void) {
        switch state {
        case .paste(let matched): paste(byte, matched, emit)
        // CAN and SUB end any sequence; ESC begins the next.
        case _ where isInsideSequence && (byte == 0x18 || byte == 0x1A): state = .ground
        case _ where byte == 0x1B: state = .escape
        case .ground:
            if byte >= 0x20, byte != 0x7F {
                emit(.byte(byte))
            } else if let key = Key(control: byte) {
                emit(key)
            }
        case .escape: escape(byte)
        case .control(let count, let number): control(byte, count, number)
        case .console: state = .ground
        case .single: if !(0x30...0x3B).contains(byte) { state = .ground }
        case .string: if byte == 0x07 { state = .ground }
        case .character(let rest): state = rest > 1 ? .character(rest: rest - 1) : .ground
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x5B: state = .control(count: 0, number: 0)
        case 0x4F: state = .single
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string
        case 0xC2...0xDF: state = .character(rest: 1)
        case 0xE0...0xEF: state = .character(rest: 2)
        case 0xF0...0xF4: state = .character(rest: 3)
        // Another key, typed with Alt.
        default: state = .ground
        }
    }

    private mutating func control(_ byte: UInt8, _ count: Int, _ number: Int) {
        switch byte {
        case 0x30...0x39 where count < 3:
            state = .control(count: count + 1, number: number * 10 + Int(byte - 0x30))
        // The mark before pasted text has three digits and nothing else.
        case 0x20...0x3F: state = .control(count: 3, number: -1)
        case 0x5B where count == 0: state = .console
        case 0x7E where number == 200: state = .paste(matched: 0)
        default: state = .ground
        }
    }

    private mutating func paste(_ byte: UInt8, _ matched: Int, _ emit: (Key) -> Void) {
        if byte == Self.endOfPaste[matched] {
            let isEnd = matched + 1 == Self.endOfPaste.count
            state = isEnd ? .ground : .paste(matched: matched + 1)
            return
        }
        for index in 0..<matched { emit(.byte(Self.endOfPaste[index])) }
        if byte == 0x1B {
            state = .paste(matched: 1)
            return
        }
        state = .paste(matched: 0)
        // Copied text often contains line ends, and no password prompt accepts them.
        if byte != 0x0A, byte != 0x0D { emit(.byte(byte)) }
    }
}
