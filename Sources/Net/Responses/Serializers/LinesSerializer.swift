/// A serializer that returns the body as lines of text, which end with LF or CRLF.
///
/// ```swift
/// let names = try await network.get("names.txt").value(.lines)
/// ```
///
/// The text is decoded like that of ``StringSerializer``. A line end at the very end does not begin another line, and
/// an empty body has no lines. To receive lines as they arrive, use a streaming request.
public struct LinesSerializer: ResponseSerializer {
  /// Creates a serializer.
  public init() {}

  /// Returns the lines of the body without their line ends.
  public func serialize(_ response: ReceivedResponse) throws -> [String] {
    let text = try StringSerializer().serialize(response)
    // By bytes: CRLF is one `Character`, and LF followed by a combining mark is another.
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }
  }
}

extension ResponseSerializer where Self == LinesSerializer {
  /// Returns the body as lines of text.
  public static var lines: LinesSerializer { LinesSerializer() }
}
