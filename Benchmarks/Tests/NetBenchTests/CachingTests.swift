import Foundation
import NetMeasuring
import NetTesting
import Testing

@testable import net_bench

@Suite struct CachingTests {
  @Test(arguments: [NetSubject.memoryHit, .diskHit, .uncached, .copied, .miss])
  func everySubjectGetsTheFreshResponse(subject: NetSubject) async throws {
    let server = try ServedBody.server()
    defer { server.stop() }
    let url = server.baseURL.appending(path: ServedBody.freshPath)
    #expect(try await Turns.take(subject, count: 40, inFlight: 4, url: url).rps > 0)
  }

  @Test func aResponseThatMustNotBeStoredIsNot() async throws {
    let server = try ServedBody.server()
    defer { server.stop() }
    let url = server.baseURL.appending(path: ServedBody.noStorePath)
    #expect(try await Turns.take(.unstored, count: 40, inFlight: 4, url: url).rps > 0)
    let fresh = server.baseURL.appending(path: ServedBody.freshPath)
    await #expect(throws: WrongResult.self) {
      try await Turns.take(.unstored, count: 40, inFlight: 4, url: fresh)
    }
  }

  @Test func everyRequestAmongManyEntriesIsAHit() async throws {
    let figures = try StoredRequests.measure(StoredRequests.all, rounds: 1, smoke: true)
    #expect(figures.count == 4)
    #expect(figures.allSatisfy { ($0.us ?? 0) > 0 })
  }

  @Test(arguments: [NetSubject.memoryHit, .diskHit, .miss])
  func aResponseThatIsNotStoredThrows(subject: NetSubject) async throws {
    let server = MockServer()
    server.stub(.everything, with: .data(ServedBody.data).header("Cache-Control", "no-store"))
    try server.start()
    defer { server.stop() }
    await #expect(throws: WrongResult.self) {
      try await Turns.take(subject, count: 40, inFlight: 4, url: server.baseURL)
    }
  }

  @Test func everySubjectFindsEachEntry() throws {
    let figures = try CacheLookup.measure(CacheLookup.all, rounds: 1, smoke: true)
    #expect(figures.count == 12)
    #expect(figures.allSatisfy { ($0.us ?? 0) > 0 })
  }

  @Test func anUnchangedListIsNotDecodedAndAChangedOneIs() throws {
    for workload in Refreshes.all { #expect(try workload.run(count: 10) > 0) }
  }

  @Test func thePackedCatalogIsDecoded() async throws {
    let server = try ServedBody.server()
    defer { server.stop() }
    let url = server.baseURL.appending(path: ServedBody.packedPath)
    let workload = try #require(RequestWorkload.all.first { $0.name == "gzip-16" })
    for subject in workload.subjects.filter(Clients.isBuiltIn) {
      #expect(try await Turns.take(subject, count: 40, inFlight: 4, url: url).rps > 0)
    }
  }

  @Test func theCatalogIsJSON() throws {
    #expect(ServedBody.catalog.count > 16_000)
    #expect(try JSONSerialization.jsonObject(with: ServedBody.catalog) is [Any])
  }

  @Test func aRecordedClientSendsRequests() async throws {
    let server = try ServedBody.server()
    defer { server.stop() }
    #expect(try await Turns.take(.traced, count: 40, inFlight: 4, url: server.baseURL).rps > 0)
  }
}
