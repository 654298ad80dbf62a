import NetStream
import NetTesting
import ViewModels
import XCTest

final class SignInModelTests: XCTestCase {
  private let account = Account(name: "Octavia", token: "t")

  @MainActor
  func testSigningInShowsTheAccount() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.post("/sign-in"), with: account)
    let model = SignInModel(service: NotesService(network: network))
    (model.name, model.password) = ("octavia", "secret")
    model.signIn()
    await wait(for: .loaded(account)) { model.state }
  }

  @MainActor
  func testARefusedPasswordIsShown() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.post("/sign-in"), with: .status(401))
    let model = SignInModel(service: NotesService(network: network))
    model.signIn()
    await wait(for: true) { if case .failed = model.state { true } else { false } }
  }

  @MainActor
  func testSigningInTwiceSendsOneRequest() {
    let network = NetworkingMock(delivery: .held, afterEach: self)
    network.stub(.post("/sign-in"), with: account)
    let model = SignInModel(service: NotesService(network: network))
    model.signIn()
    model.signIn()
    XCTAssertEqual(network.requestCallCount, 1)
  }

  @MainActor
  func testSigningInWithAsync() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.post("/sign-in"), with: account)
    let model = AsyncSignInModel(service: NotesService(network: network))
    await model.signIn()
    XCTAssertEqual(model.state, .loaded(account))
  }
}
