import Dispatch
import Foundation
import NetStream
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The table of sessions and requests on "Coming from Alamofire or Moya".
@Suite(.netTesting) struct AlamofireRequestsTests {
  private typealias User = AlamofireUser

  private let url = "https://h/users/ada"
  private let ada = User(name: "Ada")
  private let network = NetworkingMock(afterEach: .test)
  private let transport = MockTransport(timer: TestScheduler(), afterEach: .test)

  private func session(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> NetworkSession {
    var configuration = SessionConfiguration()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport)
  }

  @Test func aSessionIsPassedOn() async throws {
    transport.stub(.everything, with: .json(encodable: ada))
    // Row: Session, AF
    let network: any Networking = NetworkSession(transport: transport)
    #expect(try await network.get(url).object(as: User.self) == ada)
    // Row: DataRequest, DownloadRequest, UploadRequest, DataStreamRequest
    let request: any NetworkRequesting = network.get(url)
    #expect(request.state == .ready)
    // Row: URLRequestConvertible, a router
    let description = RequestDescription(url, method: .delete)
    #expect(await network.request(description).response(.data).request?.method == .delete)
    let urlRequest = URLRequest(url: try #require(URL(string: url)))
    #expect(await network.request(urlRequest).response(.data).request?.url == urlRequest.url)
    // Row: URLConvertible, HTTPMethod, HTTPHeaders
    func fetch(_ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders) async -> Int? {
      await network.request(url, method: method, headers: headers).response(.data).response?.status
    }
    #expect(await fetch(try #require(URL(string: url)), .put, ["A": "1"]) == 200)
  }

  @Test func verbsAndParameters() async throws {
    transport.stub(.everything, with: .json(encodable: ada))
    let network = session()
    // Row: AF.request(url, method:parameters:encoding:headers:)
    let request = network.request(
      url, method: .post, parameters: ["q": "tea"], encoding: JSONEncoding.default, headers: ["A": "1"])
    #expect(try await request.object(as: User.self) == ada)
    #expect(try await network.post(url).object(as: User.self) == ada)
    #expect(transport.requests.first?.body == Data(#"{"q":"tea"}"#.utf8))
    // Row: AF.request(url, parameters: value, encoder: …)
    try await network.request(url, parameters: ada, encoder: .urlEncodedForm).void()
    #expect(transport.requests.last?.url.query == "name=Ada")
  }

  @Test func aConfigurationOfFoundation() throws {
    // Row: Session(configuration: urlSessionConfiguration)
    let transport = try URLSessionTransport(configuration: .ephemeral, bufferLimit: 1 << 20)
    var configuration = SessionConfiguration()
    configuration.timeouts.total = .seconds(30)
    #expect(
      NetworkSession(configuration: configuration, transport: transport).configuration.timeouts.total != nil)
  }

  @Test func endingASession() async {
    transport.stub(.get(url), with: .text("a").delay(.seconds(1)))
    let network = session()
    let ended = Captured<Bool>()
    network.get(url).response(queue: .global()) { response in ended.set(response.error?.reason == .cancelled)
    }
    // Row: session.cancelAllRequests()
    network.cancelAll()
    await network.finish()
    #expect(await ended.next() == true)
  }

  @Test func oneRequest() async throws {
    network.stub(.get(url), with: .json(encodable: ada))
    let request = network.get(url)
    let heads = Captured<Int>()
    // Row: onHTTPResponse { response in … }
    _ = request.onHTTPResponse { head in print(head.status) }
    _ = request.onHTTPResponse { head in heads.set(head.status) }
    // Row: request.resume(), request.cancel()
    request.resume()
    #expect(await request.response(.data).response?.status == 200)
    request.cancel()
    // Row: request.request, request.response
    let (sent, received): (TransportRequest?, ResponseHead?) = (request.request, request.response)
    #expect(sent?.method == .get)
    #expect(received?.status == 200)
    // Row: cURLDescription(), cURLDescription { … }
    #expect(request.cURLDescription.contains("curl"))
    if let sent: TransportRequest = sent { #expect(sent.cURLDescription().contains("curl")) }
    // Row: request.state, isCancelled, isFinished
    let unsent = network.get(url)
    unsent.cancel()
    #expect(unsent.state == .cancelled)
    func isCancelled(_ request: any NetworkRequesting) -> Bool { request.state == .cancelled }
    let states: [RequestState] = [.ready, .running, .finished, .cancelled]
    #expect(isCancelled(unsent) && states.contains(request.state))
    // Row: withAllRequests { … }, startRequestsImmediately: false
    let later = network.get(url)
    #expect(later.state == .ready)
    later.cancel()
    func stop(_ request: any NetworkRequesting) { request.cancel() }
    let started = later.response(queue: .global()) { _ in }
    stop(started)
  }

  @Test func queues() async {
    network.stub(.get(url), with: ada)
    let (queue, received) = (DispatchQueue(label: "responses"), Captured<User?>())
    // Row: queue:
    network.get(url).responseObject(as: User.self, queue: queue) { response in received.set(response.value) }
    #expect(await received.next() == ada)
    var configuration = SessionConfiguration()
    #expect(configuration.callbackQueue?.label == DispatchQueue.main.label)
    configuration.callbackQueue = queue
  }

  @Test func redirectsAndCachesOfOneRequest() async throws {
    transport.stub(.get(url), with: .status(302).header("Location", "/other"))
    transport.stub(.get("https://h/cached"), with: .text("a").header("Cache-Control", "max-age=60"))
    let cache = HTTPCache.memory(limit: 1 << 20)
    let network = session { $0.cache = cache }
    // Row: .redirect(using: Redirector.doNotFollow)
    let request = network.get(url)
    #expect(await request.redirects(.refuse).response(.data).response?.status == 302)
    // Row: .cacheResponse(using: ResponseCacher.doNotCache)
    let url = "https://h/cached"
    _ = try await network.get(url, headers: [.cacheControl("no-store")]).string()
    #expect(cache.size == 0)
    _ = try await network.get(url).string()
    #expect(cache.size > 0)
  }
}
