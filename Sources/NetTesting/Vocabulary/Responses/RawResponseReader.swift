import Foundation
import Net

/// Reads a response in the format that tools print, where lines end with LF or CRLF.
///
/// Fields are decoded as a transport decodes them.
struct RawResponseReader {
  private var rest: Data

  init(_ data: Data) { rest = data }

  private struct Head {
    var status: Int
    var phrase: Substring
    var headers: HTTPHeaders

    /// Whether the head of the final response may follow.
    var isHop: Bool {
      switch status {
      case 100..<200, 300..<400, 401, 407: true
      case 200: phrase.lowercased() == "connection established"
      default: false
      }
    }
  }

  mutating func response() throws(StubMisuse) -> StubResponse {
    var head = try head()
    while head.isHop, rest.starts(with: Data("HTTP/".utf8)) { head = try self.head() }
    guard head.status >= 200 else {
      throw StubMisuse("the raw response has only an interim response, \(head.status), and no final one")
    }
    for name in ["Transfer-Encoding", "Connection", "Keep-Alive"] { head.headers.remove(name: name) }
    // Without a body it may be the response to a `HEAD`, whose length is information.
    if !rest.isEmpty { head.headers.remove(name: "Content-Length") }
    return .response(status: head.status, headers: head.headers, body: Data(rest))
  }

  private mutating func head() throws(StubMisuse) -> Head {
    let line = Self.text(line() ?? Data())
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3, let status = Int(parts[1]),
      (100...999).contains(status)
    else {
      throw StubMisuse("the raw response begins with \"\(line.prefix(100))\", which is not a status line")
    }
    var fields: [HTTPField] = []
    while let line = self.line(), let first = line.first {
      if first.isBlank, let last = fields.indices.last {
        fields[last].fold(line)
      } else if !first.isBlank, let field = HTTPField(line: line), !field.name.isEmpty,
        field.name.utf8.allSatisfy(\.isTokenCharacter)
      {
        fields.append(field)
      } else {
        throw StubMisuse("\"\(Self.text(line).prefix(100))\" in the raw response is not a header field")
      }
    }
    return Head(status: status, phrase: parts.count > 2 ? parts[2] : "", headers: HTTPHeaders(fields))
  }

  private static func text(_ line: Data) -> String { String(decoding: line, as: UTF8.self) }

  /// The next line, without its line ending; nil at the end.
  private mutating func line() -> Data? {
    guard !rest.isEmpty else { return nil }
    let line = rest.prefix { $0 != 0x0a }
    rest = rest.dropFirst(line.count + 1)
    return line.last == 0x0d ? line.dropLast() : line
  }
}
