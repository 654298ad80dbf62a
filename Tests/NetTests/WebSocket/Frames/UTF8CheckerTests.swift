import Testing
import TestSupport

@testable import Net

@Suite struct UTF8CheckerTests {
  private func accepts(_ bytes: [UInt8]) -> Bool {
    var checker = UTF8Checker()
    return unsafe bytes.withUnsafeBytes { unsafe checker.accept($0) } && checker.isComplete
  }

  /// Sequences of RFC 3629 section 4: the first and last of each row, and their neighbors.
  @Test(arguments: [
    ("00", true), ("7f", true), ("80", false), ("bf", false), ("c0 80", false), ("c1 bf", false),
    ("c2 80", true), ("df bf", true), ("c2", false), ("c2 7f", false), ("c2 c0", false),
    ("e0 9f bf", false), ("e0 a0 80", true), ("e0 bf bf", true), ("e1 80 80", true), ("ec bf bf", true),
    ("ed 9f bf", true), ("ed a0 80", false), ("ed bf bf", false), ("ee 80 80", true), ("ef bf bf", true),
    ("f0 8f bf bf", false), ("f0 90 80 80", true), ("f0 bf bf bf", true), ("f1 80 80 80", true),
    ("f3 bf bf bf", true), ("f4 80 80 80", true), ("f4 8f bf bf", true), ("f4 90 80 80", false),
    ("f5 80 80 80", false), ("f8 88 80 80 80", false), ("fe", false), ("ff", false), ("e1 80", false),
    ("f1 80 80", false), ("e1 80 41", false), ("ef bb bf", true), ("ce ba e1 bd b9 cf 83 ce bc ce b5", true),
  ])
  func sequencesAreValidOrNot(text: String, isValid: Bool) {
    expectEqual(accepts(hex(text)), isValid)
  }

  @Test func oneAndTwoBytesAgreeWithTheStandardLibrary() {
    var failures: [String] = []
    for first in UInt8.min ... .max {
      for bytes in [[first]] + (UInt8.min ... .max).map({ [first, $0] }) {
        if accepts(bytes) != (String(validating: bytes, as: UTF8.self) != nil) { failures.append("\(bytes)") }
      }
    }
    expectTrue(failures.isEmpty)
  }

  @Test func randomSequencesAgreeWithTheStandardLibrary() {
    var random = SeededGenerator(seed: 7)
    let marks: [UInt8] = [0x61, 0x80, 0xa0, 0xbf, 0xc2, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf4, 0x9f, 0x90]
    var failures: [String] = []
    for _ in 0..<20_000 {
      let prefix = [UInt8](repeating: 0x62, count: Int(random.next() % 70))
      let bytes = prefix + (0..<4).map { _ in marks[Int(random.next() % UInt64(marks.count))] }
      if accepts(bytes) != (String(validating: bytes, as: UTF8.self) != nil) { failures.append("\(bytes)") }
    }
    expectTrue(failures.isEmpty)
  }

  @Test func aByteThatCannotContinueFailsAtOnce() {
    var endpoint = WebSocketEndpoint(role: .client)
    // A fragment that is neither final nor complete.
    let bytes = Frame.bytes(1, hex("ce ba e1 bd b9 cf 83 ce bc ce b5 f4 90 80 80 65 64 69"), isFinal: false)
    #expect(endpoint.receive(Array(bytes.prefix(2 + 12))).isEmpty)
    expectEqual(endpoint.receive([bytes[14]]), [.failed(.invalidText)])
    expectEqual(endpoint.takeOutput().prefix(2), [0x88, 0x82])
  }

  @Test func aCharacterMayBeSplitBetweenFragments() {
    var endpoint = WebSocketEndpoint(role: .client)
    let bytes = Array("κόσμε".utf8)
    let frames = bytes.enumerated().flatMap { index, byte in
      Frame.bytes(index == 0 ? 1 : 0, [byte], isFinal: index == bytes.count - 1)
    }
    expectEqual(endpoint.receive(frames), [.message(.text("κόσμε"))])
  }

  @Test func anIncompleteCharacterAtTheEndFails() {
    var endpoint = WebSocketEndpoint(role: .client)
    expectEqual(endpoint.receive(Frame.bytes(1, [0xc2])), [.failed(.invalidText)])
    var fragmented = WebSocketEndpoint(role: .client)
    let frames = Frame.bytes(1, [0xc2], isFinal: false) + Frame.bytes(0)
    expectEqual(fragmented.receive(frames), [.failed(.invalidText)])
  }
}
