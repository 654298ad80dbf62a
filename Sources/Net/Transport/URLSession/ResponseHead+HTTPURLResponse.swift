import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ResponseHead {
  /// Creates a head from Foundation's response, which joins repeated fields and does not keep their order.
  ///
  /// They are sorted by name.
  ///
  /// `Set-Cookie` is split again, because joining changes its meaning.
  init(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields
      .map { HTTPField(name: Self.text($0.key.base), value: Self.text($0.value)) }
      .sorted { $0.name < $1.name }
    var headers = HTTPHeaders()
    for field in fields {
      if field.isNamed("Set-Cookie") {
        for value in Self.cookies(joined: field.value) { headers.add(name: field.name, value: value) }
      } else {
        headers.add(field)
      }
    }
    self.init(status: response.statusCode, headers: headers, url: response.url)
  }

  /// Names and values are strings, although their types do not say so.
  ///
  /// A CR without LF becomes a space, because no field may contain it (RFC 9112 section 2.2). A space before a value, which
  /// a URL protocol may write, is not a part of it (RFC 9110 section 5.5).
  private static func text(_ value: Any) -> String {
    var text = value as? String ?? "\(value)"
    if text.utf8.first == UInt8(ascii: " ") { text = HeaderSyntax.trimmed(text) }
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\r" ? " " : $0 }))
  }

  /// Returns the values of `Set-Cookie` fields that were joined with `, `.
  ///
  /// A comma separates two cookies only if a name and `=` follow it before the next `;`. Otherwise it belongs to a
  /// value, such as a date. An empty field between or after others is left out (RFC 9110 section 5.6.1).
  static func cookies(joined text: String) -> [String] {
    var cookies: [String] = []
    var empty = 0
    for part in text.utf8.split(separator: ", ".utf8, omittingEmptySubsequences: false).map(Substring.init) {
      if part.isEmpty, !cookies.isEmpty {
        empty += 1
        continue
      }
      let (name, value) = part.cut(at: ";").head.cut(at: "=")
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
}
