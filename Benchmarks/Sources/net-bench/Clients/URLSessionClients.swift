import Foundation
import NetMeasuring
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A URL session with a delegate that collects responses, and nothing else but a cache if it is asked for.
struct DelegateClient: CallbackClient {
  let subject: NetSubject
  private let configuration: URLSessionConfiguration
  private let session: URLSession
  private let collector = Collector()

  init(connections: Int, hasCache: Bool = false) {
    subject = hasCache ? .urlCache : .urlSession
    configuration = .bare(connections: connections)
    if hasCache {
      configuration.urlCache = URLCache(memoryCapacity: 64 << 20, diskCapacity: 0, diskPath: nil)
      configuration.requestCachePolicy = .useProtocolCachePolicy
    }
    session = URLSession(configuration: configuration, delegate: collector, delegateQueue: nil)
  }

  func get(_ url: URL, _ done: @escaping @Sendable (Flight.Answer) -> Void) {
    let task = session.dataTask(with: URLRequest(url: url))
    collector.expect(task, done)
    task.resume()
  }

  func download(_ url: URL) async throws -> Int {
    let counter = Counter()
    let session = URLSession(configuration: configuration, delegate: counter, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    return try await withCheckedThrowingContinuation { continuation in
      counter.continuation.withLock { $0 = continuation }
      session.dataTask(with: URLRequest(url: url)).resume()
    }
  }

  func upload(_ file: URL, to url: URL) async throws -> Int {
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    let answer = try await withCheckedThrowingContinuation { continuation in
      let task = session.uploadTask(with: request, fromFile: file)
      collector.expect(task) { continuation.resume(with: $0) }
      task.resume()
    }
    return Int(String(decoding: answer.1, as: UTF8.self)) ?? 0
  }

  func shutDown() { session.finishTasksAndInvalidate() }

  /// Counts the received bytes without keeping them.
  private final class Counter: NSObject, URLSessionDataDelegate, Sendable {
    let continuation = Mutex<CheckedContinuation<Int, any Error>?>(nil)
    private let count = Atomic(0)

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      count.add(data.count, ordering: .relaxed)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let continuation = continuation.withLock { $0.take() }
      if let error {
        continuation?.resume(throwing: error)
      } else {
        continuation?.resume(returning: count.load(ordering: .relaxed))
      }
    }
  }

  private final class Collector: NSObject, URLSessionDataDelegate, Sendable {
    private struct Pending {
      var body = Data()
      var done: @Sendable (Flight.Answer) -> Void
    }

    private let pending = Mutex<[Int: Pending]>([:])

    func expect(_ task: URLSessionTask, _ done: @escaping @Sendable (Flight.Answer) -> Void) {
      let identifier = task.taskIdentifier
      pending.withLock { $0[identifier] = Pending(done: done) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let identifier = dataTask.taskIdentifier
      pending.withLock { $0[identifier]?.body.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let identifier = task.taskIdentifier
      guard let ended = pending.withLock({ $0.removeValue(forKey: identifier) }) else { return }
      if let error {
        ended.done(.failure(error))
      } else {
        ended.done(.success(((task.response as? HTTPURLResponse)?.statusCode ?? 0, ended.body)))
      }
    }
  }
}

/// The async functions of URL sessions.
struct AsyncURLSessionClient: AwaitedClient {
  private let session: URLSession

  init(connections: Int) { session = URLSession(configuration: .bare(connections: connections)) }

  var subject: NetSubject { .urlSessionAsync }

  func get(_ url: URL) -> Get {
    { [session] in
      let (data, response) = try await session.data(for: URLRequest(url: url))
      return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
    }
  }

  func shutDown() { session.finishTasksAndInvalidate() }
}

extension URLSessionConfiguration {
  /// A configuration without cookies and cache, like that of Net's transport.
  fileprivate static func bare(connections: Int) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.httpMaximumConnectionsPerHost = connections
    return configuration
  }
}
