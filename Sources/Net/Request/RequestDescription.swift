/// Everything a caller says about a request, before anything is encoded or sent.
///
/// The verbs make these; a session turns one into an exchange, a mock records it as it was given, and a
/// stream request is one together with the network it is for. It is a value: a copy that is changed leaves
/// the original as it was.
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
    var redirects: RedirectPolicy?
    var decoder: (any DataDecoder)?
    var destination = BodyDestination.memory
    var encoder: (any DataEncoder)?
  }

  private var contents: Boxed<Contents>

  /// Describes a request.
  public init(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:], content: RequestContent? = nil
  ) {
    contents = Boxed(
      Contents(
        url: url, method: method, parameters: parameters, encoding: encoding, headers: headers,
        content: content))
  }

  /// Where the request goes: absolute, or relative to the base URL of the session.
  public var url: any URLConvertible {
    get { contents.value.url }
    set { contents.value.url = newValue }
  }

  /// The method.
  public var method: HTTPMethod {
    get { contents.value.method }
    set { contents.value.method = newValue }
  }

  /// The parameters, put by ``encoding`` into the query or the body.
  public var parameters: Parameters? {
    get { contents.value.parameters }
    set { contents.value.parameters = newValue }
  }

  /// How the parameters are encoded.
  public var encoding: any ParameterEncoding {
    get { contents.value.encoding }
    set { contents.value.encoding = newValue }
  }

  /// The headers of this request; they win over the session's.
  public var headers: HTTPHeaders {
    get { contents.value.headers }
    set { contents.value.headers = newValue }
  }

  /// What the request carries beside its parameters.
  public var content: RequestContent? {
    get { contents.value.content }
    set { contents.value.content = newValue }
  }

  /// What a response must be to count as a success; what is left unsaid is as the session says.
  public var validation: ValidationRules {
    get { contents.value.validation }
    set { contents.value.validation = newValue }
  }

  /// How long the request may take; what is left unsaid is as the session says.
  public var timeouts: RequestTimeouts {
    get { contents.value.timeouts }
    set { contents.value.timeouts = newValue }
  }

  /// The policies of this request, asked before those of the session.
  public var interceptors: [any RequestInterceptor] {
    get { contents.value.interceptors }
    set { contents.value.interceptors = newValue }
  }

  /// Whether the policies of the session are asked, too. A login, or the refresh of a token, goes past them.
  public var inheritsInterceptors: Bool {
    get { contents.value.inheritsInterceptors }
    set { contents.value.inheritsInterceptors = newValue }
  }

  /// Which redirects are followed; nil means as the session says.
  public var redirects: RedirectPolicy? {
    get { contents.value.redirects }
    set { contents.value.redirects = newValue }
  }

  /// Decodes the response body; nil means the session's decoder.
  public var decoder: (any DataDecoder)? {
    get { contents.value.decoder }
    set { contents.value.decoder = newValue }
  }

  /// Where the body of the response goes: into memory, unless the call that starts the request says otherwise.
  public var destination: BodyDestination {
    get { contents.value.destination }
    set { contents.value.destination = newValue }
  }

  /// Encodes a content that is a value; nil means the session's encoder.
  public var encoder: (any DataEncoder)? {
    get { contents.value.encoder }
    set { contents.value.encoder = newValue }
  }
}
