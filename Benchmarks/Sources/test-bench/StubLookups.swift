import Foundation
import Measuring
import Net
import NetTesting

/// The cost of finding a stub among few and among many.
///
/// The oldest stub matches, which is compared last.
enum StubLookups {
  static let all = [lookup(among: 1, count: 20_000), lookup(among: 1_000, count: 200)]

  private static func lookup(among stubs: Int, count: Int) -> TestWorkload {
    TestWorkload("stub-lookup-\(stubs)", per: "request", count: count, smokeCount: 10) { round in
      let transport = MockTransport()
      for number in 0..<stubs {
        transport.stub(.get("https://api.github.com/users/{username}/repos/\(number)"), with: .status(204))
      }
      let url = URL(string: "https://api.github.com/users/trentm/repos/0")
      let request = TransportRequest(url: url ?? URL(fileURLWithPath: "/"))
      let receiver = CountingReceiver()
      round.start()
      for _ in 0..<round.count { transport.task(for: request, receiver: receiver).resume() }
      round.stop()
      try WrongCount.check(receiver.finished.count, round.count)
    }
  }

  private struct CountingReceiver: TransportReceiver {
    let finished = Counter()

    func receive(_ event: TransportEvent) {
      if case .finished = event { finished.add(1) }
    }
  }
}
