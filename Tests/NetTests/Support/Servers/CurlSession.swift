#if os(Linux)
  import Foundation
  import Testing

  @testable import Net

  /// Sessions over a transport of their own.
  enum CurlSession {
    static func make(_ change: (inout TransportOptions) -> Void = { _ in }) throws -> NetworkSession {
      var options = TransportOptions()
      // What the environment of the tests says must not matter.
      options.proxy = .none
      change(&options)
      return NetworkSession(transport: try CurlTransport(options: options))
    }
  }

  /// What ``CurlTransport`` is, with options that were made for a libcurl of other capabilities.
  struct LoopsTransport: Transport {
    let loops: CurlLoops

    init(loops: CurlLoops) { self.loops = loops }

    /// Requests at once share their connections of HTTP/2, also with a libcurl that is not asked to do so, since it
    /// loses the end of long responses then.
    init(sharing options: TransportOptions) throws {
      loops = try CurlLoops(options: CurlOptions(options, capabilities: #require(CurlCapabilities.sharing)))
    }

    func task(
      for request: TransportRequest, receiver: any TransportReceiver
    ) -> any TransportTask { CurlTask(request, receiver: receiver, seat: loops.seat(for: request)) }
  }

  extension CurlCapabilities {
    /// Those of this machine, and multiplexing.
    static var sharing: CurlCapabilities? {
      var capabilities = current
      capabilities?.features.insert(.multiplexing)
      return capabilities
    }
  }

  extension DataResponse {
    /// What libcurl said went wrong.
    var curlError: CurlError? { error?.underlyingError as? CurlError }

    /// The phase in which the transport failed.
    var failedPhase: TransportPhase? {
      if case .transport(let phase)? = error?.reason { phase } else { nil }
    }
  }
#endif
