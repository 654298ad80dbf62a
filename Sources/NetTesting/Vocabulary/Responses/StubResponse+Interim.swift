public import Net

/// An interim response (RFC 9110 section 15.2).
package struct StubInterim: Sendable, Hashable {
  package var status: Int
  package var headers: HTTPHeaders
}

extension StubResponse {
  /// Returns a copy that is preceded by an interim response (RFC 9110 section 15.2), such as 103 (Early Hints).
  ///
  /// Use it to test what a client does with early hints, or that it ignores them. Several calls send several interim
  /// responses, in order.
  ///
  /// ```swift
  /// let hints: HTTPHeaders = ["Link": "</style.css>; rel=preload"]
  /// transport.stub(.get("/page"), with: StubResponse.text("<html>").interim(103, headers: hints))
  /// ```
  ///
  /// A session notifies its monitors of them (`RequestEvent.receivedInterim`), if its transport reports them. A
  /// ``MockServer`` does not send them to HTTP/1.0 clients. A status outside 100 to 199, or 101, which would switch
  /// protocols, fails the test and the request.
  public func interim(_ status: Int, headers: HTTPHeaders = [:]) -> StubResponse {
    guard (100..<200).contains(status), status != 101 else {
      return .failure(StubMisuse("\(status) is not the status of an interim response"))
    }
    var changed = self
    changed.interims.append(StubInterim(status: status, headers: headers))
    return changed
  }
}
