import Foundation
import Net
import NetTesting

/// Requests over a mock behind a profile, in virtual time: when each ends, in milliseconds.
struct ProfiledRuns {
  let scheduler = TestScheduler()
  let network: NetworkingMock
  let recorder = TraceRecorder()
  /// The target and the time of each end, in order.
  let ends = Captured<String>()

  init(_ profile: NetworkProfile) {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.monitors = [recorder]
    network = NetworkingMock(configuration: configuration, timer: scheduler, profile: profile)
    network.stub(.everything) { request -> StubResponse in
      .data(Data(count: Int(request.query("size") ?? "") ?? 0))
    }
  }

  /// Starts a request.
  @discardableResult
  func get(_ target: String, over scheme: String = "http") -> any NetworkRequesting {
    note(network.get("\(scheme)://h\(target)"), target)
  }

  @discardableResult
  func note(_ request: any NetworkRequesting, _ target: String) -> any NetworkRequesting {
    request.responseData { response in
      let milliseconds = (scheduler.now / .milliseconds(1) * 1_000).rounded() / 1_000
      let failure = response.error.map { $0.reason == .cancelled ? ", cancelled" : ", failed" } ?? ""
      ends.set("\(target) \(milliseconds)\(failure)")
    }
  }

  /// Lets time pass until nothing is left; returns the ends.
  func run() -> [String] {
    scheduler.run()
    return ends.values
  }
}

extension NetworkProfile {
  /// A round trip of 100 ms and 200,000 bytes per second in both directions.
  static let plain = custom(roundTrip: .milliseconds(100), down: .megabits(1.6), up: .megabits(1.6))
  /// 200,000 bytes per second, and round trips that take no time.
  static let narrow = custom(roundTrip: .zero, down: .megabits(1.6), up: .megabits(1.6))
}
