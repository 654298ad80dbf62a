import Foundation
import Net
import TestSupport
import Testing

/// What the containers of a form take, in which number.
struct URLEncodedFormContainersTests {
  private struct Wide: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Int128(-1), forKey: .i)
      try container.encode(UInt128.max, forKey: .u)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(Int128(7))
      try list.encode(UInt128(8))
      try Single().encode(to: list.superEncoder())
    }

    private enum CodingKeys: CodingKey { case i, u, list }
  }

  private struct Single: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(Int128(1))
      try container.encode(UInt128(9))
    }
  }

  @Test func integersOf128BitsAreEncodedInEveryContainer() throws {
    let pairs = try URLEncodedFormEncoder().parameters(of: Wide()).pairs
    expectEqual(pairs.map(\.key), ["i", "u", "list[]", "list[]", "list[]"])
    expectEqual(
      pairs.map { $0.value?.parameterValue },
      [
        .integer(-1), .string("340282366920938463463374607431768211455"), .integer(7), .integer(8),
        .integer(9),
      ])
  }

  @Test(.heavy) func theTimeForAnElementDoesNotGrowWithTheirNumber() throws {
    func time(_ count: Int) throws -> Duration {
      let list = Array(0..<count)
      return try processorTime { _ = try URLEncodedFormEncoder().parameters(of: ["k": list]) }
    }
    try expectLinearTime(from: 1_000, time: time)
  }

  @Test(.heavy) func theTimeForAMemberDoesNotGrowWithTheirNumber() throws {
    func time(_ count: Int) throws -> Duration {
      let members = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) })
      return try processorTime { _ = try URLEncodedFormEncoder().parameters(of: members) }
    }
    try expectLinearTime(from: 500, time: time)
  }
}
