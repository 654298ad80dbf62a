import NetStream
import NetTesting
import ViewModels
import XCTest

final class NotesModelTests: XCTestCase {
  private let found = [Note(id: 1, title: "Milk")]

  // snippet: search-test
  @MainActor
  func testTypingSearchesOnceAfterAPause() async {
    let scheduler = TestScheduler()
    let network = NetworkingMock(timer: scheduler, afterEach: self)
    network.stub(.get("/notes") && .query(contains: ["q": "milk"]), with: found)
    let model = NotesModel(service: NotesService(network: network), scheduler: scheduler)

    model.query = "m"
    model.query = "milk"
    scheduler.advance(by: .milliseconds(300))

    await wait(for: .loaded(found)) { model.state }
    XCTAssertEqual(network.requestCallCount, 1)
  }
  // snippet.end

  func testTheDetailsOfASearchAreLoaded() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/notes"), with: found)
    network.stub(.get("/notes/1"), with: NoteDetail(id: 1, text: "Milk and bread"))
    let details = NotesService(network: network).details(containing: "milk").record(afterEach: self)
    XCTAssertEqual(details.value, [NoteDetail(id: 1, text: "Milk and bread")])
  }

  @MainActor
  func testANewerSearchCancelsTheOlderOne() async {
    let scheduler = TestScheduler()
    let network = NetworkingMock(timer: scheduler, afterEach: self)
    network.stub(.get("/notes") && .query(contains: ["q": "a"]), with: .value([Note]()).delay(.seconds(10)))
    network.stub(.get("/notes") && .query(contains: ["q": "ab"]), with: found)
    let model = NotesModel(service: NotesService(network: network), scheduler: scheduler)

    model.query = "a"
    scheduler.advance(by: .seconds(1))
    model.query = "ab"
    scheduler.advance(by: .seconds(20))

    await wait(for: .loaded(found)) { model.state }
  }

  @MainActor
  func testAFailedSearchDoesNotEndTheList() async {
    let scheduler = TestScheduler()
    let network = NetworkingMock(timer: scheduler, afterEach: self)
    network.stub(.get("/notes"), withSequence: [.status(503), .value(found)])
    let model = NotesModel(service: NotesService(network: network), scheduler: scheduler)

    model.reload()
    await wait(for: true) { if case .failed = model.state { true } else { false } }
    model.reload()
    await wait(for: .loaded(found)) { model.state }
  }

  @MainActor
  func testTheListWithTasksSearchesAndReloads() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/notes") && .query(contains: ["q": "milk"]), with: found)
    let model = AsyncNotesModel(service: NotesService(network: network), pause: { _ in })

    model.query = "milk"
    await wait(for: .loaded(found)) { model.state }
    await model.reload()
    XCTAssertEqual(model.state, .loaded(found))
    XCTAssertEqual(network.requestCallCount, 2)
  }

  @MainActor
  func testANewerSearchCancelsTheTaskOfTheOlderOne() async {
    let network = NetworkingMock(delivery: .held, afterEach: self)
    network.stub(.get("/notes") && .query(contains: ["q": "a"]), with: [Note]())
    network.stub(.get("/notes") && .query(contains: ["q": "ab"]), with: .value(found).delivered(.inline))
    let model = AsyncNotesModel(service: NotesService(network: network), pause: { _ in })

    model.query = "a"
    await wait(for: .loading) { model.state }
    model.query = "ab"
    await wait(for: .loaded(found)) { model.state }
  }
}
