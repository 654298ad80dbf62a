import Net
import NetStream
import NetTesting
import Stream
import Testing

struct Todo: Codable, Equatable, Sendable {
  var id: Int
  var title: String
}

// snippet: service
struct TodoService: Sendable {
  let network: any Networking

  func add(_ title: String) -> Single<Todo> {
    network.stream.post("https://todos.example/todos", parameters: ["title": title]).object()
  }
}
// snippet.end

/// The samples of the article "Script, run, verify".
@Suite struct ScriptRunVerifyTests {
  // snippet: script
  @Test(.netTesting) func addsATodo() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.post("/todos"), with: Todo(id: 1, title: "Milk"), times: 1)
    // snippet.end

    // snippet: run
    let added = TodoService(network: network).add("Milk").record(afterEach: .test)
    // snippet.end

    // snippet: verify
    expect(added.event).to(beSuccess(Todo(id: 1, title: "Milk")))
    #expect(network.lastRequest?.parameters["title"] as? String == "Milk")
  }
  // snippet.end

  // snippet: bytes
  @Test(.netTesting) func sendsAFormAndReadsJSON() {
    let transport = MockTransport(afterEach: .test)
    transport.stub(
      .post("/todos") && .form(equals: ["title": "Milk"]), with: .json(["id": 1, "title": "Milk"]), times: 1)

    let network = NetworkSession(transport: transport)
    let added = TodoService(network: network).add("Milk").record(afterEach: .test)

    expect(added.event).to(beSuccess(Todo(id: 1, title: "Milk")))
  }
  // snippet.end

  // snippet: failure
  @Test(.netTesting) func aServerErrorIsAFailure() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.post("/todos"), with: .status(503), times: 1)

    let added = TodoService(network: network).add("Milk").record(afterEach: .test)

    expect(added.event).to(beFailure(with: .validation(.statusCode(503))))
  }
  // snippet.end
}
