#if os(Linux)
  import Foundation
  import Testing

  @testable import Net

  /// Sessions with their own transport.
  enum CurlSession {
    static func make(_ change: (inout TransportOptions) -> Void = { _ in }) throws -> NetworkSession {
      var options = TransportOptions()
      // The tests must not depend on the proxy settings of the environment.
      options.proxy = .none
      change(&options)
      return NetworkSession(transport: try CurlTransport(options: options))
    }
  }

  /// Like ``CurlTransport``, with options created for a libcurl of other capabilities.
  struct LoopsTransport: Transport {
    let loops: CurlLoops

    init(loops: CurlLoops) { self.loops = loops }

    /// Concurrent requests share their HTTP/2 connections, even with versions of libcurl for which this is
    /// disabled because they lose the end of long responses.
    init(sharing options: TransportOptions) throws {
      loops = try CurlLoops(options: CurlOptions(options, capabilities: #require(CurlCapabilities.sharing)))
    }

    func task(
      for request: TransportRequest, receiver: any TransportReceiver
    ) -> any TransportTask { CurlTask(request, receiver: receiver, seat: loops.seat(for: request)) }
  }

  extension CurlCapabilities {
    /// The capabilities of this machine, plus multiplexing.
    static var sharing: CurlCapabilities? {
      var capabilities = current
      capabilities?.features.insert(.multiplexing)
      return capabilities
    }
  }

  extension DataResponse {
    /// The error of libcurl, if the request failed with one.
    var curlError: CurlError? { error?.underlyingError as? CurlError }

    /// The phase in which the transport failed.
    var failedPhase: TransportPhase? {
      if case .transport(let phase)? = error?.reason { phase } else { nil }
    }
  }
#endif
