import Stream
import XCTest

/// Operators that are applied one after another call each other, so a chain takes stack for each.
///
/// The main thread has enough for the lengths that law 7 mentions, in a debug build for these.
final class FlatMapDepthTests: XCTestCase {
  private static let many = 500

  func testFiveHundredFlatMapsOneAfterTheOtherRun() {
    var chain = Observable.just(0)
    for _ in 0..<Self.many { chain = chain.flatMap { Observable.just($0 + 1) } }
    let received = Shared(0)
    _ = chain.subscribe(onNext: { received.value = $0 })
    XCTAssertEqual(received.value, Self.many)
  }

  func testFiveHundredFlatMapsOfASingleOneAfterTheOtherRun() {
    var chain = Single.just(0)
    for _ in 0..<Self.many { chain = chain.flatMap { Single.just($0 + 1) } }
    let received = Shared(0)
    _ = chain.subscribe(onSuccess: { received.value = $0 })
    XCTAssertEqual(received.value, Self.many)
  }
}
