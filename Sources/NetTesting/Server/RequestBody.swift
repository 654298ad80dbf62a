import Foundation

/// The body of one request as it comes in: in memory, and what is too much for that in a file.
struct RequestBody: Sendable {
  private let limit: Int
  private var memory = Data()
  private var file: SpillFile?

  init(limit: Int) { self.limit = limit }

  /// Adds what has come.
  mutating func append(_ data: Data) throws(Socket.Failure) {
    if file == nil, memory.count + data.count > limit {
      file = try SpillFile()
      try file?.append(memory)
      memory = Data()
    }
    if file == nil { memory += data } else { try file?.append(data) }
  }

  /// Takes the whole, and starts with the next.
  mutating func take() throws(Socket.Failure) -> Data {
    defer { discard() }
    return try file?.contents() ?? memory
  }

  /// Forgets what has come.
  mutating func discard() {
    file?.close()
    file = nil
    memory = Data()
  }
}
