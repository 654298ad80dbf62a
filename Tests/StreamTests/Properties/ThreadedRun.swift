import Foundation
import Stream
import Synchronization

/// A run of a script: threads that send, and observers that note what arrives.
final class ThreadedRun: Sendable {
  let script: ThreadedScript
  /// The first one is there from the beginning and until the end, unless the script stops it; the others, of streams
  /// that are shared, come late or leave early.
  let observers: [ThreadedObserver]
  private let population = Population()
  private let feeds: [TrackedSource<Int>]
  private let subject: AnyObserver<Int>?
  private let stream: Observable<[Int]>
  private let meeting: Meeting

  init(_ script: ThreadedScript) {
    self.script = script
    meeting = Meeting(of: script.counts.count)
    let feeds = script.counts.map { _ in TrackedSource<Int>() }
    self.feeds = feeds
    var subject: AnyObserver<Int>?
    stream = script.stream(feeds.map(\.observable), &subject)
    self.subject = subject
    observers = (0..<(script.isShared && script.shape != .retry ? 3 : 1)).map { _ in ThreadedObserver() }
  }

  /// Runs the threads, and returns the violations of the laws.
  func faults() -> [String] {
    subscribe(0)
    if observers.count > 1 { subscribe(1) }
    race(script.counts.count) { self.send(from: $0) }
    var faults = observers.flatMap(\.faults)
    faults += script.faults(of: observers, subscriptions: feeds[0].subscribed.value)
    if observers[0].ending != nil, observers.count == 1 { faults += leftovers("at the end") }
    for observer in observers { observer.subscription.dispose() }
    return faults + leftovers("after the disposal")
  }

  private func leftovers(_ moment: String) -> [String] {
    var faults: [String] = []
    for (number, feed) in feeds.enumerated() where feed.subscribed.value != feed.disposed.value {
      faults.append(
        "source \(number): \(feed.subscribed.value) subscriptions, \(feed.disposed.value) disposals \(moment)"
      )
    }
    if population.count > 0 { faults.append("closures are retained \(moment)") }
    return faults
  }

  private func subscribe(_ number: Int) {
    let observer = observers[number]
    let member = Population.Member(population)
    let stop: Int? = if number == 0, case .delivery(let count) = script.stop { count } else { nil }
    observer.subscription.disposable = stream.subscribe { event in
      withExtendedLifetime(member) { observer.receive(event, stop: stop) }
    }
  }

  private func send(from thread: Int) {
    meeting.arrive()
    let count = script.counts[thread]
    for number in 0..<count {
      if script.stop == .thread(thread, after: number) { observers[0].dispose() }
      send(.next(ThreadedScript.element(number, of: thread)), from: thread)
      guard thread == 0, observers.count > 1 else { continue }
      if number == count / 4 { subscribe(2) }
      if number == count / 2 { observers[1].dispose() }
    }
    if script.stop == .thread(thread, after: count) { observers[0].dispose() }
    if let ending = script.endings[thread] { send(ending.event, from: thread) }
  }

  private func send(_ event: Event<Int>, from thread: Int) {
    if let subject { subject.on(event) } else { feeds[script.isShared ? 0 : thread].on(event) }
  }
}

/// Notes what arrives, and what must not.
final class ThreadedObserver: Sendable {
  private struct Record: Sendable {
    var rows: [[Int]] = []
    var ending: Signal?
    var faults: [String] = []
    /// The thread that has disposed of the subscription.
    var disposer: ObjectIdentifier?
    var isDisposedInside = false
  }

  let subscription = SerialDisposable()
  private let record = Shared(Record())
  private let isInside = Atomic(false)

  var rows: [[Int]] { record.value.rows }
  var ending: Signal? { record.value.ending }
  var faults: [String] { record.value.faults }
  var isDisposed: Bool { record.value.disposer != nil }

