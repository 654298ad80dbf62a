import Net

/// The settings that a server is created with.
struct ServerSettings: Sendable {
  /// The timer for delayed responses; nil for real time, which the loop measures.
  var timer: (any NetworkTimer)?
  /// The stubs, and the reporter of failures.
  var ledger: StubLedger
  /// The base of the URLs of its requests: `http://127.0.0.1:49152`.
  var base = ""
  /// The limits of a request.
  var limits = ServerLimits()
}
