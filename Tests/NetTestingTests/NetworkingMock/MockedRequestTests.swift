import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockedRequestTests {
  let network = NetworkingMock(afterEach: .test)

  @Test func argumentsAreRecordedUnchanged() throws {
    network.mockResponse(.success(User(name: "Trent")))
    network.post(
      "https://h/a?x=1", parameters: ["q": "a b", "n": 2, "none": nil], encoding: .json, headers: ["X": "y"]
    ).resume()
    let request = try #require(network.requests.first)
    expectEqual(request.url, "https://h/a?x=1")
    expectEqual(request.method, .post)
    expectEqual(request.parameters["q"] as? String, "a b")
    expectEqual(request.parameters["n"] as? Int, 2)
    expectEqual(request.parameters.keys, ["q", "n", "none"])
    #expect(request.encoding is JSONEncoding)
    expectEqual(request.headers, ["X": "y"])
    if case .some = request.content { Issue.record("unexpected content") }
    expectFalse(request.isCancelled)
  }

  @Test func uploadsAreRequestsWithContent() {
    network.stub(.everything, with: .status(200))
    network.post("https://h/a", parameters: ["a": 1]).resume()
    #expect((network.requestCallCount, network.uploadCallCount) == (1, 0))
    network.upload(.data(Data("a".utf8), contentType: nil), to: "https://h/a").resume()
    network.upload(.json(["a": 1]), to: "https://h/a", method: .put).resume()
    #expect((network.requestCallCount, network.uploadCallCount) == (3, 2))
  }

  private final class Holder: Sendable {}

  @Test func theCodeOfARequestIsReleasedAtItsEnd() throws {
    network.mockResponse(.success(User(name: "Trent")))
    weak var weakHolder: Holder?
    do {
      let holder = Holder()
      weakHolder = holder
      network.get("https://h/a").validate { _ in _ = holder }
        .redirects(
          .modify { _, next in
            _ = holder
            return next
          }
        )
        .resume()
    }
    expectNil(weakHolder)
    let description = try #require(network.requests.first?.description)
    expectTrue(description.validation.custom.isEmpty)
    expectEqual(description.redirects?.limit, RedirectPolicy.follow.limit)
  }

  @Test func theCodeOfARetriedRequestIsReleasedAtItsEnd() {
    let network = NetworkingMock(timer: TestScheduler(), afterEach: .test)
    network.stub(.everything, withSequence: [.status(503), .text("a")])
    weak var weakHolder: Holder?
    do {
      let holder = Holder()
      weakHolder = holder
      network.get("https://h/a").validate { _ in _ = holder }.intercept(RetryPolicy(base: .zero)).resume()
    }
    expectEqual(network.requests.count, 2)
    expectNil(weakHolder)
  }

  @Test func aStreamOfARequestCanBeReadAfterItsEnd() throws {
    network.mockResponse(.success(User(name: "Trent")))
    let stream = BodyStream { InputStream(data: Data("text".utf8)) }
    network.post("https://h/a", stream: stream).resume()
    let request = try #require(network.requests.first)
    guard case .stream(let recorded, _) = request.content else {
      Issue.record("no stream")
      return
    }
    expectEqual(try RequestBody.stream(recorded).contents(), Data("text".utf8))
  }

  @Test func theBuiltRequestIsRecorded() throws {
    network.mockResponse(.success(User(name: "Trent")))
    network.post("https://h/a", content: .json(["a": 1])).resume()
    let request = try #require(network.requests.first?.transportRequest)
    expectEqual(request.body, .data(Data(#"{"a":1}"#.utf8)))
    expectEqual(request.headers["Content-Type"], "application/json")
  }

  @Test(arguments: ["https://h/a", "https://h/%7Ea?q=1#f"])
  func urlsAreRecordedAsText(text: String) throws {
    network.mockResponse(.success(User(name: "Trent")))
    let url = try #require(URL(string: text))
    let components = try #require(URLComponents(string: text))
    network.get(text).resume()
    network.get(url).resume()
    network.get(components).resume()
    expectEqual(network.requests.map(\.url), [text, text, text])
  }

  @Test func aRequestIsCountedWhenItStarts() {
    network.mockResponse(.success(User(name: "Trent")))
    let request = network.get("https://h/a")
    expectEqual(network.requestCallCount, 0)
    request.resume()
    request.responseObject(as: User.self) { _ in }
    expectEqual(network.requestCallCount, 1)
  }

  @Test func lastRequestIsTheMostRecentlyStarted() {
    expectNil(network.lastRequest?.url)
    network.mockResponse(.success(User(name: "Trent")))
    network.get("https://h/a").resume()
    network.get("https://h/b").resume()
    expectEqual(network.lastRequest?.url, "https://h/b")
  }

  @Test func validateRequestReceivesEachRequest() throws {
    let urls = Lock<[String]>([])
    network.mockResponse(
      .success(User(name: "Trent")), validateRequest: { request in urls.withLock { $0.append(request.url) } })
    _ = try (network.fetch("https://h/a"), network.fetch("https://h/b"))
    expectEqual(urls.withLock { $0 }, ["https://h/a", "https://h/b"])
  }

  /// Starts another request while a request is being sent, as a second thread may.
  private final class Interrupting: EventMonitor {
    private let other: Lock<(@Sendable () -> Void)?>

    init(_ other: @escaping @Sendable () -> Void) { self.other = Lock(other) }

    func request(_ id: RequestID, did event: RequestEvent) {
      guard case .sent = event else { return }
      let start = other.withLock { other in
        defer { other = nil }
        return other
      }
      start?()
    }
  }

  @Test func validateRequestReceivesTheAnsweredRequestOfSeveralToOneURL() {
    let started = Captured<NetworkingMock>()
    var configuration = NetworkingMock.defaultConfiguration
    configuration.monitors = [
      Interrupting { started.value?.post("https://h/a", parameters: ["n": 2]).resume() }
    ]
    let network = NetworkingMock(configuration: configuration, afterEach: .test)
    started.set(network)
    let numbers = Captured<Int>()
    network.mockResponse(
      .success(User(name: "Trent")),
      validateRequest: { request in numbers.set(request.parameters["n"] as? Int ?? 0) })
    network.post("https://h/a", parameters: ["n": 1]).resume()
    expectEqual(numbers.values, [2, 1])
  }

  @Test func theCurlCommandDescribesTheRequest() {
    network.mockResponse(.success(User(name: "Trent")))
    let request = network.get("https://h/a", parameters: ["q": "1"])
    #expect(request.cURLDescription.contains("https://h/a?q=1"))
    request.resume()
    #expect(request.cURLDescription.contains("https://h/a?q=1"))
    #expect(network.get("https://h:99999/").cURLDescription.hasPrefix("# no request"))
  }

  private struct Login: Encodable, Equatable {
    struct Device: Encodable, Equatable { var name: String }
    var user: String
    var devices: [Device]
  }

  @Test func encodableParametersCanBeRead() throws {
    network.mockResponse(.success(User(name: "Trent")))
    let login = Login(user: "trentm", devices: [.init(name: "a"), .init(name: "b")])
    network.post("https://h/a", parameters: login, encoder: .json).resume()
    let request = try #require(network.requests.first)
    expectEqual(request.parameters["user"] as? String, "trentm")
    expectEqual(request.parameters.keys, ["user", "devices[][name]", "devices[][name]"])
    expectEqual(request.encodable as? Login, login)
    expectEqual(request.transportRequest?.headers["Content-Type"], "application/json")
  }

  @Test func parameterNamesFollowTheEncoder() throws {
    network.mockResponse(.success(User(name: "Trent")))
    let encoder = URLEncodedFormEncoder(keyPathEncoding: .dots)
    network.get(
      "https://h/a", parameters: ["a": ["b": 1]], encoder: .urlEncodedForm(encoder: encoder)
    ).resume()
    expectEqual(network.requests.first?.parameters.keys, ["a.b"])
  }

  @Test func parametersAddedLaterComeLast() throws {
    network.mockResponse(.success(User(name: "Trent")))
    network.get("https://h/a", parameters: ["a": 1], encoder: .urlEncodedForm)
      .configure { $0.parameters?.append("page", 2) }.resume()
    let request = try #require(network.requests.first)
    expectEqual(request.parameters.keys, ["a", "page"])
    expectEqual(request.absoluteURL?.query(), "a=1&page=2")
  }

  @Test func anEncodableArrayHasNoParameters() throws {
    network.mockResponse(.success(User(name: "Trent")))
    network.post("https://h/a", parameters: [1, 2], encoder: .json).resume()
    let request = try #require(network.requests.first)
    expectTrue(request.parameters.isEmpty)
    expectEqual(request.encodable as? [Int], [1, 2])
  }

  @Test func parameterPairsAreNotRecordedAsAnEncodable() {
    network.mockResponse(.success(User(name: "Trent")))
    network.get("https://h/a", parameters: ["a": 1]).resume()
    expectNil(network.requests.first?.encodable)
  }

  @Test func policiesOfARequestAreRecorded() {
    network.mockResponse(.success(User(name: "Trent")))
    network.get("https://h/a").retry(RetryPolicy()).timeout(total: .seconds(3)).resume()
    let description = network.requests.first?.description
    #expect(description?.interceptors.first is RetryPolicy)
    expectEqual(description?.timeouts.total, .seconds(3))
  }
}
