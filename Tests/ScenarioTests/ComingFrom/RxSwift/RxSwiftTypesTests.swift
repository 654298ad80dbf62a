import Dispatch
import NetStream
import NetTesting
import Testing

private struct Lost: Error {}

/// The tables of types and of ways to create streams on "Coming from RxSwift, Combine or ReactiveSwift".
@Suite(.netTesting) struct RxSwiftTypesTests {
  @Test func streamsAndEvents() async throws {
    // Row: Observable
    let numbers: Observable<Int> = .of(1, 2)
    #expect(numbers.record(afterEach: .test).values == [1, 2])
    // Row: Single
    let single: Single<Int> = .just(1)
    #expect(single.record(afterEach: .test).value == 1)
    // Row: Event
    let event: Event<Int> = .next(1)
    #expect(event.element == 1)
    // Row: ObservableConvertible
    func first<Source: ObservableConvertible>(of source: Source) -> Single<Source.Element?> {
      source.asObservable().first()
    }
    #expect(first(of: single).record(afterEach: .test).value == 1)
    // Row: StreamError
    #expect(Observable<Int>.empty().asSingle().record(afterEach: .test).error as? StreamError == .noElements)
    // Row: SingleEvent, isStopEvent
    let result: SingleEvent<Int> = .success(1)
    #expect(try result.get() == 1)
    #expect(!event.isStopEvent)
    #expect(Event<Int>.completed.isStopEvent)
    // Row: RxError, RxTimeInterval, SchedulerType, ObservableConvertibleType
    let second: RxTimeInterval = .seconds(1)
    let scheduler: any SchedulerType = TestScheduler()
    let source: any ObservableConvertibleType<Int> = single
    #expect(scheduler.now < second)
    #expect(RxError.timeout == StreamError.timeout)
    #expect(source.asObservable().record(afterEach: .test).values == [1])
  }

  @Test func observersAndSubjects() throws {
    // Row: AnyObserver, ObserverType
    func send<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Int {
      observer.onNext(1)
    }
    let received = Captured<Int>()
    let observer = AnyObserver<Int> { event in if let element = event.element { received.set(element) } }
    send(observer)
    #expect(received.values == [1])
    // Row: PublishSubject
    let publisher = PublishSubject<Int>()
    let published = publisher.record(afterEach: .test)
    publisher.onNext(1)
    #expect(published.values == [1])
    // Row: BehaviorSubject
    let state = BehaviorSubject(value: 1)
    #expect(try state.value() == 1)
    #expect(state.record(afterEach: .test).values == [1])
    // Row: ReplaySubject
    let replay = ReplaySubject<Int>.create(bufferSize: 1)
    replay.onNext(1)
    replay.onNext(2)
    #expect(replay.record(afterEach: .test).values == [2])
  }

  @Test func disposables() {
    let disposed = Captured<String>()
    func make(_ name: String) -> any Disposable { Disposables.create { disposed.set(name) } }
    // Row: Disposable
    let disposable: any Disposable = make("one")
    disposable.dispose()
    #expect(disposed.values == ["one"])
    // Row: DisposeBag
    do {
      let bag = DisposeBag()
      make("bag").disposed(by: bag)
    }
    #expect(disposed.value == "bag")
    // Row: SerialDisposable
    let serial = SerialDisposable()
    serial.disposable = make("serial")
    serial.disposable = make("next")
    #expect(disposed.value == "serial")
    // Row: CompositeDisposable
    let composite = CompositeDisposable(make("a"), make("b"))
    composite.dispose()
    #expect(disposed.values.suffix(2) == ["a", "b"])
    // Row: Disposables
    Disposables.create([make("c"), make("d")]).dispose()
    #expect(disposed.values.suffix(2) == ["c", "d"])
    serial.dispose()
  }

  @Test func schedulers() async {
    let done = Captured<Int>()
    // Row: Scheduler
    func later(_ scheduler: some Scheduler) { scheduler.schedule { done.set(0) } }
    later(.immediate)
    #expect(done.value == 0)
    // Row: ImmediateScheduler
    ImmediateScheduler().schedule { done.set(1) }
    #expect(done.value == 1)
    // Row: CurrentThreadScheduler
    CurrentThreadScheduler.instance.schedule { done.set(2) }
    #expect(done.value == 2)
    // Row: MainScheduler
    let main = Captured<Int>()
    MainScheduler.instance.schedule { main.set(3) }
    #expect(await main.next() == 3)
    // Row: SerialDispatchQueueScheduler, ConcurrentDispatchQueueScheduler
    let queues = Captured<Int>()
    SerialDispatchQueueScheduler(qos: .userInitiated).schedule { queues.set(4) }
    #expect(await queues.next() == 4)
    ConcurrentDispatchQueueScheduler(qos: .background).schedule { queues.set(5) }
    #expect(await queues.next() == 5)
  }

  @Test func anErrorWithoutAClosureGoesToTheHandler() {
    // Row: StreamHooks
    let errors = Captured<String>()
    StreamHooks.withUnhandledErrorHandler({ error in errors.set("\(error)") }) {
      _ = Observable<Int>.error(Lost()).subscribe(onNext: { _ in })
    }
    #expect(errors.values == ["Lost()"])
  }

  @Test func creatingStreams() async throws {
    // Row: just
    #expect(Observable.just(1).record(afterEach: .test).values == [1])
    // Row: of, from
    #expect(Observable.of(1, 2).record(afterEach: .test).values == [1, 2])
    #expect(Observable.from([1, 2]).record(afterEach: .test).values == [1, 2])
    // Row: from(optional:)
    #expect(Observable<Int>.from(optional: nil).record(afterEach: .test).events.count == 1)
    // Row: error
    #expect(Observable<Int>.error(Lost()).record(afterEach: .test).error is Lost)
    // Row: empty, never
    #expect(Observable<Int>.empty().record(afterEach: .test).isCompleted)
    #expect(!Observable<Int>.never().record(afterEach: .test).isCompleted)
    // Row: create
    let created = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create()
    }
    #expect(created.record(afterEach: .test).values == [1])
    // Row: deferred
    let deferred = Observable.deferred { Observable.just(1) }
    #expect(deferred.record(afterEach: .test).values == [1])
    // Row: Single { try await … }
    let awaited = Single { try await created.asSingle().value }
    #expect(try await awaited.value == 1)
  }

  @Test func creatingSingles() {
    // Row: create, deferred, error, never of Single
    let created = Single.create { done in
      done(.success(1))
      return Disposables.create()
    }
    let failed = Single<Int>.error(Lost())
    let pending = Single<Int>.never()
    #expect(Single.deferred { created }.record(afterEach: .test).value == 1)
    #expect(failed.record(afterEach: .test).error is Lost)
    #expect(pending.record(afterEach: .test).event == nil)
  }

  @Test func creatingOverTime() {
    let scheduler = TestScheduler()
    // Row: timer, interval
    let timer = Observable<Int>.timer(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    let ticks = Observable<Int>.interval(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    scheduler.advance(by: .seconds(2))
    #expect(timer.values == [0])
    #expect(ticks.values == [0, 1])
    // Row: paginate(first:next:)
    let pages = Observable.paginate(first: Single.just(1), next: { page in page < 3 ? .just(page + 1) : nil })
    #expect(pages.record(afterEach: .test).values == [1, 2, 3])
  }
}
