import Foundation

/// The parts of a multipart body (RFC 2046 section 5.1.1), which may be truncated or use LF line breaks.
struct MultipartSecrets {
  private let bytes: [UInt8]
  /// The header and the content of each part.
  private let parts: [(head: Range<Int>, content: Range<Int>)]

  /// Creates the parts of a body that has a line with the boundary of its content type.
  ///
  /// Returns nil for any other.
  init?(_ bytes: [UInt8], boundaryOf contentType: String) {
    guard Self.isMultipart(contentType), let boundary = Self.boundary(of: contentType) else { return nil }
    let delimiter = Array("--\(boundary)".utf8)
    guard let start = Self.firstLine(in: bytes, from: 0, beginningWith: delimiter) else { return nil }
    self.init(bytes, from: start, delimiter: delimiter[...])
  }

  /// Returns nil if the body does not seem to be multipart.
  ///
  /// The first delimiter is the first line that begins with `--`. A body that is not declared as multipart begins with
  /// it, and has a part that says what it is: a text such as YAML may begin with `--`, too.
  init?(_ bytes: [UInt8], contentType: String) {
    let isDeclared = Self.isMultipart(contentType)
    let dashes = Array("--".utf8)
    let first = bytes.firstIndex { !SecretSweep.isSpace($0) } ?? 0
    guard isDeclared || bytes[first...].starts(with: dashes),
      let start = Self.firstLine(in: bytes, from: first, beginningWith: dashes)
    else { return nil }
    var delimiter = bytes[start...].prefix { !SecretSweep.isLineBreak($0) }
    while let last = delimiter.last, SecretSweep.isSpace(last) { delimiter.removeLast() }
    guard delimiter.count > 2 else { return nil }
    self.init(bytes, from: start, delimiter: delimiter)
    let isPart = parts.contains { part in
      let head = String(decoding: bytes[part.head], as: UTF8.self)
      return ["content-disposition", "content-type"].contains { Self.field($0, of: head) != nil }
    }
    guard isDeclared || isPart else { return nil }
  }

  private init(_ bytes: [UInt8], from start: Int, delimiter: ArraySlice<UInt8>) {
    self.bytes = bytes
    var parts: [(head: Range<Int>, content: Range<Int>)] = []
    var lineStart = start
    var partStart: Int?
    while lineStart < bytes.count {
      let line = bytes[lineStart...].prefix { $0 != 0x0a }
      if bytes[lineStart] == UInt8(ascii: "-"), line.starts(with: delimiter) {
        if let partStart {
          let end = max(partStart, Self.withoutLineBreak(bytes, lineStart))
          parts.append(Self.part(bytes, partStart..<end))
        }
        partStart = min(line.endIndex + 1, bytes.count)
      }
      lineStart = line.endIndex + 1
    }
    if let partStart { parts.append(Self.part(bytes, partStart..<bytes.count)) }
    self.parts = parts
  }

  private static func isMultipart(_ contentType: String) -> Bool {
    HeaderSyntax.folded(contentType).hasPrefix("multipart/")
  }

