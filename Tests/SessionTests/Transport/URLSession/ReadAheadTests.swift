import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct ReadAheadTests {
  private struct Broken: Error {}

  private let queue = DispatchQueue(label: "test")

  private func taken(_ readAhead: ReadAhead, atMost count: Int) -> (bytes: Data, end: Int) {
    var bytes = Data()
    while true {
      var buffer = [UInt8](repeating: 0, count: count)
      let given = unsafe buffer.withUnsafeMutableBytes { unsafe readAhead.take(into: $0) }
      guard given > 0 else { return (bytes, given) }
      bytes += buffer[..<given]
    }
  }

  @Test(arguments: [1000, 16_384, 65_536, 1_000_000])
  func allBytesAreReturnedForAnySize(_ size: Int) {
    let readAhead = ReadAhead(PatternReader(count: 1_000_000), on: queue) { _ in }
    let taken = taken(readAhead, atMost: size)
    expectEqual(taken.bytes, Pattern.bytes(from: 0, count: 1_000_000))
    expectEqual(taken.end, 0)
  }

  @Test func onlyAFewChunksAreReadAhead() {
    let offset = Locked(0)
    let reader = PatternReader(count: .max) { read in offset.update { $0 = read } }
    let readAhead = ReadAhead(reader, on: queue) { _ in }
    queue.sync {}
    #expect(offset.value < 8 * RequestBody.chunkSize)
    withExtendedLifetime(readAhead) {}
  }

  @Test func anErrorOfTheReaderIsReportedBeforeTheEnd() {
    let failures = Locked<[any Error]>([])
    let reader = PatternReader(count: .max) { if $0 > 100_000 { throw Broken() } }
    let readAhead = ReadAhead(reader, on: queue) { error in failures.update { $0.append(error) } }
    let taken = taken(readAhead, atMost: 50_000)
    expectEqual(taken.end, -1)
    expectEqual(taken.bytes, Pattern.bytes(from: 0, count: 131_072))
    expectEqual(failures.value.count, 1)
  }

  @Test func emptyChunksAreNotTheEnd() {
    struct Hesitating: BodyReader {
      var turn = 0

      mutating func read(atMost count: Int) -> Data? {
        turn += 1
        return turn > 10 ? nil : turn.isMultiple(of: 2) ? Data("x".utf8) : Data()
      }
    }
    expectEqual(taken(ReadAhead(Hesitating(), on: queue) { _ in }, atMost: 10).bytes, Data("xxxxx".utf8))
  }

  @Test func oneReadReturnsSeveralChunks() {
    let readAhead = ReadAhead(PatternReader(count: 1_000_000), on: queue) { _ in }
    queue.sync {}
    var buffer = [UInt8](repeating: 0, count: 200_000)
    let given = unsafe buffer.withUnsafeMutableBytes { unsafe readAhead.takeAvailable(into: $0) }
    expectEqual(given, 200_000)
    expectEqual(Data(buffer), Pattern.bytes(from: 0, count: 200_000))
  }

  /// Reads before any bytes have arrived.
  ///
  /// Returns the number of bytes read at each notification.
  private func notifications(_ count: Int, _ pace: ReadAhead.Pace) -> [Int] {
    let read = Locked(0)
    let notified = Locked<[Int]>([])
    queue.suspend()
    let readAhead = ReadAhead(
      PatternReader(count: count) { offset in read.update { $0 = offset } }, on: queue, pace: pace,
      onArrival: { notified.update { $0.append(read.value) } }, onFailure: { _ in })
    var buffer = [UInt8](repeating: 0, count: 10)
    let given = unsafe buffer.withUnsafeMutableBytes { unsafe readAhead.takeAvailable(into: $0) }
    expectNil(given)
    queue.resume()
    queue.sync {}
    withExtendedLifetime(readAhead) {}
    return notified.value
  }

  @Test func thePromptPaceNotifiesOnceAfterTheFirstChunk() {
    expectEqual(notifications(1_000_000, .prompt).count, 1)
    #expect(notifications(1_000_000, .prompt).allSatisfy { $0 <= RequestBody.chunkSize })
  }

  @Test func theSteadyPaceNotifiesOnceWhenEnoughWasRead() {
    let notified = notifications(1_000_000, .steady)
    expectEqual(notified.count, 1)
    #expect(notified.allSatisfy { $0 >= ReadAhead.Pace.steady.quorum - RequestBody.chunkSize })
  }

  @Test(arguments: [0, 10, 70_000])
  func theSteadyPaceNotifiesAtTheEndOfAShortFile(count: Int) {
    expectEqual(notifications(count, .steady).count, 1)
  }
}
