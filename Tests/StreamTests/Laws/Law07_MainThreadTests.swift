import Foundation
import Stream
import XCTest

/// Law 7 on the main thread, so that the tests can run in a process with any stack size:
/// `scripts/check-small-stack` gives it half a megabyte.
final class Law07_MainThreadTests: XCTestCase {
  private static let many = 100_000

  private func lastElement<Element: Sendable>(of observable: Observable<Element>) -> Element? {
    XCTAssertTrue(Thread.isMainThread)
    let last = Shared<Element?>(nil)
    _ = observable.subscribe(onNext: { last.value = $0 })
    return last.value
  }

  func testRetry() {
    let attempts = Count()
    let source = Observable<Int>.deferred {
      let attempt = attempts.increment()
      return attempt < Self.many ? .error(Boom()) : .just(attempt)
    }
    XCTAssertEqual(lastElement(of: source.retry()), Self.many)
  }

  func testRetryOfASingle() {
    let attempts = Count()
    let source = Single<Int>.deferred {
      let attempt = attempts.increment()
      return attempt < Self.many ? .error(Boom()) : .just(attempt)
    }
    XCTAssertEqual(lastElement(of: source.retry().asObservable()), Self.many)
  }

  func testConcat() {
    let streams = (1...Self.many).map { Observable.just($0) }
    XCTAssertEqual(lastElement(of: Observable.concat(streams)), Self.many)
  }

  func testConcatThatRecursesThroughDeferred() {
    @Sendable func pages(from number: Int) -> Observable<Int> {
      guard number < Self.many else { return .just(number) }
      return Observable.just(number).concat(Observable.deferred { pages(from: number + 1) })
    }
    XCTAssertEqual(lastElement(of: pages(from: 1)), Self.many)
  }

  func testConcatOfStreamsThatRecurseThroughDeferred() {
    @Sendable func pages(from number: Int) -> Observable<Int> {
      guard number < Self.many else { return .just(number) }
      return .concat(.just(number), .deferred { pages(from: number + 1) })
    }
    XCTAssertEqual(lastElement(of: pages(from: 1)), Self.many)
  }

  func testCatchOfASequenceThatRecursesThroughDeferred() {
    @Sendable func pages(from number: Int) -> Observable<Int> {
      guard number < Self.many else { return .just(number) }
      return .catch(sequence: [.error(Boom()), .deferred { pages(from: number + 1) }])
    }
    XCTAssertEqual(lastElement(of: pages(from: 1)), Self.many)
  }

  func testSinglesThatRecurseThroughRetryAndFlatMap() {
    @Sendable func page(_ number: Int) -> Single<Int> {
      Single.just(number).retry(2).flatMap { $0 < Self.many ? page($0 + 1) : .just($0) }
    }
    XCTAssertEqual(lastElement(of: page(1).asObservable()), Self.many)
  }
}
