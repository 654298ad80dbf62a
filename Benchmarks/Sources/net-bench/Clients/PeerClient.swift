#if Peers
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOSSL
  import NetMeasuring

  /// AsyncHTTPClient, with async functions.
  struct PeerClient: AwaitedClient {
    let subject: NetSubject
    private let client: HTTPClient

    init(_ subject: NetSubject, connections: Int, authority: String?) {
      self.subject = subject
      var configuration = HTTPClient.Configuration()
      if subject == .asyncHTTPClientDecoding { configuration.decompression = .enabled(limit: .none) }
      if let authority {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(authority)
        configuration.tlsConfiguration = tls
      }
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
      client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func get(_ url: URL) -> Get {
      let address = url.absoluteString
      return { [client] in
        let response = try await client.execute(HTTPClientRequest(url: address), timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 20)
        return (Int(response.status.code), Data(body.readableBytesView))
      }
    }

    func download(_ url: URL) async throws -> Int {
      let response = try await client.execute(
        HTTPClientRequest(url: url.absoluteString), timeout: .seconds(60))
      var count = 0
      for try await piece in response.body { count += piece.readableBytes }
      return count
    }

    func upload(_ file: URL, to url: URL) async throws -> Int {
      var request = HTTPClientRequest(url: url.absoluteString)
      request.method = .PUT
      let handle = try FileHandle(forReadingFrom: file)
      let length = try handle.seekToEnd()
      try handle.seek(toOffset: 0)
      request.body = .stream(FilePieces(file: handle), length: .known(Int64(length)))
      let body = try await client.execute(request, timeout: .seconds(60)).body.collect(upTo: 1 << 10)
      return Int(String(buffer: body)) ?? 0
    }

    func shutDown() { try? client.syncShutdown() }
  }

  /// A file in chunks of 64 KiB, the size that the other clients read at a time.
  private struct FilePieces: AsyncSequence, Sendable {
    let file: FileHandle

    struct AsyncIterator: AsyncIteratorProtocol {
      let file: FileHandle

      func next() async throws -> ByteBuffer? {
        guard let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty else { return nil }
        return ByteBuffer(bytes: piece)
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(file: file) }
  }
#endif
