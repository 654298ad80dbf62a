import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A request over a profile that another thread cancels between two steps of its start.
@Suite struct ProfiledCancellationTests {
  private let timer = HookedTimer()
  private let base = ScriptedTransport(onResume: { $0.respond(200, body: "text") })

  private func send(
    over transport: ProfiledTransport, cancelling: Bool = false
  ) throws -> (task: any TransportTask, received: ReceivedEvents) {
    let received = ReceivedEvents()
    let url = try #require(URL(string: "http://h/a"))
    let task = transport.task(for: TransportRequest(url: url), receiver: received)
    if cancelling { timer.onRead.update { $0 = { task.cancel() } } }
    task.resume()
    return (task, received)
  }

  @Test func aRequestThatIsCancelledWhileItIsPassedOnIsNotSent() throws {
    let transport = ProfiledTransport(base, profile: .plain, timer: timer)
    let (task, received) = try send(over: transport)
    base.onMake.update { $0 = { _ in task.cancel() } }
    timer.time.run()
    expectEqual(received.words, ["failed CancellationError head"])
    expectEqual(base.tasks.map(\.isResumed), [false])
    expectEqual(base.tasks.map(\.isCancelled), [true])
  }

  @Test func aRequestThatIsCancelledWhileItStartsTakesNoConnection() throws {
    let profile = NetworkProfile.custom(
      roundTrip: .milliseconds(100), down: .unlimited, up: .unlimited, connections: 1)
    let transport = ProfiledTransport(base, profile: profile, timer: timer)
    let cancelled = try send(over: transport, cancelling: true).received
    timer.time.run()
    let received = try send(over: transport).received
    timer.time.run()
    expectEqual(cancelled.words, ["failed CancellationError connect"])
    expectEqual(received.words, ["head 200", "body text", "finished"])
    expectEqual(base.tasks.count, 1)
  }

  @Test func theBodyOfACancelledRequestMayUseTheNetworkWhenItIsReleased() throws {
    let profile = NetworkProfile.custom(
      roundTrip: .milliseconds(100), down: .kilobits(8), up: .unlimited, connections: 1)
    let next = Locked<(any TransportTask)?>(nil)
    let released = Locked(0)
    let base = ScriptedTransport(onResume: { task in
      task.send(.head(ResponseHead(status: 200)))
      task.send(
        .body(
          .reporting(count: 100_000) {
            released.update { $0 += 1 }
            next.value?.resume()
          }))
    })
    let transport = ProfiledTransport(base, profile: profile, timer: timer)
    let (task, received) = try send(over: transport)
    let url = try #require(URL(string: "http://h/b"))
    next.update { $0 = transport.task(for: TransportRequest(url: url), receiver: ReceivedEvents()) }
    timer.time.advance(by: .seconds(1))
    expectEqual(released.value, 0)
    task.cancel()
    expectEqual(received.words, ["head 200", "failed CancellationError body"])
    expectEqual(released.value, 1)
  }

  @Test func theTaskOfTheOtherTransportMayCallTheRequestWhenItIsReleased() throws {
    let profiled = Locked<(any TransportTask)?>(nil)
    let released = Locked(0)
    let base = ForgetfulTransport {
      released.update { $0 += 1 }
      profiled.value?.pause()
    }
    let transport = ProfiledTransport(base, profile: .plain, timer: timer)
    let received = ReceivedEvents()
    let url = try #require(URL(string: "http://h/a"))
    let task = transport.task(for: TransportRequest(url: url), receiver: received)
    profiled.update { $0 = task }
    task.resume()
    timer.time.run()
    expectEqual(received.words, ["finished"])
    expectEqual(released.value, 1)
  }
}

/// A transport that keeps no task.
private struct ForgetfulTransport: Transport {
  let atEnd: @Sendable () -> Void

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    Answered(receiver: receiver, atEnd: atEnd)
  }

  private final class Answered: TransportTask {
    private let receiver: any TransportReceiver
    private let atEnd: @Sendable () -> Void

    init(receiver: any TransportReceiver, atEnd: @escaping @Sendable () -> Void) {
      self.receiver = receiver
      self.atEnd = atEnd
    }

    func resume() { receiver.receive(.finished(TransportTimings())) }
    func pause() {}
    func proceed() {}
    func cancel() {}

    deinit { atEnd() }
  }
}
