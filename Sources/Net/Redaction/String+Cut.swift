package import Foundation

extension String {
  /// Returns the text, or its first bytes and their number if it is longer than the limit.
  ///
  /// Descriptions of errors are cut, because a URL or the text of another error may have megabytes. The part of a
  /// secret that would stay at the end is removed, because a redaction could not recognize it.
  ///
  /// - `redaction`: The redaction that is used for the result.
  package func cut(to limit: Int, for redaction: Redaction = .standard) -> String {
    guard utf8.count > limit else { return self }
    return "\(beginning(of: limit, for: redaction))… (\(utf8.count.counted("byte")))"
  }

  /// Returns the text, or at most its first bytes, without a character or a secret that is cut.
  package func beginning(of limit: Int, for redaction: Redaction = .standard) -> String {
    guard utf8.count > limit else { return self }
    let bytes = Array(utf8.prefix(limit + 1))
    var end = utf8.index(startIndex, offsetBy: SafeCut.length(of: bytes, limit: limit, for: redaction))
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

extension Data {
  /// The bytes, or at most the first ones, without a secret that is cut.
  package func beginning(of limit: Int, for redaction: Redaction = .standard) -> Data {
    prefix(SafeCut.length(of: self, limit: limit, for: redaction))
  }
}
