import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// An error of the user's may call the request when it is asked about itself, so no lock is held then.
@Suite struct ReentrantErrorTests {
  /// Where the error comes from.
  enum Origin: CaseIterable, Sendable {
    case transport, body, transportOfTransport, transportOfAnother, adapter, validator, parser, retrier,
      retrierOfAnother, redirect
  }

  /// What the error does when it is asked.
  enum Call: CaseIterable, Sendable { case cancels, reads }

  private let error = CallingError()

  /// Returns the failure of another request of the user.
  private static func failure(of error: any Error) -> NetworkError {
    var failure = NetworkError(.transport(.head), underlyingError: error)
    failure.request = URL(string: "https://example.com/other").map { TransportRequest(url: $0) }
    return failure
  }

  /// The transport, or part of the session, from which the error comes.
  private func fixture(_ origin: Origin, _ configure: (inout SessionConfiguration) -> Void = { _ in })
    -> SessionFixture
  {
    let error = error
    return SessionFixture(
      onResume: { task in
        switch origin {
        case .transport: task.send(.failed(error, phase: .head))
        case .transportOfTransport:
          task.send(.failed(NetworkError(.transport(.head), underlyingError: error), phase: .head))
        case .transportOfAnother:
          let cause = Self.failure(of: error)
          task.send(.failed(NetworkError(.transport(.head), underlyingError: cause), phase: .head))
        case .body:
          task.begin()
          task.send(.failed(error, phase: .body))
        case .retrier, .retrierOfAnother: task.respond(503)
        case .redirect where task.request.url.path == "/b": task.respond(200)
        case .redirect:
          task.begin(302, headers: ["Location": "https://example.com/b"])
          task.send(.failed(error, phase: .body))
        case .adapter, .validator, .parser: task.respond(200)
        }
      },
      configure: {
        $0.callbackQueue = nil
        switch origin {
        case .adapter: $0.interceptors = [TestInterceptor(onAdapt: { $1(.failure(error)) })]
        case .retrier, .retrierOfAnother:
          let failure: any Error = origin == .retrier ? error : Self.failure(of: error)
          $0.interceptors = [
            TestInterceptor(onRetry: { $1(.fail(failure)) }), RetryPolicy(maximumRetries: 2, base: .zero),
          ]
        default: $0.interceptors = [RetryPolicy(maximumRetries: 2, base: .zero)]
        }
        configure(&$0)
      })
  }

  private struct Failing: StreamParser {
    let error: any Error

    mutating func append(_ chunk: Data) {}
    mutating func finish() {}
    mutating func next() throws -> Int? { throw error }
  }

  private func call(_ call: Call, _ request: any NetworkRequesting) {
    error.action.update {
      $0 = { [weak request] in
        switch call {
        case .cancels: request?.cancel()
        case .reads: _ = (request?.request, request?.response, request?.state)
        }
      }
    }
  }

  @Test(arguments: Origin.allCases, Call.allCases)
  func anErrorMayCallTheRequestThatItFails(_ origin: Origin, _ call: Call) {
    let fixture = fixture(origin)
    let ends = Captured<Bool>()
    let error = error
    let request = fixture.session.get("https://example.com/a").validate { _ in
      if origin == .validator { throw error }
    }
    self.call(call, request)
    if origin == .parser {
      request.responseStream(parsedBy: Failing(error: error)) { event in
        if case .complete(let response) = event { ends.set(response.error != nil) }
      }
    } else {
      request.response(delivery: .inline, responseSerializer: .data) { ends.set($0.error != nil) }
    }
    expectEqual(ends.values, [origin != .redirect || call == .cancels])
  }

  @Test(arguments: [Origin.transport, .transportOfAnother, .adapter], Call.allCases)
  func anErrorMayCallTheRequestForWhichAStaleResponseIsSought(_ origin: Origin, _ call: Call) {
    let hasFailed = Locked(false)
    let cause = error
    let error: any Error =
      origin == .transportOfAnother
      ? NetworkError(.transport(.head), underlyingError: Self.failure(of: cause)) : cause
    let transport = ScriptedTransport { task in
      hasFailed.value
        ? task.send(.failed(error, phase: .head))
        : task.respond(200, headers: ["Cache-Control": "max-age=10, stale-if-error=1000"])
    }
    var configuration = SessionConfiguration()
    configuration.callbackQueue = nil
    configuration.cache = .memory(limit: 1 << 20)
    if origin == .adapter {
      configuration.interceptors = [
        TestInterceptor(onAdapt: { $1(hasFailed.value ? .failure(error) : .success($0)) })
      ]
    }
    let timer = TestScheduler()
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    session.get("https://example.com/a").resume()
    timer.advance(by: .seconds(60))
    hasFailed.update { $0 = true }
    let request = session.get("https://example.com/a")
    self.call(call, request)
    let ends = Captured<Bool>()
    request.response(delivery: .inline, responseSerializer: .data) { ends.set($0.error != nil) }
    expectEqual(ends.values, [origin == .adapter || call == .cancels])
  }

  @Test(arguments: [Origin.body, .transportOfAnother])
  func anErrorMayCloseTheEventSourceWhoseConnectionItEnds(_ origin: Origin) {
    let fixture = fixture(origin)
    let source = EventSource(RequestDescription("https://example.com/events"), network: fixture.session)
    let updates = Captured<Bool>()
    error.action.update { $0 = { source.close() } }
    source.open(delivery: .inline) { update in
      if case .opened = update { return }
      updates.set(true)
    }
    expectTrue(updates.values.isEmpty)
  }

  private struct AskedInterceptor: RequestInterceptor {
    let action: Locked<@Sendable () -> Void>

    var adaptsRedirects: Bool {
      action.value()
      return true
    }
  }

  @Test func anAdapterMayCallTheRequestWhenItIsAskedAboutRedirects() {
    let action = Locked<@Sendable () -> Void>({})
    let fixture = SessionFixture(onResume: { task in
      task.request.url.path == "/a" ? task.respond(302, headers: ["Location": "/b"]) : task.respond(200)
    }) { $0.interceptors = [AskedInterceptor(action: action)] }
    let request = fixture.session.get("https://example.com/a")
    action.update { $0 = { [weak request] in _ = request?.request } }
    let started = SessionFixture.Started(request, responseSerializer: .data)
    expectEqual(started.outcome?.response?.status, 200)
    expectEqual(fixture.tasks.count, 2)
  }
}
