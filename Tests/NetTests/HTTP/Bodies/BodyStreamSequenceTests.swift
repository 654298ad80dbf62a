import Foundation
import Net
import TestSupport
import Testing

/// Streams whose content is an asynchronous sequence.
struct BodyStreamSequenceTests {
  private struct Broken: Error {}

  private func contents(_ stream: BodyStream) async throws -> Data {
    try await RequestBody.stream(stream).contentsOfSequence()
  }

  private func stream<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }

  @Test(arguments: [1, 1000, 4096, 4097, 65_536, 300_000])
  func chunksOfAnySizeAreRead(_ size: Int) async throws {
    let count = size == 1 ? 1000 : 700_000
    let contents = try await contents(BodyStream(PatternSequence(count: count, chunk: size)))
    expectEqual(contents, Pattern.bytes(from: 0, count: count))
  }

  @Test func chunksMayBeAnySequenceOfBytes() async throws {
    let bytes: [[UInt8]] = [[1, 2], [], [3]]
    expectEqual(try await contents(BodyStream(stream(bytes))), Data([1, 2, 3]))
    expectEqual(try await contents(BodyStream(stream(bytes.map { $0[...] }))), Data([1, 2, 3]))
    expectEqual(try await contents(BodyStream(stream(["a".utf8, "ü".utf8]))), Data("aü".utf8))
    let slices = Data([9, 1, 2, 3]).dropFirst()
    expectEqual(try await contents(BodyStream(stream([slices]))), Data([1, 2, 3]))
  }

  @Test func bytesAreRead() async throws {
    let bytes = Pattern.bytes(from: 0, count: 100_000)
    expectEqual(try await contents(BodyStream(stream(Array(bytes)))), bytes)
    expectEqual(try await contents(BodyStream(count: 100_000, stream(Array(bytes)))), bytes)
    expectEqual(try await contents(BodyStream(sequence: { stream(Array(bytes)) })), bytes)
  }

  @Test func anEmptySequenceIsAnEmptyBody() async throws {
    expectEqual(try await contents(BodyStream(stream([Data]()))), Data())
    expectEqual(try await contents(BodyStream(count: 0, stream([Data(), Data()]))), Data())
  }

  @Test(arguments: [0, 2, 4] as [Int64])
  func aCountThatDiffersFromTheDeclaredCountIsAnError(_ promised: Int64) async {
    let elements = [Data([1]), Data([2]), Data(), Data([3])]
    await #expect(throws: RequestBodyError.self) {
      try await contents(BodyStream(count: promised, stream(elements)))
    }
    await #expect(throws: RequestBodyError.self) {
      try await contents(BodyStream(count: promised, stream([1, 2, 3] as [UInt8])))
    }
  }

  @Test func theLastDeclaredByteIsGivenWhenThereAreNoMore() async throws {
    let end = Gate()
    let sequence = PatternSequence(count: 3, chunk: 1) { if $0 == 3 { await end.wait() } }
    let reading = try #require(RequestBody.stream(BodyStream(count: 3, sequence)).sequenceReading)
    var given = 0
    while given < 2 { given += await reading.next()?.count ?? 0 }
    let portion = reading.take(atMost: 10, orWhenReady: nil)
    if case .later = portion {} else { Issue.record("\(portion)") }
    end.open()
    expectEqual(await reading.next()?.count, 1)
    expectNil(await reading.next())
  }

  @Test func anErrorOfTheSequenceIsRethrownAfterItsBytes() async throws {
    let sequence = PatternSequence(count: 100_000) { if $0 > 0 { throw Broken() } }
    let reading = try #require(RequestBody.stream(BodyStream(sequence)).sequenceReading)
    var given = 0
    while let chunk = await reading.next() { given += chunk.count }
    expectEqual(given, 65_536)
    await #expect(throws: Broken.self) { try await contents(BodyStream(sequence)) }
  }

  @Test func anErrorOfTheClosureIsRethrown() async {
    let stream = BodyStream(sequence: { () -> AsyncStream<Data> in throw Broken() })
    await #expect(throws: Broken.self) { try await contents(stream) }
  }

  @Test func theClosureIsCalledForEachReading() async throws {
    let opened = Locked(0)
    let stream = BodyStream(sequence: {
      opened.update { $0 += 1 }
      return PatternSequence(count: 3)
    })
    expectTrue(stream.isRepeatable)
    #expect(try await contents(stream) == contents(stream))
    expectEqual(opened.value, 2)
  }

  @Test func aSequenceIsReadOnceUnlessItIsDeclaredAsRepeatable() async throws {
    let once = BodyStream(PatternSequence(count: 3))
    expectFalse(once.isRepeatable)
    expectEqual(try await contents(once).count, 3)
    await #expect(throws: RequestBodyError.notRepeatable) { try await contents(once) }
    let repeatable = BodyStream(isRepeatable: true, PatternSequence(count: 3))
    #expect(try await contents(repeatable) == contents(repeatable))
  }

  @Test func aSequenceIsNotIteratedBeforeBytesAreTaken() throws {
    let stream = BodyStream(sequence: { () -> AsyncStream<Data> in
      Issue.record("it was opened")
      throw Broken()
    })
    let body = RequestBody.stream(stream)
    expectTrue(body.isAvailable)
    expectNotNil(body.sequenceReading)
    expectNotEqual(BodyStream { PatternReader(count: 3) }, stream)
    expectNil(RequestBody.stream(BodyStream { PatternReader(count: 3) }).sequenceReading)
  }

  @Test(arguments: [64, 65_536, 1_000_000])
  func onlyALimitedNumberOfBytesIsReadAhead(_ size: Int) async throws {
    let (asked, taken) = (Locked(0), Locked(0))
    let most = Locked(0)
    let sequence = PatternSequence(count: 20 * 300_000, chunk: size) { offset in
      asked.update { $0 = offset }
      most.update { $0 = max($0, offset - taken.value) }
    }
    let reading = try #require(RequestBody.stream(BodyStream(sequence)).sequenceReading)
    while let chunk = await reading.next() { taken.update { $0 += chunk.count } }
    expectEqual(taken.value, 6_000_000)
    // What is in the buffer, what is being taken, and one element.
    #expect(most.value <= 262_144 + 65_536 + size)
  }

  @Test func smallChunksThatAreAvailableTogetherAreGivenTogether() async throws {
    let asked = Locked<UInt8>(0)
    let stream = BodyStream(
      AsyncStream<UInt8> {
        asked.update { $0 += 1 }
        return asked.value > 100 ? nil : asked.value - 1
      })
    let reading = try #require(RequestBody.stream(stream).sequenceReading)
    var given = Data()
    var turns = 0
    while given.count < 100, let chunk = await reading.next() {
      given += chunk
      turns += 1
      // Until all others have arrived.
      await waitPatiently { asked.value > 100 }
    }
    expectEqual(given, Data(0..<100))
    #expect(turns <= 2)
  }

  @Test func aThreadMayWaitForTheBytes() async throws {
    let bytes = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        let stream = BodyStream(count: 200_000, PatternSequence(count: 200_000) { _ in await Task.yield() })
        continuation.resume(with: Result { try RequestBody.stream(stream).contents() })
      }
    }
    expectEqual(bytes, Pattern.bytes(from: 0, count: 200_000))
  }

  @Test func aThreadReceivesTheErrorOfTheSequence() async throws {
    await #expect(throws: Broken.self) {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          let stream = BodyStream(PatternSequence(count: 10) { _ in throw Broken() })
          continuation.resume(with: Result { try RequestBody.stream(stream).contents() })
        }
      }
    }
  }
}

extension SequenceReading {
  /// Returns the next bytes, or nil at the end and after an error.
  func next() async -> Data? {
    while true {
      let portion = await withCheckedContinuation { continuation in
        let portion = take(atMost: 65_536) { continuation.resume(returning: SequenceReading.Portion?.none) }
        if case .later = portion { return }
        continuation.resume(returning: portion)
      }
      switch portion {
      case .bytes(let chunk): return chunk
      case .end, .failed: return nil
      case .later, nil: continue
      }
    }
  }
}

extension RequestBody {
  /// Reads a sequence to its end.
  func contentsOfSequence() async throws -> Data {
    guard let reading = sequenceReading else { throw RequestBodyError.streamFailed }
    return try await withCheckedThrowingContinuation { continuation in
      reading.read { continuation.resume(with: $0) }
    }
  }
}
