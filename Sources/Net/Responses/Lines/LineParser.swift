public import Foundation

/// Splits bytes that arrive in chunks into lines.
///
/// ```swift
/// var parser = LineParser()
/// parser.append(chunk)
/// while let line = try parser.next() { print(String(decoding: line, as: UTF8.self)) }
/// ```
///
/// A line is a slice of the parser's input, so reading it allocates nothing. To keep it, copy it to a `String` or
/// `Data`.
///
/// Lines do not include their line ends. When the input has ended, bytes after the last line end are a line; a line end
/// at the very end does not begin another. A UTF-8 byte order mark at the start is skipped.
public struct LineParser: StreamParser {
  /// The byte sequences that end a line.
  public enum Endings: Sendable, Hashable {
    /// LF and CRLF, as in text and JSON lines. A CR without LF belongs to its line, except at the very end of the
    /// input, where the LF is assumed to be lost.
    case lineFeed
    /// LF, CRLF and CR, as in event streams. A line that ends with CR is returned immediately, before it is known
    /// whether LF follows.
    case any
  }

  /// The default maximum length of a line: 1 MiB.
  public static let defaultMaximumLength = 1 << 20

  /// The byte sequences that end a line.
  public let endings: Endings
  /// The maximum length of a line in bytes, without its line end.
  public let maximumLength: Int
  /// The number of the last line, counted from 1; 0 before the first.
  public private(set) var lineNumber = 0

  private var input: [UInt8] = []
  /// The start of the next line.
  private var start = 0
  /// The input up to this index contains no end of the next line.
  private var scanned = 0
  /// Whether the last line ended with CR, so that a following LF belongs to it.
  private var skipsLineFeed = false
  private var hasFinished = false
  private var failure: LineTooLong?
  /// The first byte of lines that are skipped if they are too long; nil for none.
  private var skippedStart: UInt8?
  /// Whether the input begins within a line that is skipped.
  private var isSkipping = false

  /// Creates a parser that skips lines that are too long if they begin with a byte.
  init(endings: Endings, maximumLength: Int, skippingLongLinesAfter start: UInt8) {
    self.init(endings: endings, maximumLength: maximumLength)
    skippedStart = start
  }

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - endings: The byte sequences that end a line.
  ///   - maximumLength: The maximum length of a line in bytes. After a longer line every call fails.
  public init(endings: Endings = .lineFeed, maximumLength: Int = Self.defaultMaximumLength) {
    self.endings = endings
    self.maximumLength = max(0, maximumLength)
  }

  /// Appends bytes to the input.
  public mutating func append(_ chunk: Data) {
    guard !hasFinished, failure == nil else { return }
    // Not on every call, so that the rest is not moved for every chunk if the caller reads slowly.
    if start > input.count / 2 {
      input.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    input.append(contentsOf: chunk)
  }

  /// Ends the input.
  ///
  /// Bytes after the last line end become the last line.
  public mutating func finish() { hasFinished = true }

  /// Returns the next line without its line end, or nil if the line is incomplete or the input has ended.
  ///
  /// - Throws: ``LineTooLong``, and again on every later call.
  public mutating func next() throws(LineTooLong) -> ArraySlice<UInt8>? {
    if let failure { throw failure }
    while true {
      skipLineFeed()
      guard let end = endOfLine() else { return try lastLine() }
      let line = content(of: input[start..<end])
      let isSkipped = isSkipping || mustSkip(line)
      if !isSkipped { _ = try checked(line) }
      isSkipping = false
      skipsLineFeed = endings == .any && input[end] == 0x0d
      move(to: end + 1)
      lineNumber += 1
      if !isSkipped { return line }
    }
  }

  private func mustSkip(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > maximumLength && skippedStart != nil && line.first == skippedStart
  }

  /// Returns the rest of the input if the input has ended.
  private mutating func lastLine() throws(LineTooLong) -> ArraySlice<UInt8>? {
    scanned = input.count
    guard start < input.count else { return nil }
    let rest = input[start...]
    if isSkipping || mustSkip(content(of: rest)) {
      isSkipping = true
      move(to: input.count)
      return nil
    }
    guard hasFinished else {
      // A possible beginning of a byte order mark does not count.
      if lineNumber > 0 || !Self.byteOrderMark.starts(with: rest) { _ = try checked(content(of: rest)) }
      return nil
    }
    // A byte order mark alone is an empty text.
    let isEmpty = lineNumber == 0 && rest.elementsEqual(Self.byteOrderMark)
    let line = try checked(content(of: rest))
    move(to: input.count)
    guard !isEmpty else { return nil }
    lineNumber += 1
    return line
  }

  private mutating func move(to position: Int) {
    start = position
    scanned = position
  }

  private mutating func checked(_ line: ArraySlice<UInt8>) throws(LineTooLong) -> ArraySlice<UInt8> {
    guard line.count > maximumLength else { return line }
    let error = LineTooLong(
      number: lineNumber + 1, limit: maximumLength, beginning: Data(line.prefix(maximumLength)))
    failure = error
    input = []
    move(to: 0)
    throw error
  }

  // MARK: - Bytes

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Returns the line without a byte order mark and without the CR of a CRLF.
  private func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var content = line
    if lineNumber == 0, line.starts(with: Self.byteOrderMark) { content = content.dropFirst(3) }
    return endings == .lineFeed && content.last == 0x0d ? content.dropLast() : content
  }

  private mutating func skipLineFeed() {
    guard skipsLineFeed, start < input.count else { return }
    skipsLineFeed = false
    if input[start] == 0x0a { move(to: start + 1) }
  }

  private func endOfLine() -> Int? {
    switch endings {
    case .lineFeed: input.span.firstIndex(of: 0x0a, from: scanned)
    case .any: input.span.firstIndex(of: 0x0a, or: 0x0d, from: scanned)
    }
  }
}
