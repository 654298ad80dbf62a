public import Foundation

/// Cuts bytes that arrive in pieces into lines.
///
/// ```swift
/// var parser = LineParser()
/// parser.append(piece)
/// while let line = try parser.next() { print(String(decoding: line, as: UTF8.self)) }
/// ```
///
/// A line is a part of what the parser has read, so nothing is allocated for one that is looked at and not kept. To keep
/// it, make a `String` or a `Data` of it.
///
/// Lines come without their ends. Bytes after the last end are a line of their own once the input has
/// finished; an end at the very end begins none. One byte order mark of UTF-8 at the beginning is passed over.
public struct LineParser: StreamParser {
  /// What ends a line.
  public enum Endings: Sendable, Hashable {
    /// LF and CRLF, as in text and JSON lines. A CR that no LF follows is part of its line, but for one at the very
    /// end, as if its LF had been lost.
    case lineFeed
    /// LF, CRLF and CR, as in event streams. A line that CR ends is given at once, before it is known whether LF
    /// follows.
    case any
  }

  /// How many bytes a line may have where nothing else is said: a mebibyte.
  public static let defaultMaximumLength = 1 << 20

  /// What ends a line.
  public let endings: Endings
  /// How many bytes a line may have, its end not counted.
  public let maximumLength: Int
  /// The number of the line that was given last, counted from 1; 0 before the first.
  public private(set) var lineNumber = 0

  private var input: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// Up to where the input holds no end of it.
  private var scanned = 0
  /// CR has ended a line, so that LF would belong to that end.
  private var skipsLineFeed = false
  private var hasFinished = false
  private var failure: LineTooLong?

  /// Makes a parser.
  ///
  /// - Parameters:
  ///   - endings: What ends a line.
  ///   - maximumLength: How many bytes a line may have; the first that is longer fails the parser for good.
  public init(endings: Endings = .lineFeed, maximumLength: Int = Self.defaultMaximumLength) {
    self.endings = endings
    self.maximumLength = max(0, maximumLength)
  }

  /// Adds bytes at the end.
  public mutating func append(_ piece: Data) {
    guard !hasFinished, failure == nil else { return }
    // Not each time, so that a caller that is slow to ask does not have the rest moved for every piece.
    if start > input.count / 2 {
      input.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    input.append(contentsOf: piece)
  }

  /// Says that no bytes follow, so that those after the last end are a line.
  public mutating func finish() { hasFinished = true }

  /// The next line, without its end; nil when its end has not arrived, and at the end of the input.
  ///
  /// - Throws: ``LineTooLong``, from then on at every call.
  public mutating func next() throws(LineTooLong) -> ArraySlice<UInt8>? {
    if let failure { throw failure }
    skipLineFeed()
    guard let end = endOfLine() else { return try lastLine() }
    let line = try checked(content(of: input[start..<end]))
    skipsLineFeed = endings == .any && input[end] == 0x0d
    move(to: end + 1)
    lineNumber += 1
    return line
  }

  /// What nothing has ended, if nothing follows.
  private mutating func lastLine() throws(LineTooLong) -> ArraySlice<UInt8>? {
    scanned = input.count
    guard start < input.count else { return nil }
    let rest = input[start...]
    guard hasFinished else {
      // What could become a mark does not count.
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

  /// The line without a byte order mark and without the CR of its end.
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
