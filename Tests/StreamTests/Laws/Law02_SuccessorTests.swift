import Stream
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
    #expect(events.entries == ["made", "released", "made"])
    subject.onNext(2)
    #expect(events.entries == ["made", "released", "made", "released"])
  }

  @Test(arguments: cases)
  func aSharedStreamIsSubscribedToAgain(_ successorCase: Case) {
    let source = TrackedSource<Int>()
    _ = successorCase.apply(source.observable.share(replay: 1)).subscribe(onError: { _ in })
    source.onNext(1)
    #expect(source.subscribed.value == 2)
    #expect(source.disposed.value == 1)
  }

  @Test func aSequenceDisposesOfAStreamBeforeTheElementOfTheNext() {
    let source = TrackedSource<Int>()
    let disposals = Log<Int>()
    _ = Observable.concat([source.observable.take(1), .just(2)])
      .subscribe(onNext: { _ in disposals.write(source.disposed.value) })
    source.onNext(1)
    #expect(disposals.entries == [0, 1])
  }
}
