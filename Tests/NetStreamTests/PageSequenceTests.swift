import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Pages in a loop, which are requested when the loop asks for them.
@Suite(.netTesting) struct PageSequenceTests {
  private let network = NetworkingMock(afterEach: .test)
  private var numbers: StreamRequest { network.stream.get("https://api.example.com/pages") }

  init() {
    network.stub(.get("https://api.example.com/pages")) { request in
      let page = Int(request.query("page") ?? "") ?? 1
      let response = StubResponse.json(.array([.integer(Int64(page))]))
      return page == 3 ? response : response.header("Link", "</pages?page=\(page + 1)>; rel=\"next\"")
    }
  }

  @Test func theLoopReceivesAllPages() async throws {
    var all: [[Int]] = []
    for try await page in numbers.pages(of: [Int].self) { all.append(page) }
    expectEqual(all, [[1], [2], [3]])
    expectEqual(network.requestCallCount, 3)
  }

  @Test func aPageIsRequestedWhenTheLoopAsksForIt() async throws {
    let pages: PageSequence = numbers.pages(of: [Int].self)
    var iterator = pages.makeAsyncIterator()
    expectEqual(network.requestCallCount, 0)
    expectEqual(try await iterator.next(), [1])
    expectEqual(network.requestCallCount, 1)
    expectEqual(try await iterator.next(), [2])
    expectEqual(network.requestCallCount, 2)
  }

  @Test func noPageIsRequestedAfterTheLoopIsLeft() async throws {
    for try await page in numbers.pages(of: [Int].self) where page == [2] { break }
    expectEqual(network.requestCallCount, 2)
  }

  @Test func eachIterationBeginsWithTheFirstPage() async throws {
    let pages: PageSequence = numbers.pages(serializer: .string)
    for _ in 1...2 {
      var iterator = pages.makeAsyncIterator()
      expectEqual(try await iterator.next(), "[1]")
    }
    expectEqual(network.requestCallCount, 2)
  }

  @Test func aFailureEndsTheSequence() async throws {
    network.stub(.get("/pages") && .query(contains: ["page": "2"]), with: .status(500))
    let pages: PageSequence = numbers.pages(of: [Int].self)
    var iterator = pages.makeAsyncIterator()
    _ = try await iterator.next()
    await #expect(throws: NetworkError.self) { try await iterator.next() }
    expectEqual(try await iterator.next(), nil)
    expectEqual(network.requestCallCount, 2)
  }

  @Test func aRepeatedPageFails() async throws {
    network.stub(
      .get("/pages") && .query(contains: ["page": "2"]),
      with: .json([2]).header("Link", "</pages>; rel=\"next\""))
    let pages: PageSequence = numbers.pages(of: [Int].self)
    var iterator = pages.makeAsyncIterator()
    for _ in 1...2 { _ = try await iterator.next() }
    let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
    expectEqual(error?.reason, .invalidRequest(.repeatedPage("https://api.example.com/pages")))
  }

  @Test func credentialsStayAtTheOriginOfTheFirstPage() async throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(
      .get("/pages"), with: .json([1]).header("Link", "<https://other.example.com/2>; rel=\"next\""))
    transport.stub(.get("https://other.example.com/2"), with: .json([2]))
    let request = NetworkSession(transport: transport).stream.get("https://api.example.com/pages")
      .header(.authorization(bearerToken: "secret"))
    let error = await #expect(throws: NetworkError.self) {
      for try await _ in request.pages(of: [Int].self) {}
    }
    expectEqual(
      error?.reason,
      .invalidRequest(.crossOrigin(from: "https://api.example.com", to: "https://other.example.com")))
    for try await _ in request.pages(of: [Int].self, crossOrigin: .withoutCredentials) {}
    expectEqual(transport.requests.map { $0.headers["Authorization"] != nil }, [true, true, false])
  }

  @Test func cancellingTheTaskCancelsTheRequest() async {
    network.stub(.get("/pages"), with: .json([1]).delivered(.held))
    let task = Task { [numbers] in
      for try await _ in numbers.pages(of: [Int].self) {}
    }
    await expect(network.pending.count).toEventually(equal(1))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    expectEqual(network.cancelCount, 1)
  }

  @Test func cancelAllEndsTheSequenceBetweenTwoPages() async throws {
    let session = NetworkSession(transport: MockTransport(afterEach: .test).linked())
    let pages: PageSequence = session.stream.get("https://api.example.com/pages").pages(of: [Int].self)
    var iterator = pages.makeAsyncIterator()
    _ = try await iterator.next()
    session.cancelAll()
    let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
    expectEqual(error?.reason, .cancelled)
  }

  @Test func aClosureMakesTheNextRequest() async throws {
    let (network, numbers) = (network, numbers)
    let pages: PageSequence = network.stream.pages(of: [Int].self, first: numbers) { page, last in
      page == [3] ? nil : last.parameter("page", (page.first ?? 0) + 1)
    }
    var all: [Int] = []
    for try await page in pages { all += page }
    expectEqual(all, [1, 2, 3])
  }

  @Test func withoutATypeContextPagesIsAnObservable() {
    let recording = numbers.pages(of: [Int].self).map { $0.count }.record(afterEach: .test)
    expectEqual(recording.values, [1, 1, 1])
  }
}

extension MockTransport {
  /// The transport, with a page that links to another one.
  fileprivate func linked() -> MockTransport {
    stub(.get("/pages"), with: .json([1]).header("Link", "</pages?page=2>; rel=\"next\""))
    return self
  }
}
