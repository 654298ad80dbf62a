import Foundation
import Net

/// Bytes that tell of each offset what stands there: what is lost, doubled or swapped on the way is found.
struct Pattern: Sendable {
  private static let period = 65_521
  private static let block = Data(
    (0..<2 * period).map { UInt8(truncatingIfNeeded: ($0 % period) &* 31 &+ (($0 % period) >> 7)) })

  /// So many bytes from this offset on.
  static func bytes(from offset: Int, count: Int) -> Data {
    var bytes = Data(capacity: count)
    while bytes.count < count {
      let start = (offset + bytes.count) % period
      bytes += block[start..<min(start + period, start + count - bytes.count)]
    }
    return bytes
  }

  /// Writes a file of so many bytes.
  static func write(_ count: Int, to url: URL) throws {
    try Data().write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    var offset = 0
    while offset < count {
      let piece = min(1_048_576, count - offset)
      try handle.write(contentsOf: bytes(from: offset, count: piece))
      offset += piece
    }
  }
}

/// Compares what arrives with a pattern, and keeps none of it.
final class PatternCheck: Sendable {
  private struct State: Sendable {
    var offset = 0
    var mismatch: Int?
  }

  private let state = Locked(State())

  /// How many bytes have arrived.
  var count: Int { state.value.offset }
  /// Where the first piece began that is not the pattern's.
  var mismatch: Int? { state.value.mismatch }

  func take(_ piece: Data) {
    state.update { state in
      if state.mismatch == nil, piece != Pattern.bytes(from: state.offset, count: piece.count) {
        state.mismatch = state.offset
      }
      state.offset += piece.count
    }
  }
}

/// Gives a pattern, piece by piece; what happens before each piece is the test's business.
struct PatternReader: BodyReader {
  var count: Int
  var offset = 0
  var beforeEach: @Sendable (_ offset: Int) throws -> Void = { _ in }

  mutating func read(atMost limit: Int) throws -> Data? {
    try beforeEach(offset)
    let piece = min(limit, count - offset)
    guard piece > 0 else { return nil }
    defer { offset += piece }
    return Pattern.bytes(from: offset, count: piece)
  }
}
