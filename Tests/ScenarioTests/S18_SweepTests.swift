import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing
import XCTest

/// A search as you type; the first version forgets to switch to the newest query.
private struct Search {
  let network: any Networking
  let switches: Bool

  func results(for queries: Observable<String>) -> Observable<String> {
    let hit: @Sendable (String) -> Single<String> = { [network] query in
      network.stream.get("/search", parameters: ["q": query]).string()
    }
    return switches ? queries.flatMapLatest(hit) : queries.flatMap(hit)
  }

  /// What is on the screen in the end.
  @Sendable static func lastResult(on network: SweepNetwork, switches: Bool) -> Observable<String> {
    network.stub(.get("/search")) { request in .text("results for \(request.query("q") ?? "")") }
    return Search(network: network, switches: switches).results(for: .of("s", "sw", "swift")).takeLast(1)
  }
}

/// Payments; the first version sends a payment again if anything goes wrong.
private struct Payments {
  struct Receipt: Decodable, Equatable {
    var id: Int
  }

  let network: any Networking
  let retriesPost: Bool

  func pay(_ amount: Int) async throws -> Receipt {
    do {
      return try await network.post("/payments", parameters: ["amount": amount]).object()
    } catch let error as NetworkError where retriesPost && error.reason != .cancelled {
      return try await network.post("/payments", parameters: ["amount": amount]).object()
    }
  }

  @Sendable static func pay(on network: SweepNetwork, retriesPost: Bool) async throws -> Receipt {
    network.stub(.post("/payments"), with: .json(#"{"id": 7}"#))
    return try await Payments(network: network, retriesPost: retriesPost).pay(100)
  }
}

/// Two clients with a bug, and tests by someone who thought of neither.
@Suite struct S18_SweepTests {
  @Test func theOrderSweepFindsTheSearchThatForgetsToSwitch() async throws {
    let report = try await everyOrder(observing: { Search.lastResult(on: $0, switches: false) }).report()
    let failure = try #require(report.failures.first)
    #expect(
      failure.message.contains(#"["results for s"]"#) || failure.message.contains(#"["results for sw"]"#))
    #expect(report.text.contains("add repeating: \"order:"))
    // What the report printed repeats the failure.
    let again = try await everyOrder(
      repeating: failure.repeating, observing: { Search.lastResult(on: $0, switches: false) }
    ).report()
    #expect(again.failures.map(\.message) == [failure.message])
  }

  @Test func theFaultSweepFindsThePaymentThatIsSentTwice() async throws {
    let report = try await everyFault(in: { try await Payments.pay(on: $0, retriesPost: true) }).report()
    let failure = try #require(report.failures.first)
    #expect(
      failure.message.contains(
        "POST https://mock.invalid/payments was sent 2 times without an Idempotency-Key"))
    #expect(report.text.contains("add repeating: \"\(failure.repeating)\""))
    let again = try await everyFault(
      repeating: failure.repeating, in: { try await Payments.pay(on: $0, retriesPost: true) }
    ).report()
    #expect(again.failures.map(\.message) == [failure.message])
  }

  @Test func aSweepFailsTheTest() async throws {
    try await withKnownIssue {
      try await everyFault(in: { try await Payments.pay(on: $0, retriesPost: true) })
        .expect(.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResultOr(NetworkError.self))
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("Fault sweep at S18_SweepTests.swift") }
    }
  }

  @Test func theCorrectedClientsPass() async throws {
    try await everyOrder(observing: { Search.lastResult(on: $0, switches: true) }).expect()
    try await everyFault(in: { try await Payments.pay(on: $0, retriesPost: false) })
      .expect(.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResultOr(NetworkError.self))
  }
}

/// The same in XCTest.
final class S18_SweepXCTests: XCTestCase {
  func test_S18_theCorrectedClientsPass() async throws {
    try await everyOrder(cancelling: true, observing: { Search.lastResult(on: $0, switches: true) }).expect()
    try await everyFault(in: { try await Payments.pay(on: $0, retriesPost: false) }).expect()
  }

  func test_S18_bothBugsAreFound() async throws {
    let order = try await everyOrder(observing: { Search.lastResult(on: $0, switches: false) }).report()
    let fault = try await everyFault(in: { try await Payments.pay(on: $0, retriesPost: true) }).report()
    XCTAssertFalse(order.isPassed)
    XCTAssertFalse(fault.isPassed)
  }
}
