import Dispatch
import Foundation
import NetStream
import NetTesting
import Testing

/// What to write instead of RxSwift's other types, RxCocoa and RxRelay.
@Suite(.netTesting) struct RxSwiftTraitsTests {
  @MainActor private final class Label {
    var text = "" { didSet { changes.set(text) } }
    nonisolated let changes = Captured<String>()
    nonisolated init() {}
  }

  private struct Lost: Error {}

  private let source = Observable.of(1, 2, 3, 4)
  private let single = Single.just(1)
  private let completable: Single<Void> = .just(())

  @Test func singlesReplaceMaybes() {
    // Row: asMaybe()
    let maybe: Single<Int?> = source.filter { $0 > 9 }.map { $0 as Int? }.ifEmpty(default: nil).asSingle()
    #expect(maybe.record(afterEach: .test).value == .some(nil))
    // Row: single.filter { $0 > 9 }, a Maybe
    let filtered: Single<Int?> = single.asObservable().filter { $0 > 9 }.first()
    #expect(filtered.record(afterEach: .test).value == .some(nil))
    // Row: single.flatMapMaybe { … }
    let flattened: Single<Int?> = single.flatMap { _ in maybe }
    #expect(flattened.record(afterEach: .test).value == .some(nil))
    // Row: Maybe.just(1), Maybe.empty()
    let (some, none) = (Single<Int?>.just(1), Single<Int?>.just(nil))
    #expect(some.record(afterEach: .test).value == .some(1))
    #expect(none.record(afterEach: .test).value == .some(nil))
  }

  @Test func anAsynchronousOperationIsASingle() async throws {
    @Sendable func load() async throws -> Int { 3 }
    // Row: Single.from { try await load() }, Single.create with a Task
    let loaded = Single { try await load() }
    #expect(try await loaded.value == 3)
  }

  @Test func singlesReplaceCompletables() {
    let single = single
    // Row: Completable.create { … }
    let created = Single<Void>.create { done in
      done(.success(())); return Disposables.create()
    }
    #expect(created.record(afterEach: .test).isCompleted)
    // Row: Completable.empty()
    let empty: Single<Void> = Single.just(())
    #expect(empty.record(afterEach: .test).isCompleted)
    // Row: asCompletable()
    let completable: Single<Void> = single.map { _ in }
    #expect(completable.record(afterEach: .test).isCompleted)
    // Row: flatMapCompletable { … }
    let saved: Single<Void> = single.flatMap { _ in completable }
    #expect(saved.record(afterEach: .test).isCompleted)
    // Row: Completable.zip(a, b)
    let both: Single<Void> = Single.zip(completable, saved) { _, _ in }
    #expect(both.record(afterEach: .test).isCompleted)
    // Row: Completable.concat(a, b)
    #expect(completable.andThen(saved).record(afterEach: .test).isCompleted)
  }

  @Test func observablesReplaceInfallibles() {
    let source = Observable<Int>.error(Lost())
    let other = Observable.just(7)
    // Row: asInfallible(onErrorJustReturn: 0)
    let recovered = source.catchAndReturn(0)
    #expect(recovered.record(afterEach: .test).values == [0])
    // Row: asInfallible(onErrorFallbackTo: other)
    let replaced = source.catch { _ in other }
    #expect(replaced.record(afterEach: .test).values == [7])
  }

  @Test func sharedStreamsReplaceDriversAndSignals() async {
    // Row: asDriver(onErrorJustReturn: 0)
    let driver = source.catchAndReturn(0).observe(on: MainScheduler.instance).share(replay: 1)
    #expect(await driver.record(afterEach: .test).completion() == .completed)
    // Row: asSignal(onErrorJustReturn: 0)
    let signal = source.catchAndReturn(0).observe(on: MainScheduler.instance).share()
    #expect(await signal.record(afterEach: .test).completion() == .completed)
  }

