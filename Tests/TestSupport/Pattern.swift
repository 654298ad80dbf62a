package import Foundation
import Net

/// Bytes that depend on their offset, so that lost, duplicated or swapped bytes are detected.
package struct Pattern: Sendable {
  private static let period = 65_521
  private static let block = Data(
    (0..<2 * period).map { UInt8(truncatingIfNeeded: ($0 % period) &* 31 &+ (($0 % period) >> 7)) })

  /// Returns this many bytes, starting at an offset.
  package static func bytes(from offset: Int, count: Int) -> Data {
    var bytes = Data(capacity: count)
    while bytes.count < count {
      let start = (offset + bytes.count) % period
      bytes += block[start..<min(start + period, start + count - bytes.count)]
    }
    return bytes
  }

  /// Writes a file of this many bytes.
  package static func write(_ count: Int, to url: URL) throws {
    try Data().write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    var offset = 0
    while offset < count {
      let size = min(1_048_576, count - offset)
      try handle.write(contentsOf: bytes(from: offset, count: size))
      offset += size
    }
  }
}

/// Compares received bytes with the pattern, without keeping them.
package final class PatternCheck: Sendable {
  private struct State: Sendable {
    var offset = 0
    var mismatch: Int?
  }

  private let state = Locked(State())

  package init() {}

  /// The number of received bytes.
  package var count: Int { state.value.offset }
  /// The offset of the first chunk that differs from the pattern.
  package var mismatch: Int? { state.value.mismatch }

  package func take(_ chunk: Data) {
    state.update { state in
      if state.mismatch == nil, chunk != Pattern.bytes(from: state.offset, count: chunk.count) {
        state.mismatch = state.offset
      }
      state.offset += chunk.count
    }
  }
}

/// A reader that returns the pattern in chunks and calls a closure of the test before each.
package struct PatternReader: BodyReader {
  package var count: Int
  package var offset: Int
  package var beforeEach: @Sendable (_ offset: Int) throws -> Void

  package init(
    count: Int, offset: Int = 0, beforeEach: @escaping @Sendable (_ offset: Int) throws -> Void = { _ in }
  ) {
    self.count = count
    self.offset = offset
    self.beforeEach = beforeEach
  }

  package mutating func read(atMost limit: Int) throws -> Data? {
    try beforeEach(offset)
    let size = min(limit, count - offset)
    guard size > 0 else { return nil }
    defer { offset += size }
    return Pattern.bytes(from: offset, count: size)
  }
}
