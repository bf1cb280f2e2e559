import Glibc
import PasswordRulesLists

/// A progress line on standard error, if that is a terminal.
final class ProgressLine {
    private let isShown = isatty(STDERR_FILENO) == 1
    private var title = ""
    private var stageStart = ContinuousClock.now
    private var lastTime: ContinuousClock.Instant?

    /// The line is redrawn at most five times a second.
    private static let interval = Duration.milliseconds(200)

    /// Shows the progress of the build.
    func show(_ stage: BlocklistBuild.Stage, _ done: Int, _ total: Int?) {
        switch stage {
        case .reading: show("reading", done, total, isInBytes: true)
        case .merging: show("merging", done, total, isInBytes: false)
        case .writing: show("writing", done, total, isInBytes: false)
        }
    }

    /// Shows the progress of a stage; `total` is nil if it is unknown.
    func show(_ title: String, _ done: Int, _ total: Int?, isInBytes: Bool) {
        guard isShown else { return }
        let now = ContinuousClock.now
        if title != self.title {
            self.title = title
            stageStart = now
        }
        if let lastTime, now - lastTime < Self.interval { return }
        lastTime = now
        let seconds = (now - stageStart) / .seconds(1)
        let rate = seconds > 0 ? Double(done) / seconds : 0
        let unit = isInBytes ? "B" : ""
        var line = "\(title): \(short(Double(done)))\(unit)"
        if let total {
            line += " of \(short(Double(total)))\(unit)"
            if total > 0 { line += " (\(min(100, Int(100 * Double(done) / Double(total))))%)" }
        }
        if rate >= 1 {
            line += ", \(short(rate))\(unit)/s"
            if let total { line += ", \(time(Double(max(0, total - done)) / rate)) left" }
        }
        draw(line)
    }

    /// Erases the line.
    func clear() {
        if lastTime != nil { draw("") }
        lastTime = nil
    }

    private func draw(_ line: String) {
        let bytes = Array("\r\u{1B}[K\(line)".utf8)
        // SAFETY: the buffer lives for the duration of the call. A failure loses nothing.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private func short(_ number: Double) -> String {
        let units: [(size: Double, name: String)] = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")]
        for unit in units where number >= unit.size {
            return (number / unit.size).decimals(number < 100 * unit.size ? 1 : 0) + unit.name
        }
        return number.decimals(0) + " "
    }

    private func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds + 0.5, 1e9))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        if hours > 0 { return "\(hours):\(two(minutes)):\(two(whole % 60))" }
        return "\(minutes):\(two(whole % 60))"
    }
}
