import Foundation
import NetStream
import NetTesting
import ViewModels
import XCTest

final class NoteModelTests: XCTestCase {
  private let detail = NoteDetail(id: 7, text: "Milk\nBread")

  @MainActor
  func testTheNoteIsLoaded() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/notes/7"), with: detail)
    let model = NoteModel(7, service: NotesService(network: network))
    model.load()
    await wait(for: .loaded(detail)) { model.state }
  }

  @MainActor
  func testAnUploadShowsItsProgressAndItsFailure() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.put("/notes/7/picture"), with: .status(413))
    let model = NoteModel(7, service: NotesService(network: network))
    model.attach(Data(repeating: 1, count: 1000))
    XCTAssertEqual(model.uploaded, 0)
    await wait(for: true) { model.uploadFailure != nil }
    XCTAssertNil(model.uploaded)
  }

  @MainActor
  func testAnUploadEnds() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.put("/notes/7/picture"), with: Note(id: 7, title: "Milk"))
    let model = NoteModel(7, service: NotesService(network: network))
    model.attach(Data(repeating: 1, count: 1000))
    await wait(for: nil) { model.uploaded }
    XCTAssertNil(model.uploadFailure)
  }

  @MainActor
  func testALeftScreenCancelsItsRequest() {
    let network = NetworkingMock(delivery: .held, afterEach: self)
    network.stub(.get("/notes/7"), with: detail)
    var model: NoteModel? = NoteModel(7, service: NotesService(network: network))
    model?.load()
    model = nil
    XCTAssertEqual(network.cancelCount, 1)
  }

  @MainActor
  func testTheNoteAndTheUploadWithAsync() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/notes/7"), with: detail)
    network.stub(.put("/notes/7/picture"), with: Note(id: 7, title: "Milk"))
    let model = AsyncNoteModel(7, service: NotesService(network: network))
    await model.load()
    XCTAssertEqual(model.state, .loaded(detail))
    await model.attach(Data(repeating: 1, count: 1000))
    XCTAssertNil(model.uploadFailure)
    XCTAssertNil(model.uploaded)
  }
}
