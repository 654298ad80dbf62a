import TestSupport
import Testing

@testable import Stream

/// What another thread does with a shared stream between two steps of the thread that leaves it or ends it.
@Suite struct ShareOrderTests {
  private let log = Log<String>()
  private let probe = Probe<Int>()

  /// A source that logs its subscriptions and disposals, and runs the action at each disposal.
  private func source(
    onDispose: @escaping @Sendable () -> Void = {},
    _ send: @escaping @Sendable (AnyObserver<Int>) -> Void = { _ in }
  ) -> Observable<Int> {
    .create { [log] observer in
      log.write("subscribed")
      send(observer)
      return Disposables.create {
        log.write("disposed")
        onDispose()
      }
    }
  }

  @Test(arguments: [SubjectLifetimeScope.whileConnected, .forever])
  func aSourceIsDisposedOfBeforeItIsSubscribedToAgain(_ scope: SubjectLifetimeScope) {
    let sharer = Sharer(source(), scope)
    let (connection, _) = sharer.join()
    sharer.connect(connection)
    // The last subscriber has decided to disconnect, and another thread subscribes before it has done so.
    expectTrue(connection.leave())
    let subscription = sharer.shared.subscribe(probe.on)
    expectEqual(log.entries, ["subscribed"])
    sharer.close(connection)
    expectEqual(log.entries, ["subscribed", "disposed", "subscribed"])
    subscription.dispose()
    expectEqual(log.entries, ["subscribed", "disposed", "subscribed", "disposed"])
  }

  @Test(arguments: [0, 1]) func aSourceThatHasEndedIsKeptWhileItIsDisposedOf(_ replay: Int) {
    let late = Probe<Int>()
    let shared = Shared<Observable<Int>?>(nil)
    let ending = Shared<AnyObserver<Int>?>(nil)
    // Another thread subscribes between the end of the source and its delivery.
    let source = source(onDispose: { _ = shared.value?.subscribe(late.on) }) { observer in
      ending.value = observer
      observer.onNext(1)
    }
    shared.value = source.share(replay: replay, scope: .forever)
    _ = shared.value?.subscribe(probe.on)
    ending.value?.onCompleted()
    expectEqual(probe.events, [.next(1), .completed])
    expectEqual(late.events, replay == 0 ? [.completed] : [.next(1), .completed])
    expectEqual(log.entries, ["subscribed", "disposed"])
  }

  @Test func aSubscriberThatLeavesWhileTheSourceEndsDoesNotStartItAgain() {
    let first = Shared<(any Disposable)?>(nil)
    let shared = Shared<Observable<Int>?>(nil)
    let ending = Shared<AnyObserver<Int>?>(nil)
    let probe = probe
    let source = source(onDispose: {
      first.value?.dispose()
      _ = shared.value?.subscribe(probe.on)
    }) { ending.value = $0 }
    shared.value = source.share(scope: .forever)
    first.value = shared.value?.subscribe { _ in }
    ending.value?.onCompleted()
    expectEqual(log.entries, ["subscribed", "disposed"])
    expectEqual(probe.events, [.completed])
  }

  @Test func anElementThatComesAfterTheLastSubscriberHasLeftIsNotKept() {
    let sending = Shared<AnyObserver<Int>?>(nil)
    let source = source(onDispose: {}, { sending.value = $0 })
    let sharer = Sharer(source, replay: 1, .forever)
    let (connection, _) = sharer.join()
    sharer.connect(connection)
    // The last subscriber has decided to disconnect, and the source sends before it has done so.
    expectTrue(connection.leave())
    sending.value?.onNext(1)
    sharer.close(connection)
    let subscription = sharer.shared.subscribe(probe.on)
    expectTrue(probe.events.isEmpty)
    subscription.dispose()
  }

  @Test(.heavy, arguments: [0, 1]) func anElementOfAFormerConnectionReachesNoNewSubscriber(_ replay: Int) {
    let track = RaceTrack()
    defer { track.close() }
    let races = (0..<6000).map { ShareRace(replay: replay, delay: $0 % 300) }
    #expect(track.run(races))
    #expect(races.compactMap { $0.verdict() }.isEmpty)
  }
}
