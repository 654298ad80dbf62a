extension ValidationRules {
  /// Returns these rules, completed with those of the session.
  ///
  /// The custom rules of both must pass, those of the session first. ``none`` also disables those of the
  /// session.
  package func merged(over session: ValidationRules) -> ValidationRules {
    var merged = ValidationRules(
      statusCode: statusCode ?? session.statusCode, contentType: contentType ?? session.contentType)
    merged.custom = (inheritsCustom ? session.custom : []) + custom
    merged.inheritsCustom = inheritsCustom && session.inheritsCustom
    return merged
  }

  /// Validates the response: first its status code, then its content type, then the custom rules.
  ///
  /// A rule that is nil passes. Another status than the acceptable one is also the error of a handshake.
  ///
  /// - Throws: `validation`, or `transfer` for a part that was not requested, with request, response and data. The
  ///   `NetworkError` of a custom rule is not wrapped, unless it is that of another request.
  package func validate(_ received: ReceivedResponse, isHandshake: Bool = false) throws(NetworkError) {
    if let failure = statusFailure(of: received.head.status) {
      let refusal = isHandshake ? WebSocketError.handshake(.status(received.head.status)) : nil
      throw NetworkError(.validation(failure), received: received, underlyingError: refusal)
    }
    if let failure = partFailure(of: received.head, to: received.request) {
      throw NetworkError(.transfer(failure), received: received)
    }
    if !received.data.isEmpty, let failure = contentTypeFailure(of: received.head, to: received.request) {
      throw NetworkError(.validation(failure), received: received)
    }
    try validateCustom(received)
  }

  /// Applies the custom rules.
  func validateCustom(_ received: ReceivedResponse) throws(NetworkError) {
    for rule in custom {
      do {
        try rule(received)
      } catch let error as NetworkError where error.belongs(to: received.request) {
        throw error.completed(with: received)
      } catch {
        throw NetworkError(.validation(.custom), received: received, underlyingError: error)
      }
    }
  }

  /// Returns the failure of the status code, if any.
  func statusFailure(of status: Int) -> ValidationFailure? {
    switch statusCode {
    case nil, .any: nil
    case .success: (200..<300).contains(status) ? nil : .statusCode(status)
    case .only(let codes): codes.contains(status) ? nil : .statusCode(status)
    }
  }

  /// Returns the failure of a 206, if any.
  ///
  /// Without `Range` in the request it is an incomplete response (RFC 9110 section 15.3.7). A rule that
  /// accepts every status accepts it.
  func partFailure(of head: ResponseHead, to request: TransportRequest) -> TransferFailure? {
    switch statusCode {
    case nil, .any: nil
    case .success, .only:
      head.status == 206 && !request.headers.contains("Range") ? .unrequestedPart : nil
    }
  }

  /// Returns the failure of the content type of a nonempty body, if any.
  func contentTypeFailure(of head: ResponseHead, to request: TransportRequest) -> ValidationFailure? {
    let acceptable: [String]
    var excluded: [MediaType] = []
    var takesSuffix = false
    // A repeated `Content-Type` is an error of the server. The first is used.
    let named = head.headers.firstValue(for: "Content-Type")
    switch contentType {
    case nil, .any: return nil
    case .only(let types): acceptable = types
    case .accepted:
      // The `Accept` that a session sends, and most responses to one for JSON.
      let sent = request.headers["Accept"]
      if sent == "*/*" { return nil }
      if let sent, let named, MediaType.isExactly(sent, inTypeOf: named) { return nil }
      // Without a range every type is acceptable (RFC 9110 section 12.5.1).
      let ranges = MediaType.ranges(request.headers.values(for: "Accept"))
      guard !ranges.isEmpty else { return nil }
      acceptable = MediaType.accepted(ranges)
      excluded = MediaType.excluded(ranges)
      takesSuffix = true
    }
    let type = named.flatMap { MediaType($0) }
    let limit = type.flatMap { type in excluded.filter { $0.includes(type) }.map(\.precision).max() } ?? -1
    // An exclusion of exactly this type is more precise than a range that includes it by its format.
    takesSuffix = takesSuffix && limit < 2
    let passes = acceptable.contains { text in
      guard let range = MediaType(text), range.precision >= limit else { return false }
      return range.includes(type, orItsFormat: takesSuffix)
    }
    return passes ? nil : .contentType(named, acceptable: acceptable)
  }
}

extension NetworkError {
  package init(_ reason: Reason, received: ReceivedResponse, underlyingError: (any Error)? = nil) {
    self.init(
      reason, request: received.request, response: received.head, data: received.data,
      underlyingError: underlyingError)
    decoder = received.decoder
  }

  /// Returns the error with missing details added: request, response, data, decoder, attempts.
  package func completed(with received: ReceivedResponse, attempts: Int = 0) -> NetworkError {
    var error = self
    if belongs(to: received.request) {
      error.request = request ?? received.request
      error.response = response ?? received.head
      error.data = data ?? received.data
    }
    error.decoder = decoder ?? received.decoder
    if error.attempts == 0 { error.attempts = attempts }
    return error
  }
}
