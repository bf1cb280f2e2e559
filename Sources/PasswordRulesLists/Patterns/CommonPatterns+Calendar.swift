extension CommonPatterns {
    /// The days of 1950 to 2029 in the three usual orders, with four digits for the year.
    static var datesOfBirth: [String] {
        var dates: [String] = []
        for year in 1950...2029 {
            for month in 1...12 {
                for day in 1...days(in: month, of: year) {
                    let (d, m, y) = (digits(day, count: 2), digits(month, count: 2), digits(year, count: 4))
                    dates += [d + m + y, m + d + y, y + m + d]
                }
            }
        }
        return dates
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        // Every fourth year from 1950 to 2029 is a leap year, without exception.
        case 2: year % 4 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Names of seasons, months and days of the week, with digits and symbols.
    static var calendarPasswords: [String] {
        let yearsFirst = englishAbbreviations.flatMap { word in years.map { $0 + word } }
        return (englishCalendar + englishAbbreviations).flatMap(fullyWritten) + yearsFirst
            + otherCalendars.flatMap(brieflyWritten)
    }

    private static let englishCalendar = words(
        """
        spring summer autumn fall winter
        january february march april june july august september october november december
        monday tuesday wednesday thursday friday saturday sunday
        """)

    private static let englishAbbreviations = words(
        """
        jan feb mar apr may jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
        """)

    /// Names with letters beyond ASCII are also listed in ASCII, as people type them.
    private static let otherCalendars = words(
        """
        frühling fruehling sommer herbst
        januar jänner jaenner februar märz maerz marz mai juni juli oktober dezember
        montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag

        printemps été ete automne hiver
        janvier février fevrier mars avril juin juillet août aout septembre octobre novembre décembre decembre
        lundi mardi mercredi jeudi vendredi samedi dimanche

        primavera verano otoño otono invierno
        enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
        lunes martes miércoles miercoles jueves viernes sábado sabado domingo

        verão verao outono inverno
        janeiro fevereiro março marco maio junho julho setembro outubro novembro dezembro
        segunda terça terca quarta quinta sexta segundafeira

        estate autunno
        gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
        lunedì lunedi martedì martedi mercoledì mercoledi giovedì giovedi venerdì venerdi sabato domenica

        lente zomer herfst
        januari februari maart mei augustus
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag

        kemarau hujan musim
        maret agustus desember
        senin selasa rabu kamis jumat sabtu minggu

        весна лето осень зима
        январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
        понедельник вторник среда четверг пятница суббота воскресенье
        vesna leto osen zima
        yanvar fevral mart aprel iyun iyul avgust sentyabr oktyabr noyabr dekabr
        ponedelnik vtornik sreda chetverg pyatnica pyatnitsa subbota voskresenie voskresenye
        """)
}