  @MainActor @Test func subscriptionsReplaceBindings() async {
    let shown = Captured<Int>()
    let source = Observable.just(1)
    // Row: drive(onNext:), emit(onNext:)
    _ = source.subscribe(onMain: { number in shown.set(number) })
    #expect(await shown.next() == 1)
    // Row: bind(onNext:)
    _ = source.subscribe(onNext: { shown.set($0) })
    #expect(shown.count == 2)
    // Row: bind(to: label.rx.text), Binder(label) { … }
    // Row: assign(to: \.text, on: label)
    let (label, texts) = (Label(), Observable.just("Ada"))
    _ = texts.subscribe(with: label, onMain: { label, text in label.text = text })
    #expect(await label.changes.next() == "Ada")
  }

  @Test func subjectsReplaceRelays() throws {
    // Row: PublishRelay, relay.accept(2)
    let relay = PublishSubject<Int>()
    let recording = relay.record(afterEach: .test)
    relay.onNext(2)
    #expect(recording.values == [2])
    // Row: BehaviorRelay, state.value
    let state = BehaviorSubject(value: 1)
    state.onNext(3)
    #expect(try state.value() == 3)
    state.onError(Lost())
    #expect(throws: Lost.self) { try state.value() }
    // Row: ReplayRelay.create(bufferSize: 1)
    let replay = ReplaySubject<Int>.create(bufferSize: 1)
    replay.onNext(1)
    #expect(replay.record(afterEach: .test).values == [1])
  }

