/// Gives the body as lines of text, which end with LF or CRLF.
///
/// ```swift
/// let names = try await network.get("names.txt").value(.lines)
/// ```
///
/// The text is read as ``StringSerializer`` reads it. A line end at the very end begins no further line, and an empty
/// body has none. For lines one by one, as they arrive, there are streaming requests.
public struct LinesSerializer: ResponseSerializer {
  /// Makes a serializer.
  public init() {}

  /// The lines of the body, without their ends.
  public func serialize(_ response: ReceivedResponse) throws -> [String] {
    let text = try StringSerializer().serialize(response)
    // By bytes: CRLF is one character, and a mark after LF would make it another.
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }
  }
}

extension ResponseSerializer where Self == LinesSerializer {
  /// The body as lines of text.
  public static var lines: LinesSerializer { LinesSerializer() }
}
