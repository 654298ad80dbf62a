package import Foundation

extension RequestDescription {
  /// The request for the transport: URL resolved, headers merged and checked, content and parameters encoded.
  ///
  /// - Parameters:
  ///   - baseURL: What a relative URL is resolved against.
  ///   - headers: The session's headers; the request's own win.
  ///   - accept: The `Accept` header that the serializer asks for; `*/*` without one.
  ///   - encoder: Encodes a content that is a value, unless the request has an encoder of its own.
  ///   - defaults: What is sent where neither request nor session has the header.
  /// - Throws: `invalidRequest` or `encoding`, the foreign error as the underlying one.
  package func transportRequest(
    baseURL: URL?, headers sessionHeaders: HTTPHeaders, accept: String?, encoder: any DataEncoder,
    defaults: DefaultHeaders = .standard
  ) throws(NetworkError) -> TransportRequest {
    var request = TransportRequest(
      method: method, url: try resolvedURL(relativeTo: baseURL), headers: headers.merged(over: sessionHeaders)
    )
    let isEncoded = parameters != nil || encoding.encodesWithoutParameters
    do {
      try content?.encode(into: &request, encoder: self.encoder ?? encoder)
      if isEncoded {
        try encoding.encode(parameters ?? Parameters(), into: &request)
      }
    } catch {
      throw NetworkError(encodingFailedWith: error)
    }
    var headers = request.headers
    headers.reserve(3)
    headers.setDefault(name: "Accept", value: accept ?? "*/*")
    if let languages = defaults.acceptLanguage {
      headers.setDefault(name: "Accept-Language", value: languages)
    }
    headers.setDefault(name: "User-Agent", value: defaults.userAgent)
    request.headers = headers
    // An encoding may have made another URL of the one that was resolved.
    if isEncoded { try request.checkURL() }
    return try request.withFieldsChecked()
  }

  private func resolvedURL(relativeTo base: URL?) throws(NetworkError) -> URL {
    do {
      return try url.absoluteURL(relativeTo: base)
    } catch let error as InvalidRequest {
      throw NetworkError(.invalidRequest(error))
    } catch {
      throw NetworkError(.invalidRequest(.url(String(describing: url))), underlyingError: error)
    }
  }
}

extension RequestContent {
  /// Makes the content the body, and labels it unless it has a label.
  fileprivate func encode(into request: inout TransportRequest, encoder: any DataEncoder) throws {
    switch self {
    case .data(let data, let contentType):
      request.body = .data(data)
      if let contentType { request.headers.setDefault(name: "Content-Type", value: contentType) }
    case .json(let value):
      request.body = .data(try value.data())
      request.headers.setDefault(name: "Content-Type", value: "application/json")
    case .encodable(let value):
      request.body = .data(try encoder.encode(value))
      request.headers.setDefault(name: "Content-Type", value: "application/json")
    case .file(let url, let contentType):
      _ = try FileBody(url)
      request.body = .file(url)
      request.headers.setDefault(name: "Content-Type", value: contentType ?? FileTypes.type(of: url))
    case .stream(let stream, let contentType):
      request.body = .stream(stream)
      if let contentType { request.headers.setDefault(name: "Content-Type", value: contentType) }
    case .multipart(let form):
      let encoded = try form.encoded()
      request.body = encoded.body
      // Its own label alone tells the boundary.
      request.headers.update(name: "Content-Type", value: encoded.contentType)
    }
  }
}

extension TransportRequest {
  /// The request with its headers as they are sent; it throws where it is not fit to be sent at all.
  package func checked() throws(NetworkError) -> TransportRequest {
    try checkURL()
    return try withFieldsChecked()
  }

  fileprivate func checkURL() throws(NetworkError) {
    guard url.isAbsoluteHTTP else { throw NetworkError(.invalidRequest(.url(url.relativeString))) }
  }

  /// The same, but for its URL.
  fileprivate func withFieldsChecked() throws(NetworkError) -> TransportRequest {
    guard HeaderSyntax.isToken(method.rawValue) else {
      throw NetworkError(.invalidRequest(.method(method.rawValue)))
    }
    if body != .none, !method.allowsBody { throw NetworkError(.invalidRequest(.bodyNotAllowed(method))) }
    guard let headers = try headers.trimmed() else { return self }
    var request = self
    request.headers = headers
    return request
  }
}

extension HTTPHeaders {
  /// The fields without the space around their values, all fit to be sent.
  package func checked() throws(NetworkError) -> HTTPHeaders { try trimmed() ?? self }

  /// The fields without the space around their values; nil where there is none. All are fit to be sent.
  fileprivate func trimmed() throws(NetworkError) -> HTTPHeaders? {
    var isSpaced = false
    for index in indices {
      guard HeaderSyntax.isToken(self[index].name), HeaderSyntax.isFieldValue(self[index].value) else {
        throw NetworkError(.invalidRequest(.header(name: self[index].name, value: self[index].value)))
      }
      if HeaderSyntax.isSpaced(self[index].value) { isSpaced = true }
    }
    guard isSpaced else { return nil }
    return HTTPHeaders(map { HTTPField(name: $0.name, value: HeaderSyntax.trimmed($0.value)) })
  }
}

extension HTTPMethod {
  /// Whether a body has a meaning there: not for `GET`, `HEAD` and `TRACE` (RFC 9110 section 9.3).
  fileprivate var allowsBody: Bool { self != .get && self != .head && self != .trace }
}

extension NetworkError {
  fileprivate init(encodingFailedWith error: any Error) {
    switch error {
    case let error as NetworkError: self = error
    case let error as InvalidRequest: self.init(.invalidRequest(error))
    default: self.init(.encoding, underlyingError: error)
    }
  }
}
