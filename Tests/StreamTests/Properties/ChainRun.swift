import NetTesting
import Stream

/// A chain of a plan, made of the library's operators and run in virtual time.
final class ChainRun: Sendable {
  private struct Record: Sendable {
    var events: [(time: Int, signal: Signal)] = []
    var lives: [Life] = []
    var faults: [String] = []
    var calls = 0
    var started = 0
    var subscribing = 0
    var disposals = 0
    var isSubscribed = false
    /// When the chain has ended or been disposed of.
    var over: Int?
  }

  private let plan: ChainPlan
  private let scheduler = TestScheduler()
  private let record = Shared(Record())
  /// One for each subject.
  private let observed = Log<@Sendable () -> Bool>()
  private let subscription = SerialDisposable()

  init(_ plan: ChainPlan) { self.plan = plan }

  /// How the run differs from what the reference says; empty if it does not.
  func differences() -> [String] {
    let expected = plan.expected
    weak let token = subscribe()
    if case .time(let time) = plan.stop { scheduler.scheduleAt(.nanoseconds(time)) { self.dispose() } }
    scheduler.advance(to: .nanoseconds(expected.over))
    var faults = expected.over < ChainPlan.horizon ? leftovers(token, at: expected.over) : []
    scheduler.advance(to: .nanoseconds(ChainPlan.horizon))
    dispose()
    let record = record.value
    if token != nil { faults.append("closures are retained") }
    if record.disposals != 1 { faults.append("\(record.disposals) calls of onDisposed") }
    faults += record.faults
    let events = expected.items.map { "\($0.signal)@\($0.place.time)" }
    let actual = record.events.map { "\($0.signal)@\($0.time)" }
    if case .call = plan.stop { return faults + calledFaults(events, actual, record) }
    if events != actual { faults.append("expected \(events)\n  received \(actual)") }
    if expected.lives != record.lives.sorted() {
      faults.append("expected lives \(expected.lives)\n  actual lives \(record.lives.sorted())")
    }
    return faults
  }

  /// What is left of the chain when it is over.
  private func leftovers(_ token: Token?, at time: Int) -> [String] {
    var faults: [String] = []
    if token != nil { faults.append("closures are retained at the end") }
    if hasObservers { faults.append("subjects have observers at the end") }
    // What subjects send, and the disposal, are still to come.
    var own = plan.sources.flatMap { $0.isSubject ? $0.later.map(\.time) : [] }
    if case .time(let stop) = plan.stop { own.append(stop) }
    let left = scheduler.pendingCount - own.filter { $0 > time }.count
    if left > 0 { faults.append("\(left) actions are scheduled at the end") }
    return faults
  }

  /// What must hold if a closure has disposed of the chain.
  private func calledFaults(_ events: [String], _ actual: [String], _ record: Record) -> [String] {
    var faults: [String] = []
    if Array(events.prefix(actual.count)) != actual {
      faults.append("expected a beginning of \(events)\n  received \(actual)")
    }
    let over = record.over ?? ChainPlan.horizon
    let late = record.lives.filter { $0.end > over }
    if !late.isEmpty { faults.append("disposed of after \(over): \(late)") }
    if record.started != record.lives.count {
      faults.append("\(record.started) subscriptions, \(record.lives.count) disposals")
    }
    return faults
  }

  private var time: Int { scheduler.now.inNanoseconds }

  private var hasObservers: Bool { observed.entries.contains { $0() } }

  private func subscribe() -> Token {
    let token = Token()
    let sources = plan.sources.enumerated().map { number, script in
      switch script.kind {
      case .created: created(number, script)
      case .single: single(number, script)
      case .ready: script.ready
      case .subject, .behavior: subject(script)
      case .timer(let dueTime, let period): timer(dueTime, period)
      }
    }
    let chain = plan.chain.observable(
      ChainParts(
        sources: sources, scheduler: scheduler, token: token, called: { [weak self] in self?.called() }))
    scheduler.scheduleAt(.nanoseconds(ChainPlan.subscription)) { [subscription] in
      subscription.disposable = chain.subscribe(
        onNext: { element in withExtendedLifetime(token) { self.receive(.next(element)) } },
        onError: { error in withExtendedLifetime(token) { self.receive(.error(error)) } },
        onCompleted: { withExtendedLifetime(token) { self.receive(.completed) } },
        onDisposed: { withExtendedLifetime(token) { self.disposed() } })
      self.record.change { $0.isSubscribed = true }
      if subscription.isDisposed { self.dispose() }
    }
    scheduler.advance(to: .nanoseconds(ChainPlan.subscription))
    return token
  }

  private func receive(_ event: Event<Int>) {
    let signal = Signal(event)
    let time = time
    let count = record.change { record in
      if record.over != nil { record.faults.append("\(signal) arrived after the end") }
      record.events.append((time, signal))
      if signal.isEnd { record.over = time }
      return record.events.count
    }
    if plan.stop == .event(count - 1) { dispose() }
  }

  private func dispose() {
    // While `subscribe` runs, the disposable is not known yet.
    subscription.dispose()
    let time = time
    record.change { if $0.isSubscribed { $0.over = $0.over ?? time } }
  }

