import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct StubScenarioTests {
  let cart = StubScenario("cart", state: "empty")
  let transport = MockTransport(afterEach: .test)

  private func ask(_ method: HTTPMethod = .get) throws -> String {
    try transport.send(method, "https://h/cart").received.words.joined(separator: " ")
  }

  @Test func theStateDecidesWhichStubAnswers() throws {
    transport.stub(.get("/cart") && .scenario(cart, in: "empty"), with: .text("nothing"))
    transport.stub(.get("/cart") && .scenario(cart, in: "full"), with: .text("milk"))
    expectEqual(try ask(), "head 200 body nothing finished")
    cart.state = "full"
    expectEqual(try ask(), "head 200 body milk finished")
  }

  @Test func aResponseMovesToTheNextState() throws {
    transport.stub(.get("/cart") && .scenario(cart, in: "full"), with: .text("milk"))
    transport.stub(.post("/cart") && .scenario(cart, in: "empty", then: "full"), with: .status(201))
    transport.stub(.post("/cart") && .scenario(cart, in: "full"), with: .status(409))
    expectEqual(try ask(.post), "head 201 finished")
    expectEqual(cart.state, "full")
    expectEqual(try ask(), "head 200 body milk finished")
    expectEqual(try ask(.post), "head 409 finished")
  }

  @Test func oneScenarioServesSeveralMocks() throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.post("/cart") && .scenario(cart, in: "empty", then: "full"), with: .status(201))
    transport.stub(.get("/cart") && .scenario(cart, in: "full"), with: .text("milk"))
    network.post("/cart").resume()
    expectEqual(try ask(), "head 200 body milk finished")
  }

  @Test func onlyOneConcurrentRequestMovesTheState() throws {
    transport.stub(.post("/cart") && .scenario(cart, in: "full"), with: .status(409))
    transport.stub(.post("/cart") && .scenario(cart, in: "empty", then: "full"), with: .status(201))
    let answers = Captured<String>()
    DispatchQueue.concurrentPerform(iterations: 50) { _ in
      guard let words = try? ask(.post) else { return }
      answers.set(words)
    }
    expectEqual(answers.values.count { $0 == "head 201 finished" }, 1)
    expectEqual(answers.values.count { $0 == "head 409 finished" }, 49)
  }

  @Test func aCandidateIsStaleAfterTheStateHasChanged() throws {
    var table = StubTable()
    let matcher = RequestMatcher.scenario(cart, in: "empty", then: "full")
    table.add(Stub(matcher, answers: [.response(.status(201))], place: SourcePlace(file: "/t", line: 1)))
    let request = try recorded(.post, "https://h/cart")
    let candidate = table.candidate(for: request)
    guard case .taken = table.take(from: candidate), case .stale = table.take(from: candidate) else {
      Issue.record("taken twice")
      return
    }
    guard case .none = table.take(from: table.candidate(for: request)) else {
      Issue.record("taken in an earlier state")
      return
    }
  }

  @Test func aDifferentStateIsReported() throws {
    let messages = try failures {
      let transport = MockTransport()
      transport.stub(.get("/cart") && .scenario(cart, in: "full"), with: .text("milk"))
      try transport.send(.get, "https://h/cart")
    }
    expectEqual(messages.first?.contains(#"state of cart: expected "full", got "empty""#), true)
  }

  @Test func anAmbiguousCombinationOfScenarioMatchersFailsTheTest() {
    let moving = RequestMatcher.scenario(cart, in: "empty", then: "full")
    let unclear = [!moving, moving || .everything, .everything || moving, moving && moving]
    for matcher in unclear {
      let messages = failures { MockTransport().stub(matcher, with: .status(200)) }
      expectEqual(messages.count, 1, "\(matcher)")
    }
    #expect(failures { MockTransport().stub(!.scenario(cart, in: "empty"), with: .status(200)) }.isEmpty)
  }
}
