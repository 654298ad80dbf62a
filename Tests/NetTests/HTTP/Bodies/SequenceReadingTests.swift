import Foundation
import TestSupport
import Testing

@testable import Net

/// How reading a sequence is cancelled, and what it releases.
struct SequenceReadingTests {
  private final class Token: Sendable {}

  private func reading(_ stream: BodyStream) throws -> SequenceReading {
    try #require(RequestBody.stream(stream).sequenceReading)
  }

  @Test func aStreamIsTakenWhenItsReadingBegins() throws {
    let stream = BodyStream(PatternSequence(count: 3))
    let (first, second) = (try reading(stream), try reading(stream))
    _ = first.take(atMost: 1, orWhenReady: nil)
    #expect(!RequestBody.stream(stream).isAvailable)
    guard case .failed(RequestBodyError.notRepeatable) = second.take(atMost: 1, orWhenReady: nil) else {
      Issue.record("the stream was read twice")
      return
    }
  }

  @Test func aReadingThatWasCancelledBeforeDoesNotTakeTheStream() throws {
    let stream = BodyStream(PatternSequence(count: 3))
    let reading = try reading(stream)
    reading.cancel()
    _ = reading.take(atMost: 1, orWhenReady: nil)
    #expect(RequestBody.stream(stream).isAvailable)
  }

  @Test func cancellingCancelsTheTaskThatWaitsForAnElement() async throws {
    let watched = WatchedStream()
    let reading = try reading(BodyStream(watched.stream))
    watched.continuation.yield(Data([1]))
    expectEqual(await reading.next(), Data([1]))
    reading.cancel()
    #expect(await watched.wasCancelled())
  }

  @Test func releasingCancels() async throws {
    let watched = WatchedStream()
    do {
      let reading = try reading(BodyStream(watched.stream))
      watched.continuation.yield(Data([1]))
      _ = await reading.next()
    }
    #expect(await watched.wasCancelled())
  }

