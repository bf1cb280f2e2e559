/// Dates and years. The engine has no clock: years are counted from 2020.
struct DatePatterns: Sendable {
    /// What a year costs that is so far from 2020, and a day of such a year: two numbers for each.
    private let costs: [Int]

    /// The most years that are counted.
    private static var mostYears: Int { 2020 - firstYear }
    private static var firstYear: Int { 1900 }
    private static var endOfYears: Int { 2050 }
    private static var longest: Int { 10 }

    init() {
        costs = (0...Self.mostYears).flatMap { years in
            [GuessBits.log(max(20, years)), GuessBits.log(365 * max(20, years))]
        }
    }

    /// Adds the dates of a password: of any characters, as many are looked for.
    func add(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        for start in 0..<typed.count {
            var numbers = Numbers()
            for end in start + 1...min(typed.count, start + Self.longest) {
                numbers.append(typed[end - 1])
                if end - start >= 4 { add(numbers, start, end, to: &table) }
            }
        }
    }

    /// Up to three numbers with the same sign between them, which begin with a digit.
    private struct Numbers {
        /// Whether nothing else was there.
        var areThere = true
        var (first, second, third) = (0, 0, 0)
        /// How many digits the last one has.
        var digits = 0
        var separators = 0
        private var separator: UInt32 = 0

        mutating func append(_ scalar: UInt32) {
            let isDigit = Folding.isDigit(scalar)
            let isSign = scalar < 0x80 && Folding.isSymbol(scalar)
            let separates =
                isSign && digits > 0 && separators < 2 && (separators == 0 || scalar == separator)
            // No date has more digits, and 10 of them may need more than 32 bits.
            areThere = areThere && (isDigit ? digits < 8 : separates)
            // From here on nothing is used of what is not there.
            let number = third
            first = !isDigit && separators == 0 ? number : first
            second = !isDigit && separators == 1 ? number : second
            third = isDigit && areThere ? number * 10 + Int(truncatingIfNeeded: scalar) - 0x30 : 0
            digits = isDigit ? digits + 1 : 0
            separator = isDigit ? separator : scalar
            separators += isDigit ? 0 : 1
        }
    }

    private func add(_ numbers: Numbers, _ start: Int, _ end: Int, to table: inout StrengthTable) {
        let (value, digits) = (numbers.third, numbers.digits)
        let isOneNumber = numbers.areThere && numbers.separators == 0
        let isWhole = numbers.areThere && numbers.separators == 2 && digits > 0
        let isYear = isOneNumber && digits == 4 && value >= Self.firstYear && value < Self.endOfYears
        table.add(.year, start, end, cost: costs[2 * distance(ofYear: isYear ? value : 2020)], if: isYear)
        // Day, month and year, or in the other direction: of three numbers as they are; of one, by how many
        // digits it has.
        let (two, four, six) = (value % 100, value / 100, value / 10_000)
        let isShort = digits == 4 || digits == 5
        let first = isWhole ? numbers.first : digits == 8 ? six / 100 : isShort ? value / 1000 : six
        let second = isWhole ? numbers.second : digits == 8 ? six % 100 : four % (isShort ? 10 : 100)
        let third = isWhole ? value : digits == 8 ? value % 10_000 : two
        let isDate = isWhole || isOneNumber && (isShort || digits == 6 || digits == 8)
        addDay(
            first, second, third, extra: isWhole ? 2 * GuessBits.bit : 0, start, end, if: isDate, to: &table)
        // The other way to divide it.
        let isOther = isOneNumber && (digits == 5 || digits == 6 || digits == 8)
        let (other, otherYear) = digits == 5 ? (six, two) : (two, six)
        addDay(other, four % 100, otherYear, extra: 0, start, end, if: isOther, to: &table)
    }

    /// Adds a date if the numbers are day, month and year, in either direction.
    private func addDay(
        _ first: Int, _ second: Int, _ third: Int, extra: Int, _ start: Int, _ end: Int, if isThere: Bool,
        to table: inout StrengthTable
    ) {
        let isForward = third > 31 || third < 100 && first <= 31
        let (day, year) = isForward ? (first, third) : (third, first)
        let isDay = day >= 1 && second >= 1 && day <= 31 && second <= 31 && min(day, second) <= 12
        let isYear = year < 100 || year >= Self.firstYear && year < Self.endOfYears
        let full = year >= 100 ? year : year > 50 ? 1900 + year : 2000 + year
        let isDate = isThere && isDay && isYear
        let cost = costs[2 * distance(ofYear: isDate ? full : 2020) + 1] + extra
        table.add(.date, start, end, cost: cost, if: isDate)
    }

    private func distance(ofYear year: Int) -> Int { abs(2020 - year) }
}
