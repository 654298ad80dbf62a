import Foundation
import NetStream
import NetTesting
import Testing
import XCTest

/// The tables of MockWebServer and RxTest on "Coming from Mockingjay, …".
@Suite(.netTesting) struct MockWebServerNamesTests {
  #if os(Linux)
    @Test func mockWebServer() async throws {
      // Row: MockWebServer(), start(), shutdown()
      let server = MockServer(afterEach: .test)
      // Row: enqueue(MockResponse().setBody("a"))
      server.enqueue(.text("a"))
      // Row: a Dispatcher, QueueDispatcher
      server.stub(.get("/a"), with: .text("b"))
      server.stub(.get("/c")) { request in .text(request.url.path) }
      // Row: setResponseCode, addHeader, setHeadersDelay, throttleBody
      let slow: StubResponse = .text("s").throttle(bytesPerSecond: 1_000).delay(.seconds(1))
      server.stub(.get("/slow"), with: slow)
      server.stub(.get("/created"), with: .text("").status(201).addingHeader("A", "1"))
      // Row: setBodyDelay
      server.stub(.get("/body"), with: .stream([StubChunk("s", after: .seconds(1))]))
      // Row: setChunkedBody, setTrailers
      server.stub(.get("/chunked"), with: .stream(["a", "b"]).trailer("A", "1"))
      // Row: SocketPolicy.DISCONNECT_AFTER_REQUEST, NO_RESPONSE, DISCONNECT_DURING_RESPONSE_BODY
      server.stub(.get("/closed"), with: .fault(.close))
      server.stub(.get("/silent"), with: .fault(.stall))
      server.stub(.get("/cut"), with: .text("report").fault(.close(after: .bodyBytes(3))))
      // Row: MockWebServer(), start(), shutdown()
      try server.start()
      let network = NetworkSession()
      func text(_ path: String) async throws -> String {
        try await network.get(server.baseURL.appending(path: path)).string()
      }
      // Row: server.url("/a")
      let url = server.baseURL.appending(path: "a")
      #expect(try await network.get(url).string() == "a")
      // Row: takeRequest(), getRequestCount()
      let request = try await server.takeRequest()
      #expect(request.url.path == "/a")
      #expect(server.requestCount == 1)
      // Row: a Dispatcher, QueueDispatcher
      #expect(try await text("a") == "b")
      #expect(try await text("c") == "/c")
      // Row: setResponseCode, addHeader, setHeadersDelay, throttleBody
      let created = await network.get(server.baseURL.appending(path: "created")).response(.data)
      #expect(created.response?.status == 201)
      #expect(created.response?.headers["A"] == "1")
      // Row: setChunkedBody, setTrailers
      #expect(try await text("chunked") == "ab")
      // Row: SocketPolicy.DISCONNECT_AFTER_REQUEST, NO_RESPONSE, DISCONNECT_DURING_RESPONSE_BODY
      await #expect(throws: NetworkError.self) { try await text("closed") }
      await #expect(throws: NetworkError.self) { try await text("cut") }
      // Row: useHttps(socketFactory), HTTP/2
      #expect(server.baseURL.scheme == "http")
    }

    @Test func aWebSocket() async throws {
      let server = MockServer(afterEach: .test)
      // Row: MockResponse().withWebSocketUpgrade(listener)
      server.webSocket("/a") { peer in peer.send(.text("hello")) }
      try server.start()
      let connection = try await NetworkSession().webSocket(server.baseURL.appending(path: "a")).connect()
      for try await message in connection.messages {
        #expect(message == .text("hello"))
        break
      }
    }

    @Test func aFallback() async throws {
      let server = MockServer(afterEach: .test)
      // Row: a request without a response waits forever
      server.stub(.everything, with: .status(404))
      try server.start()
      #expect(await NetworkSession().get(server.baseURL).response(.data).response?.status == 404)
    }
  #endif

  // MARK: - RxTest

  @Test func rxTest() async throws {
    // Row: TestScheduler(initialClock: 0)
    let scheduler = TestScheduler(initialClock: 0)
    let direct = TestScheduler()
    let ran = Captured<Int>()
    scheduler.schedule { ran.set(1) }
    direct.schedule { ran.set(2) }
    scheduler.advance(to: 1)
    direct.advance(by: .zero)
    #expect(ran.values == [1, 2])
    // Row: TestScheduler(initialClock: 0, resolution: 0.1, simulateProcessingDelay: false)
    let fine = TestScheduler(initialClock: 0, resolution: 0.1, simulateProcessingDelay: false)
    fine.schedule(after: .seconds(1)) { ran.set(fine.clock) }
    fine.start()
    #expect(ran.values.last == 10)
    // Row: scheduler.createHotObservable([.next(210, 1), .completed(300)])
    let source = scheduler.createHotObservable([.next(210, 1), .completed(300)])
    // Row: scheduler.createObserver(Int.self)
    let observer = scheduler.createObserver(Int.self)
    _ = source.subscribe(observer)
    // Row: scheduler.start(created: 100, subscribed: 200, disposed: 1000) { … }
    let result = scheduler.start(created: 100, subscribed: 200, disposed: 1000) { source.map { $0 * 2 } }
    // Row: XCTAssertEqual(result.events, [.next(210, 2), .completed(300)])
    XCTAssertEqual(result.events, [.next(210, 2), .completed(300)])
    // Row: scheduler.createObserver(Int.self)
    #expect(observer.events == [.next(210, 1), .completed(300)])
    // Row: observable.toBlocking().first()
    let single = Single.just(1)
    #expect(single.record(afterEach: .test).value == 1)
    #expect(try await single.value == 1)
  }

  @Test func rxTestByHand() {
    let (scheduler, ran) = (TestScheduler(initialClock: 0), Captured<Int>())
    // Row: scheduler.scheduleAt(210) { … }, scheduler.advanceTo(300)
    scheduler.scheduleAt(210) { ran.set(scheduler.clock) }
    scheduler.advance(to: 300)
    #expect(ran.values == [210])
    // Row: createColdObservable([.next(10, 1)]), xs.subscriptions
    let xs = scheduler.createColdObservable([.next(10, 1)])
    let subscription = xs.subscribe()
    scheduler.advance(by: 20)
    subscription.dispose()
    #expect(xs.subscriptions == [Subscription(300, 320)])
  }
}
