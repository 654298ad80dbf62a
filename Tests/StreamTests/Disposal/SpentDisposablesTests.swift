import NetTesting
import Stream
import TestSupport
import Testing

/// What a bag and a composite forget once it holds nothing any more.
@Suite struct SpentDisposablesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Makes a disposable that holds nothing any more.
    let make: @Sendable () async -> any Disposable

    init(_ testDescription: String, _ make: @escaping @Sendable () async -> any Disposable) {
      self.testDescription = testDescription
      self.make = make
    }

    static let all: [Case] = [
      Case("an ended subscription") {
        let subject = PublishSubject<Int>()
        defer { subject.onCompleted() }
        return subject.subscribe()
      },
      Case("an action") { disposed(Disposables.create {}) },
      Case("a serial disposable") { disposed(SerialDisposable()) },
      Case("a composite") { disposed(CompositeDisposable()) },
      Case("a bag") { disposed(DisposeBag()) },
      Case("a group") { disposed(Disposables.create(Disposables.create {}, Disposables.create {})) },
      Case("a group of ended subscriptions") {
        let subject = PublishSubject<Int>()
        defer { subject.onCompleted() }
        return Disposables.create([subject.subscribe(), subject.subscribe()])
      },
      Case("a scheduled action that was disposed of") {
        disposed(SerialDispatchQueueScheduler().schedule(after: .seconds(600)) {})
      },
      Case("a repetition") {
        disposed(
          ConcurrentDispatchQueueScheduler().schedulePeriodic(startAfter: .seconds(600), period: .seconds(1))
          {})
      },
      Case("an action that has run on this thread") { CurrentThreadScheduler().schedule {} },
      Case("an action that has run on a queue") {
        await run(on: SerialDispatchQueueScheduler(), after: .zero)
      },
      Case("a delayed action that has run on a queue") {
        await run(on: SerialDispatchQueueScheduler(), after: .microseconds(1))
      },
      Case("an action that has run on a concurrent queue") {
        await run(on: ConcurrentDispatchQueueScheduler(), after: .microseconds(1))
      },
      Case("an action that has run by a clock") {
        await run(on: ClockScheduler(clock: ContinuousClock()), after: .microseconds(1))
      },
      Case("an action that has run in virtual time") {
        let scheduler = TestScheduler()
        defer { scheduler.advance(by: 1) }
        return scheduler.schedule(after: .seconds(1)) {}
      },
    ]

    private static func disposed(_ disposable: any Disposable) -> any Disposable {
      disposable.dispose()
      return disposable
    }

    private static func run(on scheduler: some Scheduler, after delay: Duration) async -> any Disposable {
      let (hasRun, run) = AsyncStream.makeStream(of: Void.self)
      let action = scheduler.schedule(after: delay) { run.finish() }
      for await _ in hasRun {}
      return action
    }
  }

  @Test(arguments: Case.all) func aBagForgets(_ spent: Case) async {
    let bag = DisposeBag()
    #expect(await kept(spent) { bag.insert($0) } <= 16)
    withExtendedLifetime(bag) {}
  }

  @Test(arguments: Case.all) func aCompositeForgets(_ spent: Case) async {
    let composite = CompositeDisposable()
    #expect(await kept(spent) { composite.insert($0) } <= 16)
    #expect(composite.count <= 16)
  }

  /// Makes disposables that log a number when they are disposed of.
  private static let open: [@Sendable (Log<Int>, Int) -> any Disposable] = [
    { log, number in Disposables.create { log.write(number) } },
    { log, number in Observable<Int>.never().subscribe(onDisposed: { log.write(number) }) },
    { log, number in
      let serial = SerialDisposable()
      serial.disposable = Disposables.create { log.write(number) }
      return serial
    },
    { log, number in CompositeDisposable(disposables: [Disposables.create { log.write(number) }]) },
    { log, number in DisposeBag(disposing: Disposables.create { log.write(number) }) },
  ]

  @Test func aCompositeKeepsWhatIsOpenInItsOrder() async {
    let composite = CompositeDisposable()
    let log = Log<Int>()
    for number in 0..<100 {
      composite.insert(Self.open[number % Self.open.count](log, number))
      composite.insert(await Case.all[0].make())
    }
    composite.dispose()
    expectEqual(log.entries, Array(0..<100))
  }

  @Test func aBagKeepsWhatIsOpenInItsOrder() async {
    let bag = DisposeBag()
    let log = Log<Int>()
    for number in 0..<100 {
      bag.insert(Self.open[number % Self.open.count](log, number))
      bag.insert(await Case.all[0].make())
    }
    bag.dispose()
    expectEqual(log.entries, Array(0..<100))
  }

  @Test func aGroupWithAnOpenDisposableIsKept() async {
    let bag = DisposeBag()
    let count = Count()
    for _ in 0..<100 {
      Disposables.create(await Case.all[0].make(), Disposables.create { count.increment() }).disposed(by: bag)
    }
    bag.dispose()
    expectEqual(count.value, 100)
  }

  @Test func collectionsThatContainThemselvesForgetWithoutALock() {
    let bag = DisposeBag()
    let composite = CompositeDisposable()
    for _ in 0..<40 {
      bag.insert(bag)
      bag.insert(composite)
      composite.insert(composite)
      composite.insert(bag)
    }
    bag.dispose()
    expectTrue(composite.isDisposed)
  }

  /// The number of a hundred disposables that are still in memory after they were inserted.
  private func kept(_ spent: Case, insert: (any Disposable) -> Void) async -> Int {
    var references: [Reference] = []
    for _ in 0..<100 { references.append(reference(to: await spent.make(), insert)) }
    return references.count { $0.object != nil }
  }

  private func reference(to disposable: any Disposable, _ insert: (any Disposable) -> Void) -> Reference {
    insert(disposable)
    return Reference(disposable as AnyObject)
  }

  private struct Reference {
    weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
  }
}