  @Test func aReaderOfAThreadCancelsWhenItIsReleased() async throws {
    let watched = WatchedStream()
    watched.continuation.yield(Data([1]))
    let stream = BodyStream(watched.stream)
    let first = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            var reader = try stream.reader()
            return try reader.read(atMost: 10)
          })
      }
    }
    expectEqual(first, Data([1]))
    #expect(await watched.wasCancelled())
  }

  @Test func cancellingEndsATaskThatWaitsForRoom() async throws {
    let asked = Locked(0)
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let sequence = PatternSequence(count: .max) { offset in
        withExtendedLifetime(token) { asked.update { $0 = offset } }
      }
      let reading = try reading(BodyStream(sequence))
      _ = reading.take(atMost: 1, orWhenReady: nil)
      // With this chunk of 64 KiB the buffer is full.
      await waitPatiently { asked.value == 3 * 65_536 }
      reading.cancel()
    }
    await waitPatiently { weakToken == nil }
    expectNil(weakToken)
    #expect(asked.value <= 262_144)
  }

  @Test func aSequenceThatIgnoresTheCancellationIsReleasedAtItsNextElement() async throws {
    let gate = Gate()
    weak var weakToken: Token?
    let asked = Locked(0)
    do {
      let token = Token()
      weakToken = token
      let sequence = PatternSequence(count: .max) { _ in
        asked.update { $0 += 1 }
        if asked.value == 2 { await gate.wait() }
        withExtendedLifetime(token) {}
      }
      let reading = try reading(BodyStream(sequence))
      expectNotNil(await reading.next())
      await waitPatiently { asked.value == 2 }
      reading.cancel()
      expectNil(await reading.next())
    }
    expectNotNil(weakToken)
    gate.open()
    await waitPatiently { weakToken == nil }
    expectNil(weakToken)
    expectEqual(asked.value, 2)
  }

  @Test func emptyElementsDoNotKeepACancelledTask() async throws {
    let asked = Locked(0)
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let sequence = AsyncStream<Data>(unfolding: {
        asked.update { $0 += 1 }
        // Otherwise the test needs a second thread of Swift's tasks.
        await Task.yield()
        return withExtendedLifetime(token) { Data() }
      })
      let reading = try reading(BodyStream(sequence))
      _ = reading.take(atMost: 1, orWhenReady: nil)
      await waitPatiently { asked.value > 100 }
      reading.cancel()
    }
    await waitPatiently { weakToken == nil }
    expectNil(weakToken)
  }

  @Test func nobodyIsNotifiedAfterACancellation() async throws {
    let watched = WatchedStream()
    let reading = try reading(watched.body)
    _ = reading.take(atMost: 1) { Issue.record("it was called") }
    await watched.opened()
    reading.cancel()
    #expect(await watched.wasCancelled())
  }

  @Test func readingThatWasCancelledBeforeItBeganOpensNothing() async throws {
    let opened = Locked(false)
    let reading = try reading(
      BodyStream(sequence: {
        opened.update { $0 = true }
        return PatternSequence(count: 3)
      }))
    reading.cancel()
    expectNil(await reading.next())
    expectFalse(opened.value)
  }

  /// A source whose reading is cancelled before its task runs.
  private struct CancelledSource: SequenceSource {
    let reading: Locked<SequenceReading?>
    let opened: Locked<Bool>
    let token: Token

    func claim() { reading.value?.cancel() }

    func write(to output: any BodyOutput) async throws { opened.update { $0 = true } }
  }

  @Test func readingThatIsCancelledBeforeItsTaskRunsOpensNothing() async {
    let opened = Locked(false)
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let cancelled = Locked<SequenceReading?>(nil)
      let reading = SequenceReading(CancelledSource(reading: cancelled, opened: opened, token: token))
      cancelled.update { $0 = reading }
      _ = reading.take(atMost: 1, orWhenReady: nil)
      cancelled.update { $0 = nil }
    }
    await waitPatiently { weakToken == nil }
    expectNil(weakToken)
    expectFalse(opened.value)
  }

  @Test func aBeginningIsReadNoFurther() async throws {
    let reading = try reading(BodyStream(PatternSequence(count: .max, chunk: 1000)))
    let beginning = try await withCheckedThrowingContinuation { continuation in
      reading.read(upTo: 2500) { continuation.resume(with: $0) }
    }
    expectEqual(beginning, Pattern.bytes(from: 0, count: 2500))
  }

  @Test func anErrorOfWhatConsumesTheBytesCancels() async throws {
    struct Full: Error {}
    let watched = WatchedStream()
    watched.continuation.yield(Data([1]))
    let reading = try reading(BodyStream(watched.stream))
    await #expect(throws: Full.self) {
      try await withCheckedThrowingContinuation { continuation in
        reading.readAll { _ in
          throw Full()
        } completion: {
          continuation.resume(with: $0)
        }
      }
    }
    #expect(await watched.wasCancelled())
  }

  // MARK: - Forms

  private func body(_ form: MultipartFormData) throws -> TransportRequest {
    try RequestDescription("https://example.com", method: .post, content: .multipart(form))
      .transportRequest(baseURL: nil, headers: SessionHeaders([:]), accept: nil, encoder: JSONEncoder())
  }

  @Test func aFormReadsItsSequencesAmongItsOtherParts() async throws {
    let folder = try TemporaryFolder()
    var form = MultipartFormData()
    form.append("text", name: "text")
    form.append(stream: BodyStream(count: 200_000, PatternSequence(count: 200_000)), name: "a", fileName: "a")
    form.append(file: try folder.file("notes.txt", "of a file"), name: "file")
    form.append(
      stream: BodyStream(count: 3) { InputStream(data: Data("abc".utf8)) }, name: "b", fileName: "b")
    let request = try body(form)
    expectFalse(request.body.isRepeatable)
    let contents = try await request.body.contentsOfSequence()
    expectEqual(request.body.count, Int64(contents.count))
    let parts = try ParsedForm(contents, contentType: request.headers["Content-Type"]).parts
    expectEqual(
      parts.map(\.body),
      [
        Data("text".utf8), Pattern.bytes(from: 0, count: 200_000), Data("of a file".utf8), Data("abc".utf8),
      ])
  }

  @Test func aPartWithAnotherLengthThanDeclaredFailsTheForm() async throws {
    var form = MultipartFormData()
    form.append(stream: BodyStream(count: 4, PatternSequence(count: 3)), name: "a", fileName: "a")
    let request = try body(form)
    await #expect(throws: RequestBodyError.countMismatch(promised: 4, given: 3, file: nil)) {
      try await request.body.contentsOfSequence()
    }
  }

  @Test func cancellingAFormCancelsItsSequence() async throws {
    let watched = WatchedStream()
    var form = MultipartFormData()
    form.append(stream: BodyStream(watched.stream), name: "a", fileName: "a")
    let reading = try #require(try body(form).body.sequenceReading)
    expectNotNil(await reading.next())
    reading.cancel()
    #expect(await watched.wasCancelled())
  }
}
