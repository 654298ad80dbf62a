import Dispatch
import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// A session that leaves its connection on one thread, while another thread already continues.
@Suite(.netTesting) struct WebSocketSessionOrderTests {
  private struct Refused: Error {}

  private let time = TestScheduler()
  private let transport = ScriptedWebSockets(onResume: { _ in })

  /// Opens the first connection on another thread, and lets its opening fail on this one, which leaves the connection.
  ///
  /// The other thread performs what follows while this one is leaving, and then the action runs.
  private func failToOpen(_ opening: Opening, meanwhile: @escaping @Sendable () -> Void = {}) throws {
    let task = try #require(transport.tasks.first)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      task.open()
      isDone.signal()
    }
    let observer = try #require(opening.begun())
    let goesOn = Locked(false)
    task.onClose.update { action in
      action = {
        opening.goOn()
        goesOn.update { $0 = isDone.wait(timeout: .patience) == .success }
        meanwhile()
      }
    }
    observer.onError(Refused())
    expectTrue(goesOn.value)
  }

  private func session(
    _ reconnection: WebSocketReconnection, _ opening: Opening
  ) -> Recording<WebSocketEvent> {
    NetworkSession(configuration: SessionConfiguration(), transport: transport, timer: time).stream
      .webSocket("wss://example.com/chat").session(reconnecting: reconnection) { _ in opening.single }
      .record(afterEach: .test)
  }

  @Test func theDelayOfTheNextAttemptIsNotCancelled() throws {
    let opening = Opening()
    let events = session(.backoff(base: .seconds(2)), opening)
    try failToOpen(opening)
    time.advance(by: .seconds(2))
    expectEqual(transport.tasks.count, 2)
    expectNil(events.error)
  }

  @Test func theNextAttemptIsNotCancelled() throws {
    let opening = Opening()
    let events = session(.backoff(base: .seconds(2)), opening)
    try failToOpen(opening, meanwhile: { [time] in time.advance(by: .seconds(2)) })
    expectEqual(transport.tasks.map(\.calls), [["close 1001"], []])
    expectNil(events.error)
  }
}

/// What a session subscribes to when its first connection is open: the subscription takes a while.
private final class Opening: Sendable {
  private let observer = Captured<AnyObserver<Void>>()
  private let isSubscribing = DispatchSemaphore(value: 0)
  private let mayReturn = DispatchSemaphore(value: 0)

  var single: Single<Void> {
    guard observer.value == nil else { return .just(()) }
    return Observable.create { [self] observer in
      self.observer.set(observer)
      isSubscribing.signal()
      _ = mayReturn.wait(timeout: .patience)
      return Disposables.create()
    }.asSingle()
  }

  func begun() -> AnyObserver<Void>? {
    isSubscribing.wait(timeout: .patience) == .success ? observer.value : nil
  }

  func goOn() { mayReturn.signal() }
}
