package import Foundation

/// Parses a form by RFC 2046 section 5.1 and RFC 7578, independently of the code that encoded it.
package struct ParsedForm: Equatable {
  package struct Part: Equatable {
    package var headers: [String: String]
    package var body: Data

    package var text: String { String(decoding: body, as: UTF8.self) }
    package var name: String? { parameter("name") }
    package var fileName: String? { parameter("filename") }

    /// A quoted parameter of `Content-Disposition`.
    private func parameter(_ name: String) -> String? {
      guard let disposition = headers["content-disposition"],
        let start = disposition.range(of: "; \(name)=\"")
      else { return nil }
      return disposition[start.upperBound...].firstIndex(of: "\"")
        .map { String(disposition[start.upperBound..<$0]) }
    }
  }

  package struct Malformed: Error {
    package var what: String
  }

  package var parts: [Part] = []

  package init(_ body: Data, contentType: String?) throws {
    guard let contentType, contentType.hasPrefix("multipart/form-data; boundary=") else {
      throw Malformed(what: "the content type is \(contentType ?? "missing")")
    }
    let delimiter = Data("--\(contentType.dropFirst("multipart/form-data; boundary=".count))".utf8)
    guard body.starts(with: delimiter) else { throw Malformed(what: "no boundary at the start") }
    var rest = body.dropFirst(delimiter.count)
    while !rest.starts(with: Data("--".utf8)) {
      guard rest.starts(with: Data("\r\n".utf8)), let end = rest.range(of: Data("\r\n".utf8) + delimiter)
      else {
        throw Malformed(what: "a part without an end")
      }
      parts.append(try Self.part(rest[rest.startIndex + 2..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    guard Data(rest) == Data("--\r\n".utf8) else { throw Malformed(what: "bytes after the closing boundary") }
  }

  private static func part(_ bytes: Data) throws -> Part {
    guard let blank = bytes.range(of: Data("\r\n\r\n".utf8)) else {
      throw Malformed(what: "a part without headers")
    }
    var headers: [String: String] = [:]
    for line in String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).components(separatedBy: "\r\n") {
      guard let colon = line.range(of: ": ") else { throw Malformed(what: line) }
      headers[line[..<colon.lowerBound].lowercased()] = String(line[colon.upperBound...])
    }
    return Part(headers: headers, body: Data(bytes[blank.upperBound...]))
  }
}
