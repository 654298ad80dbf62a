/// A request as the caller describes it, before anything is encoded or sent.
///
/// The verbs create descriptions. A session turns one into an exchange, a mock records it unchanged, and a stream
/// request combines it with a network. It is a value: changing a copy leaves the original unchanged.
///
/// ```swift
/// var search = RequestDescription("https://api.example.com/search", parameters: ["q": "swift"])
/// search.headers.update(name: "Accept", value: "application/json")
/// let request = network.request(search)
/// ```
public struct RequestDescription: Sendable {
  private struct Contents: Sendable {
    var url: any URLConvertible
    var method: HTTPMethod
    var parameters: Parameters?
    var encoding: any ParameterEncoding
    var headers: HTTPHeaders
    var content: RequestContent?
    var validation = ValidationRules()
    var timeouts = RequestTimeouts()
    var interceptors: [any RequestInterceptor] = []
    var inheritsInterceptors = true
    var inheritsAuthentication = true
    var sendsBodyWithGet = false
    var redirects: RedirectPolicy?
    var decoder: (any DataDecoder)?
    var destination = BodyDestination.memory
    var bodyClaim: BodyClaim?
    var encoder: (any DataEncoder)?
    var maximumBodySize: BodySizeLimit?
    var credentialScope: CredentialScope?
    var cacheMode: CacheMode?
    var coalesces: Bool?
    var tags = RequestTags()
    var isProbe = false
    var leastMode: CacheMode?
    var isInternal = false
    var isUnstarted = false
    var isEventStream = false
    var series: RequestSeries?
    var location: RequestLocation?
    var redaction: Redaction?
  }

  private var contents: Boxed<Contents>
  /// The stream request that the description belongs to, for traces.
  package var origin: RequestOrigin?

  /// Counts subscriptions from the start again, because the description now belongs to another stream request.
  private mutating func renewOrigin() { if origin != nil { origin = RequestOrigin() } }

