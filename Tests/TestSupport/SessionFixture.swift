package import Foundation
package import Net
package import NetTesting

/// A session with a scripted transport, in virtual time, whose events are recorded.
package struct SessionFixture: Sendable {
  package let transport: ScriptedTransport
  package let timer: TestScheduler
  package let monitor = RecordingMonitor()
  package let session: NetworkSession

  package init(
    startDate: Date = TestScheduler.usualStartDate,
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) {
    self.init(startDate: startDate, onResume: { _ in }, configure: configure)
  }

  /// Uses a transport that calls the closure inside each `resume()`.
  package init(
    startDate: Date = TestScheduler.usualStartDate, onResume: @escaping @Sendable (ScriptedTask) -> Void,
    configure: (inout SessionConfiguration) -> Void = { _ in }
  ) {
    timer = TestScheduler(startDate: startDate)
    transport = ScriptedTransport(onResume: onResume)
    var configuration = SessionConfiguration()
    configuration.monitors = [monitor]
    configure(&configuration)
    session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  /// The tasks created so far.
  package var tasks: [ScriptedTask] { transport.tasks }

  /// Starts a request and records its responses.
  package func start<Configured>(
    _ method: HTTPMethod = .get, _ url: String = "https://example.com/a", headers: HTTPHeaders = [:],
    content: RequestContent? = nil, _ configure: (any NetworkRequesting) -> Configured = { _ in }
  ) -> Started<Data> {
    let request = session.request(
      RequestDescription(url, method: method, headers: headers, content: content))
    _ = configure(request)
    return Started(request, responseSerializer: .data)
  }

  /// A request and its recorded responses.
  package struct Started<Value: Sendable>: Sendable {
    package let request: any NetworkRequesting
    package let outcomes = Locked<[DataResponse<Value>]>([])

    package init(
      _ request: any NetworkRequesting, responseSerializer: some ResponseSerializer<Value>
    ) {
      self.request = request
      request.response(delivery: .inline, responseSerializer: responseSerializer) { [outcomes] response in
        outcomes.update { $0.append(response) }
      }
    }

    package var count: Int { outcomes.value.count }
    package var outcome: DataResponse<Value>? { outcomes.value.first }
    package var reason: NetworkError.Reason? { outcome?.error?.reason }
  }
}

extension SessionFixture.Started<Data> {
  package var text: String? { outcome?.value.map { String(decoding: $0, as: UTF8.self) } }
}

/// Records the events of a monitor in short form: those that every request has, and optionally the others.
package final class RecordingMonitor: EventMonitor {
  private let log = Locked<[String]>([])
  private let recordsDetails: Bool

  package init(recordsDetails: Bool = false) { self.recordsDetails = recordsDetails }

  package var events: [String] { log.value }

  package func request(_ id: RequestID, did event: RequestEvent) {
    if let text = step(event) ?? (recordsDetails ? detail(event) : nil) {
      log.update { $0.append("\(id) \(text)") }
    }
  }

  private func detail(_ event: RequestEvent) -> String? {
    switch event {
    case .adapted(let request): "adapted \(request.url.path)"
    case .resent(let request): "resent \(request.method) \(request.url.path)"
    case .willFallBack(let error): "falls back \(error.reason)"
    case .connection(let timings): "connection \(timings.connection?.remoteAddress ?? "?")"
    case .sentBody(let progress): "sent \(progress.completed) bytes"
    case .receivedBody(let progress): "received \(progress.completed) bytes"
    case .decoded(let type, let duration, let error): "decoded \(type) \(duration) \(error == nil)"
    default: nil
    }
  }

  private func step(_ event: RequestEvent) -> String? {
    switch event {
    case .started: "started"
    case .queued: "queued"
    case .sent(let request, let attempt): "sent \(request.method) \(attempt)"
    case .receivedHead(let head): "head \(head.status)"
    case .receivedInterim(let head): "interim \(head.status)"
    case .receivedTrailers(let trailers): "trailers \(trailers.map(\.name))"
    case .redirected(let head, let request): "redirected \(head.status) \(request.url.path)"
    case .willRetry(_, let delay): "retry \(delay)"
    case .finished: "finished"
    case .failed(let error, _): "failed \(error.reason)"
    case .configuredTooLate(let call): "too late \(call)"
    case .adapted, .connection, .sentBody, .receivedBody, .cache, .webSocket, .decoded, .resent,
      .willFallBack:
      nil
    }
  }
}

/// An interceptor made of closures.
package struct TestInterceptor: RequestInterceptor {
  package typealias Adaptation = @Sendable (Result<TransportRequest, any Error>) -> Void
  package typealias Decision = @Sendable (RetryDecision) -> Void

  package var onAdapt: @Sendable (TransportRequest, @escaping Adaptation) -> Void
  package var onRetry: @Sendable (RetryContext, @escaping Decision) -> Void
  package var adaptsRedirects: Bool

  package init(
    onAdapt: @escaping @Sendable (TransportRequest, @escaping Adaptation) -> Void = { $1(.success($0)) },
    onRetry: @escaping @Sendable (RetryContext, @escaping Decision) -> Void = { $1(.pass) },
    adaptsRedirects: Bool = false
  ) {
    self.onAdapt = onAdapt
    self.onRetry = onRetry
    self.adaptsRedirects = adaptsRedirects
  }

  package func adapt(_ request: TransportRequest, completion: @escaping Adaptation) {
    onAdapt(request, completion)
  }
  package func retry(_ failure: RetryContext, completion: @escaping Decision) { onRetry(failure, completion) }

  /// Adds the number of the attempt, from 1, as a header field.
  package static func numbering(_ name: String = "X-Attempt") -> TestInterceptor {
    let attempts = Locked(0)
    return TestInterceptor(onAdapt: { request, done in
      var request = request
      let number = attempts.update { number in
        number += 1
        return number
      }
      request.headers.add(name: name, value: "\(number)")
      done(.success(request))
    })
  }
}

package struct Broken: Error, Hashable {
  package init() {}
}
