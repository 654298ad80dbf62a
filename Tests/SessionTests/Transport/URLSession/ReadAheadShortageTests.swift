import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Net

/// Readers of files that cannot be opened while the process has too many open files.
@Suite struct ReadAheadShortageTests {
  private let queue = DispatchQueue(label: "test")
  private static let shortage = RequestBodyError.tooManyOpenFiles(URL(filePath: "/a"))

  /// A reader that fails at first, counts its reads, and then has one chunk.
  private struct LateReader: BodyReader {
    let reads: Locked<Int>
    var failures: Int
    var hasEnded = false

    mutating func read(atMost count: Int) throws -> Data? {
      reads.update { $0 += 1 }
      failures -= 1
      if failures >= 0 { throw ReadAheadShortageTests.shortage }
      defer { hasEnded = true }
      return hasEnded ? nil : Data("hello".utf8)
    }
  }

  /// Takes bytes without blocking, like libcurl.
  private func take(_ readAhead: ReadAhead, after arrival: DispatchSemaphore) async throws -> String? {
    while true {
      var buffer = [UInt8](repeating: 0, count: 10)
      let taken = unsafe buffer.withUnsafeMutableBytes { unsafe readAhead.takeAvailable(into: $0) }
      if let taken { return taken < 0 ? nil : String(decoding: buffer[..<taken], as: UTF8.self) }
      let hasArrived = try await Tool.onThread { arrival.wait(timeout: .patience) }
      try #require(hasArrived == .success)
    }
  }

  @Test func aFileThatCanBeOpenedLaterIsReadThen() async throws {
    let (reads, arrival) = (Locked(0), DispatchSemaphore(value: 0))
    let failures = Locked(0)
    let readAhead = ReadAhead(
      LateReader(reads: reads, failures: 3), on: queue, onArrival: { arrival.signal() }
    ) { _ in failures.update { $0 += 1 } }
    expectEqual(try await take(readAhead, after: arrival), "hello")
    expectEqual(failures.value, 0)
    #expect(reads.value >= 4)
  }

  @Test func aFileThatNobodyWaitsForIsNotTriedAgain() {
    let reads = Locked(0)
    let readAhead = ReadAhead(
      LateReader(reads: reads, failures: .max), on: queue, onArrival: {}
    ) { _ in }
    queue.sync {}
    expectEqual(reads.value, 1)
    withExtendedLifetime(readAhead) {}
  }

  @Test func aFileThatCannotBeOpenedForLongIsAnError() async throws {
    let (reads, arrival) = (Locked(0), DispatchSemaphore(value: 0))
    let errors = Locked<[any Error]>([])
    let readAhead = ReadAhead(
      LateReader(reads: reads, failures: .max), on: queue, patience: .milliseconds(50),
      onArrival: { arrival.signal() }
    ) { error in errors.update { $0.append(error) } }
    expectNil(try await take(readAhead, after: arrival))
    expectEqual(errors.value.map { $0 as? RequestBodyError }, [Self.shortage])
    #expect(reads.value >= 2)
  }

  @Test func aTransportThatBlocksDoesNotWait() {
    let reads = Locked(0)
    let readAhead = ReadAhead(LateReader(reads: reads, failures: .max), on: queue) { _ in }
    var buffer = [UInt8](repeating: 0, count: 10)
    expectEqual(unsafe buffer.withUnsafeMutableBytes { unsafe readAhead.take(into: $0) }, -1)
    expectEqual(reads.value, 1)
  }

  @Test func aReleasedBodyIsNotReadAgain() async throws {
    let reads = Locked(0)
    let isReleased = DispatchSemaphore(value: 0)
    final class Witness: Sendable {
      let onRelease: @Sendable () -> Void
      init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    struct Watched: BodyReader {
      var reader: LateReader
      let witness: Witness
      mutating func read(atMost count: Int) throws -> Data? { try reader.read(atMost: count) }
    }
    do {
      let readAhead = ReadAhead(
        Watched(
          reader: LateReader(reads: reads, failures: .max), witness: Witness { isReleased.signal() }),
        on: queue, onArrival: {}
      ) { _ in }
      var buffer = [UInt8](repeating: 0, count: 10)
      expectNil(unsafe buffer.withUnsafeMutableBytes { unsafe readAhead.takeAvailable(into: $0) })
    }
    let released = try await Tool.onThread { isReleased.wait(timeout: .patience) }
    expectEqual(released, .success)
  }
}
