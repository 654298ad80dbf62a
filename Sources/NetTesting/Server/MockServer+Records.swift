import Net

extension MockServer {
  /// The received requests, in order.
  ///
  /// Their URLs are absolute: ``baseURL`` and the target of the request.
  public var requests: [RecordedRequest] { core.read { $0.exchanges.map(\.request) } }

  /// The received requests, each with its outcome.
  public var exchanges: [ServedExchange] { core.read { $0.exchanges } }

  /// How many connections were accepted in total.
  public var connectionCount: Int { core.read { $0.connectionCount } }

  /// How many connections are open.
  public var openConnectionCount: Int { core.read { $0.openConnectionCount } }

  /// How many connections clients closed during a request, or before the system had accepted the whole response.
  ///
  /// A client that ends its side of the connection before its response counts, too.
  public var closedByClientCount: Int { core.read { $0.clientCloseCount } }

  /// Waits for the next request and returns it; each request is returned once, in order.
  ///
  /// ```swift
  /// let request = try await server.takeRequest()
  /// ```
  ///
  /// The timeout is in real time. Throws ``MockServerError/timedOut(_:)`` when it expires,
  /// ``MockServerError/notRunning`` if the server is not running, and `CancellationError`.
  public func takeRequest(timeout: Duration = .seconds(30)) async throws -> RecordedRequest {
    guard let request = try await core.wait(for: .request, within: timeout) else {
      throw MockServerError.notRunning
    }
    return request
  }

  /// Waits until clients have closed this many connections before they received their response.
  ///
  /// The count is ``closedByClientCount``. Throws as ``takeRequest(timeout:)`` does.
  ///
  /// ```swift
  /// task.cancel()
  /// try await server.waitForClientCloses(4)
  /// ```
  public func waitForClientCloses(_ count: Int = 1, timeout: Duration = .seconds(30)) async throws {
    _ = try await core.wait(for: .clientCloses(count), within: timeout)
  }
}
