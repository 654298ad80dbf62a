import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// What was decided before a cancellation, and would be done only after it.
///
/// A monitor that is just being called cancels the request; other actions wait behind it.
@Suite struct CancelledActionsTests {
  private let monitor = CancellingMonitor()

  private func fixture(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> SessionFixture {
    SessionFixture {
      $0.monitors = [monitor]
      configure(&$0)
    }
  }

  /// The timings of a connection, which are reported before the end of its response is handled.
  private let timings = TransportTimings(total: .seconds(1))

  @Test func aCompleteDownloadLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let fixture = fixture()
    let errors = Captured<NetworkError.Reason?>()
    let request = fixture.session.get("https://example.com/film")
      .download(to: .file(folder.url.appending(path: "film")), delivery: .inline) {
        errors.set($0.error?.reason)
      }
    fixture.tasks[0].begin()
    fixture.tasks[0].give("all")
    monitor.onConnection.update { $0 = { request.cancel() } }
    fixture.tasks[0].send(.finished(timings))
    expectEqual(errors.values, [.cancelled])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    withExtendedLifetime(folder) {}
  }

  /// The last closure before the file is moved.
  @Test func aDownloadThatItsValidationCancelsLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let fixture = fixture()
    let errors = Captured<NetworkError.Reason?>()
    let running = Locked<(any NetworkRequesting)?>(nil)
    let request = fixture.session.get("https://example.com/film").validate { _ in running.value?.cancel() }
    running.update { $0 = request }
    request.download(to: .file(folder.url.appending(path: "film")), delivery: .inline) {
      errors.set($0.error?.reason)
    }
    fixture.tasks[0].begin()
    fixture.tasks[0].give("all")
    running.update { $0 = request }
    fixture.tasks[0].finish()
    expectEqual(errors.values, [.cancelled])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    running.update { $0 = nil }
    withExtendedLifetime(folder) {}
  }

  @Test func noValidationIsAsked() {
    let asked = Locked(0)
    let fixture = fixture()
    let started = fixture.start { request in
      request.validate { _ in asked.update { $0 += 1 } }
    }
    fixture.tasks[0].begin()
    monitor.onConnection.update { $0 = { started.request.cancel() } }
    fixture.tasks[0].send(.finished(timings))
    expectEqual(started.reason, .cancelled)
    expectEqual(asked.value, 0)
  }

  @Test func noCookieIsStored() throws {
    let jar = CookieJar()
    let fixture = fixture { $0.cookies = jar }
    let started = fixture.start()
    let task = fixture.tasks[0]
    monitor.onInterim.update {
      $0 = {
        task.begin(headers: ["Set-Cookie": "session=1"])
        fixture.session.cancelAll()
        jar.removeAll()
      }
    }
    task.send(.interim(ResponseHead(status: 103)))
    expectEqual(started.reason, .cancelled)
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func noAdapterAndNoRetrierIsAsked() {
    let asked = Captured<String>()
    let interceptor = TestInterceptor(
      onAdapt: { request, done in
        asked.set("adapt")
        done(.success(request))
      },
      onRetry: { _, done in
        asked.set("retry")
        done(.retry(after: .zero))
      })
    let fixture = fixture { $0.interceptors = [interceptor] }
    let started = fixture.start()
    monitor.onRetry.update { $0 = { started.request.cancel() } }
    fixture.tasks[0].respond(503)
    expectEqual(started.reason, .cancelled)
    expectEqual(asked.values, ["adapt", "retry"])
    expectEqual(fixture.tasks.count, 1)
  }
}

/// Calls closures once, when a step is reported.
private final class CancellingMonitor: EventMonitor {
  typealias Action = Locked<(@Sendable () -> Void)?>

  let onConnection = Action(nil)
  let onInterim = Action(nil)
  let onRetry = Action(nil)

  func request(_ id: RequestID, did event: RequestEvent) {
    let action: Action? =
      switch event {
      case .connection: onConnection
      case .receivedInterim: onInterim
      case .willRetry: onRetry
      default: nil
      }
    let taken = action?.update { action in
      defer { action = nil }
      return action
    }
    taken?()
  }
}
