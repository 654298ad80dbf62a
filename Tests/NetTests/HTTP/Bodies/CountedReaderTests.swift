import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct CountedReaderTests {
  /// Returns these chunks and ends, one after another.
  private struct Script: BodyReader {
    var chunks: [String?]

    mutating func read(atMost count: Int) -> Data? {
      chunks.isEmpty ? nil : chunks.removeFirst().map { Data($0.utf8) }
    }
  }

  private func reader(_ chunks: [String?], count: Int64) -> CountedReader {
    CountedReader(Script(chunks: chunks), count: count)
  }

  @Test func aChunkThatExceedsTheCountIsNotReturned() {
    var reader = reader(["ab", "cde"], count: 4)
    #expect(throws: Never.self) { try reader.read(atMost: 9) }
    #expect(throws: RequestBodyError.countMismatch(promised: 4, given: 5, file: nil)) {
      try reader.read(atMost: 9)
    }
  }

  @Test func aReaderThatHasEndedIsNotReadAgain() throws {
    var reader = reader(["ab", nil, "c"], count: 2)
    expectEqual(try reader.read(atMost: 2), Data("ab".utf8))
    expectNil(try reader.read(atMost: 2))
  }

  @Test func anEmptyReaderThatHasEndedIsNotReadAgain() throws {
    var reader = reader([nil, "c"], count: 0)
    expectNil(try reader.read(atMost: 2))
    expectNil(try reader.read(atMost: 2))
  }

  /// A missing byte must not look like the end of the body, whoever asks again.
  @Test func aReaderWithTooFewBytesFailsAgain() {
    var reader = reader([], count: 2)
    for _ in 0..<2 {
      #expect(throws: RequestBodyError.countMismatch(promised: 2, given: 0, file: nil)) {
        try reader.read(atMost: 2)
      }
    }
  }
}
