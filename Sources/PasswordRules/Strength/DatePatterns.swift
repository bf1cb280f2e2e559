/// Dates and years. The engine has no clock: years are counted from 2020.
struct DatePatterns: Sendable {
    /// For each distance from 2020, the cost of a year and of a day of that year.
    private let costs: [Int]

    /// The largest distance from 2020.
    private static var maximumYears: Int { 2020 - firstYear }
    private static var firstYear: Int { 1900 }
    private static var endOfYears: Int { 2050 }
    private static var longest: Int { 10 }

    init() {
        costs = (0...Self.maximumYears).flatMap { years in
            [GuessBits.log(max(20, years)), GuessBits.log(365 * max(20, years))]
        }
    }

    /// Adds the dates of a password. The work depends only on its length.
    func add(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        for start in 0..<typed.count {
            var numbers = Numbers()
            for end in start + 1...min(typed.count, start + Self.longest) {
                numbers.append(typed[end - 1])
                if end - start >= 4 { add(numbers, start, end, to: &table) }
            }
        }
    }

    /// Up to three numbers with the same symbol between them. They begin with a digit.
    private struct Numbers {
        /// Whether the characters so far have this form.
        var isValid = true
        var (first, second, third) = (0, 0, 0)
        /// The number of digits of the last number.
        var digits = 0
        var separators = 0
        private var separator: UInt32 = 0

        mutating func append(_ scalar: UInt32) {
            let isDigit = Folding.isDigit(scalar)
            let isSymbol = scalar < 0x80 && Folding.isSymbol(scalar)
            let separates =
                isSymbol && digits > 0 && separators < 2 && (separators == 0 || scalar == separator)
            // No date has more than 8 digits, and a number of 10 digits may not fit into 32 bits.
            isValid = isValid && (isDigit ? digits < 8 : separates)
            // If the form is not valid, the following values are not used.
            let number = third
            first = !isDigit && separators == 0 ? number : first
            second = !isDigit && separators == 1 ? number : second
            third = isDigit && isValid ? number * 10 + Int(truncatingIfNeeded: scalar) - 0x30 : 0
            digits = isDigit ? digits + 1 : 0
            separator = isDigit ? separator : scalar
            separators += isDigit ? 0 : 1
        }
    }

    private func add(_ numbers: Numbers, _ start: Int, _ end: Int, to table: inout StrengthTable) {
        let (value, digits) = (numbers.third, numbers.digits)
        let isOneNumber = numbers.isValid && numbers.separators == 0
        let isWhole = numbers.isValid && numbers.separators == 2 && digits > 0
        let isYear = isOneNumber && digits == 4 && value >= Self.firstYear && value < Self.endOfYears
        table.add(.year, start, end, cost: costs[2 * distance(ofYear: isYear ? value : 2020)], if: isYear)
        // Day, month and year, or the reverse. Three numbers are used as they are. The digits of a single
        // number are split into three groups, whose lengths depend on the number of digits.
        let (two, four, six) = (value % 100, value / 100, value / 10_000)
        let isShort = digits == 4 || digits == 5
        let first = isWhole ? numbers.first : digits == 8 ? six / 100 : isShort ? value / 1000 : six
        let second = isWhole ? numbers.second : digits == 8 ? six % 100 : four % (isShort ? 10 : 100)
        let third = isWhole ? value : digits == 8 ? value % 10_000 : two
        let isDate = isWhole || isOneNumber && (isShort || digits == 6 || digits == 8)
        addDay(
            first, second, third, extra: isWhole ? 2 * GuessBits.bit : 0, start, end, if: isDate, to: &table)
        // The other way to split a single number.
        let isOther = isOneNumber && (digits == 5 || digits == 6 || digits == 8)
        let (other, otherYear) = digits == 5 ? (six, two) : (two, six)
        addDay(other, four % 100, otherYear, extra: 0, start, end, if: isOther, to: &table)
    }

    /// Adds a date if the numbers are day, month and year, or the reverse.
    private func addDay(
        _ first: Int, _ second: Int, _ third: Int, extra: Int, _ start: Int, _ end: Int, if exists: Bool,
        to table: inout StrengthTable
    ) {
        let isForward = third > 31 || third < 100 && first <= 31
        let (day, year) = isForward ? (first, third) : (third, first)
        let isDay = day >= 1 && second >= 1 && day <= 31 && second <= 31 && min(day, second) <= 12
        let isYear = year < 100 || year >= Self.firstYear && year < Self.endOfYears
        let full = year >= 100 ? year : year > 50 ? 1900 + year : 2000 + year
        let isDate = exists && isDay && isYear
        let cost = costs[2 * distance(ofYear: isDate ? full : 2020) + 1] + extra
        table.add(.date, start, end, cost: cost, if: isDate)
    }

    private func distance(ofYear year: Int) -> Int { abs(2020 - year) }
}
