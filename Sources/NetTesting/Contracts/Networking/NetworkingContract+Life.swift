import Foundation
import Net

extension NetworkingContract {
  /// The laws on when a request starts, what its response calls share, and when it ends.
  static let lifeLaws: [Law] = [
    Law("nothing is sent before the first response call") { trial in
      trial.script.answer("/waiting", with: .text("hello"))
      trial.script.answer("/next", with: .text("hello"))
      let network = try trial.network()
      let waiting = network.get("waiting").validate(statusCode: 200..<300)
      try await network.get("next").logging(.data).wait()
      try ContractBreach.unlessEqual(waiting.state, .ready, "the state")
      try ContractBreach.unlessEqual(trial.script.requests.map(\.url.path), ["/next"], "requests to")
    },

    Law("the first response call starts a request, and its response ends it") { trial in
      trial.script.answer("/life", with: .text("hello").delay(.seconds(1)))
      let request = try trial.network().get("life")
      let log = request.logging(.string)
      try await trial.script.waitUntilHeld(1)
      try ContractBreach.unlessEqual(request.state, .running, "the state")
      trial.script.clock.advance(by: .seconds(1))
      try ContractBreach.unlessEqual(try await log.wait().value, "hello", "the value")
      try ContractBreach.unlessEqual(request.state, .finished, "the state")
      try ContractBreach.unlessEqual(request.response?.status, 200, "the head")
    },

    Law("resume starts a request, and later response calls receive the response") { trial in
      trial.script.answer("/resume", with: .text("hello"))
      let request = try trial.network().get("resume").resume().resume()
      try await trial.script.waitUntilRequested(1)
      try ContractBreach.unlessEqual(try await request.logging(.string).wait().value, "hello", "the value")
      try ContractBreach.unlessEqual(trial.script.requests.count, 1, "number of requests")
    },

    Law("further response calls share one exchange, during and after it") { trial in
      trial.script.answer("/shared", with: .text("12").delay(.seconds(1)))
      let request = try trial.network().get("shared")
      let text = request.logging(.string)
      let data = request.logging(.data)
      try await trial.script.waitUntilHeld(1)
      trial.script.clock.advance(by: .seconds(1))
      try ContractBreach.unlessEqual(try await text.wait().value, "12", "the text")
      try ContractBreach.unlessEqual(try await data.wait().value, Data("12".utf8), "the data")
      try ContractBreach.unlessEqual(try await request.logging(.string).wait().value, "12", "the late text")
      try ContractBreach.unlessEqual(trial.script.requests.count, 1, "number of requests")
    },

    Law("every completion handler is called once") { trial in
      trial.script.answer("/once", with: .text("hello"))
      let network = try trial.network()
      let request = network.get("once")
      let logs = (0..<5).map { _ in request.logging(.string) }
      for log in logs { try await log.wait() }
      request.cancel()
      try await request.logging(.string).wait()
      // A second call comes later than the first one.
      try await network.get("once").logging(.string).wait()
      try ContractBreach.unlessEqual(logs.map(\.responses.count), [1, 1, 1, 1, 1], "numbers of calls")
    },

    Law("a completed request and the captures of its handlers are released") { trial in
      trial.script.answer("/release", with: .text("hello"))
      // A network may wrongly keep an object until the network itself is released.
      let network = try trial.network()
      defer { withExtendedLifetime(network) {} }
      let (release, request) = try await network.runWithoutHolding("release")
      try await release.wait(orThrow: "what the completion handler held is still in memory")
      try await trial.script.wait(orThrow: "the completed request is still in memory") { request.isReleased }
    },

    Law("a hundred concurrent requests each receive their own response") { trial in
      let numbers = 0..<100
      for number in numbers { trial.script.answer("/\(number)", with: .text("answer \(number)")) }
      let network = try trial.network()
      let logs = numbers.map { network.get("\($0)").logging(.string) }
      for (number, log) in zip(numbers, logs) {
        try ContractBreach.unlessEqual(try await log.wait().value, "answer \(number)", "the value")
      }
    },
  ]
}

extension Networking {
  /// Runs a request whose handler captures an object, and returns the notifier of its release, and the request.
  fileprivate func runWithoutHolding(_ path: String) async throws -> (ReleaseNotice, WeakRequest) {
    let held = ReleaseToken()
    let release = held.release
    let log = CompletionLog<String>()
    let request = get(path)
    request.response(delivery: .inline, responseSerializer: .string) { [held] response in
      withExtendedLifetime(held) { log.add(response) }
    }
    try await log.wait()
    return (release, WeakRequest(request: request))
  }
}

/// A request that is not kept in memory.
private struct WeakRequest: Sendable {
  weak let request: (any NetworkRequesting)?

  var isReleased: Bool { request == nil }
}

/// Notifies when it is released.
private final class ReleaseToken: Sendable {
  let release = ReleaseNotice()

  deinit { release.notify() }
}
