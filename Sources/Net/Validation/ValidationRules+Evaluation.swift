extension ValidationRules {
  /// These rules, with the session's where these say nothing. The custom rules of both must pass, the
  /// session's first; ``none`` sets those of the session aside.
  package func merged(over session: ValidationRules) -> ValidationRules {
    var merged = ValidationRules(
      statusCode: statusCode ?? session.statusCode, contentType: contentType ?? session.contentType)
    merged.custom = (inheritsCustom ? session.custom : []) + custom
    merged.inheritsCustom = inheritsCustom && session.inheritsCustom
    return merged
  }

  /// Throws what is wrong with the response: first its status code, then its content type, then what the
  /// custom rules find. A rule left nil passes.
  ///
  /// - Throws: `validation`, with request, response and data; a rule's own `NetworkError` goes through.
  package func validate(_ received: ReceivedResponse) throws(NetworkError) {
    if let failure = statusFailure(of: received.head.status) ?? contentTypeFailure(of: received) {
      throw NetworkError(.validation(failure), received: received)
    }
    try validateCustom(received)
  }

  /// Throws what the custom rules find.
  func validateCustom(_ received: ReceivedResponse) throws(NetworkError) {
    for rule in custom {
      do {
        try rule(received)
      } catch let error as NetworkError {
        throw error.completed(with: received)
      } catch {
        throw NetworkError(.validation(.custom), received: received, underlyingError: error)
      }
    }
  }

  /// What is wrong with the status.
  func statusFailure(of status: Int) -> ValidationFailure? {
    switch statusCode {
    case nil, .any: nil
    case .success: (200..<300).contains(status) ? nil : .statusCode(status)
    case .only(let codes): codes.contains(status) ? nil : .statusCode(status)
    }
  }

  /// What is wrong with the content type of a body that is not empty.
  func contentTypeFailure(of received: ReceivedResponse) -> ValidationFailure? {
    guard !received.data.isEmpty else { return nil }
    let acceptable: [String]
    var takesSuffix = false
    switch contentType {
    case nil, .any: return nil
    case .only(let types): acceptable = types
    case .accepted:
      // What a request says that was told nothing else.
      if received.request.headers.firstValue(for: "Accept") == "*/*" { return nil }
      let accept = received.request.headers.values(for: "Accept")
      if accept.contains("*/*") { return nil }
      guard accept.contains(where: { !HeaderSyntax.trimmed($0).isEmpty }) else { return nil }
      acceptable = MediaType.accepted(accept)
      takesSuffix = true
    }
    // A repeated Content-Type is an error of the peer; the first is as good a guess as any.
    let named = received.head.headers.firstValue(for: "Content-Type")
    let type = named.flatMap { MediaType($0) }
    let passes = acceptable.contains { MediaType($0)?.includes(type, orItsFormat: takesSuffix) ?? false }
    return passes ? nil : .contentType(named, acceptable: acceptable)
  }
}

extension NetworkError {
  package init(_ reason: Reason, received: ReceivedResponse, underlyingError: (any Error)? = nil) {
    self.init(
      reason, request: received.request, response: received.head, data: received.data,
      underlyingError: underlyingError)
  }

  /// The error with what it does not say itself: request, response, data, attempts.
  package func completed(with received: ReceivedResponse, attempts: Int = 0) -> NetworkError {
    var error = self
    error.request = request ?? received.request
    error.response = response ?? received.head
    error.data = data ?? received.data
    if error.attempts == 0 { error.attempts = attempts }
    return error
  }
}
