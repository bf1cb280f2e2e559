extension Int {
    /// The number with thousands separated by commas.
    var grouped: String {
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// The number and its noun in the singular or plural.
    func counted(_ one: String, _ several: String) -> String {
        "\(grouped) \(self == 1 ? one : several)"
    }
}
