#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// The code of the page about Linux.
  @Suite struct LinuxPageTests {
    @Test func transportOptionsCompile() throws {
      let folder = try TemporaryFolder()
      let companyRoot = try folder.file("root.pem", "-----BEGIN CERTIFICATE-----\n").path
      // snippet: options
      var options = TransportOptions()
      options.tls.authorities = .systemAnd([.file(companyRoot)])
      options.proxy = .http("http://proxy.internal:3128", except: [".internal"])
      let network = NetworkSession(transport: try CurlTransport(options: options))
      // snippet.end
      expectNil(network.configuration.baseURL)
    }
  }
#endif
