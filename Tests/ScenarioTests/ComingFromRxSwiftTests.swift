import Foundation
import NetStream
import NetTesting
import Testing

/// What to write instead of what "Coming from RxSwift" lists under "Not here".
@Suite(.netTesting) struct ComingFromRxSwiftTests {
  private struct User: Codable, Equatable { var name: String }

  private let source = Observable.of(1, 2, 3, 4)
  private let single = Single.just(1)

  @Test func sequencesReplaceGenerators() {
    let range = Observable.from(1..<4)
    let repeated = Observable.from(repeatElement(1, count: 3))
    let generated = Observable.from(sequence(first: 1) { $0 * 2 }.prefix { $0 < 10 })
    #expect(range.record(afterEach: .test).values == [1, 2, 3])
    #expect(repeated.record(afterEach: .test).values == [1, 1, 1])
    #expect(generated.record(afterEach: .test).values == [1, 2, 4, 8])
  }

  @Test func aResourceIsClosedWithItsStream() {
    let closed = Captured<String>()
    let open: @Sendable () -> String = { "file" }
    let close: @Sendable (String) -> Void = { closed.set($0) }
    let lines: @Sendable (String) -> Observable<Int> = { _ in .of(1, 2) }
    let using = Observable.deferred {
      let file = open(); return lines(file).do(onDispose: { close(file) })
    }
    #expect(using.record(afterEach: .test).values == [1, 2])
    #expect(closed.values == ["file"])
  }

  @Test func aTimerDelaysASubscription() {
    let scheduler = TestScheduler()
    let source = source
    let delayed = Observable<Int>.timer(.seconds(1), scheduler: scheduler).flatMap { _ in source }
    let recording = delayed.record(afterEach: .test)
    #expect(recording.values.isEmpty)
    scheduler.advance(by: .seconds(2))
    #expect(recording.values == [1, 2, 3, 4])
  }

  @Test func scanBuffers() {
    let buffered = source.scan([Int]()) { ($0.count == 2 ? [] : $0) + [$1] }.filter { $0.count == 2 }
    #expect(buffered.record(afterEach: .test).values == [[1, 2], [3, 4]])
  }

  @Test func filtersOfASharedStreamGroup() {
    let subject = PublishSubject<Int>()
    let shared = subject.share()
    let even = shared.filter { $0.isMultiple(of: 2) }
    let recording = even.record(afterEach: .test)
    subject.onNext(1)
    subject.onNext(2)
    #expect(recording.values == [2])
  }

  @Test func withLatestFromSamples() {
    let (trigger, subject) = (PublishSubject<Void>(), PublishSubject<Int>())
    let sampled = trigger.withLatestFrom(subject).distinctUntilChanged()
    let recording = sampled.record(afterEach: .test)
    subject.onNext(1)
    subject.onNext(2)
    trigger.onNext(())
    trigger.onNext(())
    #expect(recording.values == [2])
  }

  @Test func asSingleExpectsOneElement() {
    let one = source.filter { $0 > 3 }.asSingle()
    #expect(one.record(afterEach: .test).value == 4)
    #expect(source.asSingle().record(afterEach: .test).error != nil)
  }

  @Test func mapDecodes() {
    let data = Observable.just(Data(#"{"name": "Ada"}"#.utf8))
    let users = data.map { try JSONDecoder().decode(User.self, from: $0) }
    #expect(users.record(afterEach: .test).values == [User(name: "Ada")])
  }

  @Test func singlesReplaceMaybesAndCompletables() {
    let maybe: Single<Int?> = source.filter { $0 > 9 }.first()
    let completable: Single<Void> = single.map { _ in }
    let saved: Single<Void> = single.flatMap { _ in completable }
    let both: Single<Void> = Single.zip(completable, saved) { _, _ in }
    #expect(maybe.record(afterEach: .test).value == .some(nil))
    #expect(both.record(afterEach: .test).isCompleted)
  }

  @Test func aSubjectConnects() {
    let subject = PublishSubject<Int>()
    let recording = subject.record(afterEach: .test)
    source.subscribe(subject).disposed(by: DisposeBag())
    #expect(recording.values == [1, 2, 3, 4])
  }

  @Test func aSharedStreamReplaysLikeADriver() async {
    let driver = source.catchAndReturn(0).observe(on: MainScheduler.instance).share(replay: 1)
    let last = await driver.record(afterEach: .test).completion()
    #expect(last == .completed)
  }

  @Test func subjectsReplaceRelays() throws {
    let (relay, state) = (PublishSubject<Int>(), BehaviorSubject(value: 1))
    let recording = relay.record(afterEach: .test)
    relay.onNext(2)
    state.onNext(3)
    #expect(recording.values == [2])
    #expect(try state.value() == 3)
  }

  @Test func awaitingReplacesBlocking() async throws {
    let first = try await source.first().value
    let all = try await source.toArray().value
    #expect(first == 1)
    #expect(all == [1, 2, 3, 4])
  }
}
