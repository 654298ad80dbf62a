import Net

/// What a server is made with.
struct ServerSettings: Sendable {
  /// The timer for answers that are held back; nil for real time, kept by the loop itself.
  var timer: (any NetworkTimer)?
  /// The stubs, and who is notified of failures.
  var ledger: StubLedger
  /// The start of the URLs of its requests: `http://127.0.0.1:49152`.
  var base = ""
  /// How much it reads.
  var limits = ServerLimits()
}
