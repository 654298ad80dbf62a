#if os(Linux)
  import Foundation

  /// The loops of a transport: one at first, and more while there is more to do than one thread can.
  ///
  /// ``CurlPlacement`` says which request goes where. A loop that was opened stays until the transport and its last
  /// task have gone; one that has nothing to do sleeps.
  final class CurlLoops: Sendable {
    private struct Contents: Sendable {
      var placement: CurlPlacement
      var engines: [CurlEngine]
    }

    private let options: CurlOptions
    private let waitsForResolver: Bool
    private let patience: Duration
    private let threadLimit: Int
    private let contents: Lock<Contents>

    /// Opens the first loop.
    ///
    /// - Parameters:
    ///   - options: What all requests have in common. Where it limits connections, there is one loop, for the limits
    ///     are libcurl's for each.
    ///   - waitsForResolver: Whether taking a transfer back may wait for the resolver.
    ///   - limit: The most loops.
    ///   - patience: How long a request waits for a descriptor while no other one comes to its end.
    ///   - threadLimit: The most threads of each loop.
    /// - Throws: ``CurlError`` when the system refuses what a loop needs, and what libcurl refuses.
    init(
      options: CurlOptions, waitsForResolver: Bool = false,
      limit: Int = ProcessInfo.processInfo.activeProcessorCount, patience: Duration = .seconds(30),
      threadLimit: Int = ThreadCrew.limit
    ) throws {
      self.options = options
      self.waitsForResolver = waitsForResolver
      self.patience = patience
      self.threadLimit = threadLimit
      let first = try CurlEngine(
        options: options, waitsForResolver: waitsForResolver, patience: patience, threadLimit: threadLimit)
      contents = Lock(
        Contents(
          placement: CurlPlacement(limit: options.limitsConnections ? 1 : limit), engines: [first]))
    }

    /// How many there are.
    var count: Int { contents.withLock { $0.engines.count } }

    /// A place for a request, on the loop that suits it best.
    ///
    /// It is taken until it is left.
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

    /// Opens one more loop.
    ///
    /// Where the system has no thread or descriptor to give, those that there are have to do.
    private func open() {
      guard
        let engine = try? CurlEngine(
          options: options, waitsForResolver: waitsForResolver, patience: patience, threadLimit: threadLimit)
      else {
        return contents.withLock { $0.placement.failedToOpen() }
      }
      contents.withLock { contents in
        contents.engines.append(engine)
        contents.placement.opened()
      }
    }

    fileprivate func leave(_ loop: Int) { contents.withLock { $0.placement.leave(loop) } }

    fileprivate func learn(_ origin: String, isShared: Bool) {
      contents.withLock { $0.placement.learn(origin, isShared: isShared) }
    }

    /// The scheme, host and port, as they are written: what is written otherwise has another home, which does no harm.
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

  /// The place of a task on one of the loops of its transport.
  struct CurlSeat: Sendable {
    let engine: CurlEngine
    fileprivate let loops: CurlLoops
    fileprivate let loop: Int
    /// Where it goes, if it may share a connection there.
    let origin: String?

    /// The task is over, or was never begun.
    func leave() { loops.leave(loop) }

    /// The origin has answered, by this version of HTTP.
    func learn(version: String) {
      if let origin { loops.learn(origin, isShared: !version.hasPrefix("HTTP/1")) }
    }
  }
#endif
