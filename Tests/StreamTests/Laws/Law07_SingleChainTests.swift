import NetTesting
import Stream
import TestSupport
import Testing

/// Law 7 for singles that recurse through `flatMap` or `catch` after any operator, on a small stack.
@Suite struct Law07_SingleChain {
  /// Enough to overflow that stack if each left only a hundred bytes on it.
  private static let many = 5_000

  struct Link: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Single<Int>) -> Single<Int>

    init(_ testDescription: String, _ apply: @escaping @Sendable (Single<Int>) -> Single<Int>) {
      self.testDescription = testDescription
      self.apply = apply
    }

    static let all: [Link] = [
      Link("nothing") { $0 },
      Link("map") { $0.map { $0 } },
      Link("flatMap") { $0.flatMap { .just($0) } },
      Link("catch") { $0.catch { .error($0) } },
      Link("mapError") { $0.mapError { $0 } },
      Link("deferred") { single in .deferred { single } },
      Link("create") { single in
        .create { observer in single.subscribe(observer) }
      },
      Link("do") { $0.do(onSuccess: { _ in }) },
      Link("do after") {
        $0.do(afterSuccess: { _ in }, afterError: { _ in }, onSubscribed: {}, onDispose: {})
      },
      Link("debug") { $0.debug(to: { _ in }) },
      Link("retry()") { single in
        let attempts = Count()
        return Single.deferred { attempts.increment() > 1 ? single : .error(Boom()) }.retry()
      },
      Link("retry(2)") { $0.retry(2) },
      Link("retry(when:)") { $0.retry(when: { errors in errors.flatMap { Observable<Int>.error($0) } }) },
      Link("retry(backoff:)") {
        $0.retry(backoff: Backoff(maximumAttempts: 2, base: .zero), scheduler: .immediate)
      },
      Link("timeout") { $0.timeout(.seconds(1), scheduler: TestScheduler()) },
      Link("timeout(other:)") { $0.timeout(.seconds(1), other: .never(), scheduler: TestScheduler()) },
      Link("delay") { $0.delay(.zero, scheduler: .immediate) },
      Link("observe(on:)") { $0.observe(on: .immediate) },
      Link("subscribe(on:)") { $0.subscribe(on: .immediate) },
      Link("cached") { $0.cached() },
      Link("zip") { Single.zip($0, .just(1), resultSelector: { number, _ in number }) },
      Link("zip of a collection") { Single.zip([$0]).map { $0[0] } },
      Link("zip(maxConcurrent:)") { Single.zip([$0], maxConcurrent: 1).map { $0[0] } },
      Link("asSingle") { $0.asObservable().asSingle() },
      Link("first") { $0.asObservable().first().map { $0 ?? 0 } },
      Link("toArray") { $0.asObservable().toArray().map { $0[0] } },
      Link("timer") { single in Single<Int>.timer(.zero, scheduler: .immediate).flatMap { _ in single } },
    ]
  }

  @Test(arguments: Link.all)
  func flatMapThatRecurses(_ link: Link) async {
    @Sendable func page(_ number: Int) -> Single<Int> {
      link.apply(.just(number)).flatMap { $0 < Self.many ? page($0 + 1) : .just($0) }
    }
    expectEqual(await outcome { page(1) }, Self.many)
  }

  // All except the one that continues until a success.
  @Test(arguments: Link.all.filter { $0.testDescription != "retry()" })
  func catchThatRecurses(_ link: Link) async {
    @Sendable func attempt(_ number: Int) -> Single<Int> {
      link.apply(.error(Boom())).catch { _ in number < Self.many ? attempt(number + 1) : .just(number) }
    }
    expectEqual(await outcome { attempt(1) }, Self.many)
  }

  @Test(arguments: Link.all)
  func retryOfASource(_ link: Link) async {
    let last = await outcome {
      let attempts = Count()
      let source = Single<Int>.deferred {
        let attempt = attempts.increment()
        return attempt < Self.many ? .error(Boom()) : .just(attempt)
      }
      return link.apply(source).retry()
    }
    expectEqual(last, Self.many)
  }

  /// As many operators, one after another, as the law promises for a debug build.
  @Test(
    arguments: Link.all.filter { ["map", "flatMap", "catch", "mapError", "do"].contains($0.testDescription) })
  func tenThousandOperatorsFitInAStackOf8MiB(_ link: Link) async {
    let last = await onASmallStack(of: 8 << 20) {
      let last = Shared<Int?>(nil)
      var chain = Single<Int>.just(1)
      for _ in 0..<Self.length(10_000) { chain = link.apply(chain) }
      _ = chain.subscribe(onSuccess: { last.value = $0 })
      return last.value
    }
    expectEqual(last, 1)
  }

  /// As many operators of a single whose result comes later.
  @Test(
    arguments: Link.all.filter {
      ["map", "flatMap", "catch", "mapError", "do"].contains($0.testDescription)
    },
    [true, false])
  func tenThousandPendingOperatorsFitInAStackOf8MiB(_ link: Link, _ succeeds: Bool) async {
    #expect(await hasPendingChainEnded(of: 10_000, link, succeeds))
  }

  @Test(
    arguments: Link.all.filter { ["debug", "do after"].contains($0.testDescription) }, [true, false])
  func fourThousandOperatorsThatObserveTheirDisposalFitInAStackOf8MiB(
    _ link: Link, _ succeeds: Bool
  ) async {
    #expect(await hasPendingChainEnded(of: 4_000, link, succeeds))
  }

  /// Thread Sanitizer ends a process in which a thread has 65,536 calls that have not returned.
  private static func length(_ length: Int) -> Int {
    #if THREAD_SANITIZER
      length / 4
    #else
      length
    #endif
  }

  private func hasPendingChainEnded(of length: Int, _ link: Link, _ succeeds: Bool) async -> Bool {
    await onASmallStack(of: 8 << 20) {
      let hasEnded = Shared(false)
      let later = Shared<(@Sendable (SingleEvent<Int>) -> Void)?>(nil)
      var chain = Single<Int>.create { observer in
        later.value = observer
        return Disposables.create()
      }
      for _ in 0..<Self.length(length) { chain = link.apply(chain) }
      let subscription = chain.subscribe { _ in hasEnded.value = true }
      later.value?(succeeds ? .success(1) : .failure(Boom()))
      subscription.dispose()
      return hasEnded.value
    }
  }

  @Test func disposingInsideTheClosureStopsARecursionThatNeverEnds() async {
    let count = Count()
    await onASmallStack {
      let subscription = SerialDisposable()
      @Sendable func page(_ number: Int) -> Single<Int> {
        Single.just(number).retry(2).flatMap { number in
          if count.increment() == 1_000 { subscription.dispose() }
          return page(number + 1)
        }
      }
      let stop = PublishSubject<Int>()
      // The subscription is available before the recursion begins.
      subscription.disposable = stop.asObservable().first().flatMap { _ in page(0) }.subscribe { _ in }
      stop.onNext(0)
    }
    expectEqual(count.value, 1_000)
  }

  private func outcome(_ make: @escaping @Sendable () -> Single<Int>) async -> Int? {
    await onASmallStack {
      let last = Shared<Int?>(nil)
      _ = make().subscribe(onSuccess: { last.value = $0 })
      return last.value
    }
  }
}
