import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A URL of the user's may call the request when it is asked for its text, so no lock is held then.
@Suite struct ReentrantURLTests {
  /// A URL that calls a closure whenever it is read.
  private struct CallingURL: URLConvertible {
    let action = Locked<@Sendable () -> Void>({})

    func asURL() throws -> URL {
      action.value()
      guard let url = URL(string: "https://example.com/a") else { throw Broken() }
      return url
    }
  }

  private struct Preparation: RequestInterceptor {
    let action: @Sendable () -> Void

    func prepare(_ request: inout TransportRequest) { action() }
  }

  private let url = CallingURL()
  private let text = "GET https://example.com/a failed: it was cancelled."

  @Test func aURLMayCallTheRequestThatIsCancelledBeforeItsStart() {
    let request = SessionFixture().session.get(url)
    url.action.update { $0 = { [weak request] in request?.cancel() } }
    request.cancel()
    expectEqual(request.state, .cancelled)
    let started = SessionFixture.Started(request, responseSerializer: .data)
    expectEqual(started.outcome?.error?.description, text)
  }

  @Test func aURLMayCancelItsRequestWhileItIsBuilt() {
    let request = SessionFixture().session.get(url)
    url.action.update { $0 = { [weak request] in request?.cancel() } }
    let started = SessionFixture.Started(request, responseSerializer: .data)
    expectEqual(started.outcome?.error?.description, text)
    expectEqual(request.state, .cancelled)
  }

  @Test func aURLMayCallTheRequestThatEndsWhileItIsBuilt() {
    let fixture = SessionFixture()
    let request = fixture.session.get(url).timeout(total: .seconds(1))
      .intercept(Preparation { fixture.timer.advance(by: .seconds(1)) })
    url.action.update { $0 = { [weak request] in _ = request?.request } }
    let started = SessionFixture.Started(request, responseSerializer: .data)
    expectEqual(started.reason, .timeout(.total))
    expectEqual(started.outcome?.error?.description.hasPrefix("GET https://example.com/a failed: "), true)
  }

  /// Keeps the descriptions of errors, which it makes with a lock held.
  private final class ErrorLog: EventMonitor {
    let errors = Locked<[String]>([])

    func request(_ id: RequestID, did event: RequestEvent) {
      guard case .failed(let error, _) = event else { return }
      errors.update { $0.append(error.description) }
    }
  }

  @Test func aURLMayCallAMonitorThatReadsItsError() {
    let log = ErrorLog()
    let fixture = SessionFixture { $0.monitors = [log] }
    let request = fixture.session.get(url)
    _ = request.intercept(Preparation { [weak request] in request?.cancel() })
    url.action.update { $0 = { _ = log.errors.value } }
    request.resume()
    expectEqual(log.errors.value, [text])
  }
}
