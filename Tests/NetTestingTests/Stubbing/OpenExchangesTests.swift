import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct OpenExchangesTests {
  private final class Exchange: StubbedExchange {
    func cancel() {}
  }

  private static func open(_ exchanges: [Exchange]) throws -> OpenExchanges {
    let request = try recorded(.get, "https://h/a")
    var open = OpenExchanges()
    for (index, exchange) in exchanges.enumerated() {
      open.append(OpenRequest(exchange: exchange, number: index + 1, request: request))
    }
    return open
  }

  @Test(arguments: 0..<5) func theOthersKeepTheirOrderWhenRequestsEnd(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let exchanges = (0..<200).map { _ in Exchange() }
    var open = try Self.open(exchanges)
    var expected = Array(1...200)
    for number in expected.shuffled(using: &random).prefix(190) {
      expectEqual(open.remove(exchanges[number - 1])?.number, number)
      expectNil(open.remove(exchanges[number - 1]))
      expected.removeAll { $0 == number }
      expectEqual(open.all.map(\.number), expected)
    }
    for number in expected { expectEqual(open[exchanges[number - 1]]?.number, number) }
  }

  @Test func aRequestIsChangedInItsPlace() throws {
    let exchanges = (0..<3).map { _ in Exchange() }
    var open = try Self.open(exchanges)
    open[exchanges[1]]?.isCovered = true
    expectEqual(open.all.map(\.isCovered), [false, true, false])
    _ = open.remove(exchanges[1])
    open[exchanges[1]]?.isCovered = true
    expectEqual(open.all.map(\.isCovered), [false, false])
  }

  @Test(.heavy) func requestsThatEndInTheirOrderTakeLinearTime() throws {
    try expectLinearTime(from: 1_000, time: Self.time(of:))
  }

  private static func time(of count: Int) throws -> Duration {
    let exchanges = (0..<count).map { _ in Exchange() }
    var open = try open(exchanges)
    return processorTime {
      for exchange in exchanges { _ = open.remove(exchange) }
    }
  }
}