  /// Returns the parameter `boundary` (RFC 2046 section 5.1.1), whose case matters.
  private static func boundary(of contentType: String) -> String? {
    let boundary = HeaderSyntax.split(contentType, at: ";").dropFirst().lazy.map(HeaderSyntax.parameter)
      .first { $0.name == "boundary" }?.value
    return boundary.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the start of the first line that begins with these bytes; a preamble may precede it.
  private static func firstLine(in bytes: [UInt8], from first: Int, beginningWith mark: [UInt8]) -> Int? {
    var start = first
    while start < bytes.count, !bytes[start...].starts(with: mark) {
      start = (bytes[start...].firstIndex(of: 0x0a) ?? bytes.count) + 1
    }
    return start < bytes.count ? start : nil
  }

  /// Returns the end of the content before the delimiter that begins at `end`, without its line break.
  private static func withoutLineBreak(_ bytes: [UInt8], _ end: Int) -> Int {
    guard end > 0 else { return end }
    return end > 1 && bytes[end - 2] == 0x0d ? end - 2 : end - 1
  }

  private static func part(_ bytes: [UInt8], _ range: Range<Int>) -> (head: Range<Int>, content: Range<Int>) {
    guard range.lowerBound < range.upperBound else { return (range.lowerBound..<range.lowerBound, range) }
    var index = range.lowerBound
    while index < range.upperBound {
      let line = bytes[index..<range.upperBound].prefix { $0 != 0x0a }
      let next = min(line.endIndex + 1, range.upperBound)
      if line.allSatisfy(SecretSweep.isSpace) { return (range.lowerBound..<index, next..<range.upperBound) }
      index = next
    }
    return (range, range.upperBound..<range.upperBound)
  }

  /// Returns the body with some contents replaced, or nil if nothing is.
  ///
  /// - `content`: Receives the possible names, content and type of a part. Returns the replacement, or nil to keep the
  ///   content.
  ///   - between: Receives what is around the contents: delimiters, heads, and the texts before and after all parts.
  func redacted(
    _ content: (_ names: [String], _ content: [UInt8], _ type: String) -> [UInt8]?,
    between: (_ text: [UInt8]) -> [UInt8]?
  ) -> [UInt8]? {
    var result: [UInt8] = []
    var copied = 0
    var isChanged = false
    func append(_ old: [UInt8], or new: [UInt8]?) {
      isChanged = isChanged || new != nil
      result += new ?? old
    }
    for part in parts where !part.content.isEmpty {
      let head = String(decoding: bytes[part.head], as: UTF8.self)
      let type = Self.field("content-type", of: head) ?? ""
      let names = Self.field("content-disposition", of: head).map(Self.names) ?? []
      let (text, old) = (Array(bytes[copied..<part.content.lowerBound]), Array(bytes[part.content]))
      append(text, or: between(text))
      append(old, or: content(names, old, type))
      copied = part.content.upperBound
    }
    let text = Array(bytes[copied...])
    append(text, or: between(text))
    return isChanged ? result : nil
  }

  private static func field(_ name: String, of head: String) -> String? {
    for line in lines(of: head) {
      let pair = line.cut(at: ":")
      guard let value = pair.tail, HeaderSyntax.folded(HeaderSyntax.trimmed(pair.head)) == name else {
        continue
      }
      return HeaderSyntax.trimmed(value)
    }
    return nil
  }

  /// Returns the lines of the head without their line breaks, and folded ones as one line (RFC 5322 section 2.2.3).
  ///
  /// Only LF ends a line, with or without CR before it. A name may contain other line breaks of Unicode.
  private static func lines(of head: String) -> [String] {
    var lines: [String] = []
    for part in head.parts(between: "\n") {
      var line = part.utf8
      while line.last == 0x0d { line.removeLast() }
      let isFolded = line.first == 0x20 || line.first == 0x09
      if isFolded, !lines.isEmpty {
        lines[lines.count - 1].append(contentsOf: Substring(line))
      } else {
        lines.append(String(Substring(line)))
      }
    }
    return lines
  }

  private static let quotes = CharacterSet(charactersIn: "\"")

  /// Returns the values of `name` in a `Content-Disposition`, with and without regard to its quotes, which may be
  /// wrong.
  private static func names(of disposition: String) -> [String] {
    let parameters =
      HeaderSyntax.split(disposition, at: ";") + disposition.parts(between: ";").map(String.init)
    return parameters.flatMap { parameter -> [String] in
      let (name, value) = HeaderSyntax.parameter(parameter)
      switch name {
      case "name":
        // Browsers do not escape a backslash.
        let raw = HeaderSyntax.trimmed(parameter.cut(at: "=").tail ?? "")
        return [value, raw].map { $0.trimmingCharacters(in: Self.quotes) }
      case "name*": return [ContentDisposition.decoded(value) ?? value]
      default: return []
      }
    }
  }
}