  @Test func requestsAndNotifications() {
    let network = NetworkingMock(afterEach: .test)
    let url = "https://h/users/ada"
    network.stub(.get(url), with: .json(#"{"name":"Ada"}"#))
    // Row: URLSession.shared.rx.data(request:), .json
    let data = network.stream.get(url).data()
    let json = network.stream.get(url).json()
    #expect(data.record(afterEach: .test).value?.count == 14)
    #expect(json.record(afterEach: .test).value == ["name": "Ada"])
    network.stub(.get("https://h/users/bob"), with: .text("none").status(404))
    for (url, isFree) in [(url, false), ("https://h/users/bob", true)] {
      // Row: URLSession.shared.rx.response(request:)
      // Row: URLSession.shared.dataTaskPublisher(for: url)
      let answered = network.stream.get(url).unvalidated().responseData()
      let free = answered.map { response in response.response?.status == 404 }
      #expect(free.record(afterEach: .test).value == isFree)
      // Row: URLSession.shared.dataTaskPublisher(for: url)
      let data = network.stream.get(url).data().record(afterEach: .test)
      #expect(data.isCompleted == !isFree)
    }
    // Row: NotificationCenter.default.rx.notification(name)
    let (center, name, posted) = (
      NotificationCenter(), Notification.Name("saved"), PublishSubject<Notification.Name>()
    )
    let recording = posted.record(afterEach: .test)
    let token = center.addObserver(forName: name, object: nil, queue: nil) { posted.onNext($0.name) }
    center.post(name: name, object: nil)
    center.removeObserver(token)
    #expect(recording.values == [name])
  }

  @Test func disposables() {
    let scheduler = TestScheduler()
    let disposed = Captured<Void>()
    let resource = Disposables.create { disposed.set(()) }
    // Row: Cancelable, isDisposed
    let several = CompositeDisposable()
    several.dispose()
    let one = SerialDisposable()
    #expect(several.isDisposed != one.isDisposed)
    // Row: BooleanDisposable, SingleAssignmentDisposable
    let later = SerialDisposable()
    #expect(!later.isDisposed)
    later.dispose()
    #expect(later.isDisposed)
    // Row: ScheduledDisposable(scheduler: scheduler, disposable: resource)
    let scheduled = Disposables.create { scheduler.schedule { resource.dispose() } }
    scheduled.dispose()
    #expect(disposed.count == 0)
    scheduler.advance(by: .seconds(1))
    #expect(disposed.count == 1)
  }

  @MainActor @Test func schedulers() async {
    // Row: MainScheduler.ensureRunningOnMainThread()
    MainActor.preconditionIsolated()
    let done = Captured<Int>()
    let queue = DispatchQueue(label: "work")
    // Row: OperationQueueScheduler(operationQueue: queue)
    SerialDispatchQueueScheduler(queue: queue).schedule { done.set(1) }
    #expect(await done.next() == 1)
    // Row: ConcurrentMainScheduler.instance
    let recording = source.subscribe(on: MainScheduler.instance).record(afterEach: .test)
    #expect(await recording.completion() == .completed)
    // Row: HistoricalScheduler, VirtualTimeScheduler
    let virtual = TestScheduler()
    let clock = ClockScheduler(clock: ContinuousClock())
    #expect(virtual.now == .zero)
    #expect(clock.now > .zero)
  }

  @Test func scheduling() {
    let scheduler = TestScheduler()
    let (state, worked) = (7, Captured<Duration>())
    let work: @Sendable (Int) -> Void = { _ in worked.set(scheduler.now) }
    // Row: CurrentThreadScheduler.isScheduleRequired
    let order = Captured<Int>()
    CurrentThreadScheduler.instance.schedule {
      CurrentThreadScheduler.instance.schedule { order.set(2) }
      order.set(1)
    }
    #expect(order.values == [1, 2])
    // Row: SerialDispatchQueueScheduler(qos: .utility, leeway: .milliseconds(10))
    let background = SerialDispatchQueueScheduler(qos: .utility)
    background.schedule {}.dispose()
    // Row: scheduler.schedule(state) { state in … }
    scheduler.schedule { work(state) }
    // Row: scheduler.scheduleRelative(state, dueTime: .seconds(1)) { … }
    scheduler.schedule(after: .seconds(1)) { work(state) }
    // Row: scheduler.schedulePeriodic(state, startAfter:period:) { … }
    let periodic = scheduler.schedulePeriodic(startAfter: .seconds(1), period: .seconds(2)) { work(state) }
    scheduler.advance(by: .seconds(4))
    periodic.dispose()
    #expect(worked.values == [.zero, .seconds(1), .seconds(1), .seconds(3)])
  }

  @Test func combine() {
    let source = Observable.of(1, 2, 3)
    // Row: eraseToAnyPublisher()
    let erased: Observable<Int> = source.map { $0 + 1 }
    #expect(erased.record(afterEach: .test).values == [2, 3, 4])
    // Row: store(in: &cancellables)
    let bag = DisposeBag()
    erased.subscribe().disposed(by: bag)
    // Row: @Published var count = 0
    let count = BehaviorSubject(value: 0)
    #expect(count.record(afterEach: .test).values == [0])
    // Row: count(), max()
    #expect(source.reduce(0) { count, _ in count + 1 }.record(afterEach: .test).values == [3])
    #expect(source.toArray().map { $0.max() }.record(afterEach: .test).value == 3)
    // Row: contains(3)
    #expect(source.filter { $0 == 3 }.first().map { $0 != nil }.record(afterEach: .test).value == true)
    // Row: allSatisfy { $0 > 0 }
    #expect(source.filter { $0 <= 0 }.first().map { $0 == nil }.record(afterEach: .test).value == true)
    // Row: last(), replaceNil(with: 0)
    let optionals = Observable<Int?>.of(1, nil)
    #expect(source.take(last: 1).record(afterEach: .test).values == [3])
    #expect(optionals.map { $0 ?? 0 }.record(afterEach: .test).values == [1, 0])
    // Row: output(at: 5)
    #expect(source.skip(5).take(1).record(afterEach: .test).isCompleted)
    #expect(source.element(at: 5).record(afterEach: .test).error as? StreamError == .argumentOutOfRange)
    // Row: retry(2)
    let attempts = Captured<Void>()
    let failing = Observable<Int>.error(StreamError.timeout).do(onSubscribe: { attempts.set(()) })
    _ = failing.retry(3).record(afterEach: .test)
    #expect(attempts.count == 3)
    // Row: timeout(.seconds(1), scheduler: …) without customError
    let (silent, scheduler) = (Observable<Int>.never(), TestScheduler())
    let finished = silent.timeout(.seconds(1), other: Observable.empty(), scheduler: scheduler)
      .record(afterEach: .test)
    let failed = silent.timeout(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    scheduler.advance(by: .seconds(1))
    #expect(finished.isCompleted)
    #expect(failed.error as? StreamError == .timeout)
  }
}
