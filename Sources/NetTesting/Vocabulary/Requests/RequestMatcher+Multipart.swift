public import Foundation
import Net

extension RequestMatcher {
  /// Requests whose body is a `multipart/form-data` form (RFC 7578) with a part of this name and, if given, this file
  /// name, content type and content.
  ///
  /// ```swift
  /// server.stub(.post("/avatar") && .multipart(part: "image", fileName: "me.png"), with: .status(201))
  /// ```
  ///
  /// The parameters of both content types are ignored. A body with a `Content-Encoding` that this machine can undo is
  /// decoded first, up to 16 MiB.
  public static func multipart(
    part name: String, fileName: String? = nil, contentType: String? = nil, data: Data? = nil
  ) -> RequestMatcher {
    var details: [String] = []
    if let fileName { details.append("filename \"\(fileName)\"") }
    if let contentType { details.append(contentType) }
    if let data { details.append(MultipartReader.shown(data, of: name, .standard)) }
    let wanted = (["part \"\(name)\""] + details).joined(separator: ", ")
    let criterion = Criterion(
      part: "multipart", expected: wanted,
      actual: { request in
        guard let parts = MultipartReader.parts(of: request) else { return "no multipart/form-data" }
        let summary =
          parts.isEmpty ? "no parts" : parts.map { $0.summary(request.redaction) }.joined(separator: "; ")
        return summary + request.codingNote
      },
      matches: { request in
        MultipartReader.parts(of: request)?.contains { part in
          part.isNamed(name, fileName)
            && (contentType == nil || part.mediaType == contentType.map(MultipartReader.mediaType(of:)))
            && (data == nil || part.data == data)
        } == true
      },
      hidden: { request in
        guard let data, let parts = MultipartReader.parts(of: request) else { return [] }
        let redaction = request.redaction
        let shown = MultipartReader.shown(data, of: name, redaction)
        let other = parts.first { part in
          part.isNamed(name, nil) && part.data != data
            && MultipartReader.shown(part.data, of: name, redaction) == shown
        }
        return other.map { part in
          let isHidden = redaction.hides(formName: name)
          return [
            "\(name): " + (isHidden ? Redaction.hiddenDifference : redaction.difference(of: data, part.data))
          ]
        } ?? []
      })
    return RequestMatcher("multipart with \(wanted)", criteria: [criterion])
  }

  /// Requests whose body is a multipart form with a part of this name and this text in UTF-8.
  ///
  /// ```swift
  /// server.stub(.post("/avatar") && .multipart(part: "title", text: "Me"), with: .status(201))
  /// ```
  public static func multipart(part name: String, text: String) -> RequestMatcher {
    multipart(part: name, data: Data(text.utf8))
  }
}

/// Reads the parts of a `multipart/form-data` body (RFC 2046 section 5.1.1, RFC 7578).
enum MultipartReader {
  /// What a backslash is in a quoted parameter.
  enum Backslash: CaseIterable, Sendable {
    /// `\"` and `\\` are a quotation mark and a backslash (RFC 2045 section 5.1).
    case escapes
    /// A backslash, as browsers and `MultipartFormData` send it (WHATWG HTML, section 4.10.21.8).
    case isText
  }

  struct Part {
    var headers: HTTPHeaders
    var data: Data

    var name: String? { parameter("name") }
    var fileName: String? { parameter("filename") }
    var mediaType: String? { headers["Content-Type"].map(MultipartReader.mediaType(of:)) }

    func summary(_ redaction: Redaction) -> String {
      let file = fileName.map { ", filename \"\($0)\"" } ?? ""
      return
        "part \"\(name ?? "")\"\(file), \(mediaType ?? "no type"), \(MultipartReader.shown(data, of: name, redaction))"
    }

    /// Whether these are the names of the part, in one of the readings of `\`.
    func isNamed(_ name: String, _ fileName: String?) -> Bool {
      MultipartReader.Backslash.allCases.contains { backslash in
        MultipartReader.areSame(parameter("name", backslash), name)
          && (fileName.map { MultipartReader.areSame(parameter("filename", backslash), $0) } ?? true)
      }
    }

    private func parameter(_ name: String, _ backslash: Backslash = .escapes) -> String? {
      headers["Content-Disposition"].flatMap { MultipartReader.parameter(name, of: $0, backslash) }
    }
  }

