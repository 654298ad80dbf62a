import Net

/// A transport whose stubs answer its requests, as a network above it sees it.
protocol StubbedTransport: Transport {
  /// The stubs, and which requests are open.
  var ledger: StubLedger { get }

  /// Whether a request would receive a response now, which it does not take.
  func answers(_ request: RecordedRequest) -> Bool
}
