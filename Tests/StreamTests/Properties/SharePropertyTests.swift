import NetTesting
import Stream
import Testing

/// A run of the library's `share`.
final class ShareRun: Sendable {
  private struct Record: Sendable {
    var received: [Int: [String]] = [:]
    var lives: [Life] = []
    var subscriptions: [Int: any Disposable] = [:]
    var over: Set<Int> = []
  }

  private let script: ShareScript
  private let scheduler = TestScheduler()
  private let record = Shared(Record())

  init(_ script: ShareScript) { self.script = script }

  private var time: Int { scheduler.now.inNanoseconds }

  func differences() -> [String] {
    let expected = ShareSimulation(script)
    let shared = source.share(replay: script.replay, scope: script.isForever ? .forever : .whileConnected)
    for (number, subscriber) in script.subscribers.enumerated() {
      scheduler.scheduleAt(.nanoseconds(subscriber.start)) {
        self.subscribe(number, to: shared, limit: subscriber.limit, invites: subscriber.invites)
      }
      scheduler.scheduleAt(.nanoseconds(subscriber.end)) {
        self.dispose(number)
        self.dispose(number + 100)
      }
    }
    scheduler.advance(to: .nanoseconds(ChainPlan.horizon))
    for number in Array(record.value.subscriptions.keys) { dispose(number) }
    let record = record.value
    var faults: [String] = []
    for number in Set(expected.received.keys).union(record.received.keys).sorted() {
      let (mine, theirs) = (expected.received[number] ?? [], record.received[number] ?? [])
      if mine != theirs { faults.append("subscriber \(number): expected \(mine)\n  received \(theirs)") }
    }
    if expected.lives.sorted() != record.lives.sorted() {
      faults.append(
        "expected lives \(expected.lives.sorted())\n  actual \(record.lives.sorted())"
      )
    }
    return faults
  }

  private func subscribe(_ number: Int, to shared: Observable<Int>, limit: Int, invites: Int?) {
    let limited = limit == .max ? shared : shared.take(limit)
    let subscription = limited.subscribe { event in
      let text = "\(Signal(event))@\(self.time)"
      let count = self.record.change { record in
        record.received[number, default: []].append(text)
        return record.received[number]?.count
      }
      if event.element != nil, count == invites {
        self.subscribe(number + 100, to: shared, limit: .max, invites: nil)
      }
    }
    record.change { $0.subscriptions[number] = subscription }
  }

  private func dispose(_ number: Int) { record.value.subscriptions[number]?.dispose() }

  private var source: Observable<Int> {
    .create { [self] observer in
      let start = time
      let sent = Count()
      let send: @Sendable (Signal) -> Void = { signal in
        if observer.isDisposed { return }
        sent.increment()
        observer.on(signal.event)
      }
      for signal in script.source.atOnce { send(signal) }
      let timers = script.source.later.map { later in
        scheduler.schedule(after: .nanoseconds(later.time)) { send(later.signal) }
      }
      return Disposables.create { [self] in
        for timer in timers { timer.dispose() }
        let life = Life(source: 0, start: start, end: time, sent: sent.value)
        record.change { $0.lives.append(life) }
      }
    }
  }
}

/// Subscribers of a shared stream, at different times and from within each other's closures.
@Suite struct SharePropertyTests {
  @Test func sharedStreamsDoWhatTheSimulationSays() {
    expectNoDifferences(ShareScript.init(seed:)) { ShareRun($0).differences() }
  }
}
