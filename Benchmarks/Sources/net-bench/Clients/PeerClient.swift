#if Peers
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NetMeasuring

  /// AsyncHTTPClient, awaited.
  struct PeerClient: Client {
    private let client: HTTPClient

    init(connections: Int) {
      var configuration = HTTPClient.Configuration()
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
      client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func send(count: Int, inFlight: Int, to url: URL) async throws {
      let address = url.absoluteString
      try await Clients.send(.asyncHTTPClient, count: count, inFlight: inFlight) { [client] in
        let response = try await client.execute(HTTPClientRequest(url: address), timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 20)
        return (Int(response.status.code), Data(body.readableBytesView))
      }
    }

    func shutDown() { try? client.syncShutdown() }
  }
#endif
