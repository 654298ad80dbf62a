import Foundation
import Net
import NetMeasuring

/// A subject: sends requests, and asserts each answer.
protocol Client: Sendable {
  func send(count: Int, inFlight: Int, to url: URL) async throws
  /// Downloads a long body, keeps nothing of it, and gives how many bytes it had.
  func download(_ url: URL) async throws -> Int
  /// Uploads a file, and gives how many bytes the server says have arrived.
  func upload(_ file: URL, to url: URL) async throws -> Int
  /// Sends so many requests that are not waited for.
  func hold(_ count: Int, at url: URL)
  /// Lets go of its connections and threads.
  func shutDown()
}

extension Client {
  func hold(_ count: Int, at url: URL) {}
  func download(_ url: URL) async throws -> Int { 0 }
  func upload(_ file: URL, to url: URL) async throws -> Int { 0 }
  func shutDown() {}
}

/// All subjects.
enum Clients {
  /// Those that are built in; without the trait `Peers` the one from another package is missing.
  static let subjects: [NetSubject] = {
    #if Peers
      return NetSubject.allCases
    #else
      return NetSubject.allCases.filter { $0 != .asyncHTTPClient }
    #endif
  }()

  static func client(_ subject: NetSubject, connections: Int) throws -> any Client {
    switch subject {
    case .netStream: return NetStreamClient()
    case .netStreamOverURLSession:
      return NetStreamClient(transport: URLSessionTransport(maximumConnectionsPerHost: connections))
    case .net: return NetClient()
    case .transport: return TransportClient()
    case .urlSession: return DelegateClient(connections: connections)
    case .urlSessionAsync: return AsyncURLSessionClient(connections: connections)
    case .asyncHTTPClient:
      #if Peers
        return PeerClient(connections: connections)
      #else
        throw WrongResult(subject: subject, what: "it is not built in")
      #endif
    }
  }

  /// Keeps so many awaited requests in flight.
  static func send(
    _ subject: NetSubject, count: Int, inFlight: Int,
    _ one: @escaping @Sendable () async throws -> (status: Int, body: Data)
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<inFlight {
        group.addTask {
          for _ in stride(from: lane, to: count, by: inFlight) {
            if let failure = Flight.failure(subject, .success(try await one())) { throw failure }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
