import Net
import NetTesting
import TestSupport
import Testing

/// Bodies whose values are `Equatable` only on the main actor, as in a module that is on it by default.
@MainActor @Suite struct SweepIsolatedValueTests {
  @MainActor private struct Note: @MainActor Equatable, Sendable { var text: String }

  @Test func equalValuesPass() async throws {
    let report = try await everyFault(in: { network in
      network.stub(.get("/a"), with: .text("a"))
      return Note(text: try await network.get("/a").string())
    }).report(.sameResultOr(NetworkError.self))
    #expect(report.failures.allSatisfy { !$0.message.contains("not Equatable") }, "\(report.text)")
    #expect(report.runs > 2)
  }

  @Test func anotherValueIsFound() async throws {
    let report = try await everyFault(in: { network in
      network.stub(.get("/a"), with: .text("a"))
      return Note(text: (try? await network.get("/a").string()) ?? "")
    }).report(.sameResult)
    #expect(report.failures.contains { $0.message.contains(#"Note(text: "a")"#) }, "\(report.text)")
  }

  @Test func allOrdersAreCompared() async throws {
    let report = try await everyOrder(in: { network in
      network.stub(.get("/a"), with: .text("a"))
      network.stub(.get("/b"), with: .text("b"))
      async let a = network.get("/a").string()
      async let b = network.get("/b").string()
      return Note(text: try await a + b)
    }).report()
    expectTrue(report.isPassed, "\(report.text)")
  }
}
