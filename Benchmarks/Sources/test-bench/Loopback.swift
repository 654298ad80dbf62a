import Foundation
import Measuring
import Net
import NetTesting

/// Requests over real sockets, to a server in the same process.
enum Loopback {
  /// The number of concurrent requests.
  private static let width = 16

  static let all = [
    TestWorkload("loopback-request", per: "request", count: 3_000, smokeCount: 64, stopwatch: .wall) {
      round in
      let count = round.count
      let server = MockServer()
      server.stub(.get("/users/{username}"), with: .json(["name": "Trent"]))
      try server.start()
      defer { server.stop() }
      let network = NetworkSession(transport: URLSessionTransport(maximumConnectionsPerHost: width))
      let url = server.baseURL.absoluteString + "/users/trentm"
      let answered = Counter()
      round.start()
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<width {
          let share = count / width + (worker < count % width ? 1 : 0)
          group.addTask {
            for _ in 0..<share where (try? await network.get(url).json()) == ["name": "Trent"] {
              answered.add(1)
            }
          }
        }
      }
      round.stop()
      try WrongCount.check(answered.count, count)
      try WrongCount.check(server.requestCount, count)
    },
    TestWorkload("loopback-test", per: "test", count: 300, smokeCount: 5, stopwatch: .wall) { round in
      round.start()
      for _ in 0..<round.count {
        let server = MockServer()
        server.stub(.get("/users/{username}"), with: .json(["name": "Trent"]))
        try server.start()
        let value = try await NetworkSession().get(server.baseURL.absoluteString + "/users/trentm").json()
        server.stop()
        try WrongCount.check(value, ["name": "Trent"])
      }
      round.stop()
    },
  ]
}
