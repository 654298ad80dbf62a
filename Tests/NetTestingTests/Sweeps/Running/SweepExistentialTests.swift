import Net
import TestSupport
import Testing

@testable import NetTesting

/// Bodies whose values have an existential type, so that the values of two runs may have different types.
@Suite struct SweepExistentialTests {
  private struct Plain: Sendable { var text = "a" }

  /// Two results of a body, and whether they are the same.
  struct Pair: Sendable, CustomTestStringConvertible {
    var usual: (any Sendable)?
    var other: (any Sendable)?
    var testDescription: String { "\(usual as Any), \(other as Any)" }
  }

  static let different = [
    Pair(usual: 1, other: Plain()), Pair(usual: 1, other: ()), Pair(usual: (), other: 1),
    Pair(usual: 1, other: nil), Pair(usual: nil, other: 1), Pair(usual: nil, other: Plain()),
    Pair(usual: 1, other: "1"), Pair(usual: 1, other: 2),
  ]
  static let same = [
    Pair(usual: 1, other: 1), Pair(usual: (), other: ()), Pair(usual: nil, other: nil),
    Pair(usual: "a", other: "a"),
  ]

  /// Sweeps a body that returns one value if its request succeeds, and another one if it fails.
  private func sweep(_ pair: Pair) async throws -> SweepReport {
    try await everyFault(
      of: [.status(500)],
      in: { network -> (any Sendable)? in
        network.stub(.get("/a"), with: .text("a"))
        return (try? await network.get("/a").string()) == nil ? pair.other : pair.usual
      }
    ).report(.sameResult)
  }

  @Test(arguments: different) func anotherValueIsFound(_ pair: Pair) async throws {
    expectEqual(try await sweep(pair).grid?.cells, [[.otherResult]])
  }

  @Test(arguments: same) func anEqualValuePasses(_ pair: Pair) async throws {
    expectEqual(try await sweep(pair).grid?.cells, [[.passed]])
  }

  @Test func aValueThatIsNotEquatableIsRefused() async throws {
    let report = try await sweep(Pair(usual: Plain(), other: 1))
    #expect(report.failures.first?.message.contains("is not Equatable") == true, "\(report.text)")
  }

  @Test func aNilInsideAnOptionalIsNotNil() {
    expectEqual(isSame(Plain??.some(nil) as Any, Plain??.none as Any), false)
    expectEqual(isSame(Plain??.some(nil) as Any, Plain??.some(nil) as Any), true)
  }

  @Test func anotherOrderWithAValueOfAnotherTypeIsFound() async throws {
    let report = try await everyOrder(in: { network -> any Sendable in
      let first = Locked("")
      network.stub(.everything, with: .text("a"))
      @Sendable func get(_ path: String) async throws {
        _ = try await network.get(path).string()
        first.update { $0 = $0.isEmpty ? path : $0 }
      }
      async let a: () = get("/a")
      async let b: () = get("/b")
      _ = try await (a, b)
      return first.value == "/a" ? 1 : Plain()
    }).report()
    expectEqual(report.failures.map(\.repeating), ["order:2"])
  }
}
