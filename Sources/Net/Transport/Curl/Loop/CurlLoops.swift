#if os(Linux)
  import Foundation

  /// The loops of a transport: one at first, and more while all are busy.
  ///
  /// ``CurlPlacement`` chooses the loop of a request. A loop stays until the transport and its last task are released;
  /// an idle loop sleeps.
  final class CurlLoops: Sendable {
    struct Contents: Sendable {
      var placement: CurlPlacement
      var engines: [CurlEngine]
    }

    private let options: CurlOptions
    private let start: @Sendable () throws -> CurlEngine
    let contents: Lock<Contents>

    /// Opens the first loop.
    ///
    /// - Parameters:
    ///   - options: The options that all requests share. If they limit connections there is only one loop, because
    ///     libcurl applies the limits to each loop.
    ///   - waitsForResolver: Whether removing a transfer may block until the resolver has finished.
    ///   - limit: The maximum number of loops.
    ///   - patience: How long a request waits for a descriptor while no other request ends.
    ///   - silence: How long nothing has arrived for a cancelled request whose connection is closed.
    ///   - threadLimit: The maximum number of threads of each loop.
    /// - Throws: ``CurlError`` if the system refuses a thread or a descriptor, and the error of an option libcurl
    ///   rejects.
    init(
      options: CurlOptions, waitsForResolver: Bool = false,
      limit: Int = ProcessInfo.processInfo.activeProcessorCount, patience: Duration = .seconds(30),
      silence: Duration = .seconds(1), threadLimit: Int = ThreadCrew.limit
    ) throws {
      self.options = options
      start = {
        CurlEngine(
          try CurlLoop.start(
            options: options, waitsForResolver: waitsForResolver, patience: patience, silence: silence,
            threadLimit: threadLimit))
      }
      contents = Lock(
        Contents(
          placement: CurlPlacement(limit: options.limitsConnections ? 1 : limit), engines: [try start()]))
    }

    /// Returns a seat for a request on the most suitable loop.
    ///
    /// The request counts there until ``CurlSeat/leave()``.
    func seat(for request: TransportRequest) -> CurlSeat {
      let waitsToShare = options.waitsToShare(isSecure: request.url.isSecure)
      let origin = waitsToShare ? Self.origin(of: request.url) : nil
      let (engine, loop, opens) = contents.withLock { contents in
        let loop = contents.placement.place(origin: origin)
        return (contents.engines[loop], loop, contents.placement.opens())
      }
      if opens { open() }
      return CurlSeat(engine: engine, loops: self, loop: loop, origin: origin)
    }

    /// Returns a seat for a WebSocket, which shares no connection.
    func seatForWebSocket() -> CurlSeat {
      let (engine, loop, opens) = contents.withLock { contents in
        let loop = contents.placement.placeWebSocket()
        return (contents.engines[loop], loop, contents.placement.opens(isForWebSocket: true))
      }
      if opens { open() }
      return CurlSeat(engine: engine, loops: self, loop: loop, origin: nil)
    }

    /// Opens one more loop.
    ///
    /// If the system refuses a thread or a descriptor, the existing loops are used.
    private func open() {
      guard let engine = try? start() else { return contents.withLock { $0.placement.failedToOpen() } }
      contents.withLock { contents in
        contents.engines.append(engine)
        contents.placement.opened()
      }
    }

    /// The scheme, host and port as written.
    ///
    /// A different spelling counts as another origin, which does no harm.
    private static func origin(of url: URL) -> String {
      let text = url.absoluteString
      var slashes = 0
      let end = text.utf8.firstIndex { byte in
        if byte == UInt8(ascii: "/") { slashes += 1 }
        return slashes == 3
      }
      return String(text[..<(end ?? text.endIndex)])
    }
  }

  /// The slot of a task on one of its transport's loops.
  struct CurlSeat: Sendable {
    let engine: CurlEngine
    /// Nil without a loop.
    private let loops: CurlLoops?
    private let loop: Int
    /// The origin of the request, if it may share a connection.
    let origin: String?

    fileprivate init(engine: CurlEngine, loops: CurlLoops, loop: Int, origin: String?) {
      self.engine = engine
      self.loops = loops
      self.loop = loop
      self.origin = origin
    }

    /// Creates a seat without a loop, whose task fails with this error.
    init(refusing error: any Error) {
      engine = CurlEngine(refusing: error)
      loops = nil
      loop = 0
      origin = nil
    }

    /// Called when the task has ended or was never started.
    func leave() { loops?.contents.withLock { $0.placement.leave(loop) } }

    /// Called when the WebSocket is open.
    func settle() { loops?.contents.withLock { $0.placement.settle(loop) } }

    /// Called when the open WebSocket has ended.
    func close() { loops?.contents.withLock { $0.placement.close(loop) } }

    /// Called when the origin has responded with this version of HTTP.
    func learn(version: String) {
      guard let origin else { return }
      loops?.contents.withLock { $0.placement.learn(origin, isShared: !HTTPVersion.isHTTP1(version)) }
    }
  }
#endif
