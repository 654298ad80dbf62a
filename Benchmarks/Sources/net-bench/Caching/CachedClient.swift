import Foundation
import Net
import NetMeasuring
import NetStream
import Stream
import Synchronization

/// Net with a cache, or without one for comparison.
struct CachedClient: CallbackClient {
  let subject: NetSubject
  private let session: NetworkSession
  private let cache: HTTPCache?
  private let directory: URL?
  /// The number of the last request whose URL must be unique.
  private let last = Counter()
  private let copies = Copies()

  /// - Throws: An error if the directory of a cache on disk cannot be created.
  init(_ subject: NetSubject) throws {
    self.subject = subject
    var configuration = SessionConfiguration()
    var directory: URL?
    switch subject {
    case .memoryHit, .miss, .unstored: configuration.cache = .memory(limit: 32 << 20)
    case .netStreamCached: configuration.cache = .memory(limit: 64 << 20)
    case .diskHit:
      let folder = FileManager.default.temporaryDirectory.appending(path: "net-bench-\(UUID().uuidString)")
      configuration.cache = try .disk(at: folder, limit: 64 << 20)
      directory = folder
    default: break
    }
    cache = configuration.cache
    self.directory = directory
    session = NetworkSession(configuration: configuration)
  }

  private var isUnique: Bool { [.copied, .miss, .unstored, .uncached].contains(subject) }

  func get(_ url: URL, _ done: @escaping @Sendable (Flight.Answer) -> Void) {
    let url = isUnique ? url.appending(queryItems: [URLQueryItem(name: "n", value: "\(last.next())")]) : url
    guard subject == .copied else { return NetClient(session: session).get(url, done) }
    NetClient(session: session).get(url) { [copies] answer in
      if case .success(let (status, body)) = answer { copies.add(url.absoluteString, status, body) }
      done(answer)
    }
  }

  func download(_ url: URL) async throws -> Int {
    try await session.stream.get(url).chunks().reduce(0) { $0 + $1.count }.asSingle().value
  }

  /// Checks that the cache did its part in this many requests.
  func check(count: Int) throws {
    if subject == .copied, copies.count < count {
      throw WrongResult(subject: subject, what: "\(copies.count) copies after \(count) requests")
    }
    guard let statistics = cache?.statistics else { return }
    let isRight =
      switch subject {
      case .memoryHit, .diskHit: statistics.hits >= count
      case .miss: statistics.misses >= count && statistics.stored >= count
      case .unstored: statistics.misses >= count && statistics.stored == 0
      // The response is stored if it fits, which it must not.
      default: statistics.stored == 0
      }
    if !isRight { throw WrongResult(subject: subject, what: "\(statistics) after \(count) requests") }
  }

  func shutDown() { if let directory { try? FileManager.default.removeItem(at: directory) } }

  /// The least that a cache does with a response: it copies the body and keeps it under the URL.
  private final class Copies: Sendable {
    private let bodies = Mutex<[String: (status: Int, body: Data)]>([:])

    var count: Int { bodies.withLock { $0.count } }

    func add(_ url: String, _ status: Int, _ body: Data) {
      // The bytes are valid during the closure.
      let copy = unsafe body.withUnsafeBytes { unsafe Data($0) }
      bodies.withLock { $0[url] = (status, copy) }
    }
  }

  private final class Counter: Sendable {
    private let value = Atomic(0)

    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
  }
}
