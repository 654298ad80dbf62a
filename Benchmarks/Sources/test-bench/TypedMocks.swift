import Foundation
import Measuring
import Net
import NetTesting

/// Requests to a typed mock, and the same over a mock transport.
enum TypedMocks {
  struct User: Codable, Equatable, Sendable {
    var name: String
  }

  static let all = [
    TestWorkload("typed-mock-request", per: "request", count: 20_000, smokeCount: 200) { round in
      let network = NetworkingMock()
      network.stub(.get("https://api.github.com/users/{username}"), with: User(name: "Trent"))
      try measure(&round, network)
      try WrongCount.check(network.requestCallCount, round.count)
    },
    TestWorkload("mock-transport-request", per: "request", count: 20_000, smokeCount: 200) { round in
      let transport = MockTransport()
      transport.stub(
        .get("https://api.github.com/users/{username}"), with: .json(#"{"name":"Trent"}"#))
      let network = NetworkSession(transport: transport)
      try measure(&round, network)
      try WrongCount.check(transport.requestCount, round.count)
    },
    TestWorkload("typed-mock-test", per: "test", count: 10_000, smokeCount: 100) { round in
      let answered = Counter()
      round.start()
      for _ in 0..<round.count {
        let scope = TestScope()
        let network = NetworkingMock(afterEach: scope)
        network.stub(.get("https://api.github.com/users/{username}"), with: User(name: "Trent"), times: 1)
        ask(network, answered)
        scope.end()
      }
      round.stop()
      try WrongCount.check(answered.count, round.count)
    },
  ]

  private static func measure(_ round: inout TestRound, _ network: any Networking) throws {
    let answered = Counter()
    round.start()
    for _ in 0..<round.count { ask(network, answered) }
    round.stop()
    try WrongCount.check(answered.count, round.count)
  }

  private static func ask(_ network: any Networking, _ answered: Counter) {
    network.get("https://api.github.com/users/trentm", parameters: ["page": 1])
      .response(delivery: .inline, responseSerializer: .decodable(of: User.self)) { response in
        if response.value == User(name: "Trent") { answered.add(1) }
      }
  }
}
