import Foundation
import NetMeasuring
import NetTesting
import Testing

@testable import net_bench

@Suite struct ClientsTests {
  @Test(arguments: Clients.subjects)
  func everySubjectSendsTheRequestedNumber(subject: NetSubject) async throws {
    let server = try ServedBody.server()
    defer { server.stop() }
    let turn = try await Turns.take(subject, count: 40, inFlight: 4, url: server.baseURL)
    #expect(turn.rps > 0)
    // The first ten requests warm the subject up.
    #expect(server.requests.count == 50)
  }

  #if canImport(Glibc)
    @Test(arguments: Clients.subjects)
    func thePlainServerRespondsToEverySubject(subject: NetSubject) async throws {
      let url = try ServedBody.plainServer()
      #expect(try await Turns.take(subject, count: 40, inFlight: 4, held: 2, url: url).rps > 0)
    }

    @Test func thePlainServerSendsLongResponses() async throws {
      let turn = try await Decoding.take(count: 64, url: ServedBody.plainServer())
      #expect(turn.quiet > 0 && turn.busy > 0)
    }
  #endif

  @Test(arguments: Clients.subjects)
  func aWrongResponseThrows(subject: NetSubject) async throws {
    let server = MockServer()
    server.stub(.everything, with: .text("something else"))
    try server.start()
    defer { server.stop() }
    await #expect(throws: (any Error).self) {
      try await Turns.take(subject, count: 40, inFlight: 4, url: server.baseURL)
    }
  }

  @Test(arguments: Crowd.subjects.filter(Clients.subjects.contains))
  func everyResponseOfACrowdIsCounted(subject: NetSubject) async throws {
    let server = try ServedBody.server()
    defer { server.stop() }
    #expect(try await Crowd.take(subject, count: 40, url: server.baseURL).answered == 40)
  }

  @Test(arguments: Crowd.subjects.filter(Clients.subjects.contains))
  func aWrongResponseInACrowdIsNotCounted(subject: NetSubject) async throws {
    let server = MockServer()
    server.stub(.everything, with: .text("something else"))
    try server.start()
    defer { server.stop() }
    #expect(try await Crowd.take(subject, count: 4, url: server.baseURL).answered == 0)
  }

  @Test func requestsAreTimedWhileALongResponseIsDecoded() async throws {
    let server = try ServedBody.server()
    defer { server.stop() }
    let turn = try await Decoding.take(count: 64, url: server.baseURL)
    #expect(turn.quiet > 0 && turn.busy > 0)
  }

  @Test(arguments: Layer.allCases, Layer.subjects)
  func theLayerCompletesEachRequest(layer: Layer, subject: NetSubject) throws {
    try layer.run(subject, count: 10)
  }

  @Test func everyStreamIsParsedToItsEnd() throws {
    for reading in Reading.all { #expect(try reading.run(mebibytes: 1) > 1_000) }
  }

  @Test func everyBarNamesAnExistingWorkload() {
    let workloads = Set(Workloads.names)
    #expect(NetBars.all.allSatisfy { workloads.isSuperset(of: $0.workloads) })
    #expect(
      Set(NetBars.all.map(\.workload)).isSuperset(of: [
        "layer", "layer-traced", "requests-1", "requests-16", "requests-128", "connect-tls-system",
        "crowd-2000", "cache-16", "cache-miss-16", "lookup-100000", "unkept-512", "inspected-16",
        "socket-mask",
        "socket-utf8",
      ]))
  }

  @Test func theUsageListsEveryWorkload() {
    let words = Set(NetOptions.usage.split { " ,:\n".contains($0) }.map(String.init))
    #expect(words.isSuperset(of: Workloads.names))
  }

  @Test func theBodyIsAKibibyteOfJSON() throws {
    #expect(ServedBody.data.count == 1024)
    #expect(try JSONSerialization.jsonObject(with: ServedBody.data) is [String: Any])
  }
}
