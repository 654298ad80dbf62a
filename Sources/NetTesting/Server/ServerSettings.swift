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
  /// Whether requests name the origin that they were meant for in ``originField``, and are recorded and matched as sent
  /// to it.
  var restoresOrigin = false

  /// The field in which a detour to the server names the origin of the request.
  static let originField = "NetTesting-Origin"
}
