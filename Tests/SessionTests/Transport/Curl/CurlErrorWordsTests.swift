#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// What a failed request says if libcurl has closed another connection over TLS before it connected.
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlErrorWordsTests {
    private let certificates: TestCertificates

    init() async throws { certificates = try await TestCertificates() }

    private func session(
      retries: Int = 0, _ change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> NetworkSession {
      var options = TransportOptions()
      options.tls.authorities = .only([.file(certificates.authority)])
      (options.proxy, options.httpVersion) = (.none, .http1)
      change(&options)
      var configuration = SessionConfiguration()
      configuration.interceptors = [RetryPolicy(maximumRetries: retries, base: .zero)]
      return NetworkSession(configuration: configuration, transport: try CurlTransport(options: options))
    }

    /// Sends a request after another one to the same port, whose kept connection has ended.
    ///
    /// The server has all connections but the first one. Without it nothing listens any more.
    private func response(_ session: NetworkSession, from server: TLSServer?) async throws -> DataResponse<
      Data
    > {
      let isEnded = DispatchSemaphore(value: 0)
      let behind = try SocketServer { connection, _ in
        guard WireRequest(headFrom: connection) != nil else { return }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
      let former = try await TLSServer.start(try await certificates.issue()) { $0.backend = behind.port }
      var front: SocketServer? = try SocketServer { [port = server?.port] connection, number in
        guard let origin = StreamSocket.connected(to: number == 1 ? former.port : port ?? 0) else { return }
        connection.join(origin)
        isEnded.signal()
      }
      let url = try #require(URL(string: "https://127.0.0.1:\(front?.port ?? 0)/"))
      expectEqual(await session.get(url).response(.data).response?.status, 200)
      expectEqual(try await Tool.onThread { isEnded.wait(timeout: .patience) }, .success)
      if server == nil { front = nil }
      let response = await session.get(url).response(.data)
      withExtendedLifetime((front, behind)) {}
      return response
    }

    @Test func aConnectionThatIsRefused() async throws {
      let error = try #require(try await response(session(), from: nil).curlError)
      expectTrue(error.message.hasPrefix("Failed to connect"), "\(error)")
    }

    @Test func aServerThatIsNotTrusted() async throws {
      let server = try await TLSServer.start(try await TestCertificates().issue())
      let error = try #require(try await response(session(), from: server).curlError)
      expectTrue(error.message.contains("certificate"), "\(error)")
    }

    /// Only its words tell this failure from a lost connection, which is retried.
    @Test func aServerThatRefusesTheVersionIsNotRetried() async throws {
      let server = try await TLSServer.start(try await certificates.issue()) { $0.maximum = "TLSv1_2" }
      let response = try await response(session(retries: 2) { $0.tls.minimumVersion = .tlsv13 }, from: server)
      expectEqual(response.error?.attempts, 1, "\(response)")
    }

    @Test func aNameThatDoesNotExistBesideAKeptConnection() async throws {
      let (server, session) = (try await TLSServer.start(try await certificates.issue()), try session())
      expectEqual(await session.get(try server.url()).response(.data).response?.status, 200)
      let error = try #require(await session.get("https://name.invalid/").response(.data).curlError)
      expectTrue(error.message.hasPrefix("Could not resolve host"), "\(error)")
    }
  }
#endif
