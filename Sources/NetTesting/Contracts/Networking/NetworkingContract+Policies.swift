import Foundation
import Net

extension NetworkingContract {
  /// The laws on redirects, timeouts and interceptors, for implementations that support them.
  static let policyLaws: [Law] = [
    Law("redirects are followed, with method and body where RFC 9110 keeps them", features: .redirects) {
      trial in
      trial.script.answer("/target", with: .text("target"))
      let network = try trial.network()
      let expected: [(Int, HTTPMethod)] = [(301, .get), (302, .get), (303, .get), (307, .post), (308, .post)]
      for (status, method) in expected {
        trial.script.answer("/\(status)", with: .redirect(to: "/target", status: status))
        let value = try await network.post(
          "\(status)", httpBody: Data("body".utf8), contentType: "text/plain"
        )
        .logging(.string).wait().value
        try ContractBreach.unlessEqual(value, "target", "the value after a \(status)")
        let last = trial.script.requests.last
        try ContractBreach.unlessEqual(last?.method, method, "the method after a \(status)")
        let body = method == .post ? Data("body".utf8) : Data()
        try ContractBreach.unlessEqual(last?.body, body, "the body after a \(status)")
      }
    },

    Law("a redirect loop ends at the limit", features: .redirects) { trial in
      trial.script.answer("/round", with: .redirect(to: "/round"))
      let reason = try await trial.network().get("round").logging(.data).wait().error?.reason
      try ContractBreach.unlessEqual(reason, .redirect(.limit(20)), "the reason")
      try ContractBreach.unlessEqual(trial.script.requests.count, 21, "number of requests")
    },

    Law("a request that takes too long fails as timed out", features: .timeouts) { trial in
      trial.script.answer("/slow", with: .text("late").delay(.seconds(3600)))
      for (timeouts, kind) in [
        (RequestTimeouts(idle: .seconds(5)), TimeoutKind.idle), (RequestTimeouts(total: .seconds(5)), .total),
      ] {
        let before = trial.script.requests.count
        let log = try trial.network { $0.timeouts = timeouts }.get("slow").logging(.data)
        try await trial.script.waitUntilRequested(before + 1)
        trial.script.clock.advance(by: .milliseconds(4_900))
        // Handlers that this has queued run first.
        trial.script.configuration.callbackQueue?.sync {}
        try ContractBreach.unless(log.responses.isEmpty, "a request with a limit of 5 s ended before it")
        trial.script.clock.advance(by: .milliseconds(100))
        // The idle time counts from the last sent byte, which the transport reports asynchronously, perhaps only now.
        if kind == .idle { try await trial.script.advance(by: .seconds(5)) { !log.responses.isEmpty } }
        try ContractBreach.unlessEqual(try await log.wait().error?.reason, .timeout(kind), "the reason")
      }
    },

    Law("interceptors adapt requests and decide about retries", features: .interceptors) { trial in
      trial.script.answer("/flaky") { request in
        request.headers["X-Attempt"] == "2" ? .text("hello") : .status(503)
      }
      let log = try trial.network { $0.interceptors = [ContractInterceptor()] }.get("flaky").logging(.string)
      try await trial.script.advance(by: .zero) { !log.responses.isEmpty }
      try ContractBreach.unlessEqual(log.responses.first?.value, "hello", "the value")
      try ContractBreach.unlessEqual(trial.script.requests.count, 2, "number of requests")
    },
  ]
}

/// Numbers the attempts, and requests a second one.
private final class ContractInterceptor: RequestInterceptor {
  private let attempts = Lock(0)

  func adapt(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    let attempt = attempts.withLock { attempts in
      attempts += 1
      return attempts
    }
    var request = request
    request.headers.update(name: "X-Attempt", value: "\(attempt)")
    completion(.success(request))
  }

  func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    completion(attempts.withLock { $0 } < 2 ? .retry(after: .zero) : .pass)
  }
}
