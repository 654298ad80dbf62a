public import Net

/// What happens to a transfer: `uploading* downloading* finished`, the last once, and not after a failure.
///
/// A request that is sent again, after a redirect or a failure, may go back from downloading to uploading; neither of
/// the two ever falls.
public enum TransferEvent<Value: Sendable>: Sendable {
  /// So much of the request body has been sent.
  case uploading(TransferProgress)
  /// So much of the response body has arrived.
  case downloading(TransferProgress)
  /// The response is there, and this is made of it.
  case finished(Value)

  /// What was made of the response, once it is there.
  public var value: Value? {
    if case .finished(let value) = self { value } else { nil }
  }
}

extension TransferEvent: Equatable where Value: Equatable {}
