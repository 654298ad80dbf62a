import Foundation

/// What the rules use of a stored response, parsed once: its directives, validators, age and lifetime.
///
/// Times are seconds since 1970.
struct CacheFacts: Sendable, Equatable {
  let directives: ResponseDirectives
  /// The fields of `Vary`; nil if no request matches.
  let vary: [VaryField]?
  /// `ETag` as it was received.
  let etag: String?
  /// `Last-Modified` as it was received.
  let lastModified: String?
  let lastModifiedDate: Date?
  /// The number in `Content-Length`.
  let length: Int64?
  /// The value of `Date`, or the time of receipt.
  let date: Double
  /// How long the response is fresh, from the time at which the server made it.
  let lifetime: Double
  /// Whether `max-age` or `Expires` says the lifetime.
  let isExplicit: Bool
  /// The age when the response was received.
  let initialAge: Double
  private let responseTime: Double

  /// Parses the header fields.
  init(
    status: Int, headers: HTTPHeaders, requestTime: Date, responseTime: Date, assignedLifetime: Duration?
  ) {
    let positions = CacheFieldPositions(headers)
    let date = headers.value(at: positions.date).flatMap { HTTPDate.parse($0, now: responseTime) }
    self.init(
      status: status, headers: headers, positions, ResponseDirectives(positions.cacheControl(in: headers)),
      date: date, requestTime: requestTime, responseTime: responseTime, assignedLifetime: assignedLifetime)
  }

  /// Parses the header fields whose positions, directives and `Date` are known.
  init(
    status: Int, headers: HTTPHeaders, _ positions: CacheFieldPositions, _ directives: ResponseDirectives,
    date: Date?, requestTime: Date, responseTime: Date, assignedLifetime: Duration?
  ) {
    self.directives = directives
    vary = positions.vary < 0 ? [] : VaryField.fields(of: positions.vary(in: headers))
    etag = Self.validator(headers.value(at: positions.etag))
    lastModified = Self.validator(headers.value(at: positions.lastModified))
    lastModifiedDate = lastModified.flatMap { HTTPDate.parse($0, now: responseTime) }
    length = headers.value(at: positions.contentLength).flatMap(HeaderSyntax.digits)
    let received = responseTime.timeIntervalSince1970
    self.date = date?.timeIntervalSince1970 ?? received
    self.responseTime = received
    let expires = headers.value(at: positions.expires)
    isExplicit = directives.maxAge != nil || expires != nil
    if let maxAge = directives.maxAge {
      lifetime = Double(maxAge)
    } else if let expires {
      let end = HTTPDate.parse(expires, now: responseTime)?.timeIntervalSince1970
      lifetime = max(0, (end ?? -.infinity) - self.date)
    } else if let assignedLifetime {
      lifetime = max(0, assignedLifetime / .seconds(1))
    } else if let modified = lastModifiedDate, Self.allowsHeuristics(status, directives) {
      lifetime = max(0, (self.date - modified.timeIntervalSince1970) / 10)
    } else {
      lifetime = 0
    }
    // RFC 9111 section 4.2.3.
    let delay = max(0, received - requestTime.timeIntervalSince1970)
    let age = headers.value(at: positions.age).map(Self.age) ?? 0
    initialAge = max(max(0, received - self.date), Double(age) + delay)
  }

  /// Returns the age in seconds at a time.
  ///
  /// If the clock was set back, no time counts as passed. The age is limited so that it always fits into a `Duration`
  /// and an `Int`.
  func age(at now: Date) -> Double {
    let age = initialAge + max(0, now.timeIntervalSince1970 - responseTime)
    // This also covers a value that is not a number.
    return age < 1e12 ? age : 1e12
  }

  /// Returns by how many seconds the response is stale at a time; negative while it is fresh.
  ///
  /// If the clock was set back, every response is stale.
  func staleness(at now: Date) -> Double {
    now.timeIntervalSince1970 < responseTime ? max(0, age(at: now) - lifetime) : age(at: now) - lifetime
  }

  /// The time at which the response becomes stale.
  var end: Double { responseTime + lifetime - initialAge }

  /// Returns a validator as it was received, if it can be sent back.
  static func validator(_ name: String, in headers: HTTPHeaders) -> String? {
    validator(headers.firstValue(for: name))
  }

  private static func validator(_ text: String?) -> String? {
    guard let text, !text.isEmpty, HeaderSyntax.isFieldValue(text) else { return nil }
    return text
  }

  /// The number in `Age`: the text before the first comma, if it consists of digits.
  private static func age(_ text: String) -> Int {
    let first = text.utf8.prefix { $0 != UInt8(ascii: ",") }
    return DeltaSeconds.parse(HeaderSyntax.trimmed(Substring(first)).utf8) ?? 0
  }

  /// Whether the lifetime may be guessed (RFC 9111 section 4.2.2, RFC 9110 section 15.1).
  static func allowsHeuristics(_ status: Int, _ directives: ResponseDirectives) -> Bool {
    switch status {
    case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: directives.isPublic
    }
  }
}
