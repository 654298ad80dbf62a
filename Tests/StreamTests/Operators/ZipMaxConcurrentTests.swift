import Stream
import Synchronization
import XCTest

final class ZipMaxConcurrentTests: XCTestCase {
  private enum Failure: Error { case expected }

  /// Singles that the test ends, with a count of those that run.
  private final class Work: Sendable {
    struct State: Sendable {
      var running: [Int: @Sendable (SingleEvent<Int>) -> Void] = [:]
      var started: [Int] = []
      var disposed: [Int] = []
    }

    let state = Mutex(State())

    func single(_ number: Int) -> Single<Int> {
      Single.create { observer in
        self.state.withLock {
          $0.running[number] = { observer($0) }
          $0.started.append(number)
        }
        return Disposables.create { self.state.withLock { $0.disposed.append(number) } }
      }
    }

    func end(_ number: Int, _ event: SingleEvent<Int>? = nil) {
      let observer = state.withLock { $0.running.removeValue(forKey: number) }
      observer?(event ?? .success(number))
    }

    var started: [Int] { state.withLock { $0.started } }
    var disposed: [Int] { state.withLock { $0.disposed } }
  }

  func testNoMoreSinglesRunThanTheLimit() {
    let work = Work()
    let bag = DisposeBag()
    Single.zip((0..<5).map(work.single), maxConcurrent: 2).subscribe().disposed(by: bag)
    XCTAssertEqual(work.started, [0, 1])
  }

  func testTheNextSingleStartsWhenOneHasEnded() {
    let work = Work()
    let bag = DisposeBag()
    Single.zip((0..<5).map(work.single), maxConcurrent: 2).subscribe().disposed(by: bag)
    work.end(1)
    XCTAssertEqual(work.started, [0, 1, 2])
  }

  func testTheElementsKeepTheOrderOfTheSingles() {
    let work = Work()
    let bag = DisposeBag()
    let result = Mutex<[Int]>([])
    let store: @Sendable ([Int]) -> Void = { elements in result.withLock { $0 = elements } }
    Single.zip((0..<3).map(work.single), maxConcurrent: 3).subscribe(onSuccess: store).disposed(by: bag)
    for number in [2, 0, 1] { work.end(number) }
    XCTAssertEqual(result.withLock { $0 }, [0, 1, 2])
  }

  func testAFailureDisposesOfRunningSinglesAndStartsNoMore() {
    let work = Work()
    let bag = DisposeBag()
    Single.zip((0..<5).map(work.single), maxConcurrent: 2).subscribe().disposed(by: bag)
    work.end(0, .failure(Failure.expected))
    XCTAssertEqual(work.started, [0, 1])
    XCTAssertEqual(work.disposed.sorted(), [0, 1])
  }

  func testNoSinglesGiveAnEmptyArray() async throws {
    let elements = try await Single<Int>.zip([Single<Int>](), maxConcurrent: 2).value
    XCTAssertEqual(elements, [])
  }

  func testALimitBelowOneCountsAsOne() async throws {
    let elements = try await Single.zip((0..<3).map { Single.just($0) }, maxConcurrent: 0).value
    XCTAssertEqual(elements, [0, 1, 2])
  }
}
