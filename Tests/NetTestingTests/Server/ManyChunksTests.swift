import Foundation
import TestSupport
import Testing

@testable import NetTesting

@Suite struct ManyChunksTests {
  /// Returns the time it takes to store so many chunks, which were parsed at once.
  private func time(toStore count: Int) throws -> Duration {
    let failures = CollectedFailures()
    let server = MockServer(
      at: SourcePlace(file: #filePath, line: #line), reporter: failures.reporter)
    let (listener, port) = try Socket.listening()
    defer { listener.close() }
    let pipe = try WakePipe()
    defer { pipe.close() }
    let loop = ServerLoop(
      settings: server.settings, core: server.core, listener: listener, port: port, pipe: pipe)
    let connection = ServerConnection(number: 1, socket: listener, limits: ServerLimits())
    loop.connections[1] = connection
    let actions = Array(repeating: ConnectionState.Action.store(Data([1])), count: count)
    let time = processorTime { loop.perform(actions, on: connection) }
    expectEqual(try connection.body.take().count, count)
    return time
  }

  /// The size of the chunks is up to the client.
  @Test(.heavy) func manyChunksAreStoredInLinearTime() throws {
    try expectLinearTime(from: 5_000, time: time(toStore:))
  }
}
