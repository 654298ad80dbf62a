import CAllocations
import Foundation
import Net
import NetMeasuring

/// The speed of parsing a stream that arrives in chunks of 16 KiB.
struct Reading {
  let name: String
  /// The part of the stream that repeats.
  private let part: String
  /// The number of elements in the part.
  private let count: Int
  /// Counts the elements in the chunks.
  private let read: @Sendable (_ pieces: [Data]) throws -> Int

  static let all = [lines, events]

  /// Log lines of 80 bytes each, which are counted and not kept.
  static let lines = Reading(
    name: "lines",
    part: "2026-01-01T12:00:00.000Z INFO  a line as the logs of servers have them, no. 1234\r\n",
    count: 1
  ) { pieces in
    var parser = LineParser()
    return try count(pieces, with: &parser)
  }

  /// Events with a type, an ID and two lines of data, and a comment.
  static let events = Reading(
    name: "events",
    part: """
      : still here
      event: temperature
      id: 1234567
      data: {"sensor": "north", "degrees": 21.5,
      data:  "at": "2026-01-01T12:00:00.000Z"}


      """, count: 1
  ) { pieces in
    var parser = EventStreamParser()
    return try count(pieces, with: &parser)
  }

  private static func count<Parser: StreamParser>(_ pieces: [Data], with parser: inout Parser) throws -> Int {
    var count = 0
    for piece in pieces {
      parser.append(piece)
      while try parser.next() != nil { count += 1 }
    }
    parser.finish()
    while try parser.next() != nil { count += 1 }
    return count
  }

  /// Measures the CPU time of the thread.
  func measure(mebibytes: Int, rounds: Int) throws -> NetFigure {
    let pieces = pieces(mebibytes: mebibytes)
    _ = try run(pieces)
    var speeds: [Double] = []
    for _ in 0..<rounds {
      let began = Self.threadSeconds()
      _ = try run(pieces)
      speeds.append(Double(mebibytes) / (Self.threadSeconds() - began))
    }
    var mallocs: Double?
    if allocations_are_countable() {
      allocations_start()
      defer { _ = allocations_stop() }
      let count = try run(pieces)
      mallocs = Double(allocations_stop()) / Double(count)
    }
    return NetFigure(
      workload: name, subject: .net, value: .reading(mibps: speeds.middle ?? 0, mallocs: mallocs))
  }

  /// Parses this many mebibytes, and asserts the number of elements.
  func run(mebibytes: Int) throws -> Int { try run(pieces(mebibytes: mebibytes)) }

  private func run(_ pieces: [Data]) throws -> Int {
    let whole = pieces.reduce(0) { $0 + $1.count } / part.utf8.count * count
    let found = try read(pieces)
    guard found == whole else {
      throw WrongResult(subject: .net, what: "\(found) of \(whole) \(name) were found")
    }
    return found
  }

  /// Returns the chunks of a stream with a whole number of parts.
  private func pieces(mebibytes: Int) -> [Data] {
    let stream = Data(String(repeating: part, count: mebibytes << 20 / part.utf8.count).utf8)
    return stride(from: 0, to: stream.count, by: 16_384).map { start in
      Data(Array(stream[start..<min(start + 16_384, stream.count)]))
    }
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
