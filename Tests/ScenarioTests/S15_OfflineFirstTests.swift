import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Synchronization
import TestSupport
import Testing

/// The service of a list with three pages.
///
/// Page 2 changes between the second and the third start.
final class Pages: Sendable {
  private let version = Mutex(1)

  func change() { version.withLock { $0 += 1 } }

  func stub(_ network: some Stubbing) {
    for page in 1...3 {
      network.stub(.get("/items") && .query(contains: ["page": "\(page)"])) { [self] request in
        let version = page == 2 ? version.withLock { $0 } : 1
        let tag = "\"\(page)-\(version)\""
        if request.headers["If-None-Match"] == tag { return .status(304).header("ETag", tag) }
        return .json("[\"page \(page), version \(version)\"]").header("ETag", tag)
          .header("Cache-Control", "max-age=0")
      }
    }
  }
}

/// Counts the bodies that are decoded.
final class CountingDecoder: DataDecoder {
  private let decoded = Mutex(0)

  var count: Int { decoded.withLock { $0 } }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    decoded.withLock { $0 += 1 }
    return try JSONDecoder().decode(type, from: data)
  }
}

/// One start of the app: a session, and the screen that shows the list.
struct AppStart {
  let network: NetworkSession
  let decoder = CountingDecoder()

  init(
    _ cache: HTTPCache, over transport: any Transport, timer: any NetworkTimer = DispatchTimer(),
    at base: URL? = URL(string: "https://api.example.com")
  ) {
    var configuration = SessionConfiguration()
    configuration.baseURL = base
    configuration.cache = cache
    configuration.decoder = decoder
    configuration.coalesces = true
    configuration.timeouts = RequestTimeouts()
    network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  /// What a page shows, one value after the other.
  func page(_ number: Int) -> Observable<Loaded<[String]>> {
    network.stream.get("/items", parameters: ["page": number]).updates(of: [String].self).asObservable()
  }

  /// Opens the screen, and returns what each page has shown when all have completed.
  func screen() async throws -> [[Loaded<[String]>]] {
    var pages: [[Loaded<[String]>]] = []
    for number in 1...3 { pages.append(try await page(number).toArray().value) }
    return pages
  }
}

/// A list that is shown at once, even without a network.
@Suite(.netTesting) struct S15_OfflineFirstTests {
  private let pages = Pages()

  private func texts(_ shown: [[Loaded<[String]>]]) -> [[String]] { shown.map { $0.flatMap(\.value) } }

  @Test func theStoredListIsShownWithoutANetworkAndUpdatedWithOne() async throws {
    let cache = HTTPCache.memory(limit: 1 << 20)
    let timer = TestScheduler()
    let transport = MockTransport(timer: timer)
    pages.stub(transport)
    try await story(
      reopened: { cache }, connect: { transport }, timer: timer, base: URL(string: "https://api.example.com"),
      goDown: {
        transport.stub(.everything, with: .failure(URLError(.notConnectedToInternet)), times: .times(3))
      })
    #expect(transport.requests.count == 9)
  }

  /// The three starts.
  ///
  /// Each has its own connections. After `goDown`, the next three requests fail.
  private func story(
    reopened: () throws -> HTTPCache, connect: () -> any Transport, timer: any NetworkTimer = DispatchTimer(),
    base: URL?, goDown: () throws -> Void, comeBack: () throws -> Void = {}
  ) async throws {
    func start() throws -> AppStart { AppStart(try reopened(), over: connect(), timer: timer, at: base) }
    let installed = try start()
    let loaded = try await installed.screen()
    #expect(texts(loaded) == [["page 1, version 1"], ["page 2, version 1"], ["page 3, version 1"]])
    #expect(loaded.allSatisfy { $0.map(\.origin) == [.network] })

    try goDown()
    let offline = try start()
    let stored = try await offline.screen()
    for (number, shown) in stored.enumerated() {
      #expect(shown.map(\.value) == Array(repeating: ["page \(number + 1), version 1"], count: 2))
      #expect(shown.map(\.isStale) == [true, true])
      #expect(shown.map { $0.failure == nil } == [true, false])
    }

    try comeBack()
    pages.change()
    let online = try start()
    let updated = try await online.screen()
    #expect(
      texts(updated) == [
        ["page 1, version 1"], ["page 2, version 1", "page 2, version 2"], ["page 3, version 1"],
      ])
    // The three stored bodies, and the changed one.
    #expect(online.decoder.count == 4)

    // After a logout nothing can be read.
    try reopened().removeAll()
    let loggedOut = try start()
    for number in 1...3 {
      let response = await loggedOut.network.get("/items", parameters: ["page": number]).cache(.onlyCached)
        .response(.data)
      #expect(response.response?.status == 504)
    }
  }

  @Test func tenScreensCostOneRequest() {
    let timer = TestScheduler()
    let transport = MockTransport(timer: timer)
    transport.stub(.everything, with: StubResponse.json("[\"a\"]").delay(.seconds(1)), times: .times(1))
    let app = AppStart(.memory(limit: 1 << 20), over: transport, timer: timer)
    let screens = (0..<10).map { _ in app.page(1).record() }
    timer.advance(by: .seconds(1))
    #expect(screens.map(\.values) == Array(repeating: [Loaded(["a"])], count: 10))
    #expect(transport.requests.count == 1)
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test func theSameOverSocketsWithFiles() async throws {
      let server = MockServer(afterEach: .test)
      pages.stub(server)
      try server.start()
      let directory = FileManager.default.temporaryDirectory.appending(path: "s15-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: directory) }
      func open() throws -> HTTPCache { try .disk(at: directory, limit: 1 << 20) }
      try await story(
        reopened: open, connect: { PlatformTransport.standard() }, base: server.baseURL,
        goDown: { try server.refuseConnections() }, comeBack: { try server.acceptConnections() })
      // Three that load, and three that validate.
      #expect(server.requests.count == 6)
      #expect(server.requests.suffix(3).allSatisfy { $0.headers["If-None-Match"] != nil })
    }

    /// A process that stores the list is killed.
    ///
    /// The files tell the next one where its server was.
    @Test func theListSurvivesAKilledProcess() async throws {
      let directory = Self.directory(of: ProcessInfo.processInfo.processIdentifier)
      defer { try? FileManager.default.removeItem(at: directory) }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let directory = S15_OfflineFirstTests.directory(of: getppid())
        let server = MockServer()
        Pages().stub(server)
        try server.start()
        let app = AppStart(
          try .disk(at: directory.appending(path: "cache"), limit: 1 << 20),
          over: PlatformTransport.standard(), at: server.baseURL)
        _ = try await app.screen()
        try Data(server.baseURL.absoluteString.utf8).write(to: directory.appending(path: "base"))
        kill(getpid(), SIGKILL)
      }
      let base = try String(contentsOf: directory.appending(path: "base"), encoding: .utf8)
      let app = AppStart(
        try .disk(at: directory.appending(path: "cache"), limit: 1 << 20),
        over: PlatformTransport.standard(), at: URL(string: base))
      let shown = try await app.screen()
      #expect(
        shown.map { $0.first?.value } == [
          ["page 1, version 1"], ["page 2, version 1"], ["page 3, version 1"],
        ])
      #expect(shown.allSatisfy { $0.last?.failure != nil })
    }

    private static func directory(of process: Int32) -> URL {
      let directory = FileManager.default.temporaryDirectory.appending(path: "s15-killed-\(process)")
      try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      return directory
    }
  #endif
}
