import Foundation
import Net
import NetMeasuring

/// A subject that sends requests and asserts each response.
protocol Client: Sendable {
  func send(count: Int, inFlight: Int, to url: URL) async throws
  /// Sends this many requests concurrently, and returns the number of correct responses.
  func crowd(count: Int, to url: URL) async -> Int
  /// Downloads a large body without keeping it, and returns its number of bytes.
  func download(_ url: URL) async throws -> Int
  /// Uploads a file, and returns the number of bytes that the server received.
  func upload(_ file: URL, to url: URL) async throws -> Int
  /// Sends this many requests without waiting for their responses.
  func hold(_ count: Int, at url: URL)
  /// Checks that this many requests were measured as they should be.
  func check(count: Int) throws
  /// Releases its connections and threads.
  func shutDown()
}

extension Client {
  func hold(_ count: Int, at url: URL) {}
  func download(_ url: URL) async throws -> Int { 0 }
  func upload(_ file: URL, to url: URL) async throws -> Int { 0 }
  func check(count: Int) throws {}
  func shutDown() {}
}

/// A subject with callbacks.
protocol CallbackClient: Client {
  var subject: NetSubject { get }
  /// Sends a GET request.
  func get(_ url: URL, _ done: @escaping @Sendable (Flight.Answer) -> Void)
}

extension CallbackClient {
  func send(count: Int, inFlight: Int, to url: URL) async throws {
    try await Flight.run(subject, count: count, inFlight: inFlight) { done in get(url, done) }
  }

  func crowd(count: Int, to url: URL) async -> Int {
    await Flight.answered(subject, count: count) { done in get(url, done) }
  }

  func hold(_ count: Int, at url: URL) { for _ in 0..<count { get(url) { _ in } } }
}

/// A subject with async functions.
protocol AwaitedClient: Client {
  var subject: NetSubject { get }
  typealias Get = @Sendable () async throws -> (status: Int, body: Data)
  /// Returns a closure that sends a GET request to the URL each time it is called.
  func get(_ url: URL) -> Get
}

extension AwaitedClient {
  /// Keeps this many awaited requests in flight.
  func send(count: Int, inFlight: Int, to url: URL) async throws {
    let get = get(url)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<inFlight {
        group.addTask {
          for _ in stride(from: lane, to: count, by: inFlight) {
            if let failure = Flight.failure(subject, .success(try await get())) { throw failure }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  func crowd(count: Int, to url: URL) async -> Int {
    let get = get(url)
    return await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask {
          guard let answer = try? await get() else { return false }
          return Flight.failure(subject, .success(answer)) == nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }

  func hold(_ count: Int, at url: URL) {
    let get = get(url)
    for _ in 0..<count { Task { try? await get() } }
  }
}

/// All subjects.
enum Clients {
  /// The subjects that are compared with each other and built in.
  static let subjects: [NetSubject] = NetSubject.clients.filter(isBuiltIn)

  /// Returns whether a subject is built in; without the trait `Peers` those of other packages are not.
  static func isBuiltIn(_ subject: NetSubject) -> Bool {
    #if Peers
      return true
    #else
      return ![.asyncHTTPClient, .asyncHTTPClientDecoding, .nioWebSocket].contains(subject)
    #endif
  }

  /// Returns a client for the subject with this number of concurrent connections.
  ///
  /// It trusts the authorities in the file `authority`, or its defaults if that is nil. `URLSession` always uses its
  /// defaults.
  static func client(
    _ subject: NetSubject, connections: Int, authority: String? = nil
  ) throws -> any Client {
    let only = authority.map { TrustedAuthorities.only([.file($0)]) }
    switch subject {
    case .netStream: return NetStreamClient(try transport(only))
    case .netStreamOverURLSession:
      return NetStreamClient(
        URLSessionTransport(maximumConnectionsPerHost: connections), as: .netStreamOverURLSession)
    case .net: return NetClient(session: NetworkSession(transport: try transport(only)))
    case .transport, .trustingFile:
      return TransportClient(subject: subject, transport: try transport(only))
    case .trustingSystem:
      return TransportClient(
        subject: subject, transport: try transport(authority.map { .systemAnd([.file($0)]) }))
    case .urlSession: return DelegateClient(connections: connections)
    case .urlSessionAsync: return AsyncURLSessionClient(connections: connections)
    case .urlCache: return DelegateClient(connections: connections, hasCache: true)
    case .memoryHit, .diskHit, .uncached, .copied, .miss, .unstored, .netStreamCached:
      return try CachedClient(subject)
    case .traced, .inspected: return try RecordedClient(subject)
    case .asyncHTTPClient, .asyncHTTPClientDecoding:
      #if Peers
        return PeerClient(subject, connections: connections, authority: authority)
      #else
        throw WrongResult(subject: subject, what: "it is not built in")
      #endif
    case .memoryStore, .dictionary, .diskStore, .files, .nioWebSocket, .memcpy:
      throw WrongResult(subject: subject, what: "it sends no requests")
    }
  }

  /// The default transport.
  private static func transport(_ authorities: TrustedAuthorities?) throws -> any Transport {
    guard let authorities else { return PlatformTransport.standard() }
    var options = TransportOptions()
    options.tls.authorities = authorities
    return try PlatformTransport.make(options: options)
  }
}
