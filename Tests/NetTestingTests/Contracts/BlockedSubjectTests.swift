import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting
@testable import Stream

/// Subjects that block the thread that calls them forever.
@Suite struct BlockedSubjectTests {
  /// Never returns.
  private static func block() { DispatchSemaphore(value: 0).wait() }

  private struct BlockedTransport: Transport {
    let base = MockTransport()

    func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
      BlockedSubjectTests.block()
      return base.task(for: request, receiver: receiver)
    }
  }

  private func failures(_ check: () async -> Void) async -> [String] {
    let collected = CollectedFailures()
    await LawRun.$limit.withValue(.milliseconds(100)) {
      await collected.collectAsync { await check() }
    }
    return collected.messages
  }

  private func expectOne(_ messages: [String], names law: String, of subject: String) {
    expectEqual(messages.count, 1)
    let beginning = "the \(subject) breaks the law \"\(law)\""
    expectEqual(messages.first?.hasPrefix(beginning), true, "\(messages)")
    expectEqual(messages.first?.contains("it blocks the thread that calls it"), true, "\(messages)")
  }

  @Test func aTransportThatBlocksFailsTheFirstLawAndEndsTheCheck() async {
    let laws = TransportContract.lawsWithoutSockets
    let messages = await failures {
      await TransportContract.check(laws, scripted: { _ in BlockedTransport() })
    }
    expectOne(messages, names: laws[0].description, of: "transport")
  }

  @Test func aNetworkThatBlocksFailsTheFirstLawAndEndsTheCheck() async {
    let laws = NetworkingContract.laws
    let messages = await failures {
      await NetworkingContract.check(
        laws,
        scripted: { script in
          NetworkSession(
            configuration: script.configuration, transport: BlockedTransport(), timer: script.timer)
        })
    }
    expectOne(messages, names: laws[0].description, of: "network")
  }

  @Test func aWebSocketThatBlocksFailsTheFirstLawAndEndsTheCheck() async {
    let laws = WebSocketContract.laws
    let messages = await failures {
      await WebSocketContract.check(
        laws,
        scripted: { _ in
          BlockedSubjectTests.block()
          return MockTransport()
        })
    }
    expectOne(messages, names: laws[0].description, of: "transport")
  }

  @Test func aStoreThatBlocksFailsTheFirstLawAndEndsTheCheck() async {
    let laws = CacheStoreContract.laws
    let messages = await failures {
      await CacheStoreContract.check(laws) {
        BlockedSubjectTests.block()
        return HTTPCache.memory(limit: 1).store
      }
    }
    expectOne(messages, names: laws[0].description, of: "store")
  }

  @Test func aCancelledCheckEndsAtOnce() async {
    let law = TransportContract.laws.first { $0.description.hasPrefix("head, body and end") }
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let collected = CollectedFailures()
    let check = Task {
      await ContractPatience.$limit.withValue(.seconds(3600)) {
        await collected.collectAsync {
          await TransportContract.check(
            law.map { [$0] } ?? [],
            scripted: { script in
              let transport = MockTransport(timer: script.timer)
              transport.stub(.everything) { _ in
                arrival.yield()
                return .text("late").delay(.seconds(1))
              }
              return transport
            })
        }
      }
    }
    for await _ in arrivals { break }
    check.cancel()
    await check.value
    expectEqual(collected.messages.count, 1)
    expectEqual(collected.messages.first?.hasSuffix("the end of the task did not arrive, only []"), true)
  }

  @Test func anOperatorThatDeliversUnderALockIsReported() async {
    let messages = await failures {
      OperatorLifecycle.check(.init(stopsProducer: false)) { (source: Observable<Int>) in
        Observable.create { observer in
          let lock = NSLock()
          let upstream = source.subscribe { event in lock.withLock { observer.on(event) } }
          return Disposables.create { lock.withLock { upstream.dispose() } }
        }
      }
    }
    expectOne(messages, names: "every call returns", of: "operator")
  }

  /// The time for one check does not limit how many races there are.
  @Test func manyRacesMayTakeLongerThanOneCheck() async {
    expectEqual(await Self.failuresOfLongRaces(), [])
  }

  /// Runs on a separate thread, to leave the shared threads to the other tests.
  private static func failuresOfLongRaces() async -> [String] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let collected = CollectedFailures()
        LawRun.$limit.withValue(.seconds(5)) {
          collected.collect {
            OperatorLifecycle.check(.init(stopsProducer: false, races: 30)) { (source: Observable<Int>) in
              Observable.create { observer in
                // Never signalled: each subscription takes this time, and all races take longer than the limit.
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(200))
                return source.subscribe(observer)
              }
            }
          }
        }
        continuation.resume(returning: collected.messages)
      }
    }
  }
}
