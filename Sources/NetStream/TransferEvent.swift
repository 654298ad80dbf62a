public import Net

/// An event of a transfer.
///
/// The order is `uploading* downloading* finished`. The last comes once, and not after a failure.
///
/// A request that is sent again, after a redirect or a failure, may return from downloading to uploading. Neither
/// progress ever decreases.
public enum TransferEvent<Value: Sendable>: Sendable {
  /// The number of request body bytes sent so far.
  case uploading(TransferProgress)
  /// The number of response body bytes received so far.
  case downloading(TransferProgress)
  /// The transfer succeeded with this value.
  case finished(Value)

  /// The value, or nil before the transfer has finished.
  public var value: Value? {
    if case .finished(let value) = self { value } else { nil }
  }
}

extension TransferEvent: Equatable where Value: Equatable {}
