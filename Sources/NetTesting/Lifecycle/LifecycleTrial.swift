import Net
import Stream

/// One run of an operator with its own source, observer and virtual time.
final class LifecycleTrial<Input: Sendable>: Sendable {
  private struct Progress: Sendable {
    var isSubscribed = false
    var disposed: Duration?
  }

  let scheduler = TestScheduler()
  let source: LifecycleSource<Input>
  let log: LifecycleLog
  /// The subscription to the operator.
  ///
  /// When it has ended, it must retain nothing.
  let subscription = SerialDisposable()
  private let subject: LifecycleSubject<Input>
  private let witnesses = Lock<[(name: String, witness: LifecycleWitness)]>([])
  private let progress = Lock(Progress())

  init(_ subject: LifecycleSubject<Input>, flood: Int = 0) {
    self.subject = subject
    source = LifecycleSource(scheduler: scheduler, flood: flood, make: subject.make)
    log = LifecycleLog(scheduler: scheduler)
  }

  /// When the subscription was disposed of.
  var disposed: Duration? { progress.withLock { $0.disposed } }

  /// Subscribes to the operator.
  ///
  /// On request, the observer takes only one element, or disposes of its subscription inside `onNext`.
  func subscribe(takesOne: Bool = false, disposesInside: Bool = false) {
    let (sourceToken, observerToken) = (LifecycleToken(), LifecycleToken())
    witnesses.withLock {
      $0 = [
        ("what the source captured", LifecycleWitness(sourceToken)),
        ("what the observer captured", LifecycleWitness(observerToken)),
      ]
    }
    let observer = LifecycleSubject<Input>.Observer(
      log: log, token: observerToken, takesOne: takesOne,
      onNext: { [weak self] in if disposesInside { self?.dispose() } })
    subscription.disposable = subject.connect(source, sourceToken, scheduler, observer)
    if progress.withLock({ progress in
      progress.isSubscribed = true
      return progress.disposed != nil
    }) {
      log.noteDisposal()
    }
  }

  /// Disposes of the subscription.
  func dispose() {
    let now = scheduler.now
    let isSubscribed = progress.withLock { progress in
      progress.disposed = progress.disposed ?? now
      return progress.isSubscribed
    }
    subscription.dispose()
    // Inside an `onNext` before `subscribe` has returned, there is nothing to dispose of yet.
    if isSubscribed { log.noteDisposal() }
  }

  /// What is still in memory but should have been released; nil if that is nothing.
  var kept: String? {
    var kept = witnesses.withLock { $0 }.filter { $0.witness.isAlive }.map(\.name)
    let elements = source.keptCount
    if elements > 0 { kept.append("\(elements) of \(source.sentCount.counted("element"))") }
    return kept.isEmpty ? nil : "still in memory: \(kept.joined(separator: ", "))"
  }

  /// Descriptions of the subscriptions to the source that were not disposed of correctly.
  ///
  /// Each must be disposed of once, at the end of the source, at the end of the operator or at the disposal, whichever
  /// comes first.
  func wrongLives(timeMatters: Bool = true) -> [String] {
    source.lives.compactMap { life in
      let expected = [life.ended, log.end?.time, disposed].compactMap { $0 }.filter { $0 >= life.subscribed }
        .min()
      let isRight = life.disposed.count == 1 && (!timeMatters || life.disposed.first == expected)
      if isRight { return nil }
      let times = life.disposed.map(MarbleScale.seconds).joined(separator: " and at ")
      return """
        the source, subscribed to at \(MarbleScale.seconds(life.subscribed)), was to be disposed of at \
        \(expected.map(MarbleScale.seconds) ?? "its end"), and \(times.isEmpty ? "never was" : "was at \(times)")
        """
    }
  }
}
