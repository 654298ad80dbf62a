import Foundation
import NetStream
import NetTesting
import ViewModels
import XCTest

final class AppModelTests: XCTestCase {
  @MainActor
  func testSigningOutCancelsTheRequestsOfAllScreens() async {
    let transport = MockTransport(delivery: .held, afterEach: self)
    transport.stub(.get("/notes"), with: .json([]))
    transport.stub(.get("/notes/7"), with: .json(["id": 7, "text": ""]))
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com")
    let session = NetworkSession(configuration: configuration, transport: transport)
    let service = NotesService(network: session)
    let (app, list, note) = (
      AppModel(session: session), NotesModel(service: service), NoteModel(7, service: service)
    )
    app.signedIn(Account(name: "Octavia", token: "t"))
    list.reload()
    note.load()
    XCTAssertEqual(transport.pending.count, 2)

    app.signOut()

    XCTAssertNil(app.account)
    XCTAssertEqual(transport.cancelCount, 2)
    await wait(for: true) { if case .failed = note.state { true } else { false } }
    await wait(for: true) { if case .failed = list.state { true } else { false } }
  }
}
