import Foundation

/// The header fields of a stored response (RFC 9111 sections 3.1 and 3.2).
///
/// Names are compared by length first, because most fields are kept and most responses are stored unchanged.
enum StoredFields {
  /// Returns the fields to store: without connection fields, and with the time of receipt if `Date` is missing or
  /// invalid (RFC 9110 section 6.6.1).
  static func stored(_ received: HTTPHeaders, at time: Date) -> HTTPHeaders {
    var (headers, positions) = (received, CacheFieldPositions(received))
    _ = store(&headers, &positions, at: time)
    return headers
  }

  /// Changes the fields of a response to those to store, and updates their positions.
  ///
  /// Returns the time in `Date`.
  static func store(
    _ headers: inout HTTPHeaders, _ positions: inout CacheFieldPositions, at time: Date
  ) -> Date {
    if positions.hasConnectionFields { removeConnection(from: &headers, &positions) }
    if let date = headers.value(at: positions.date).flatMap({ HTTPDate.parse($0, now: time) }) { return date }
    let text = HTTPDate.text(of: time)
    if positions.date < 0 {
      headers.add(name: "Date", value: text)
      positions.addDate(at: headers.count - 1)
    } else {
      headers.update(name: "Date", value: text)
      positions = CacheFieldPositions(headers)
    }
    return HTTPDate.wholeSeconds(of: time)
  }

  /// Returns the stored fields, updated from a 304.
  ///
  /// Each name in the 304 replaces all fields with that name. `Age` and `Date` come from the 304.
  static func updated(_ stored: HTTPHeaders, by received: HTTPHeaders, at time: Date) -> HTTPHeaders {
    var new = withoutConnection(received)
    if new.contains(where: isOfBytes) { new = HTTPHeaders(new.filter { !isOfBytes($0) }) }
    let names = FieldNames(of: new)
    var headers = HTTPHeaders(
      stored.filter { field in !field.isNamed("Age") && !field.isNamed("Date") && !names.contains(field.name)
      }
    )
    headers.reserve(new.count + 1)
    for field in new { headers.add(field) }
    return self.stored(headers, at: time)
  }

  private static func withoutConnection(_ headers: HTTPHeaders) -> HTTPHeaders {
    var (headers, positions) = (headers, CacheFieldPositions(headers))
    if positions.hasConnectionFields { removeConnection(from: &headers, &positions) }
    return headers
  }

  /// Removes the fields that belong to the connection or to a proxy, and those that `Connection` names.
  private static func removeConnection(
    from headers: inout HTTPHeaders, _ positions: inout CacheFieldPositions
  ) {
    let (received, known) = (headers, positions)
    let named = namesInConnection(received, known)
    let names = FieldNames(named)
    headers = received.removing { index in
      known.isOfConnection(at: index, in: received)
        || !named.isEmpty && names.contains(received[index].name)
    }
    if named.isEmpty, received.count <= 64 {
      positions.removeConnection()
    } else {
      positions = CacheFieldPositions(headers)
    }
  }

  /// Returns the names in `Connection` that other fields have.
  private static func namesInConnection(_ headers: HTTPHeaders, _ positions: CacheFieldPositions) -> [String]
  {
    var names: [String] = []
    for index in headers.indices where positions.isOfConnection(at: index, in: headers) {
      // The usual value is `keep-alive`, whose field is removed anyway.
      guard headers[index].isNamed("Connection"), headers[index].value != "keep-alive" else { continue }
      names += HeaderSyntax.split(headers[index].value, at: ",")
    }
    guard names.count > FieldNames.few else { return names.filter(headers.contains) }
    return names.filter(FieldNames(of: headers).contains)
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
