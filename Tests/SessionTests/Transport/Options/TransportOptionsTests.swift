import Foundation
import Net
import TestSupport
import Testing

@Suite struct TransportOptionsTests {
  /// One change for each option.
  static let changes: [(TransportOption, @Sendable (inout TransportOptions) -> Void)] = [
    (.minimumTLSVersion, { $0.tls.minimumVersion = .tlsv12 }),
    (.maximumTLSVersion, { $0.tls.maximumVersion = .tlsv13 }),
    (.authorities, { $0.tls.authorities = .only([.file("/etc/root.pem")]) }),
    (.clientIdentity, { $0.tls.clientIdentity = ClientIdentity(certificate: .file("/etc/client.pem")) }),
    (.pins, { $0.tls.pins = [PublicKeyPins(["sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="])] }),
    (.anyCertificate, { $0.tls.dangerouslyAcceptsAnyCertificate = true }),
    (.anyHostName, { $0.tls.dangerouslyAcceptsAnyHostName = true }),
    (.proxy, { $0.proxy = .none }),
    (.connectionsPerHost, { $0.connections.perHost = 2 }),
    (.totalConnections, { $0.connections.total = 3 }),
    (.idleConnections, { $0.connections.idle = 4 }),
    (.httpVersion, { $0.httpVersion = .http1 }),
    (.unixSocketPath, { $0.unixSocketPath = "/run/service.socket" }),
    (.connectTimeout, { $0.connectTimeout = .seconds(5) }),
    (.localInterface, { $0.localInterface = "lo" }),
    (.decompressesBodies, { $0.decompressesBodies = false }),
  ]

  @Test func byDefaultNoOptionIsChanged() { expectTrue(TransportOptions().changed.isEmpty) }

  @Test func everyOptionIsTested() { expectEqual(Self.changes.map(\.0), TransportOption.allCases) }

  @Test(arguments: changes.indices) func aChangedOptionIsListed(index: Int) {
    var options = TransportOptions()
    Self.changes[index].1(&options)
    expectEqual(options.changed, [Self.changes[index].0])
  }

  @Test(arguments: changes.indices.filter { changes[$0].0 != .connectionsPerHost })
  func anOptionUnsupportedByURLSessionIsAnError(index: Int) {
    let (option, change) = Self.changes[index]
    var options = TransportOptions()
    change(&options)
    let error = #expect(throws: TransportOptionError.self) { try URLSessionTransport(options: options) }
    expectEqual(error, TransportOptionError(option, .unsupportedByTransport("URLSessionTransport")))
    expectEqual(error?.description, "\(option.rawValue): URLSessionTransport does not have this option")
  }

  @Test func urlSessionSupportsTheConnectionLimitPerHost() throws {
    var options = TransportOptions()
    options.connections.perHost = 2
    _ = try URLSessionTransport(options: options)
  }

  @Test func aSupportedOptionIsAccepted() throws {
    var options = TransportOptions()
    options.proxy = .none
    try options.check(supported: [.proxy], by: "Other")
  }
}
