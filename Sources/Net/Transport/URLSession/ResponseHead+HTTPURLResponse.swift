import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ResponseHead {
  /// The head as Foundation gives it: without the order of the fields, so they are sorted by name, and with
  /// repeated fields joined.
  ///
  /// `Set-Cookie` is taken apart again, since joining it loses its meaning.
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

  /// Names and values are texts, though their types do not say so.
  private static func text(_ value: Any) -> String { value as? String ?? "\(value)" }

  /// The values of `Set-Cookie` fields that were joined with `, `.
  ///
  /// A comma within a value, as in a date, is told apart by what follows it: a cookie begins with a name and
  /// `=` before the next `;`.
  static func cookies(joined text: String) -> [String] {
    var cookies: [String] = []
    for part in text.split(separator: ", ", omittingEmptySubsequences: false) {
      let start = part.prefix { $0 != ";" }
      let name = start.prefix { $0 != "=" }
      let beginsCookie = name.endIndex < start.endIndex && !name.isEmpty && !name.contains(" ")
      if beginsCookie || cookies.isEmpty {
        cookies.append(String(part))
      } else {
        cookies[cookies.count - 1] += ", " + part
      }
    }
    return cookies
  }
}