  /// Creates a description.
  ///
  /// A trace shows the file and the line, by default the caller's, as the origin of the request.
  public init(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:], content: RequestContent? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    contents = Boxed(
      Contents(
        url: url, method: method, parameters: parameters, encoding: encoding, headers: headers,
        content: content, location: RequestLocation(fileID: fileID, line: line)))
  }

  /// The line that asked for the request; nil if it is unknown.
  package var location: RequestLocation? {
    get { contents.value.location }
    set { contents.value.location = newValue }
  }

  /// The URL: absolute, or relative to the base URL of the session.
  public var url: any URLConvertible {
    get { contents.value.url }
    set {
      contents.value.url = newValue
      renewOrigin()
    }
  }

  /// The method.
  public var method: HTTPMethod {
    get { contents.value.method }
    set {
      contents.value.method = newValue
      renewOrigin()
    }
  }

  /// The parameters, which ``encoding`` puts into the query or body.
  public var parameters: Parameters? {
    get { contents.value.parameters }
    set {
      contents.value.parameters = newValue
      renewOrigin()
    }
  }

  /// The encoding of the parameters.
  public var encoding: any ParameterEncoding {
    get { contents.value.encoding }
    set {
      contents.value.encoding = newValue
      renewOrigin()
    }
  }

  /// The header fields of this request.
  ///
  /// They take precedence over the session's.
  public var headers: HTTPHeaders {
    get { contents.value.headers }
    set { contents.value.headers = newValue }
  }

  /// The content besides the parameters.
  public var content: RequestContent? {
    get { contents.value.content }
    set {
      contents.value.content = newValue
      renewOrigin()
    }
  }

  /// The conditions for a response to be a success.
  ///
  /// Unset values fall back to the session's.
  public var validation: ValidationRules {
    get { contents.value.validation }
    set { contents.value.validation = newValue }
  }

  /// The timeouts of the request.
  ///
  /// Unset values fall back to the session's.
  public var timeouts: RequestTimeouts {
    get { contents.value.timeouts }
    set { contents.value.timeouts = newValue }
  }

  /// The policies of this request, which are called before those of the session.
  public var interceptors: [any RequestInterceptor] {
    get { contents.value.interceptors }
    set { contents.value.interceptors = newValue }
  }

  /// Whether the policies of the session apply, too.
  ///
  /// A token refresh bypasses them. To bypass only the authentication, set ``inheritsAuthentication``.
  public var inheritsInterceptors: Bool {
    get { contents.value.inheritsInterceptors }
    set { contents.value.inheritsInterceptors = newValue }
  }

  /// Whether the session may authenticate the request.
  ///
  /// The default is true. If it is false, the session's ``AuthenticationInterceptor`` does not act on the request, and
  /// an `Authorization` in the session's header is not sent. All other policies apply. An `Authorization` in
  /// ``headers`` has the same effect: it is sent instead of the session's credential, and if it is rejected, nothing is
  /// refreshed.
  public var inheritsAuthentication: Bool {
    get { contents.value.inheritsAuthentication }
    set { contents.value.inheritsAuthentication = newValue }
  }

  /// Whether a `GET` request may have a body.
  ///
  /// The default is false. See ``TransportRequest/sendsBodyWithGet``.
  public var sendsBodyWithGet: Bool {
    get { contents.value.sendsBodyWithGet }
    set { contents.value.sendsBodyWithGet = newValue }
  }

  /// The redirect policy.
  ///
  /// Nil means the session's.
  public var redirects: RedirectPolicy? {
    get { contents.value.redirects }
    set { contents.value.redirects = newValue }
  }

  /// The decoder for the response body.
  ///
  /// Nil means the session's. The request, its responses and its errors keep it after the end, to decode the body
  /// later, so a decoder that refers to its request does so weakly.
  public var decoder: (any DataDecoder)? {
    get { contents.value.decoder }
    set { contents.value.decoder = newValue }
  }

  /// Where the response body goes.
  ///
  /// The default is memory; some calls that start the request set another.
  public var destination: BodyDestination {
    get { contents.value.destination }
    set { contents.value.destination = newValue }
  }

  /// The redaction of the session whose request this describes; nil means ``Redaction/standard``.
  var carriedRedaction: Redaction? {
    get { contents.value.redaction }
    set { contents.value.redaction = newValue }
  }

  /// The call that set the destination; nil without one.
  var bodyClaim: BodyClaim? {
    get { contents.value.bodyClaim }
    set { contents.value.bodyClaim = newValue }
  }

  /// The origin that may receive the credentials of the request.
  ///
  /// Nil means any.
  package var credentialScope: CredentialScope? {
    get { contents.value.credentialScope }
    set { contents.value.credentialScope = newValue }
  }

  /// How the request uses the cache of its session.
  ///
  /// Nil means the session's mode (``SessionConfiguration/cacheMode``).
  public var cacheMode: CacheMode? {
    get { contents.value.cacheMode }
    set { contents.value.cacheMode = newValue }
  }

  /// How the request uses the cache unless its mode, or that of its session, is stricter.
  ///
  /// It is ``CacheMode/revalidate`` or ``CacheMode/reload``. With ``CacheMode/onlyCached`` the network is not used
  /// nevertheless.
  package var leastMode: CacheMode? {
    get { contents.value.leastMode }
    set { contents.value.leastMode = newValue }
  }

  /// Whether the request only looks for a stored response, so that finding none is not a failure.
  ///
  /// With ``CacheMode/reload`` or ``CacheMode/revalidate``, by itself or by its session, it finds none.
  package var isProbe: Bool {
    get { contents.value.isProbe }
    set { contents.value.isProbe = newValue }
  }

  /// Whether the session makes the request on behalf of others: the exchange that coalesced requests share, or the
  /// validation of a stored response in the background.
  package var isInternal: Bool {
    get { contents.value.isInternal }
    set { contents.value.isInternal = newValue }
  }

  /// Whether the request was cancelled before its start, which monitors see like any other end.
  package var isUnstarted: Bool {
    get { contents.value.isUnstarted }
    set { contents.value.isUnstarted = newValue }
  }

  /// Whether the response is a stream of server-sent events, which may stay open forever.
  package var isEventStream: Bool {
    get { contents.value.isEventStream }
    set { contents.value.isEventStream = newValue }
  }

  /// The series that the request belongs to.
  package var series: RequestSeries? {
    get { contents.value.series }
    set { contents.value.series = newValue }
  }

  /// Whether the request shares the exchange of an identical request that is in progress.
  ///
  /// Nil means the session's setting (``SessionConfiguration/coalesces``).
  public var coalesces: Bool? {
    get { contents.value.coalesces }
    set { contents.value.coalesces = newValue }
  }

  /// The encoder for a content that is a value.
  ///
  /// Nil means the session's.
  public var encoder: (any DataEncoder)? {
    get { contents.value.encoder }
    set { contents.value.encoder = newValue }
  }

  /// The values that policies, monitors and transports of the request can read.
  public var tags: RequestTags {
    get { contents.value.tags }
    set { contents.value.tags = newValue }
  }

  /// The maximum size of a response body in memory.
  ///
  /// Nil means the session's.
  public var maximumBodySize: BodySizeLimit? {
    get { contents.value.maximumBodySize }
    set { contents.value.maximumBodySize = newValue }
  }
}

extension RequestDescription {
  /// Replaces the first parameter of the name, or adds one, even if there are no parameters yet.
  package mutating func setParameter(_ name: String, to value: (any ParameterConvertible)?) {
    var parameters = parameters ?? Parameters()
    parameters[name] = value
    self.parameters = parameters
  }
}
