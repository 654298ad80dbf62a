/// Where the fields that the rules read are in a head, found in one pass over the names.
///
/// A position of -1 means that there is no such field. If a field is repeated, it is that of the first one.
struct CacheFieldPositions: Equatable {
  private(set) var age = -1
  private(set) var cacheControl = -1
  private(set) var contentEncoding = -1
  private(set) var contentLength = -1
  private(set) var contentLocation = -1
  private(set) var contentType = -1
  private(set) var date = -1
  private(set) var etag = -1
  private(set) var expires = -1
  private(set) var lastModified = -1
  private(set) var vary = -1
  /// A bit for each of the first 64 fields: whether it belongs to the connection or to a proxy.
  private var connection: UInt64 = 0
  private(set) var hasConnectionFields = false
  /// How many fields `Cache-Control` and `Vary` have, which are read as lists.
  private var cacheControlCount = 0
  private var varyCount = 0

  init(_ headers: HTTPHeaders) {
    headers.forEachName { index, name in note(name, index) }
  }

  /// The text of `Cache-Control`, or nil without one.
  func cacheControl(in headers: HTTPHeaders) -> String? {
    cacheControlCount > 1 ? headers["Cache-Control"] : headers.value(at: cacheControl)
  }

  /// The text of `Vary`, or nil without one.
  func vary(in headers: HTTPHeaders) -> String? { varyCount > 1 ? headers["Vary"] : headers.value(at: vary) }

  /// Notes that `Date` was added at this position.
  mutating func addDate(at index: Int) { date = index }

  /// Returns whether the field at an index belongs to the connection or to a proxy.
  func isOfConnection(at index: Int, in headers: HTTPHeaders) -> Bool {
    guard index >= 64 else { return connection >> UInt64(index) & 1 == 1 }
    var name = headers[index].name
    // The bytes are valid during the closure.
    return name.withUTF8 { bytes in Self.isOfConnection(unsafe bytes.span) }
  }

  /// Notes that the fields that belong to the connection or to a proxy were removed from at most 64.
  mutating func removeConnection() {
    Self.move(&age, connection)
    Self.move(&cacheControl, connection)
    Self.move(&contentEncoding, connection)
    Self.move(&contentLength, connection)
    Self.move(&contentLocation, connection)
    Self.move(&contentType, connection)
    Self.move(&date, connection)
    Self.move(&etag, connection)
    Self.move(&expires, connection)
    Self.move(&lastModified, connection)
    Self.move(&vary, connection)
    connection = 0
    hasConnectionFields = false
  }

  private static func move(_ position: inout Int, _ removed: UInt64) {
    // A field moves by the number of those before it.
    if position > 0 { position -= (removed & ((1 << UInt64(position)) - 1)).nonzeroBitCount }
  }

  private mutating func note(_ name: Span<UInt8>, _ index: Int) {
    if Self.isOfConnection(name) {
      hasConnectionFields = true
      if index < 64 { connection |= 1 << UInt64(index) }
      return
    }
    switch name.count {
    case 3: if age < 0, name.isName("age") { age = index }
    case 4:
      if date < 0, name.isName("date") { date = index }
      if etag < 0, name.isName("etag") { etag = index }
      if name.isName("vary") { Self.count(index, &vary, &varyCount) }
    case 7: if expires < 0, name.isName("expires") { expires = index }
    case 12: if contentType < 0, name.isName("content-type") { contentType = index }
    case 13:
      if name.isName("cache-control") { Self.count(index, &cacheControl, &cacheControlCount) }
      if lastModified < 0, name.isName("last-modified") { lastModified = index }
    case 14: if contentLength < 0, name.isName("content-length") { contentLength = index }
    case 16:
      if contentEncoding < 0, name.isName("content-encoding") { contentEncoding = index }
      if contentLocation < 0, name.isName("content-location") { contentLocation = index }
    default: break
    }
  }

  private static func count(_ index: Int, _ position: inout Int, _ count: inout Int) {
    if count == 0 { position = index }
    count += 1
  }

  /// Returns whether a field with the name belongs to the connection or to a proxy.
  static func isOfConnection(_ name: Span<UInt8>) -> Bool {
    switch name.count {
    case 2: name.isName("te")
    case 7: name.isName("trailer") || name.isName("upgrade")
    case 10: name.isName("connection") || name.isName("keep-alive")
    case 16: name.isName("proxy-connection")
    case 17: name.isName("transfer-encoding")
    case 18: name.isName("proxy-authenticate")
    case 19: name.isName("proxy-authorization")
    case 25: name.isName("proxy-authentication-info")
    default: false
    }
  }
}
