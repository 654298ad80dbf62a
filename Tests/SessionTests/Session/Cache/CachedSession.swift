import Foundation
import NetTesting

@testable import Net

/// A session with a cache in memory over a mocked transport, in virtual time.
struct CachedSession: Sendable {
  let timer = TestScheduler()
  let transport: MockTransport
  let cache: HTTPCache
  let session: NetworkSession
  let monitor = CacheMonitor()
  let url = "https://example.com/a"

  init(
    options: CacheOptions = CacheOptions(), limit: Int64 = 1 << 20, entryLimit: Int64? = nil,
    configure: (inout SessionConfiguration) -> Void = { _ in }
  ) {
    self.init(.memory(limit: limit, entryLimit: entryLimit, options: options), configure: configure)
  }

  init(_ cache: HTTPCache, configure: (inout SessionConfiguration) -> Void = { _ in }) {
    self.cache = cache
    transport = MockTransport(timer: timer)
    var configuration = SessionConfiguration()
    configuration.cache = cache
    configuration.monitors = [monitor]
    configure(&configuration)
    session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  /// Stubs all further requests with these responses, in order.
  func stub(_ responses: StubResponse...) { transport.stub(.everything, withSequence: responses) }

  /// Starts a request, and captures its response.
  @discardableResult
  func start<Configured>(
    _ method: HTTPMethod = .get, _ url: String? = nil, _ mode: CacheMode? = nil, headers: HTTPHeaders = [:],
    configure: (any NetworkRequesting) -> Configured = { _ in }
  ) -> Captured<DataResponse<String>> {
    let got = Captured<DataResponse<String>>()
    let request = session.request(RequestDescription(url ?? self.url, method: method, headers: headers))
    if let mode { _ = request.cache(mode) }
    _ = configure(request)
    request.response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    return got
  }

  /// Sends a request that completes at once, and returns its response.
  func get(_ mode: CacheMode? = nil, headers: HTTPHeaders = [:]) -> DataResponse<String>? {
    start(.get, nil, mode, headers: headers).value
  }

  /// The number of requests that reached the transport.
  var sent: Int { transport.requests.count }
}

/// Records what the cache did for all requests.
final class CacheMonitor: EventMonitor {
  private let log = Lock<[(id: Int, event: RequestEvent.CacheEvent)]>([])
  private let order = Lock<[String]>([])

  var events: [RequestEvent.CacheEvent] { log.withLock { $0.map(\.event) } }

  /// The number of the request of each event.
  var numbers: [Int] { log.withLock { $0.map(\.id) } }

  /// The steps, each with the number of its request.
  var steps: [String] { order.withLock { $0 } }

  func request(_ id: RequestID, did event: RequestEvent) {
    if case .cache(let event) = event { log.withLock { $0.append((id.number, event)) } }
    let step: String? =
      switch event {
      case .started: "started"
      case .queued: "queued"
      case .sent: "sent"
      case .cache: "cache"
      case .receivedHead: "head"
      case .finished: "finished"
      case .failed: "failed"
      case .willRetry: "willRetry"
      default: nil
      }
    if let step { order.withLock { $0.append("\(id) \(step)") } }
  }
}

extension StubResponse {
  /// A text that is fresh for these seconds.
  static func fresh(_ text: String, for seconds: Int = 60) -> StubResponse {
    .text(text).header("Cache-Control", "max-age=\(seconds)")
  }

  /// A text that must be validated, with an entity tag.
  static func tagged(_ text: String, _ tag: String = "\"1\"", _ control: String = "max-age=0") -> StubResponse
  {
    .text(text).header("Cache-Control", control).header("ETag", tag)
  }
}
