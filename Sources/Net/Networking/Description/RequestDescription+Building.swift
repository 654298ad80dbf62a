import Foundation

extension RequestDescription {
  /// Returns the request for the transport, with the URL resolved, the header merged and validated, and content and
  /// parameters encoded.
  ///
  /// - `baseURL`: The base of a relative URL.
  /// - `headers`: The header fields of the session. Those of the request take precedence.
  /// - `accept`: The `Accept` value of the serializer. The default is `*/*`.
  /// - `encoder`: Encodes a content that is a value, and dates and bytes of parameters, unless the request has its own
  ///   encoder.
  /// It throws `invalidRequest`, or `encoding` with the cause as the underlying error.
  package func transportRequest(
    baseURL: BaseURL?, headers session: SessionHeaders, accept: String?, encoder: any DataEncoder
  ) throws(NetworkError) -> TransportRequest {
    let url = try resolvedURL(relativeTo: baseURL, encoder: self.encoder ?? encoder)
    let isCrossOrigin = try isCrossOrigin(at: url, relativeTo: baseURL)
    var request = TransportRequest(method: method, url: url, headers: headers(over: session.fields))
    request.sendsBodyWithGet = sendsBodyWithGet
    if !tags.isEmpty { request.tags = tags }
    if isCrossOrigin { request.headers = request.headers.withoutCredentials }
    let isEncoded = !isCrossOrigin && (parameters != nil || encoding.encodesWithoutParameters)
    do {
      if !isCrossOrigin { try content?.encode(into: &request, encoder: self.encoder ?? encoder) }
      if isEncoded {
        try encoding.withDefaults(from: self.encoder ?? encoder)
          .encode(parameters ?? Parameters(), into: &request)
      }
    } catch {
      throw NetworkError(encodingFailedWith: error)
    }
    // An encoding may have changed the resolved URL.
    do throws(InvalidRequest) {
      if isEncoded { try request.checkURL() }
      try session.complete(&request, accept: accept)
      return request
    } catch {
      throw NetworkError(.invalidRequest(error))
    }
  }

  /// Whether the parameters are the body of the request, and not in its URL.
  ///
  /// Only the encoding knows, so it is asked to encode them.
  package var sendsParametersInBody: Bool {
    guard let parameters, content == nil, let url = URL(string: "http://parameters.invalid/") else {
      return false
    }
    var request = TransportRequest(method: method, url: url, headers: headers)
    request.sendsBodyWithGet = sendsBodyWithGet
    do {
      try encoding.withDefaults(from: encoder ?? JSONEncoder()).encode(parameters, into: &request)
    } catch {
      return false
    }
    return request.url == url && request.body != .none
  }

  /// The field of a credential (RFC 9110 section 11.6.2).
  private static let authorization = "Authorization"

  /// Whether the request has its own credential, or must not have one.
  var bypassesAuthentication: Bool { !inheritsAuthentication || headers.contains(Self.authorization) }

  /// Whether the request has no credential, neither its own nor that of the session.
  var isUnauthenticated: Bool { !inheritsAuthentication && !headers.contains(Self.authorization) }

  /// The header of the request, completed with that of the session.
  private func headers(over session: HTTPHeaders) -> HTTPHeaders {
    var merged = headers.merged(over: session)
    if isUnauthenticated { merged.remove(name: Self.authorization) }
    return merged
  }

  private func resolvedURL(relativeTo base: BaseURL?, encoder: any DataEncoder) throws(NetworkError) -> URL {
    do {
      return try url.formatted(by: encoder).absoluteURL(relativeTo: base)
    } catch let error as InvalidRequest {
      throw NetworkError(.invalidRequest(error))
    } catch {
      throw NetworkError(.invalidRequest(.url(url.callersText)), underlyingError: error)
    }
  }
}

extension URLConvertible {
  /// Returns the address with dates and bytes in the format of the encoder.
  fileprivate func formatted(by encoder: any DataEncoder) -> any URLConvertible {
    // Most addresses have one of these types, and a check for another type takes longer.
    if Self.self == URL.self || Self.self == String.self { return self }
    switch self {
    case let template as URITemplateExpansion: return template.withDefaults(from: encoder)
    case let address as WebSocketAddress: return WebSocketAddress(base: address.base.formatted(by: encoder))
    default: return self
    }
  }
}

extension RequestContent {
  /// Encodes the content as the body and sets its content type unless there is one.
  fileprivate func encode(into request: inout TransportRequest, encoder: any DataEncoder) throws {
    switch self {
    case .data(let data, let contentType):
      request.body = .data(data)
      if let contentType { request.headers.setDefault(name: "Content-Type", value: contentType) }
    case .json(let value):
      request.body = .data(try value.data())
      request.headers.setDefault(name: "Content-Type", value: "application/json")
    case .encodable(let value):
      if let bytes = value.unencodedBytes { return request.body = .data(bytes) }
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
      // Only this value contains the boundary.
      request.headers.update(name: "Content-Type", value: encoded.contentType)
    }
  }
}

extension NetworkError {
  fileprivate init(encodingFailedWith error: any Error) {
    switch error {
    case let error as NetworkError where !error.hasRequest: self = error
    case let error as InvalidRequest: self.init(.invalidRequest(error))
    default: self.init(.encoding, underlyingError: error)
    }
  }
}
