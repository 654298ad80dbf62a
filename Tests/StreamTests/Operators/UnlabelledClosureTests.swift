import NetTesting
import Stream
import XCTest

/// Closures without a label are those for elements, and run where the stream delivers, including in language mode 6.
final class UnlabelledClosureTests: XCTestCase {
  private final class Screen: Sendable {
    let shown = Captured<String>()
  }

  func testDoOfAnObservable() {
    let seen = Captured<String>()
    let bag = DisposeBag()
    let numbers = Observable.of(1)
    numbers.do { seen.set("\($0)") }.subscribe().disposed(by: bag)
    numbers.do { number in
      let text = "several \(number)"
      seen.set(text)
    }.subscribe().disposed(by: bag)
    numbers.do {
      seen.set("\($0)")
    } onError: { _ in
    }.subscribe().disposed(by: bag)
    numbers.do {
      seen.set("\($0)")
    } onCompleted: {
      seen.set("|")
    }.subscribe().disposed(by: bag)
    XCTAssertEqual(seen.values, ["1", "several 1", "1", "1", "|"])
  }

  func testDoOfASingle() {
    let seen = Captured<String>()
    let bag = DisposeBag()
    let single = Single.just(1)
    single.do { seen.set("\($0)") }.subscribe().disposed(by: bag)
    single.do { number in
      let text = "several \(number)"
      seen.set(text)
    }.subscribe().disposed(by: bag)
    single.do {
      seen.set("\($0)")
    } onError: { _ in
    }.subscribe().disposed(by: bag)
    XCTAssertEqual(seen.values, ["1", "several 1", "1"])
  }

  func testDoWithoutAParameterIsForElements() {
    let seen = Captured<String>()
    let taps = PublishSubject<Void>()
    let tapped = taps.do { seen.set("tap") }.subscribe()
    let pending = Single<Void>.never().do { seen.set("done") }.subscribe()
    taps.onNext()
    XCTAssertEqual(seen.values, ["tap"])
    tapped.dispose()
    pending.dispose()
    Single.just(()).do { seen.set("done") }.subscribe().dispose()
    XCTAssertEqual(seen.values, ["tap", "done"])
  }

  func testSubscribeWithAnObject() {
    let screen = Screen()
    let bag = DisposeBag()
    Observable.of(1).subscribe(with: screen) { screen, number in screen.shown.set("\(number)") }.disposed(
      by: bag)
    Observable.of(2).subscribe(with: screen) { screen, number in
      screen.shown.set("\(number)")
    } onError: { _, _ in
    }
    .disposed(by: bag)
    Single.just(3).subscribe(with: screen) { screen, number in screen.shown.set("\(number)") }.disposed(
      by: bag)
    Single.just(4).subscribe(with: screen) { screen, number in
      screen.shown.set("\(number)")
    } onFailure: { _, _ in
    }
    .disposed(by: bag)
    XCTAssertEqual(screen.shown.values, ["1", "2", "3", "4"])
  }

  func testClosuresThatMayBeNil() {
    let seen = Captured<String>()
    let screen = Screen()
    let bag = DisposeBag()
    let note: (@Sendable (Int) throws -> Void)? = { seen.set("\($0)") }
    let show: (@Sendable (Screen, Int) -> Void)? = nil
    Observable.of(1).do(onNext: note).subscribe().disposed(by: bag)
    Single.just(2).do(onSuccess: note, onDispose: { seen.set("disposed") }).subscribe().disposed(by: bag)
    Observable.of(3).subscribe(with: screen, onNext: show).disposed(by: bag)
    Single.just(4).subscribe(with: screen, onSuccess: show).disposed(by: bag)
    XCTAssertEqual(seen.values, ["1", "2", "disposed"])
    XCTAssertEqual(screen.shown.values, [])
  }

  func testLabelsStillDecide() {
    let seen = Captured<String>()
    let bag = DisposeBag()
    Observable.of(1).do(onDispose: { seen.set("disposed") }).subscribe().disposed(by: bag)
    Observable.of(1).do(afterNext: { seen.set("after \($0)") }).subscribe().disposed(by: bag)
    Observable<Int>.error(StreamError.timeout).do(onError: { _ in seen.set("failed") }).subscribe(onError: {
      _ in
    })
    .disposed(by: bag)
    Observable.of(1).do(onMain: { _ in seen.set("main") }).subscribe().disposed(by: bag)
    XCTAssertEqual(seen.values, ["disposed", "after 1", "failed"])
  }
}
