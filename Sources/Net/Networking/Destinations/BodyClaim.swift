/// Identifies the call that receives the body of a request.
///
/// A body is received once. Of several calls the first one that sets the destination receives it, even if the request
/// has not been started yet; the others find its claim, or none.
package final class BodyClaim: Sendable {
  package init() {}
}

extension NetworkRequesting {
  /// Sets the destination of the body; returns false if another call has done so, or the request has been started or
  /// cancelled.
  func claimBody(as call: String, _ change: @Sendable (inout RequestDescription) -> Void) -> Bool {
    let claim = BodyClaim()
    _ = configure(as: call) { description in
      // Another thread may be between its claim and the start.
      guard description.bodyClaim == nil else { return }
      change(&description)
      description.bodyClaim = claim
    }
    return requestDescription.bodyClaim === claim
  }
}

/// A serializer for a call that does not receive the body, because it came too late.
///
/// While the request runs, the call fails at once. After that it fails with the error of the request, if there is one.
package protocol RefusedSerializer: BodilessSerializer {}

/// Fails with ``TransferFailure/alreadyStarted``.
struct AlreadyStartedSerializer<Value: Sendable>: ResponseSerializer, RefusedSerializer {
  func serialize(_ response: ReceivedResponse) throws -> Value {
    throw NetworkError(.transfer(.alreadyStarted))
  }
}
