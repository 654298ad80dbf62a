import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ResponseHead {
  /// Creates a head from Foundation's response, which joins repeated fields and does not keep their order.
  ///
  /// They are sorted by name. Fields that are not lists, such as `Set-Cookie`, `Location` and `Content-Type`,
  /// are split again, because joining changes their meaning.
  init(_ response: HTTPURLResponse) {
    let all = response.allHeaderFields
    var fields: [HTTPField] = []
    fields.reserveCapacity(all.count)
    for (name, value) in all { fields.append(HTTPField(name: Self.text(name.base), value: Self.text(value))) }
    fields.sort { $0.name < $1.name }
    var headers = HTTPHeaders()
    for field in fields {
      if Self.contains(UInt8(ascii: ","), field.value) {
        for value in Self.values(joined: field) { headers.add(name: field.name, value: value) }
      } else {
        headers.add(name: field.name, value: HeaderSyntax.trimmed(field.value))
      }
    }
    self.init(status: response.statusCode, headers: headers, url: response.url)
  }

  /// Names and values are strings, although their types do not say so.
  ///
  /// A CR without LF becomes a space, because no field may contain it (RFC 9112 section 2.2).
  private static func text(_ value: Any) -> String {
    let text = value as? String ?? "\(value)"
    guard contains(UInt8(ascii: "\r"), text) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\r" ? " " : $0 }))
  }

  /// Whether the byte occurs; on the bytes in memory, because a view of the text takes five times as long.
  private static func contains(_ byte: UInt8, _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { unsafe $0.contains(byte) }
  }

  /// Returns the values of the fields that were joined with `, `.
  ///
  /// Foundation keeps the whitespace after a value, and a URL protocol may also write some before it. It is not part of
  /// the value (RFC 9110 section 5.5).
  static func values(joined field: HTTPField) -> [String] {
    untrimmed(joined: field).map { HeaderSyntax.trimmed($0) }
  }

  private static func untrimmed(joined field: HTTPField) -> [String] {
    switch HeaderSyntax.folded(field.name) {
    case "set-cookie": return cookies(joined: field.value)
    case "location": return references(joined: field.value)
    case "date", "expires", "last-modified", "retry-after": return dates(joined: field.value)
    case "content-type", "content-disposition", "content-location", "content-range", "etag", "age":
      return parts(of: field.value).map(String.init)
    default: return [field.value]
    }
  }

  /// Returns the values of `Set-Cookie` fields that were joined with `, `.
  ///
  /// A comma separates two cookies only if it is outside a quoted value, and a name and `=` follow it before the next
  /// `;`. Otherwise it belongs to a value, such as a date. An empty field between or after others is left out (RFC 9110
  /// section 5.6.1).
  static func cookies(joined text: String) -> [String] {
    var cookies: [String] = []
    var empty = 0
    for part in parts(of: text) {
      if part.utf8.allSatisfy(HeaderSyntax.isSpace), !cookies.isEmpty {
        empty += 1
        continue
      }
      let (name, value) = HeaderSyntax.trimmed(part).cut(at: ";").head.cut(at: "=")
      let beginsCookie = value != nil && !name.isEmpty && !name.utf8.contains(UInt8(ascii: " "))
      if beginsCookie || cookies.isEmpty {
        cookies.append(String(part))
      } else {
        cookies[cookies.count - 1] += String(repeating: ", ", count: empty + 1) + part
      }
      empty = 0
    }
    return cookies
  }

  /// Returns the values of `Location` fields that were joined with `, `.
  ///
  /// A comma and a space within one reference do not separate two references, unless what follows begins like
  /// a reference, or repeats what comes before.
  private static func references(joined text: String) -> [String] {
    var references: [String] = []
    for part in text.utf8.split(separator: ", ".utf8, omittingEmptySubsequences: false).map(Substring.init) {
      let reference = HeaderSyntax.trimmed(part)
      let beginsReference = ["/", "http://", "https://"].contains { reference.utf8.starts(with: $0.utf8) }
      if let last = references.last, !beginsReference,
        !HeaderSyntax.trimmed(last).hasCodePoints(of: reference)
      {
        references[references.count - 1] += ", " + part
      } else {
        references.append(String(part))
      }
    }
    return references
  }

  /// Returns dates or numbers that were joined with `, `, which also follows the day of the week in a date.
  private static func dates(joined text: String) -> [String] {
    // Nearly every response has one date, and cutting it up and joining it takes long.
    if isOneDate(text) { return [text] }
    var dates: [String] = []
    var isInDate = false
    for part in parts(of: text) {
      if isInDate { dates[dates.count - 1] += ", " + part } else { dates.append(String(part)) }
      let word = HeaderSyntax.trimmed(part)
      isInDate = !isInDate && !word.isEmpty && word.utf8.allSatisfy { 0x61...0x7a ~= $0 | 0x20 }
    }
    return dates
  }

  /// Whether the only comma follows letters, which are the day of the week.
  private static func isOneDate(_ text: String) -> Bool {
    var text = text
    // The bytes are valid during the closure.
    return text.withUTF8 { bytes in
      let comma = UInt8(ascii: ",")
      guard let first = unsafe bytes.firstIndex(of: comma), first > 0 else { return false }
      return unsafe bytes[..<first].allSatisfy { 0x61...0x7a ~= $0 | 0x20 }
        && !bytes[(first + 1)...].contains(comma)
    }
  }

  /// Splits at each `, ` outside quotes.
  ///
  /// A quote opens at the start of a value. It is plain text if no other closes it before a separator.
  private static func parts(of text: String) -> [Substring] {
    let bytes = text.utf8
    var parts: [Substring] = []
    var (start, index) = (bytes.startIndex, bytes.startIndex)
    var mayBeginValue = true
    // What precedes the byte at the index in its value, which may be long, without the space before it.
    var beginning = Beginning.nothing
    while index < bytes.endIndex {
      let next = bytes.index(after: index)
      switch bytes[index] {
      case UInt8(ascii: "\"") where mayBeginValue:
        index = endOfQuoted(bytes, from: next) ?? next
        mayBeginValue = false
        beginning = .other
        continue
      case UInt8(ascii: ",") where next < bytes.endIndex && bytes[next] == UInt8(ascii: " "):
        parts.append(text[start..<index])
        index = bytes.index(after: next)
        start = index
        mayBeginValue = true
        beginning = .nothing
        continue
      case let byte where mayBeginValue && HeaderSyntax.isSpace(byte): break
      case let byte:
        // After `W/` an entity tag begins.
        mayBeginValue = byte == UInt8(ascii: "=") || byte == UInt8(ascii: "/") && beginning == .weakTag
        beginning = byte == UInt8(ascii: "W") && beginning == .nothing ? .weakTag : .other
      }
      index = next
    }
    return parts + [text[start...]]
  }

  /// The bytes of a value so far.
  private enum Beginning {
    case nothing
    /// `W`, which begins a weak entity tag (RFC 9110 section 8.8.3).
    case weakTag
    case other
  }

  /// Returns the index after the closing quote and whitespace, if a separator or the end follows them.
  private static func endOfQuoted(_ bytes: String.UTF8View, from start: String.Index) -> String.Index? {
    var isEscaped = false
    for index in bytes.indices[start...] {
      if !isEscaped, bytes[index] == UInt8(ascii: "\"") {
        let rest = bytes[bytes.index(after: index)...].drop(while: HeaderSyntax.isSpace)
        let isEnd = rest.first.map { [UInt8(ascii: ";"), UInt8(ascii: ",")].contains($0) } ?? true
        return isEnd ? rest.startIndex : nil
      }
      isEscaped = !isEscaped && bytes[index] == UInt8(ascii: "\\")
    }
    return nil
  }
}