  func receive(_ event: Event<[Int]>, stop: Int?) {
    let overlaps = isInside.exchange(true, ordering: .acquiringAndReleasing)
    defer { isInside.store(false, ordering: .releasing) }
    let thread = ObjectIdentifier(Thread.current)
    let count = record.change { record in
      if overlaps { record.faults.append("two events at once") }
      if record.ending != nil { record.faults.append("\(event) after the end") }
      if record.isDisposedInside { record.faults.append("\(event) after a disposal inside a delivery") }
      if record.disposer == thread { record.faults.append("\(event) on the thread that disposed") }
      switch event {
      case .next(let row): record.rows.append(row)
      case .error: record.ending = .error(1)
      case .completed: record.ending = .completed
      }
      return record.rows.count
    }
    if count == stop, event.element != nil { dispose(isInside: true) }
    // Long enough, now and then, for the other threads to send several elements meanwhile.
    for _ in 0..<(count % 4 == 1 ? 4000 : 0) { _ = isInside.load(ordering: .relaxed) }
  }

  func dispose(isInside: Bool = false) {
    // What was there before the subscription was made is not disposed of.
    subscription.dispose()
    let thread = ObjectIdentifier(Thread.current)
    record.change { record in
      record.disposer = thread
      record.isDisposedInside = isInside
    }
  }
}

extension ThreadedScript {
  /// The stream of the sources, or of a subject, into which all threads send.
  fileprivate func stream(_ sources: [Observable<Int>], _ subject: inout AnyObserver<Int>?) -> Observable<
    [Int]
  > {
    let all = sources.indices
    switch shape {
    case .merge: return Observable.merge(sources).map { [$0] }
    case .flatMap: return Observable.from(all).flatMap { sources[$0] }.map { [$0] }
    case .mergeMax: return Observable.from(sources).merge(maxConcurrent: all.count).map { [$0] }
    case .take: return Observable.merge(sources).take(limit).map { [$0] }
    case .observeOn: return Observable.merge(sources).observe(on: .immediate).map { [$0] }
    case .flatMapLate:
      return sources[0].flatMap { sources[1 + $0 % (all.count - 1)].take(1000) }.map { [$0] }
    case .flatMapLatest:
      return sources[0].flatMapLatest { opener in
        sources[1 + opener % (all.count - 1)].map { [opener, $0] }
      }
    case .combineLatest where all.count == 2:
      return Observable.combineLatest(sources[0], sources[1]) { [$0, $1] }
    case .combineLatest: return Observable.combineLatest(sources[0], sources[1], sources[2]) { [$0, $1, $2] }
    case .combineCollection: return Observable<Int>.combineLatest(sources)
    case .zip where all.count == 2: return Observable.zip(sources[0], sources[1]) { [$0, $1] }
    case .zip: return Observable.zip(sources[0], sources[1], sources[2]) { [$0, $1, $2] }
    case .zipCollection: return Observable<Int>.zip(sources)
    case .withLatest: return sources[0].withLatestFrom(sources[1]) { [$0, $1] }
    case .takeUntil: return sources[0].take(until: sources[1]).map { [$0] }
    case .skipUntil: return sources[0].skip(until: sources[1]).map { [$0] }
    case .amb: return Observable.amb(sources).map { [$0] }
    case .retry: return sources[0].retry(limit).map { [$0] }
    case .share: return sources[0].share().map { [$0] }
    case .shareReplay: return sources[0].share(replay: limit).map { [$0] }
    case .shareForever: return sources[0].share(replay: limit, scope: .forever).map { [$0] }
    case .publish:
      let made = PublishSubject<Int>()
      subject = made.asObserver()
      return made.map { [$0] }
    case .replay:
      let made = ReplaySubject<Int>(bufferSize: limit)
      subject = made.asObserver()
      return made.map { [$0] }
    case .behavior:
      let made = BehaviorSubject(value: -1)
      subject = made.asObserver()
      return made.filter { $0 >= 0 }.map { [$0] }
    }
  }
}
