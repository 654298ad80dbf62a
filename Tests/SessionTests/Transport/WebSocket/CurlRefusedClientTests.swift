#if os(Linux)
  import CLibcurl
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// A server that refuses the client after the negotiation, as with TLS 1.3 (RFC 8446 section 4.4.2.4).
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlRefusedClientTests {
    /// The descriptors of which libcurl wants to be told.
    private final class Descriptors {
      var all: Set<Int32> = []
    }

    /// A connection without a loop, which would send as soon as it is open.
    @safe private final class Connection {
      let handle: CurlEasyHandle
      private let multi: UnsafeMutableRawPointer
      private let descriptors = Descriptors()

      init(_ handle: CurlEasyHandle) throws {
        self.handle = handle
        unsafe multi = try #require(unsafe libcurl_multi_init())
        // The multi handle, which calls the function, does not outlive the descriptors.
        unsafe libcurl_multi_set_socket_function(
          multi,
          { _, descriptor, _, context, _ in
            guard let context = unsafe context else { return 0 }
            unsafe Unmanaged<Descriptors>.fromOpaque(context).takeUnretainedValue().all.insert(descriptor)
            return 0
          }, Unmanaged.passUnretained(descriptors).toOpaque())
      }

      // The handle and the multi handle exist until here.
      deinit {
        unsafe libcurl_multi_remove(multi, handle.pointer)
        unsafe libcurl_multi_cleanup(multi)
      }

      /// Returns libcurl's code when the connection is open or has failed.
      func open() -> Int32? {
        // All pointers are valid as long as this object.
        unsafe libcurl_multi_add(multi, handle.pointer)
        let end = ContinuousClock.now + .patience
        while ContinuousClock.now < end {
          unsafe libcurl_multi_act(multi, LIBCURL_SOCKET_TIMEOUT, 0)
          for descriptor in descriptors.all { unsafe libcurl_multi_act(multi, descriptor, 0) }
          var code: Int32 = -1
          if unsafe libcurl_multi_ended(multi, &code) != nil { return code }
        }
        return nil
      }
    }

    /// The server closes the connection after its alert, so what the client sends meanwhile is answered with a reset.
    @Test func aFailedSendDoesNotHideWhyTheServerRefusesTheClient() async throws {
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(try await certificates.issue()) {
        $0.authority = certificates.authority
      }
      var options = TransportOptions()
      options.proxy = .none
      options.tls.authorities = .only([.file(certificates.authority)])
      let capabilities = try #require(CurlCapabilities.current)
      let (made, url) = (try CurlOptions(checking: options, capabilities: capabilities), try server.url())
      let refusal = try await Tool.onThread {
        let handle = try CurlHandlePool(options: made).makeUnshared(for: TransportRequest(url: url))
        let connection = try Connection(handle)
        expectEqual(connection.open(), LIBCURL_E_OK)
        handle.keepLastWords(true)
        var output = CurlSocketOutput(Array("GET / HTTP/1.1\r\n".utf8))
        while output.send(handle) != .failed { output.bytes = Array("A: b\r\n".utf8) }
        return withExtendedLifetime(connection) {
          // The space is valid during the call.
          unsafe withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 1) { space -> CurlError? in
            guard case .failed(let code) = unsafe handle.receive(into: space) else { return nil }
            return handle.securityRefusal(after: code)
          }
        }
      }
      expectEqual(refusal?.code, Int(LIBCURL_E_RECV_ERROR))
    }
  }
#endif
