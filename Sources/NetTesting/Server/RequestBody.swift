import Foundation

/// The body of a request as it arrives: in memory, or in a file if it is larger than the limit.
struct RequestBody: Sendable {
  private let limit: Int
  private var memory = Data()
  private var file: SpillFile?

  init(limit: Int) { self.limit = limit }

  /// Appends data that has arrived.
  mutating func append(_ data: Data) throws(Socket.Failure) {
    if file == nil, memory.count + data.count > limit {
      file = try SpillFile()
      try file?.append(memory)
      memory = Data()
    }
    if file == nil { memory += data } else { try file?.append(data) }
  }

  /// Returns the whole body and starts the next one.
  mutating func take() throws(Socket.Failure) -> Data {
    defer { discard() }
    return try file?.contents() ?? memory
  }

  /// Discards the data that has arrived.
  mutating func discard() {
    file?.close()
    file = nil
    memory = Data()
  }
}
