import Foundation
import Stream
import TestSupport
import Testing

/// A stream that follows another begins on the thread on which the other has ended, even if the subscription has not
/// returned yet: events do not change threads.
@Suite struct Law07_HandoverThread {
  /// An operator, with a first stream that ends with this event and a second that follows it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ending: Event<Int>
    let joined: @Sendable (_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int>
  }

  static let cases = [
    Case(testDescription: "concat", ending: .completed) { $0.concat($1) },
    Case(testDescription: "concat of a sequence", ending: .completed) { Observable.concat([$0, $1]) },
    Case(testDescription: "ifEmpty", ending: .completed) { $0.ifEmpty(switchTo: $1) },
    Case(testDescription: "catch", ending: .error(Boom())) { first, second in first.catch { _ in second } },
    Case(testDescription: "catch of a sequence", ending: .error(Boom())) {
      Observable.catch(sequence: [$0, $1])
    },
    Case(testDescription: "retry", ending: .error(Boom())) { first, second in
      let attempts = Count()
      return Observable.deferred {
        attempts.increment()
        return attempts.value == 1 ? first : second
      }.retry(2)
    },
  ]

  @Test(arguments: cases) func theSecondStreamRunsOnTheThreadOfTheEnd(_ test: Case) {
    let (endThread, elementThreads) = (Shared<ObjectIdentifier?>(nil), Log<ObjectIdentifier>())
    let first = Observable<Int>.create { observer in
      // The subscribing thread waits inside this closure.
      _ = runsOnAnotherThread {
        endThread.value = ObjectIdentifier(Thread.current)
        observer.on(test.ending)
      }
      return Disposables.create()
    }
    _ = test.joined(first, .just(1)).subscribe(
      onNext: { _ in elementThreads.write(ObjectIdentifier(Thread.current)) }, onError: { _ in })
    expectEqual(elementThreads.entries, [endThread.value])
  }

  @Test(arguments: cases) func theSecondStreamIsDisposedOf(_ test: Case) {
    let (first, second) = (TrackedSource<Int>(), TrackedSource<Int>())
    let early = first.observable.do(onSubscribed: {
      _ = runsOnAnotherThread { first.on(test.ending) }
    })
    test.joined(early, second.observable).subscribe(onError: { _ in }).dispose()
    expectEqual(first.disposed.value, 1)
    expectEqual(second.disposed.value, 1)
  }
}
