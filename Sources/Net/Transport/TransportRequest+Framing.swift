/// Checks of the fields that frame a message. Only the transport may set them, because a wrong value leaves bytes on
/// the connection or makes the server wait for more.
extension TransportRequest {
  /// Returns the request without `Content-Length`, which the transport sets, and with at most one `Host`.
  ///
  /// A `Content-Length` that differs from the body's length is an error.
  ///
  /// A body of unknown length gets the length that the caller specified. With more or fewer bytes it fails with
  /// ``RequestBodyError/countMismatch(promised:given:file:)``.
  func withFraming() throws(InvalidRequest) -> TransportRequest {
    var saysLength = false
    var host: String?
    var repeatsHost = false
    for index in headers.indices {
      let field = headers[index]
      switch field.name.utf8.count {
      case 14 where field.isNamed("Content-Length"): saysLength = true
      case 17 where field.isNamed("Transfer-Encoding"), 7 where field.isNamed("Upgrade"):
        throw field.connectionHeader
      case 10 where field.isNamed("Connection"):
        guard field.hasOnly(["close", "keep-alive", "te"]) else { throw field.connectionHeader }
      case 2 where field.isNamed("TE"):
        guard field.hasOnly(["trailers"]) else { throw field.connectionHeader }
      case 4 where field.isNamed("Host"):
        // A server must refuse two (RFC 9112 section 3.2). Repeated equal values count as one, as of `Content-Length`.
        if let host, host != field.value { throw .repeatedHost(headers.values(for: "Host")) }
        repeatsHost = host != nil
        host = field.value
      default: break
      }
    }
    var request = saysLength ? try withLengthChecked() : self
    if repeatsHost, let host { request.headers.update(name: "Host", value: host) }
    return request
  }

  private func withLengthChecked() throws(InvalidRequest) -> TransportRequest {
    let values = headers.values(for: "Content-Length")
    let count = body.count
    var request = self
    request.headers.remove(name: "Content-Length")
    var said: Int64?
    // Repeated equal values count as one (RFC 9110 section 8.6).
    for value in values.flatMap({ HeaderSyntax.split($0, at: ",") }) {
      guard let length = HeaderSyntax.digits(value), said ?? length == length, count ?? length == length
      else {
        throw .contentLength(values.joined(separator: ", "), body: count)
      }
      said = length
    }
    if count == nil, let said, case .stream(let stream) = body {
      request.body = .stream(stream.counted(said))
    }
    return request
  }
}

extension TransportRequest {
  /// Whether it requests a part of the representation.
  ///
  /// Then no content coding is accepted unless the caller does, as in browsers (Fetch, HTTP-network-or-cache fetch): a
  /// range of encoded bytes is not the requested range, and from the middle it cannot be decoded.
  var requestsRange: Bool { headers.contains("Range") }
}

extension TransportRequest {
  /// The meaning of a missing `Content-Type` (RFC 9110 section 8.3), which a transport sends with a body that has none.
  static let unknownContentType = "application/octet-stream"
}

extension HTTPMethod {
  /// Whether a request without a body says so with `Content-Length: 0` (RFC 9110 section 8.6).
  var expectsBody: Bool { self == .post || self == .put || self == .patch }
}

extension HTTPField {
  fileprivate var connectionHeader: InvalidRequest {
    .connectionHeader(name: name, value: value)
  }

  /// Returns whether every member of the list is one of these.
  fileprivate func hasOnly(_ members: Set<String>) -> Bool {
    HeaderSyntax.split(value, at: ",").allSatisfy { members.contains(HeaderSyntax.folded($0)) }
  }
}
