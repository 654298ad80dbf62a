import Foundation
import NetStream
import NetTesting
import Testing

/// What to write instead of what "Coming from Alamofire" lists under "Not here".
@Suite(.netTesting) struct ComingFromAlamofireTests {
  private struct User: Codable, Equatable { var name: String }

  private let url = "https://h/users/ada"
  private let network = NetworkingMock(afterEach: .test)
  private let ada = User(name: "Ada")

  @Test func theNextWordsOfARequest() async throws {
    network.stub(.get(url), with: .json(encodable: ada))
    let stream = network.stream.get(url).object(as: User.self)
    let user: User = try await network.get(url).object()
    let response = await network.get(url).response(.decodable(of: User.self))
    let bytes = await network.get(url).response(.data)
    #expect(stream.record(afterEach: .test).value == ada)
    #expect(user == ada)
    #expect(response.value == ada)
    #expect(bytes.response?.status == 200)
  }

  @Test func credentialsAreAHeader() async throws {
    network.stub(.get(url) && .header("Authorization", equals: "Basic YWRhOng="), with: ada)
    let request = network.get(url, headers: [.authorization(username: "ada", password: "x")])
    #expect(try await request.object(as: User.self) == ada)
  }

  @Test func errorsHaveAReasonAndAResponse() async {
    network.stub(.get(url), with: .status(404))
    let error = await network.get(url).response(.data).error
    #expect(error?.response?.status == 404)
    #expect(error?.reason == .validation(.statusCode(404)))
    #expect(error?.reason != .cancelled)
  }

  @Test func aTransportFailureHasAPhase() async {
    network.stub(.get(url), with: .failure(URLError(.notConnectedToInternet)))
    let error = await network.get(url).response(.data).error
    guard case .transport? = error?.reason else {
      Issue.record("the reason is \(String(describing: error?.reason))")
      return
    }
    #expect((error?.underlyingError as? URLError)?.code == .notConnectedToInternet)
  }

  @Test func optionsChangeOneRequest() async throws {
    network.stub(.get(url), with: ada)
    let user = try await network.get(url).timeout(total: .seconds(5)).retry(RetryPolicy(limit: 1)).object(
      as: User.self)
    #expect(user == ada)
  }

  @Test func aSessionListsItsInterceptorsAndMonitors() {
    var configuration = SessionConfiguration()
    configuration.interceptors = [RetryPolicy(limit: 2)]
    configuration.monitors = [LoggingMonitor { level, text in print(level, text) }]
    #expect(configuration.interceptors.count == 1)
    #expect(configuration.monitors.count == 1)
  }

  @Test func anEmptyBodyIsVoid() async throws {
    network.stub(.delete(url), with: .status(204))
    try await network.delete(url).void()
    let missing: User? = try await network.delete(url).object(as: User?.self)
    #expect(missing == nil)
  }

  @Test func linesAndChunksAreSequences() async throws {
    network.stub(.get(url), with: .text("a\nb\n"))
    var lines: [String] = []
    for try await line in network.get(url).lines() { lines.append(String(describing: line)) }
    #expect(lines == ["a", "b"])
  }

  @Test func filesReplaceExistingOnes() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("old".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    network.stub(.get(url), with: .text("new"))
    let saved = try await network.get(url).download(to: .file(file, options: .replaceExisting))
    #expect(try String(contentsOf: saved, encoding: .utf8) == "new")
  }

  @Test func progressIsAStream() {
    network.stub(.post(url), with: ada)
    let data = Data("a".utf8)
    let events = network.stream.post(url, httpBody: data).transfer(of: User.self)
    #expect(events.record(afterEach: .test).values.last?.value == ada)
  }

  @Test func aFormHasNames() {
    var form = MultipartFormData()
    form.append(Data("a".utf8), name: "photo", fileName: "photo.jpg", contentType: "image/jpeg")
    #expect(!form.isEmpty)
  }
}
