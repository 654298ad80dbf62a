import Foundation

/// The header fields of a stored response (RFC 9111 sections 3.1 and 3.2).
///
/// Names are compared by length first, because most fields are kept and most responses are stored unchanged.
enum StoredFields {
  /// Returns the fields to store: without connection fields, and with the time of receipt if `Date` is missing or
  /// invalid (RFC 9110 section 6.6.1).
  static func stored(_ received: HTTPHeaders, at time: Date) -> HTTPHeaders {
    var headers = withoutConnection(received)
    if headers.firstValue(for: "Date").flatMap({ HTTPDate.parse($0, now: time) }) == nil {
      headers.update(name: "Date", value: HTTPDate.text(of: time))
    }
    return headers
  }

  /// Returns the stored fields, updated from a 304.
  ///
  /// Each name in the 304 replaces all fields with that name. `Age` and `Date` come from the 304.
  static func updated(_ stored: HTTPHeaders, by received: HTTPHeaders, at time: Date) -> HTTPHeaders {
    var new = withoutConnection(received)
    if new.contains(where: isOfBytes) { new = HTTPHeaders(new.filter { !isOfBytes($0) }) }
    var headers = HTTPHeaders(
      stored.filter { field in !field.isNamed("Age") && !field.isNamed("Date") && !new.contains(field.name) })
    headers.reserve(new.count + 1)
    for field in new { headers.add(field) }
    return self.stored(headers, at: time)
  }

  private static func withoutConnection(_ headers: HTTPHeaders) -> HTTPHeaders {
    guard headers.contains(where: isOfConnection) else { return headers }
    let named = headers.values(for: "Connection").flatMap { HeaderSyntax.split($0, at: ",") }
    return HTTPHeaders(
      headers.filter { field in !isOfConnection(field) && !named.contains { field.isNamed($0) } })
  }

  /// Returns whether the field belongs to the connection or to a proxy.
  private static func isOfConnection(_ field: HTTPField) -> Bool {
    switch field.name.utf8.count {
    case 2: field.isNamed("TE")
    case 7: field.isNamed("Trailer") || field.isNamed("Upgrade")
    case 10: field.isNamed("Connection") || field.isNamed("Keep-Alive")
    case 16: field.isNamed("Proxy-Connection")
    case 17: field.isNamed("Transfer-Encoding")
    case 18: field.isNamed("Proxy-Authenticate")
    case 19: field.isNamed("Proxy-Authorization")
    case 25: field.isNamed("Proxy-Authentication-Info")
    default: false
    }
  }

  /// Returns whether the field describes the stored bytes, which a 304 does not change.
  private static func isOfBytes(_ field: HTTPField) -> Bool {
    switch field.name.utf8.count {
    case 13: field.isNamed("Content-Range")
    case 14: field.isNamed("Content-Length")
    case 16: field.isNamed("Content-Encoding")
    default: false
    }
  }
}
