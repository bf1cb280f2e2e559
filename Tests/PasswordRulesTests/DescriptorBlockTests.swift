import Testing

@testable import PasswordRules

@Suite struct DescriptorBlockTests {
    @Test func aBlockTakesListsOfRulesAmongRules() throws {
        let common: [Rule] = [required(.upper), minLength(12)]
        let descriptor = try Descriptor {
            common
            required(.digit)
            [maxLength(64)]
        }
        #expect(descriptor.rules == common + [required(.digit), maxLength(64)])
        #expect(
            descriptor == (try Descriptor("required: upper; minlength: 12; required: digit; maxlength: 64")))
    }

    @Test func anEmptyListAddsNothing() throws {
        let descriptor = try Descriptor {
            [Rule]()
            minLength(8)
        }
        #expect(descriptor.rules == [minLength(8)])
    }
}
