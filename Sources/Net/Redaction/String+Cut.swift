extension String {
  /// Returns the text, or its first bytes and their number if it is longer than the limit.
  ///
  /// Descriptions of errors are cut, because a URL or the text of another error may have megabytes.
  package func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return "\(self[..<end])… (\(utf8.count.counted("byte")))"
  }
}
