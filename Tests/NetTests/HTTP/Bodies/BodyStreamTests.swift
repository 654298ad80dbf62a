import Foundation
import Net
import TestSupport
import Testing

struct BodyStreamTests {
  private struct Broken: Error {}

  private func contents(_ stream: BodyStream) throws -> Data { try RequestBody.stream(stream).contents() }

  @Test func theWholeStreamIsRead() throws {
    let stream = BodyStream { PatternReader(count: 200_000) }
    expectEqual(try contents(stream), Pattern.bytes(from: 0, count: 200_000))
  }

  @Test func theStreamIsOpenedForEachReader() throws {
    let opened = Locked(0)
    let stream = BodyStream {
      opened.update { $0 += 1 }
      return PatternReader(count: 3)
    }
    expectEqual(opened.value, 0)
    #expect(try contents(stream) == contents(stream))
    expectEqual(opened.value, 2)
  }

  @Test func aStreamThatIsNotRepeatableIsOpenedOnce() throws {
    let stream = BodyStream(isRepeatable: false) { PatternReader(count: 3) }
    expectEqual(try contents(stream).count, 3)
    #expect(throws: RequestBodyError.notRepeatable) { try contents(stream) }
  }

  @Test(arguments: [2, 4] as [Int64])
  func aCountThatDiffersFromTheDeclaredCountIsAnError(_ promised: Int64) {
    let stream = BodyStream(count: promised) { PatternReader(count: 3) }
    #expect(throws: RequestBodyError.countMismatch(promised: promised, given: 3, file: nil)) {
      try contents(stream)
    }
  }

  @Test func bytesBeyondTheDeclaredCountFailTheLastReadOfDeclaredOnes() throws {
    var reader = try BodyStream(count: 2) { PatternReader(count: 3) }.reader()
    expectEqual(try reader.read(atMost: 1)?.count, 1)
    // A transport that has got two bytes may not read again.
    #expect(throws: RequestBodyError.countMismatch(promised: 2, given: 3, file: nil)) {
      try reader.read(atMost: 1)
    }
  }

  @Test func anEmptyChunkAfterTheLastByteIsNotTheEnd() throws {
    struct Reader: BodyReader {
      var chunks = ["ab", "", "c"][...]
      mutating func read(atMost count: Int) -> Data? { chunks.popFirst().map { Data($0.utf8) } }
    }
    #expect(throws: RequestBodyError.self) { try contents(BodyStream(count: 2) { Reader() }) }
    expectEqual(try contents(BodyStream(count: 3) { Reader() }), Data("abc".utf8))
  }

  @Test func anErrorOfTheReaderIsRethrown() {
    let stream = BodyStream { PatternReader(count: 100_000) { if $0 > 0 { throw Broken() } } }
    #expect(throws: Broken.self) { try contents(stream) }
  }

  @Test func anInputStreamIsRead() throws {
    let bytes = Pattern.bytes(from: 0, count: 200_000)
    expectEqual(try contents(BodyStream { InputStream(data: bytes) }), bytes)
  }

  @Test func aMissingInputStreamIsAnError() throws {
    #expect(throws: RequestBodyError.streamFailed) { try contents(BodyStream { nil as InputStream? }) }
    let missing = try TemporaryFolder().file("missing")
    #expect(throws: RequestBodyError.streamFailed) { try contents(BodyStream { InputStream(url: missing) }) }
  }

  @Test func aStreamEqualsOnlyItsCopies() {
    let stream = BodyStream { PatternReader(count: 3) }
    let copy = stream
    expectEqual(stream, copy)
    expectEqual(Set([stream, copy]).count, 1)
    expectNotEqual(stream, BodyStream { PatternReader(count: 3) })
  }
}
