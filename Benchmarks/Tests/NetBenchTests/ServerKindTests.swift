import NetMeasuring
import Testing

@testable import net_bench

@Suite struct ServerKindTests {
  @Test func connectionsAreCountedFromTheLog() {
    let connections = ServedConnections(
      log: """
        HTTP/2.0 TLSv1.3 .
        HTTP/2.0 TLSv1.3 r

        """)
    #expect(connections.count == 2)
    #expect(connections.resumed == 1)
    #expect(
      connections.summary == "HTTP/2.0 over TLSv1.3, 2 connections, of which 1 resumed a TLS session")
  }

  @Test func connectionsWithoutTLSAreCounted() {
    let connections = ServedConnections(log: "HTTP/1.1 - -\nHTTP/1.1 - -\n")
    #expect(connections.summary == "HTTP/1.1, 2 connections")
  }

  @Test func withoutCertificatesOnlyPlainPortsListen() {
    let configuration = Nginx.configuration(ports: [.http: 1001, .httpClosing: 1002], certificates: nil)
    #expect(configuration.contains("listen 127.0.0.1:1001 backlog"))
    #expect(configuration.contains("keepalive_timeout 0"))
    #expect(!configuration.contains("ssl_certificate"))
  }

  @Test func workloadsWithoutPlainHTTPAreListed() {
    let names = RequestWorkload.all.filter { $0.kind != .http }.map(\.name)
    #expect(
      names == [
        "https-16", "h2-16", "connect-16", "connect-tls-16", "connect-tls-full-16", "connect-tls-system",
      ])
  }
}
