import Glibc
import PasswordRules

/// The paths of files that were installed with this program.
enum Installation {
    /// The path of the list of common passwords, found from the program's folder `bin`; nil if the program
    /// was not installed.
    static let commonBlocklist: [UInt8]? = commonBlocklist(ofProgramAtPath: programPath)

    /// The path of the list of ranked words: next to the list of common passwords, or else the default.
    static var ranks: [UInt8] { PolicyStack(commonBlocklist: commonBlocklist).commonRanks }

    /// The path of a list that `ranked-words` names.
    static func path(ofRankedWords name: [UInt8]) -> [UInt8] {
        PolicyStack(commonBlocklist: commonBlocklist).path(ofRankedWords: name)
    }

    /// The path of the list that was installed with the program at this path.
    static func commonBlocklist(ofProgramAtPath path: [UInt8]?) -> [UInt8]? {
        let end = Array("/bin/passwordrules".utf8)
        guard let path, path.first == 0x2F, path.count >= end.count, path.suffix(end.count) == end[...],
            // Policies name it in a line, so it must be printable.
            path.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return nil }
        return path.dropLast(end.count) + Array("/share/passwordrules/common.blocklist".utf8)
    }

    private static var programPath: [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: the buffer holds as many bytes as are requested.
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            return unsafe readlink(
                "/proc/self/exe", start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        return count > 0 && count < buffer.count ? Array(buffer.prefix(count)) : nil
    }
}
