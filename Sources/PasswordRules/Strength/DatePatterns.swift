/// Dates and years. The engine has no clock: years are counted from 2020.
enum DatePatterns {
    static func add(_ typed: Span<UInt32>, to table: inout StrengthTable) {
        for start in 0..<typed.count where Folding.isDigit(typed[start]) {
            var end = start + 4
            while end <= min(typed.count, start + 10) {
                addDate(typed, start, end, to: &table)
                end += 1
            }
        }
    }

    private static func addDate(
        _ typed: Span<UInt32>, _ start: Int, _ end: Int, to table: inout StrengthTable
    ) {
        var digits = 0
        var value = 0
        // Up to three numbers, and the lengths of them.
        var (first, second, third) = (0, 0, 0)
        var separators = 0
        var separator: UInt32 = 0
        for index in start..<end {
            let scalar = typed[index]
            if Folding.isDigit(scalar) {
                digits += 1
                // No date has more, and 10 of them may need more than 32 bits.
                if digits > 8 { return }
                value = value * 10 + Int(scalar - 0x30)
            } else {
                guard scalar < 0x80, Folding.isSymbol(scalar), digits > 0, separators < 2,
                    separators == 0 || scalar == separator
                else { return }
                if separators == 0 { first = value } else { second = value }
                separator = scalar
                separators += 1
                (value, digits) = (0, 0)
            }
        }
        third = value
        if separators == 2, digits > 0 {
            addDay(first, second, third, extra: 2048, start, end, to: &table)
        } else if separators == 0 {
            if digits == 4, value >= 1900, value < 2050 {
                table.add(.year, start, end, cost: GuessBits.log(max(20, abs(2020 - value))))
            }
            let shift = digits == 8 ? 10_000 : 100
            if digits == 8 || digits == 6 {
                addDay(
                    value / shift / 100, value / shift % 100, value % shift, extra: 0, start, end, to: &table)
                addDay(value % 100, value / 100 % 100, value / 10_000, extra: 0, start, end, to: &table)
            } else if digits == 4 {
                addDay(value / 1000, value / 100 % 10, value % 100, extra: 0, start, end, to: &table)
            } else if digits == 5 {
                addDay(value / 1000, value / 100 % 10, value % 100, extra: 0, start, end, to: &table)
                addDay(value / 10_000, value / 100 % 100, value % 100, extra: 0, start, end, to: &table)
            }
        }
    }

    /// Adds a date if the numbers are day, month and year, in either direction.
    private static func addDay(
        _ first: Int, _ second: Int, _ third: Int, extra: Int, _ start: Int, _ end: Int,
        to table: inout StrengthTable
    ) {
        let isForward = third > 31 || third < 100 && first <= 31
        let (day, year) = isForward ? (first, third) : (third, first)
        guard day >= 1, second >= 1, day <= 31, second <= 31, min(day, second) <= 12 else { return }
        guard year < 100 || year >= 1900 && year < 2050 else { return }
        let full = year >= 100 ? year : year > 50 ? 1900 + year : 2000 + year
        table.add(.date, start, end, cost: GuessBits.log(365 * max(20, abs(2020 - full))) + extra)
    }
}
