import Stream
import TestSupport
import Testing

/// Law 2: `retry` and `concat` dispose of a stream that has ended before they subscribe to the next one.
@Suite struct Law02_Successor {
  typealias Case = NamedOperator<Observable<Int>>

  private static func failing(_ source: Observable<Int>) -> Observable<Int> {
    source.map { _ in throw Boom() }
  }

  /// Streams that subscribe twice to what they are made of, the second time at its first element.
  static let cases = [
    Case("retry") { failing($0).retry(2) },
    Case("retry(when:)") { failing($0).retry { $0.take(1) } },
    Case("concat(_:)") { $0.take(1).concat($0.take(1)) },
    Case("concat of a sequence") { .concat([$0.take(1), $0.take(1)]) },
    Case("catch(sequence:)") { .catch(sequence: [failing($0), failing($0)]) },
  ]

  @Test(arguments: cases)
  func aStreamIsReleasedBeforeItsSuccessorIsMade(_ successorCase: Case) {
    let events = Log<String>()
    let subject = PublishSubject<Int>()
    let source = Observable<Int>.deferred {
      events.write("made")
      return .create { observer in
        let subscription = subject.subscribe(observer)
        return Disposables.create {
          subscription.dispose()
          events.write("released")
        }
      }
    }
    _ = successorCase.apply(source).subscribe(onError: { _ in })
    subject.onNext(1)
    expectEqual(events.entries, ["made", "released", "made"])
    subject.onNext(2)
    expectEqual(events.entries, ["made", "released", "made", "released"])
  }

  @Test(arguments: cases)
  func aSharedStreamIsSubscribedToAgain(_ successorCase: Case) {
    let source = TrackedSource<Int>()
    _ = successorCase.apply(source.observable.share(replay: 1)).subscribe(onError: { _ in })
    source.onNext(1)
    expectEqual(source.subscribed.value, 2)
    expectEqual(source.disposed.value, 1)
  }

  /// Forms that run three streams one after another.
  static let threeStreams = [
    Three("concat(_:)") { $0.concat($1).concat($2) },
    Three("concat of arguments") { .concat($0, $1, $2) },
    Three("concat of an array") { .concat([$0, $1, $2]) },
    Three("concat of a slice") { .concat([$0, $1, $2][...]) },
    Three("concat of a contiguous array") { .concat(ContiguousArray([$0, $1, $2])) },
    Three("concat of concat") { .concat([.concat([$0, $1]), $2]) },
    Three("concat of streams from a source") { Observable.of($0, $1, $2).concat() },
    Three("concatMap") { Observable.of($0, $1, $2).concatMap { $0 } },
    Three("catch(sequence:)") { .catch(sequence: [failing($0), failing($1), $2]) },
  ]

  @Test(arguments: threeStreams)
  func whatAStreamHoldsIsReleasedWhenItsSuccessorRuns(_ form: Three) {
    let subject = PublishSubject<Int>()
    weak var first: Token?
    weak var second: Token?
    func stream() -> (stream: Observable<Int>, token: Token) {
      let token = Token()
      return (subject.take(1).map { number in withExtendedLifetime(token) { number } }, token)
    }
    let subscription: any Disposable
    do {
      let (one, two) = (stream(), stream())
      (first, second) = (one.token, two.token)
      subscription = form.join(one.stream, two.stream, subject.asObservable()).subscribe()
    }
    expectNotNil(first)
    subject.onNext(1)
    expectNil(first)
    expectNotNil(second)
    subject.onNext(2)
    expectNil(second)
    subscription.dispose()
  }

  struct Three: CustomTestStringConvertible, Sendable {
    typealias Join = @Sendable (Observable<Int>, Observable<Int>, Observable<Int>) -> Observable<Int>

    let testDescription: String
    let join: Join

    init(_ name: String, _ join: @escaping Join) {
      testDescription = name
      self.join = join
    }
  }

  @Test func aSequenceDisposesOfAStreamBeforeTheElementOfTheNext() {
    let source = TrackedSource<Int>()
    let disposals = Log<Int>()
    _ = Observable.concat([source.observable.take(1), .just(2)])
      .subscribe(onNext: { _ in disposals.write(source.disposed.value) })
    source.onNext(1)
    expectEqual(disposals.entries, [0, 1])
  }
}
