import NetStream
import NetTesting
import Testing

private struct Person: Codable, Equatable, Sendable { var name: String }

// snippet: store
actor PeopleStore {
  private let network: any Networking
  private var names: [String: String] = [:]

  init(network: any Networking) { self.network = network }

  func name(of login: String) async throws -> String {
    if let name = names[login] { return name }
    let person = try await network.get("users/\(login)").object(as: Person.self)
    names[login] = person.name
    return person.name
  }
}
// snippet.end

private enum Caller { @TaskLocal static var name = "nobody" }

/// The code of the guide to streams and asynchronous code, compiled and run.
@Suite(.netTesting) struct AsyncGuideTests {
  private let network = NetworkingMock(afterEach: .test)

  @Test func asynchronousCodeBecomesAStream() async throws {
    network.stub(.get("/users/ada"), with: Person(name: "Ada"))
    let store = PeopleStore(network: network)
    let logins = AsyncStream<String> { logins in
      logins.yield("ada")
      logins.finish()
    }
    // snippet: to-stream
    let name: Single<String> = Single { try await store.name(of: "ada") }
    let names: Observable<String> = logins.asObservable()  // of any AsyncSequence
      .flatMap { login in Single { try await store.name(of: login) } }
    // snippet.end
    #expect(try await name.value == "Ada")
    #expect(try await names.toArray().value == ["Ada"])
  }

  @Test func aStreamIsAwaited() async throws {
    network.stub(.get("/users/ada"), with: Person(name: "Ada"))
    network.stub(.get("/ticks"), with: .events([ServerSentEvent("1"), ServerSentEvent("2")]))
    let person = network.stream.get("users/ada").object(as: Person.self)
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    // snippet: to-async
    let name = try await person.map(\.name).value
    for try await tick in network.stream.get("ticks").events().values {
      show(tick.data)
      if tick.data == "2" { break }
    }
    // snippet.end
    #expect([name] + shown == ["Ada", "1", "2"])
  }

  @Test func aLoopReadsPages() async throws {
    network.stub(.get("/users"), with: .json([["name": "Ada"]]).header("Link", "</more>; rel=\"next\""))
    var found: Person?
    // snippet: pages
    for try await people in network.stream.get("users").pages(of: [Person].self) {
      found = people.first { $0.name == "Ada" }
      if found != nil { break }  // No other page is requested.
    }
    // snippet.end
    #expect(found?.name == "Ada")
    #expect(network.requestCallCount == 1)
  }

  @Test func cancellingATaskCancelsTheRequestOfItsStream() async {
    network.stub(.get("/users/ada"), with: StubResponse.value(Person(name: "Ada")).delivered(.held))
    let task = Task { [network] in try await network.stream.get("users/ada").object(as: Person.self).value }
    await expect(network.pending.count).toEventually(equal(1))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(network.cancelCount == 1)
  }

  @Test func disposingOfAStreamCancelsTheRequestThatItsOperationAwaits() async {
    network.stub(.get("/users/ada"), with: StubResponse.value(Person(name: "Ada")).delivered(.held))
    let store = PeopleStore(network: network)
    let name = Single { try await store.name(of: "ada") }.record(afterEach: .test)
    await expect(network.pending.count).toEventually(equal(1))
    name.dispose()
    await expect(network.cancelCount).toEventually(equal(1))
  }

  @Test func theOperationHasTheTaskLocalValuesOfTheSubscriber() async throws {
    let caller = Single { Caller.name }
    #expect(try await Caller.$name.withValue("screen") { try await caller.value } == "screen")
  }
}
