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
  /// Where the request goes: absolute, or relative to the base URL of the session.
  public var url: any URLConvertible
  /// The method.
  public var method: HTTPMethod
  /// The parameters, put by ``encoding`` into the query or the body.
  public var parameters: Parameters?
  /// How the parameters are encoded.
  public var encoding: any ParameterEncoding
  /// The headers of this request; they win over the session's.
  public var headers: HTTPHeaders
  /// What the request carries beside its parameters.
  public var content: RequestContent?
  /// What a response must be to count as a success; what is left unsaid is as the session says.
  public var validation: ValidationRules
  /// How long the request may take; what is left unsaid is as the session says.
  public var timeouts: RequestTimeouts
  /// The policies of this request, asked before those of the session.
  public var interceptors: [any RequestInterceptor]
  /// Whether the policies of the session are asked, too. A login, or the refresh of a token, goes past them.
  public var inheritsInterceptors: Bool
  /// Which redirects are followed; nil means as the session says.
  public var redirects: RedirectPolicy?
  /// Decodes the response body; nil means the session's decoder.
  public var decoder: (any DataDecoder)?
  /// Where the body of the response goes: into memory, unless the call that starts the request says otherwise.
  public var destination: BodyDestination
  /// Encodes a content that is a value; nil means the session's encoder.
  public var encoder: (any DataEncoder)?

  /// Describes a request.
  public init(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:], content: RequestContent? = nil
  ) {
    self.url = url
    self.method = method
    self.parameters = parameters
    self.encoding = encoding
    self.headers = headers
    self.content = content
    validation = ValidationRules()
    timeouts = RequestTimeouts()
    interceptors = []
    inheritsInterceptors = true
    redirects = nil
    decoder = nil
    destination = .memory
    encoder = nil
  }
}
