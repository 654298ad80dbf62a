import Net

/// Requests that were cancelled while they were recorded.
extension Cassette.Failure {
  private static let cutDomain = "NetTesting.cut"
  private static let timeoutDomain = "NetTesting.timeout"
  private static let timeouts: [(kind: TimeoutKind, name: String)] = [
    (.idle, "idle"), (.total, "total"), (.connect, "connect"), (.queue, "queue"), (.credential, "credential"),
  ]

  /// The end of a response whose request was cancelled.
  ///
  /// - `received`: What had arrived: `12 bytes of the body`.
  init(cutAfter received: String) {
    self.init(
      text: """
        The recording ends here, after \(received), because the request was cancelled. This one was not: record it \
        again, in mode .recordAll.
        """, domain: Self.cutDomain, code: 0, phase: .body)
  }

  /// The end of a request at a timeout of its session.
  init(_ timeout: TimeoutKind, _ phase: TransportPhase) {
    let index = Self.timeouts.firstIndex { $0.kind == timeout } ?? 0
    self.init(
      text: "The \(Self.timeouts[index].name) timeout of the session ended the request.",
      domain: Self.timeoutDomain,
      code: index, phase: phase)
  }

  /// Whether the rest of the response was not recorded because its request was cancelled.
  var isCut: Bool { domain == Self.cutDomain }

  /// The timeout that ended the request; nil if it ended otherwise.
  var timeout: TimeoutKind? {
    guard domain == Self.timeoutDomain, let code, Self.timeouts.indices.contains(code) else { return nil }
    return Self.timeouts[code].kind
  }
}

extension Cassette.Entry {
  /// How long a request that was cancelled when it was recorded waits until it is cancelled again.
  ///
  /// Whoever cancelled the recorded request cancels this one, too: at once, or when the code is ready.
  var patience: Duration {
    let least = Duration.seconds(10)
    return max(least, (timings.receive ?? .zero).addingSaturated(least))
  }
}
