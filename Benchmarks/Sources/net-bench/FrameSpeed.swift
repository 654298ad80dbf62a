import CAllocations
import Foundation
import NetMeasuring
import WebSocketFrames

/// The speed at which payloads of 64 KiB are masked and text is checked, beside copying them.
///
/// The code is that of Net, which does not export it: the same files are compiled into this program.
enum FrameSpeed: String, CaseIterable {
  case mask = "socket-mask"
  /// ASCII text that must be valid UTF-8.
  case check = "socket-utf8"

  static let subjects: [NetSubject] = [.net, .memcpy]
  private static let size = 1 << 16
  var name: String { rawValue }

  /// Measures the CPU time of the thread.
  func measure(rounds: Int, smoke: Bool) throws -> [NetFigure] {
    let count = smoke ? 16 : 20_000
    var speeds: [NetSubject: [Double]] = [:]
    var mallocs: [NetSubject: Double] = [:]
    for subject in Self.subjects { try run(subject, count: 16) }
    for subject in Interleaving.turns(Self.subjects, rounds: smoke ? 1 : rounds) {
      let began = Self.threadSeconds()
      try run(subject, count: count)
      speeds[subject, default: []].append(Double((count * Self.size) >> 20) / (Self.threadSeconds() - began))
    }
    if allocations_are_countable() {
      for subject in Self.subjects {
        allocations_start()
        defer { _ = allocations_stop() }
        try run(subject, count: 16)
        mallocs[subject] = Double(allocations_stop()) / 16
      }
    }
    return Self.subjects.map { subject in
      NetFigure(
        workload: name, subject: subject,
        value: .reading(mibps: speeds[subject]?.middle ?? 0, mallocs: mallocs[subject]))
    }
  }

  /// Works on this many payloads, and checks the last one.
  func run(_ subject: NetSubject, count: Int) throws {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.size, alignment: 64)
    let other = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.size, alignment: 64)
    defer {
      bytes.deallocate()
      other.deallocate()
    }
    bytes.initializeMemory(as: UInt8.self, repeating: 0x61)
    other.initializeMemory(as: UInt8.self, repeating: 0)
    var isRight = true
    switch (subject, self) {
    case (.memcpy, _):
      for _ in 0..<count { Self.copy(bytes, other) }
      isRight = other.allSatisfy { $0 == 0x61 }
    case (_, .mask):
      let key = WebSocketMask.Key(UInt32(bigEndian: 0x0102_0304))
      for _ in 0..<count { WebSocketMask.apply(key, to: bytes) }
      let expected: [UInt8] = count.isMultiple(of: 2) ? [0x61, 0x61, 0x61, 0x61] : [0x60, 0x63, 0x62, 0x65]
      isRight = bytes.indices.allSatisfy { bytes[$0] == expected[$0 % 4] }
    case (_, .check):
      for _ in 0..<count {
        var checker = UTF8Checker()
        isRight = checker.accept(UnsafeRawBufferPointer(bytes)) && checker.isComplete && isRight
      }
      bytes[Self.size - 1] = 0xff
      var checker = UTF8Checker()
      isRight = isRight && !checker.accept(UnsafeRawBufferPointer(bytes))
    }
    guard isRight else { throw WrongResult(subject: subject, what: "\(name) gave wrong bytes") }
  }

  /// Copies as one call that the optimiser cannot remove.
  @inline(never)
  private static func copy(_ bytes: UnsafeMutableRawBufferPointer, _ other: UnsafeMutableRawBufferPointer) {
    other.copyMemory(from: UnsafeRawBufferPointer(bytes))
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
