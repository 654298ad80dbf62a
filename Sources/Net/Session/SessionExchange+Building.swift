import Foundation

/// Builds the request that is sent, and checks what policies make of it and of its response.
extension SessionExchange {
  func build(_ plan: ExchangePlan) {
    if let prepared = plan.prepared { return handle(.built(.success(prepared))) }
    handle(
      .built(
        prepared(plan).flatMap { request in
          Result { () throws(NetworkError) in
            if let part = try plan.sink?.savedPart(of: request) { handle(.resumable(part)) }
            return request
          }
        }))
  }

  private func build(
    _ description: RequestDescription, accept: String?
  ) -> Result<TransportRequest, NetworkError> {
    Result { () throws(NetworkError) in
      let request = try description.transportRequest(
        baseURL: parts.configuration.baseURL, headers: parts.headers, accept: accept,
        encoder: parts.configuration.encoder)
      return marked(try handshake(request))
    }
    .mapError { error in
      var error = error
      if error.request == nil { error.unsent = description.unsent(relativeTo: parts.configuration.baseURL) }
      return error
    }
  }

  /// Returns the request that all attempts start from.
  private func prepared(_ plan: ExchangePlan) -> Result<TransportRequest, NetworkError> {
    build(plan.description, accept: plan.accept).flatMap { built in
      guard !plan.interceptors.isEmpty else { return .success(built) }
      var request = built
      for interceptor in plan.interceptors { interceptor.prepare(&request) }
      return Result { [request] () throws(NetworkError) in try checked(request.tagged(as: built)) }
    }
  }

  func judged(
    _ head: ResponseHead, _ next: TransportRequest, by modification: RedirectPolicy.Modification
  ) -> Result<RedirectPolicy.Verdict, NetworkError> {
    guard let modified = modification(head, next) else { return .success(.deliver) }
    return Result { () throws(NetworkError) in .follow(try checked(modified.tagged(as: next))) }
  }

  func checked(_ request: TransportRequest) throws(NetworkError) -> TransportRequest {
    try handshake(try request.checked())
  }

  private func handshake(_ request: TransportRequest) throws(NetworkError) -> TransportRequest {
    guard let ownTransport else { return request }
    return try (ownTransport as? WebSocketHandshakeTransport)?.checked(request) ?? request
  }

  static func validated(
    _ received: ReceivedResponse, by plan: ExchangePlan
  ) -> Result<ReceivedResponse, NetworkError> {
    // "Nothing is stored" is a result of the lookup, too.
    if plan.description.isProbe, received.head.status == 504, received.head.isFromNetwork {
      return .success(received)
    }
    return Result { () throws(NetworkError) in
      try plan.validation.validate(received, isHandshake: plan.isHandshake)
      return received
    }
  }

  func cURLDescription(of description: RequestDescription) -> String {
    let sent = request.map { Result<TransportRequest, NetworkError>.success($0) }
    switch sent ?? build(description, accept: nil) {
    case .success(let request): return request.cURLDescription()
    case .failure(let error):
      return "# no request: \(error.reason.words(parts.configuration.redaction))"
    }
  }
}
