// What the samples in the comments of NetTesting take for granted. Only its types count: nothing of this is ever run.
import Foundation
import Net
import NetTesting
import Stream
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A sample may say `afterEach: self`, as in an `XCTestCase`.
protocol NetTestingSamples: TestLifetime, Sendable {}

/// A value of any type, where only the type counts.
func given<Value>() -> Value { given() }

extension NetTestingSamples {
  func atEnd(file: StaticString, line: UInt, _ action: @escaping @Sendable () -> Void) {}

  var cart: StubScenario { given() }
  var cassette: Cassette { given() }
  var configuration: SessionConfiguration {
    get { given() }
    nonmutating set {}
  }
  var count: SingleRecording<Int> { given() }
  var door: StubScenario { given() }
  var file: URL { given() }
  var film: URL { given() }
  var folder: URL { given() }
  var names: Recording<String> { given() }
  var peer: WebSocketPeer { given() }
  var network: NetworkingMock { given() }
  var recorder: TraceRecorder { given() }
  var scheduler: TestScheduler { given() }
  var server: MockServer { given() }
  var service: Service { given() }
  var session: Session { given() }
  var sut: Subject { given() }
  var stubs: URLStubs { given() }
  var task: Task<Void, any Error> { given() }
  var transport: MockTransport { given() }
  var url: URL { given() }
  var user: SingleRecording<User> { given() }
}

protocol NetworkingMockSamples: NetTestingSamples {}

extension NetworkingMockSamples {
  var request: MockedRequest { given() }
}

protocol StreamSupportSamples: NetTestingSamples {}

extension StreamSupportSamples {
  var got: Captured<String> { given() }
  var mick: User { given() }
  var observer: TestableObserver<Int> { given() }
  var source: TestableObservable<Int> { given() }
  var subscription: any Disposable { given() }
  var trent: User { given() }
}

protocol MarblesSamples: StreamSupportSamples {}

extension MarblesSamples {
  var observer: TestableObserver<String> { given() }
  var result: TestableObserver<String> { given() }
}

protocol DynamicMockSamples: NetTestingSamples, Mockable {}

extension DynamicMockSamples {
  var finding: Mocked<Int, String, User> { given() }
  var trent: User { given() }
  var example: MockExample { given() }
  var file: MockExample { given() }
  var find: Mocked<Int, String, User> { given() }
  var log: MockExample { given() }
  var mock: Mock { given() }
  var total: Total { given() }
  var user: Captured<User> { given() }
}

/// What a test target has of its resources.
extension Bundle { static var module: Bundle { given() } }

func sync() -> Single<Int> { given() }

final class MockExample: Mockable { let mock = Mock() }

struct Total: Sendable { func add(_ amount: Int) {} }

struct User: Codable, Equatable, Sendable {
  var login = ""
  var name = ""
  var isAdmin = false

  static var nobody: User { given() }

  init(login: String) {}
  init(name: String) {}
}

struct Login: Codable, Equatable, Sendable { var name: String }

struct LoginError: Error, Equatable {
  var attempts = 0
  static let offline = LoginError()
  static let wrongPassword = LoginError()
}

struct LoginState: Sendable {
  var user: User?
  var error: LoginError?
}

enum StoreError: Error { case full }
enum UserError: Error { case gone }

struct Token: Codable, Sendable { var id: String }
struct TweetsResponse: Codable, Sendable {}

struct Service: Sendable {
  init() {}
  init(find: @escaping @Sendable (Int, String) -> User) {}
  func getUser(_ login: String) -> Single<User> { given() }
  func getUser(_ login: String, completion: @escaping @Sendable (Result<User, any Error>) -> Void) {}
  func count() async throws -> Int { given() }
  func load() throws {}
  func names() -> Observable<String> { given() }
  func reload() async throws {}
  func rename(_ login: String) {}
}

struct Subject: Sendable {
  var isLoading: Bool { given() }
  func load() {}
}

struct Session: Sendable { var openRequests: Int { given() } }

struct TwitterAPIService: Sendable {
  let network: any Networking
  func searchTweets(q: String, completion: @escaping @Sendable (Result<TweetsResponse, any Error>) -> Void) {}
}

final class DemoServer: Sendable { func stop() {} }

struct MyTransport: Transport {
  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask { given() }
}

protocol Example {
  var foo: String { get }
}

protocol Users {
  func find(_ id: Int, in realm: String) -> User
}

protocol SweepsSamples: NetTestingSamples {}

extension SweepsSamples {
  var limits: SweepLimits {
    get { given() }
    nonmutating set {}
  }
  var model: SearchModel { given() }
  var network: SweepNetwork { given() }
  var report: SweepReport { given() }
  var search: SweptSearch { given() }
}

func pay(_ network: SweepNetwork) async throws -> Int { given() }

struct PaymentService: Sendable {
  init(network: any Networking) {}
  func pay(_ amount: Int) async throws -> Int { given() }
}

struct UserService: Sendable {
  init(network: any Networking) {}
  func user() async throws -> User { given() }
  func user(_ completion: @escaping @Sendable (Result<User, NetworkError>) -> Void) {}
  func single() -> Single<User> { given() }
}

struct ProfileService: Sendable {
  init(network: any Networking) {}
  func profileAndFriends() -> Single<[User]> { given() }
}

struct FeedService: Sendable {
  init(network: any Networking) {}
  func pages(limit: Int) -> Observable<[String]> { given() }
}

struct SearchModel: Sendable {
  init(network: any Networking) {}
  var results: [String] { given() }
  func search(_ query: String) {}
}

struct SweptSearch: Sendable {
  func results(for queries: Observable<String>, on network: any Networking) -> Observable<String> { given() }
}