  /// Whether a name of a part is the expected one.
  ///
  /// `"` and `%22` are the same, because a percent sign is not escaped (WHATWG HTML, section 4.10.21.8).
  static func areSame(_ name: String?, _ expected: String) -> Bool {
    name.map { escaped($0).hasCodePoints(of: escaped(expected)) } ?? false
  }

  private static let escapes = [("\"", "%22"), ("\r", "%0D"), ("\n", "%0A")]

  private static func escaped(_ name: String) -> String {
    escapes.reduce(name) { $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal) }
  }

  /// A content type without its parameters, in lower case.
  static func mediaType(of contentType: String) -> String {
    contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// The redacted content of a part, for a failure message.
  static func shown(_ data: Data, of name: String?, _ redaction: Redaction) -> String {
    name.map(redaction.hides(formName:)) == true ? Redaction.placeholder : redaction.shownText(of: data)
  }

  /// The parts that can be read; nil if the request is not a multipart form.
  static func parts(of request: RecordedRequest) -> [Part]? {
    guard let type = request.headers["Content-Type"], type.lowercased().hasPrefix("multipart/form-data"),
      let boundary = parameter("boundary", of: type), !boundary.isEmpty
    else { return nil }
    // The first delimiter may have no line break before it.
    let body = Data("\r\n".utf8) + request.plainBody
    let delimiter = Data("\r\n--\(boundary)".utf8)
    var parts: [Part] = []
    var start = next(delimiter, in: body[...])?.upperBound
    // The last delimiter ends with `--`; what follows it is not part of the form.
    while let from = start, !body[from...].starts(with: "--".utf8),
      let next = next(delimiter, in: body[from...])
    {
      if let part = part(body[from..<next.lowerBound]) { parts.append(part) }
      start = next.upperBound
    }
    return parts
  }

  /// Returns the next line that is the delimiter, apart from `--` and space after it (RFC 2046 section 5.1.1).
  private static func next(_ delimiter: Data, in body: Data) -> Range<Data.Index>? {
    var rest = body
    while let found = rest.range(of: delimiter) {
      rest = rest[found.upperBound...]
      var line = rest
      if line.starts(with: "--".utf8) { line = line.dropFirst(2) }
      line = line.drop { $0 == 0x20 || $0 == 0x09 }
      if line.isEmpty || line.starts(with: "\r\n".utf8) { return found }
    }
    return nil
  }

  private static func part(_ bytes: Data) -> Part? {
    guard let lineEnd = bytes.range(of: Data("\r\n".utf8)) else { return nil }
    let content = bytes[lineEnd.lowerBound...]
    guard let headEnd = content.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    var headers = HTTPHeaders()
    for line in String(decoding: content[..<headEnd.lowerBound], as: UTF8.self).split(separator: "\r\n") {
      let (name, value) = line.cut(at: ":")
      if let value { headers.add(name: String(name), value: value.trimmingCharacters(in: .whitespaces)) }
    }
    return Part(headers: headers, data: Data(content[headEnd.upperBound...]))
  }

  /// The value of a parameter, `name=value` or `name="value"`; a quotation mark in the value is `\"` or `%22`, and
  /// a line break `%0D`, `%0A` or both.
  static func parameter(
    _ name: String, of field: String, _ backslash: Backslash = .escapes
  ) -> String? {
    var rest = field[...].unicodeScalars.drop { $0 != ";" }.dropFirst()
    while !rest.isEmpty {
      let found = Substring(rest.prefix { $0 != "=" && $0 != ";" })
      rest = rest.drop { $0 != "=" && $0 != ";" }
      let hasValue = rest.first == "="
      rest = rest.dropFirst()
      guard hasValue else { continue }
      let value = takeValue(from: &rest, backslash)
      if found.trimmingCharacters(in: .whitespaces).lowercased() == name { return value }
      rest = rest.drop { $0 != ";" }.dropFirst()
    }
    return nil
  }

  private static func takeValue(
    from rest: inout Substring.UnicodeScalarView, _ backslash: Backslash
  ) -> String {
    rest = rest.drop { $0 == " " }
    guard rest.first == "\"" else {
      defer { rest = rest.drop { $0 != ";" } }
      return Substring(rest.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces)
    }
    rest = rest.dropFirst()
    var value = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      if backslash == .escapes, scalar == "\\", rest.first == "\"" || rest.first == "\\",
        let escaped = rest.popFirst()
      {
        value.append(escaped)
      } else {
        value.append(scalar)
      }
    }
    return escapes.reduce(String(value)) { $0.replacingOccurrences(of: $1.1, with: $1.0, options: .literal) }
  }
}
