public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request as a transport sends it: an absolute URL, ordered header fields with repeated fields kept separate, and a
/// body.
public struct TransportRequest: Sendable, Hashable {
  private struct Contents: Hashable {
    var method: HTTPMethod
    var url: URL
    var headers: HTTPHeaders
    var body: RequestBody { didSet { hasBody = !body.isNone } }
    private(set) var hasBody: Bool
    var sendsBodyWithGet = false
    var redaction = CarriedRedaction()
    var carried = CarriedNotes()

    init(method: HTTPMethod, url: URL, headers: HTTPHeaders, body: RequestBody) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
      hasBody = !body.isNone
    }
  }

  private var contents: Boxed<Contents>

  /// Creates a request.
  public init(method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: RequestBody = .none) {
    contents = Boxed(Contents(method: method, url: url, headers: headers, body: body))
  }

  /// The method.
  public var method: HTTPMethod {
    get { contents.value.method }
    set { contents.value.method = newValue }
  }

  /// The absolute `http` or `https` URL.
  public var url: URL {
    get { contents.value.url }
    set { contents.value.url = newValue }
  }

  /// The header fields in order.
  public var headers: HTTPHeaders {
    get { contents.value.headers }
    set { contents.value.headers = newValue }
  }

  /// The body.
  public var body: RequestBody {
    get { contents.value.body }
    set { contents.value.body = newValue }
  }

  /// Whether there is a body, maybe an empty one.
  ///
  /// It is stored, because asking the body would copy it, and each request is asked several times.
  var hasBody: Bool { contents.value.hasBody }

  /// Whether a `GET` request may have a body, which has no defined meaning (RFC 9110 section 9.3.1).
  ///
  /// The default is false: such a request fails with ``InvalidRequest/bodyNotAllowed(_:)``. Some services, such as
  /// Elasticsearch, expect one. Prefer ``HTTPMethod/query`` if the service supports it, because caches and proxies may
  /// ignore the body of a `GET`.
  public var sendsBodyWithGet: Bool {
    get { contents.value.sendsBodyWithGet }
    set { contents.value.sendsBodyWithGet = newValue }
  }

  /// Defines what is hidden when the request is printed: the redaction of the session that created it,
  /// ``Redaction/standard`` by default.
  ///
  /// Requests that differ only in it are equal.
  public var redaction: Redaction {
    get { contents.value.redaction.value ?? .standard }
    set { contents.value.redaction.value = newValue }
  }

  /// The values that the caller attached for policies, monitors and transports.
  ///
  /// They are not sent. Requests that differ only in them are equal. If an adapter, or the closure of a
  /// ``RedirectPolicy``, returns a request without any, it has those of the request that the policy received.
  public var tags: RequestTags {
    get { contents.value.carried.tags }
    set { contents.value.carried.tags = newValue }
  }

  /// Returns the request with what the one before it carried and is not sent, where it carries nothing itself.
  ///
  /// A policy may create a new request instead of changing the one that it receives.
  func succeeding(_ other: TransportRequest) -> TransportRequest {
    guard contents.value.carried.lacksSome(of: other.contents.value.carried) else { return self }
    var request = self
    request.contents.value.carried.complete(with: other.contents.value.carried)
    return request
  }

  /// The span that caused the request, for traces; nil if it is unknown.
  ///
  /// Requests that differ only in it are equal.
  package var parentSpanID: String? {
    get { contents.value.carried.spanID }
    set { contents.value.carried.spanID = newValue }
  }

  /// The subprotocols of the WebSocket whose handshake the request is, for its `curl` command; nil for other requests.
  ///
  /// Requests that differ only in it are equal.
  var offeredSubprotocols: [String]? {
    get { contents.value.carried.subprotocols }
    set { contents.value.carried.subprotocols = newValue }
  }

  /// The header fields that authentication has set, apart from `Authorization`, which keep users apart in a cache.
  ///
  /// Requests that differ only in it are equal.
  var credentialFields: [HTTPField] {
    get { contents.value.carried.credentialFields }
    set { contents.value.carried.credentialFields = newValue }
  }

  /// The credential that an interceptor has applied last, even if a redirect has removed it.
  ///
  /// Requests that differ only in it are equal.
  var appliedCredential: AppliedCredential? {
    get { contents.value.carried.appliedCredential }
    set { contents.value.carried.appliedCredential = newValue }
  }

  /// The redaction, or nil for the standard one.
  package var carriedRedaction: Redaction? { contents.value.redaction.value }

  /// The request as a Foundation type, which joins repeated fields with a comma, and those of `Cookie` with a semicolon
  /// (RFC 6265 section 4.2.1).
  ///
  /// A body that is a file or stream is omitted.
  public var urlRequest: URLRequest {
    var request = URLRequest(url: url)
    // Foundation's default, which takes long to set.
    if method != .get { request.httpMethod = method.rawValue }
    // All at once, because on Linux adding a field to a `URLRequest` takes longer than sending it.
    var others = headers
    let cookies = headers.values(for: "Cookie")
    if !cookies.isEmpty { others.update(name: "Cookie", value: cookies.joined(separator: "; ")) }
    request.allHTTPHeaderFields = others.joinedFields
    request.httpBody = body.data
    return request
  }
}

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method, URL and header fields, redacted by ``redaction``, and the size of the body.
  public var description: String {
    let line = "\(method) \(redaction.redacted(url))".printed
    let size = body == .none ? [] : [body.count.map { $0.counted("byte") } ?? "a body of unknown length"]
    return ([line] + redaction.lines(of: headers) + size).joined(separator: "\n")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, redacted by ``redaction``.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "method": method.rawValue, "url": redaction.redacted(url), "headers": redaction.lines(of: headers),
        "body": body,
      ])
  }
}

/// Which of the credentials of an interceptor a request was given.
struct AppliedCredential: Sendable, Hashable {
  var interceptor: ObjectIdentifier
  /// The number of the credential.
  var generation: Int
}

/// What a request carries in addition to what is sent.
///
/// It is ignored by `==`.
private struct CarriedNotes: Sendable, Hashable {
  var tags = RequestTags()
  var spanID: String?
  var subprotocols: [String]?
  var credentialFields: [HTTPField] = []
  var appliedCredential: AppliedCredential?

  func lacksSome(of other: CarriedNotes) -> Bool {
    tags.isEmpty && !other.tags.isEmpty || spanID == nil && other.spanID != nil
      || subprotocols == nil && other.subprotocols != nil
      || credentialFields.isEmpty && !other.credentialFields.isEmpty
      || appliedCredential == nil && other.appliedCredential != nil
  }

  mutating func complete(with other: CarriedNotes) {
    if tags.isEmpty { tags = other.tags }
    spanID = spanID ?? other.spanID
    subprotocols = subprotocols ?? other.subprotocols
    if credentialFields.isEmpty { credentialFields = other.credentialFields }
    appliedCredential = appliedCredential ?? other.appliedCredential
  }

  static func == (left: CarriedNotes, right: CarriedNotes) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