  /// What the subscription holds has been released by now, unless a source has not returned its disposable yet.
  private func disposed() {
    record.change { record in
      record.disposals += 1
      if record.subscribing == 0, record.started != record.lives.count {
        record.faults.append("\(record.started) sources, \(record.lives.count) disposed of before onDisposed")
      }
      if record.subscribing == 0, hasObservers {
        record.faults.append("subjects have observers at onDisposed")
      }
    }
  }

  private func called() {
    let count = record.change { record in
      record.calls += 1
      return record.calls
    }
    if plan.stop == .call(count) { dispose() }
  }

  private func subject(_ script: SourceScript) -> Observable<Int> {
    switch script.kind {
    case .subject(replay: 0):
      let subject = PublishSubject<Int>()
      observed.write { subject.hasObservers }
      send(script) { subject.on($0) }
      return subject.asObservable()
    case .subject(let replay):
      let subject: ReplaySubject<Int> = replay == .max ? .createUnbounded() : .create(bufferSize: replay)
      observed.write { subject.hasObservers }
      send(script) { subject.on($0) }
      return subject.asObservable()
    case .behavior(let first):
      let subject = BehaviorSubject(value: first)
      observed.write { subject.hasObservers }
      send(script) { subject.on($0) }
      return subject.asObservable()
    case .created, .ready, .single, .timer:
      return .never()
    }
  }

  private func send(_ script: SourceScript, _ on: @escaping @Sendable (Event<Int>) -> Void) {
    for (time, signal) in script.later { scheduler.scheduleAt(.nanoseconds(time)) { on(signal.event) } }
  }

  private func timer(_ dueTime: Int, _ period: Int?) -> Observable<Int> {
    if dueTime == period { return .interval(.nanoseconds(dueTime), scheduler: scheduler) }
    return .timer(.nanoseconds(dueTime), period: period.map { .nanoseconds($0) }, scheduler: scheduler)
  }

  /// A source that also sends what counts for nothing: after its end, and while it is disposed of.
  private func created(_ number: Int, _ script: SourceScript) -> Observable<Int> {
    .create { [self] observer in
      let sent = Count()
      let send: @Sendable (Signal) -> Void = { signal in
        if observer.isDisposed { return }
        sent.increment()
        observer.on(signal.event)
        if signal.isEnd { observer.onNext(-100) }
      }
      return running(number, script, sent, send) { observer.onNext(-200) }
    }
  }

  /// A single that also reports what counts for nothing: further results, and one while it is disposed of.
  private func single(_ number: Int, _ script: SourceScript) -> Observable<Int> {
    Single<Int>.create { [self] report in
      let sent = Count()
      let send: @Sendable (Signal) -> Void = { signal in
        if sent.increment() > 1 { return report(.success(-100)) }
        if case .next(let element) = signal { report(.success(element)) }
        if case .error(let number) = signal { report(.failure(Boom(number: number))) }
      }
      return running(number, script, sent, send) { report(.success(-200)) }
    }.asObservable()
  }

  /// Sends the signals of the script, and records its life.
  private func running(
    _ number: Int, _ script: SourceScript, _ sent: Count, _ send: @escaping @Sendable (Signal) -> Void,
    onDispose: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let start = time
    record.change { record in
      if record.over != nil { record.faults.append("s\(number) was started after the end") }
      record.started += 1
      record.subscribing += 1
    }
    defer { record.change { $0.subscribing -= 1 } }
    for signal in script.atOnce { send(signal) }
    let timers = script.later.map { later in
      scheduler.schedule(after: .nanoseconds(later.time)) { send(later.signal) }
    }
    let isDisposed = Shared(false)
    return Disposables.create { [self] in
      for timer in timers { timer.dispose() }
      onDispose()
      let wasDisposed = isDisposed.change { value in
        defer { value = true }
        return value
      }
      let count = script.kind == .single ? min(sent.value, 1) : sent.value
      let life = Life(source: number, start: start, end: time, sent: count)
      record.change { record in
        if wasDisposed { record.faults.append("s\(number) was disposed of twice") }
        record.lives.append(life)
      }
    }
  }
}

extension SourceScript {
  var isSubject: Bool {
    switch kind {
    case .subject, .behavior: true
    case .created, .ready, .single, .timer: false
    }
  }

  /// The stream of a source that sends everything at once.
  var ready: Observable<Int> {
    let elements = atOnce.compactMap { if case .next(let element) = $0 { element } else { nil } }
    if case .error(let number) = atOnce.last { return .error(Boom(number: number)) }
    return switch elements.count {
    case 0: .empty()
    case 1: .just(elements[0])
    default: .from(elements)
    }
  }
}

extension Duration {
  var inNanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}

extension Signal {
  init(_ event: Event<Int>) {
    switch event {
    case .next(let element): self = .next(element)
    case .error(let error): self = .error(Failures.number(of: error))
    case .completed: self = .completed
    }
  }

  var event: Event<Int> {
    switch self {
    case .next(let element): .next(element)
    case .error(let number): .error(Boom(number: number))
    case .completed: .completed
    }
  }
}
