import Foundation
import TestSupport
import Testing

@testable import Net

/// Stored bodies whose store returns another number of bytes than it was asked for.
@Suite struct PlayedBodyTests {
  /// Returns chunks of these sizes.
  private final class Reader: CacheBodyReader {
    private let sizes: Lock<[Int]>

    init(_ sizes: [Int]) { self.sizes = Lock(sizes) }

    func read(atMost count: Int) throws -> Data? {
      sizes.withLock { $0.isEmpty ? nil : Data(count: $0.removeFirst()) }
    }
  }

  /// Plays a body of ten bytes; returns the sizes of its chunks.
  private func play(_ sizes: [Int]) throws -> [Int] {
    let body = try PlayedBody(Reader(sizes), count: 10) { _ in }
    var read: [Int] = []
    while case let chunk = try body.next(), !chunk.isEmpty { read.append(chunk.count) }
    return read
  }

  @Test func aBodyOfTheRightLengthIsPlayed() throws { expectEqual(try play([4, 6, 5]), [4, 6]) }

  @Test(arguments: [[11], [4, 7], [4], [], [4, 0], [70_000]])
  func aBodyOfAnotherLengthIsDamaged(sizes: [Int]) {
    #expect(throws: CacheStoreError.damaged) { try play(sizes) }
  }
}
