import Testing

@testable import PasswordRules

@Suite struct CharacterClassTests {
    @Test func namedClassesHoldTheirCharacters() {
        let classes: [(CharacterClass, String)] = [
            (.upper, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), (.lower, "abcdefghijklmnopqrstuvwxyz"),
            (.digit, "0123456789"), (.special, " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
        ]
        for (characters, members) in classes {
            #expect(String(decoding: characters.asciiMembers, as: UTF8.self) == members)
            #expect(characters.asciiCount == members.utf8.count)
            #expect(!characters.isUnicode)
        }
        #expect(CharacterClass.special.asciiCount == 33)
        #expect(classes.reduce(CharacterClass.empty) { $0.union($1.0) } == .asciiPrintable)
        #expect(CharacterClass.asciiPrintable.asciiCount == 95)
    }

    @Test func onlyUnicodeHoldsCharactersBeyondASCII() {
        for scalar: UInt32 in [0x80, 0xE9, 0xFFFD, 0x10FFFF] {
            #expect(CharacterClass.unicode.contains(scalar))
            #expect(!CharacterClass.asciiPrintable.contains(scalar))
        }
        for scalar: UInt32 in 0..<128 { #expect(CharacterClass.unicode.contains(scalar)) }
    }

    @Test func setOperationsAgreeWithMembership() {
        let classes: [CharacterClass] = [
            .empty, .upper, .digit, .special, .asciiPrintable, .unicode, CharacterClass(members: "-_.aZ9"),
        ]
        for a in classes {
            for b in classes {
                for scalar: UInt32 in Array(0..<130) + [0x1F600] {
                    let (inA, inB) = (a.contains(scalar), b.contains(scalar))
                    #expect(a.union(b).contains(scalar) == (inA || inB))
                    #expect(a.intersection(b).contains(scalar) == (inA && inB))
                    if scalar < 128 { #expect(a.asciiSubtracting(b).contains(scalar) == (inA && !inB)) }
                }
                #expect(a.isSuperset(of: b) == (a.intersection(b) == b))
            }
        }
    }

    @Test func everyMemberIsFoundByItsIndex() {
        for byte: UInt8 in 0...255 {
            #expect(CharacterClass(byte).asciiMembers == (byte < 128 ? [byte] : []))
        }
        let classes: [CharacterClass] = [
            .upper, .digit, .special, .asciiPrintable, .unicode, CharacterClass(members: "-_.aZ9"),
            CharacterClass(low: 1, high: 0), CharacterClass(low: 0, high: 1 << 63),
            CharacterClass(low: 1 << 63, high: 1), CharacterClass(low: 1, high: .max),
            CharacterClass(low: .max, high: 1 << 63),
        ]
        for characters in classes {
            #expect((0..<characters.asciiCount).map(characters.asciiMember) == characters.asciiMembers)
        }
    }

    @Test func setsForSuggestionsHoldTheirCharacters() {
        #expect(Exclusions.ambiguous == CharacterClass(members: "0O1lI|"))
        #expect(
            PolicySettings.builtIn.suggestionExclusions
                == Exclusions(characters: CharacterClass(members: "0O1lI| \"'`\\")))
        let letters: [(Bool, StaticString, StaticString)] = [
            (false, "bcdfghjkmnpqrstvwxz", "aeiouy"), (true, "BCDFGHJKLMNPQRSTVWXZ", "AEIOUY"),
        ]
        for (isUpperCase, consonants, vowels) in letters {
            let group = ReadableGroup(.alphanumeric)
            for position in 0..<ReadableGroup.length {
                #expect(
                    group?.characters(at: position, isDigit: false, isUpperCase: isUpperCase)
                        == CharacterClass(members: position % 3 == 1 ? vowels : consonants))
            }
        }
    }
}
