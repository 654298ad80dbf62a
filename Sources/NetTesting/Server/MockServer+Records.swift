import Net

extension MockServer {
  /// The requests that were read, in order.
  ///
  /// Their URLs are absolute: ``baseURL`` and what the client asked for.
  public var requests: [RecordedRequest] { core.read { $0.exchanges.map(\.request) } }

  /// The requests that were read, each with what became of it.
  public var exchanges: [ServedExchange] { core.read { $0.exchanges } }

  /// How many connections were accepted, ever.
  public var connectionCount: Int { core.read { $0.connectionCount } }

  /// How many connections are open.
  public var openConnectionCount: Int { core.read { $0.openConnectionCount } }

  /// How many connections clients closed in the middle of a request, or before all of its answer was with the
  /// system: those who gave up.
  ///
  /// A client that ends its side of the connection while its answer is still to come counts as one.
  public var closedByClientCount: Int { core.read { $0.clientCloseCount } }

  /// The next request, in the order they came, each once; waits for it if need be.
  ///
  /// ```swift
  /// let request = try await server.takeRequest()
  /// ```
  ///
  /// The timeout is in real time, for sockets know no other. Throws ``MockServerError/timedOut(_:)`` after it,
  /// ``MockServerError/notRunning`` when the server does not run, and `CancellationError`.
  public func takeRequest(timeout: Duration = .seconds(30)) async throws -> RecordedRequest {
    guard let request = try await core.wait(for: .request, within: timeout) else {
      throw MockServerError.notRunning
    }
    return request
  }

  /// Returns when clients have closed so many connections before they had their answer:
  /// ``closedByClientCount``.
  ///
  /// Fails as ``takeRequest(timeout:)`` does.
  ///
  /// ```swift
  /// task.cancel()
  /// try await server.waitForClientCloses(4)
  /// ```
  public func waitForClientCloses(_ count: Int = 1, timeout: Duration = .seconds(30)) async throws {
    _ = try await core.wait(for: .clientCloses(count), within: timeout)
  }
}
