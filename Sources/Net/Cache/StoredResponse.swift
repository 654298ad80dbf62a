public import Foundation

/// What a cache stores of a response in addition to its body.
///
/// A ``CacheStore`` keeps it as it is, in memory or encoded.
///
/// ```swift
/// func isNotFound(_ entry: CacheEntry) -> Bool {
///   entry.response.status == 404 && entry.response.url.hasPrefix("https://api.example.com/items/")
/// }
/// ```
///
/// It is a value that may be used on any thread. To change what is stored, update the entry with another one. It
/// conforms to `Codable`; times are coded as seconds since 1970. Its description hides secrets.
public struct StoredResponse: Sendable, Hashable {
  private struct Fields: Hashable {
    var method: HTTPMethod
    var url: String
    var requestHeaders: HTTPHeaders
    var status: Int
    var headers: HTTPHeaders
    var httpVersion: String?
    var requestTime: StoredTime
    var responseTime: StoredTime
    var range: StoredRange?
    var lifetime: Duration?
    var isInvalid: Bool

    var facts: CacheFacts {
      CacheFacts(
        status: status, headers: headers, requestTime: requestTime.date, responseTime: responseTime.date,
        assignedLifetime: lifetime)
    }
  }

  /// A time as every store writes it, so that it is equal when it has been read: a `Date` may have one bit more.
  private struct StoredTime: Hashable {
    private let seconds: Double

    init(_ date: Date) { seconds = date.timeIntervalSince1970 }

    var date: Date { Date(timeIntervalSince1970: seconds) }
  }

  /// The fields, and what the rules parsed from them, so that a cache hit parses nothing.
  private struct Contents: Hashable {
    var fields: Fields
    private(set) var facts: CacheFacts

    init(_ fields: Fields) { self.init(fields, fields.facts) }

    /// - `facts`: What the rules parsed from the same fields.
    init(_ fields: Fields, _ facts: CacheFacts) {
      self.fields = fields
      self.facts = facts
    }

    mutating func parse() { facts = fields.facts }

    static func == (left: Contents, right: Contents) -> Bool { left.fields == right.fields }

    func hash(into hasher: inout Hasher) { hasher.combine(fields) }
  }

  private var contents: Boxed<Contents>

  /// What the rules parsed from the header fields.
  var facts: CacheFacts { contents.value.facts }

  /// Creates a stored response.
  public init(
    method: HTTPMethod = .get, url: String, requestHeaders: HTTPHeaders = [:], status: Int,
    headers: HTTPHeaders = [:],
    httpVersion: String? = nil, requestTime: Date, responseTime: Date, range: StoredRange? = nil,
    lifetime: Duration? = nil, isInvalid: Bool = false
  ) {
    contents = Boxed(
      Contents(
        Fields(
          method: method, url: url, requestHeaders: requestHeaders, status: status, headers: headers,
          httpVersion: httpVersion, requestTime: StoredTime(requestTime),
          responseTime: StoredTime(responseTime), range: range, lifetime: lifetime.map(Self.storable),
          isInvalid: isInvalid)))
  }

  /// Creates the stored form of the response to a `GET` request that has just been received.
  ///
  /// - `headers`: The fields that are stored.
  /// - `facts`: What the rules parsed from these fields, the status and the times.
  init(
    received head: ResponseHead, headers: HTTPHeaders, facts: CacheFacts, url: String, range: StoredRange?,
    requestTime: Date, responseTime: Date
  ) {
    contents = Boxed(
      Contents(
        Fields(
          method: .get, url: url, requestHeaders: HTTPHeaders(), status: head.status, headers: headers,
          httpVersion: head.httpVersion, requestTime: StoredTime(requestTime),
          responseTime: StoredTime(responseTime), range: range, lifetime: nil, isInvalid: false), facts))
  }

  /// Updates the response with the fields and times of a 304 that confirms it, and parses the fields once.
  mutating func confirm(headers: HTTPHeaders, requestTime: Date, responseTime: Date) {
    contents.value.fields.headers = headers
    contents.value.fields.requestTime = StoredTime(requestTime)
    contents.value.fields.responseTime = StoredTime(responseTime)
    contents.value.fields.isInvalid = false
    contents.value.parse()
  }

  /// The method of the request: `GET` or `HEAD`.
  public var method: HTTPMethod {
    get { contents.value.fields.method }
    set { contents.value.fields.method = newValue }
  }

  /// The target URI without fragment.
  public var url: String {
    get { contents.value.fields.url }
    set { contents.value.fields.url = newValue }
  }

  /// The fields of the request that `Vary` names, in the form in which they are compared.
  ///
  /// Credentials are stored as a digest.
  public var requestHeaders: HTTPHeaders {
    get { contents.value.fields.requestHeaders }
    set { contents.value.fields.requestHeaders = newValue }
  }

  /// The status code.
  public var status: Int {
    get { contents.value.fields.status }
    set {
      contents.value.fields.status = newValue
      contents.value.parse()
    }
  }

  /// The header fields, without those that belong to the connection.
  public var headers: HTTPHeaders {
    get { contents.value.fields.headers }
    set {
      contents.value.fields.headers = newValue
      contents.value.parse()
    }
  }

  /// The HTTP version, such as `HTTP/1.1`, if the transport knew it.
  public var httpVersion: String? {
    get { contents.value.fields.httpVersion }
    set { contents.value.fields.httpVersion = newValue }
  }

  /// The time at which the request was sent, by the clock of the session.
  public var requestTime: Date {
    get { contents.value.fields.requestTime.date }
    set {
      contents.value.fields.requestTime = StoredTime(newValue)
      contents.value.parse()
    }
  }

  /// The time at which the response was received, by the clock of the session.
  public var responseTime: Date {
    get { contents.value.fields.responseTime.date }
    set {
      contents.value.fields.responseTime = StoredTime(newValue)
      contents.value.parse()
    }
  }

  /// The part that the body is, for a 206; nil for a complete body.
  public var range: StoredRange? {
    get { contents.value.fields.range }
    set { contents.value.fields.range = newValue }
  }

  /// The freshness lifetime that the session assigned to a response that states none.
  ///
  /// It is at most 10¹² seconds, and rounded to microseconds.
  public var lifetime: Duration? {
    get { contents.value.fields.lifetime }
    set {
      contents.value.fields.lifetime = newValue.map(Self.storable)
      contents.value.parse()
    }
  }

  /// Returns the lifetime, limited like an age and rounded, so that every store can write it.
  private static func storable(_ lifetime: Duration) -> Duration {
    let limited = min(max(lifetime, .seconds(-1_000_000_000_000)), .seconds(1_000_000_000_000))
    return Duration(microsecondsIn: limited.inSeconds)
  }

  /// Whether a later response has shown that the representation may have changed, so that this one is stale.
  ///
  /// Such are one to `HEAD` (RFC 9111 section 4.3.5), one that was cut short, and a temporary redirect.
  public var isInvalid: Bool {
    get { contents.value.fields.isInvalid }
    set { contents.value.fields.isInvalid = newValue }
  }
}
