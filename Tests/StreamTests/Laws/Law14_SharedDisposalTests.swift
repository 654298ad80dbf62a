import Dispatch
import NetTesting
import Stream
import TestSupport
import Testing

/// Law 14: no other subscriber starts the source while another thread is still starting it or disposing of it.
@Suite struct Law14_SharedDisposal {
  private let source = HeldSource()
  private let first = Probe<Int>()
  private let second = Probe<Int>()

  @Test(arguments: [SubjectLifetimeScope.whileConnected, .forever], [0, 1])
  func aSourceThatIsBeingLeftIsNotStartedAgain(_ scope: SubjectLifetimeScope, replay: Int) {
    let shared = source.observable.share(replay: replay, scope: scope)
    let one = shared.subscribe(first.on)
    let left = source.onAThreadThatIsHeld { one.dispose() }
    let two = shared.subscribe(second.on)
    expectEqual(source.started.value, 1)
    source.goOn(left)
    expectEqual(source.started.value, 2)
    source.send(1)
    expectEqual(second.elements, [1])
    two.dispose()
    expectEqual(source.most.value, 1)
  }

  @Test(arguments: [0, 1]) func aSourceThatEndsIsNotStartedAgainBeforeItIsDisposedOf(_ replay: Int) {
    let shared = source.observable.share(replay: replay)
    let one = shared.subscribe(first.on)
    let ended = source.onAThreadThatIsHeld { [source] in source.send(nil) }
    let two = shared.subscribe(second.on)
    let three = shared.subscribe(second.on)
    expectEqual(source.started.value, 1)
    source.goOn(ended)
    expectTrue(first.isCompleted)
    expectEqual(source.started.value, 2)
    source.send(1)
    expectEqual(second.elements, [1, 1])
    for subscription in [one, two, three] { subscription.dispose() }
    expectEqual(source.most.value, 1)
  }

  @Test func theEndIsDeliveredBeforeTheSourceIsStartedForOthers() {
    let log = Log<String>()
    let source = HeldSource(onStart: { log.write("started") })
    let shared = source.observable.share()
    _ = shared.subscribe(onCompleted: { log.write("completed") })
    let ended = source.onAThreadThatIsHeld { source.send(nil) }
    let two = shared.subscribe(second.on)
    source.goOn(ended)
    expectEqual(log.entries, ["started", "completed", "started"])
    two.dispose()
  }

  @Test func subscribersThatLeaveWhileTheyWaitStartNothing() {
    let shared = source.observable.share()
    let one = shared.subscribe(first.on)
    let left = source.onAThreadThatIsHeld { one.dispose() }
    shared.subscribe(second.on).dispose()
    shared.subscribe(second.on).dispose()
    source.goOn(left)
    expectEqual(source.started.value, 1)
    let two = shared.subscribe(second.on)
    expectEqual(source.started.value, 2)
    two.dispose()
  }

  @Test func aCachedSingleThatIsBeingLeftIsNotStartedAgain() {
    let cached = source.observable.first().cached()
    let values = Log<Int?>()
    let one = cached.subscribe(onSuccess: { values.write($0) })
    let left = source.onAThreadThatIsHeld { one.dispose() }
    let two = cached.subscribe(onSuccess: { values.write($0) })
    expectEqual(source.started.value, 1)
    source.goOn(left)
    expectEqual(source.started.value, 2)
    source.send(1)
    expectEqual(values.entries, [1])
    two.dispose()
    expectEqual(source.most.value, 1)
  }

  @Test func aSourceWhoseStartHasNotReturnedIsNotStartedAgain() {
    let source = HeldSource(holdsStart: true)
    let shared = source.observable.share()
    let started = source.onAThreadThatIsHeld { [first] in _ = shared.take(1).subscribe(first.on) }
    // The only subscriber has left at the first element, while its thread is still inside the start.
    let two = shared.subscribe(second.on)
    expectEqual(source.started.value, 1)
    source.goOn(started)
    expectEqual(source.started.value, 2)
    two.dispose()
    expectEqual(source.most.value, 1)
  }
}

/// A source of which the first run waits, at its disposal or in its start, until the test lets it go on.
private final class HeldSource: Sendable {
  let started = Count()
  /// The largest number of runs at a time.
  let most = Shared(0)
  private let open = Shared(0)
  private let observer = Shared<AnyObserver<Int>?>(nil)
  private let isHeld = DispatchSemaphore(value: 0)
  private let isReleased = DispatchSemaphore(value: 0)
  private let holdsStart: Bool
  private let onStart: @Sendable () -> Void

  init(holdsStart: Bool = false, onStart: @escaping @Sendable () -> Void = {}) {
    self.holdsStart = holdsStart
    self.onStart = onStart
  }

  var observable: Observable<Int> {
    .create { [self] observer in
      let isFirst = started.increment() == 1
      open.value += 1
      most.value = max(most.value, open.value)
      self.observer.value = observer
      onStart()
      if isFirst, holdsStart {
        observer.onNext(0)
        hold()
      }
      return Disposables.create { [self] in
        if isFirst, !holdsStart { hold() }
        open.value -= 1
      }
    }
  }

  /// Sends an element, or completes.
  func send(_ element: Int?) {
    if let element { observer.value?.onNext(element) } else { observer.value?.onCompleted() }
  }

  /// Runs the body on another thread, and returns once that waits in the first run.
  func onAThreadThatIsHeld(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      body()
      isDone.signal()
    }
    _ = isHeld.wait(timeout: .patience)
    return isDone
  }

  /// Lets the thread go on, and waits until it has ended.
  func goOn(_ isDone: DispatchSemaphore) {
    isReleased.signal()
    _ = isDone.wait(timeout: .patience)
  }

  private func hold() {
    isHeld.signal()
    _ = isReleased.wait(timeout: .patience)
  }
}
