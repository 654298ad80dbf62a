import NetTesting
import Stream
import XCTest

private struct Person: Equatable, Sendable { var name: String }

/// The samples of the article "Marble diagrams".
final class MarblesGuideTests: XCTestCase {
  func testADiagramIsDrawn() {
    // snippet: overview
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable("-a-^-b--c|")
    let result = scheduler.start { source.map { $0.uppercased() } }
    expect(result.events).to(equalMarbles("--B--C|"))
    // snippet.end
  }

  func testLettersStandForValues() {
    let scheduler = TestScheduler()
    let trent = Person(name: "Trent")
    let mick = Person(name: "Mick")
    // snippet: values
    let users = scheduler.createColdObservable("-a-b|", values: ["a": trent, "b": mick])
    let counts = scheduler.createColdObservable("-1-2|", values: .digits)
    // snippet.end
    let result = scheduler.start { Observable.zip(users, counts) { "\($0.name) \($1)" } }
    XCTAssertEqual(result.events, [.next(201, "Trent 1"), .next(203, "Mick 2"), .completed(204)])
  }

  func testADiagramThatStartsAtZero() {
    // snippet: begins
    let scheduler = TestScheduler()
    let source = scheduler.createColdObservable("--a|")
    let observer = scheduler.createObserver(String.self)
    source.subscribe(observer).disposed(afterEach: self)
    scheduler.start()
    expect(observer.events).to(equalMarbles("--a|", from: .zero))
    // snippet.end
  }
}
