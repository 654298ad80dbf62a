import Foundation
import TestSupport
import Testing

@testable import Net

/// RFC 6455 section 5, with the examples of section 5.7.
@Suite struct WebSocketFrameTests {
  typealias Event = WebSocketEndpoint.Event

  private func events(_ bytes: [UInt8], as role: WebSocketRole = .client) -> [Event] {
    var endpoint = WebSocketEndpoint(role: role)
    return endpoint.receive(bytes)
  }

  @Test func theExamplesOfSection5_7AreParsed() {
    expectEqual(events(hex("81 05 48 65 6c 6c 6f")), [.message(.text("Hello"))])
    expectEqual(events(hex("81 85 37 fa 21 3d 7f 9f 4d 51 58"), as: .server), [.message(.text("Hello"))])
    expectEqual(events(hex("01 03 48 65 6c 80 02 6c 6f")), [.message(.text("Hello"))])
    expectEqual(events(hex("89 05 48 65 6c 6c 6f")), [.ping])
    expectEqual(events(hex("8a 85 37 fa 21 3d 7f 9f 4d 51 58"), as: .server), [.pong(Array("Hello".utf8))])
    let short = [UInt8](repeating: 7, count: 256)
    expectEqual(events(hex("82 7e 01 00") + short), [.message(.data(Data(short)))])
    let long = [UInt8](repeating: 7, count: 65_536)
    expectEqual(events(hex("82 7f 00 00 00 00 00 01 00 00") + long), [.message(.data(Data(long)))])
  }

  @Test func theExamplesOfSection5_7AreWritten() throws {
    var client = WebSocketEndpoint(role: .client, keys: SampleKeys())
    try client.send(.text("Hello"))
    expectEqual(client.takeOutput(), hex("81 85 37 fa 21 3d 7f 9f 4d 51 58"))
    var server = WebSocketEndpoint(role: .server)
    try server.send(.text("Hello"))
    server.ping(Array("Hello".utf8))
    expectEqual(server.takeOutput(), hex("81 05 48 65 6c 6c 6f 89 05 48 65 6c 6c 6f"))
  }

  @Test(arguments: [0, 1, 125, 126, 127, 128, 65_535, 65_536, 65_537])
  func lengthsAreWrittenInTheirShortestForm(count: Int) throws {
    var endpoint = WebSocketEndpoint(role: .server)
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try endpoint.send(.data(Data(payload)))
    expectEqual(endpoint.takeOutput(), Frame.bytes(2, payload))
  }

  @Test(arguments: [0, 125, 126, 127, 65_535, 65_536], [WebSocketRole.client, .server])
  func theSizeOfAWrittenFrameIsReadFromItsHeader(count: Int, role: WebSocketRole) throws {
    var endpoint = WebSocketEndpoint(role: role)
    try endpoint.send(.text("a"))
    let start = endpoint.outputCount
    try endpoint.send(.data(Data(count: count)))
    let bytes = endpoint.takeOutput()
    expectEqual(WebSocketFrameHeader.frameSize(at: start, of: bytes), bytes.count - start)
  }

  @Test(arguments: [0, 125, 126, 127, 65_535, 65_536, 65_537])
  func everyLengthInItsShortestFormIsParsed(count: Int) {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    expectEqual(events(Frame.bytes(2, payload)), [.message(.data(Data(payload)))])
  }

  @Test(arguments: ["82 7e 00 7d", "82 7f 00 00 00 00 00 00 ff ff", "82 7f 80 00 00 00 00 00 00 00"])
  func lengthsNotInTheShortestFormFail(bytes: String) {
    expectEqual(events(hex(bytes)), [.failed(.protocolViolation(.length))])
  }

  @Test(arguments: 1...7) func reservedBitsFail(bits: UInt8) {
    for opcode: UInt8 in [0, 1, 2, 8, 9, 10] {
      #expect(
        events(Frame.bytes(opcode, reserved: bits)).last.map(isReservedBits) == true
          || opcode == 0 && bits == 4, "opcode \(opcode)")
    }
  }

  private func isReservedBits(_ event: Event) -> Bool { event == .failed(.protocolViolation(.reservedBits)) }

  @Test(arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8]) func unknownOpcodesFail(opcode: UInt8) {
    expectEqual(events(Frame.bytes(opcode)), [.failed(.protocolViolation(.opcode(opcode)))])
  }

  @Test func controlFramesAreShortAndWhole() {
    for opcode: UInt8 in [8, 9, 10] {
      let long = [UInt8](repeating: 0, count: 126)
      expectEqual(events(Frame.bytes(opcode, long)), [.failed(.protocolViolation(.controlFrame))])
      expectEqual(events(Frame.bytes(opcode, isFinal: false)), [.failed(.protocolViolation(.controlFrame))])
    }
    expectEqual(events(Frame.bytes(9, [UInt8](repeating: 0, count: 125))), [.ping])
  }

  @Test func aMaskedFrameOfTheServerFails() {
    expectEqual(events(Frame.bytes(1, [0x61], key: [1, 2, 3, 4])), [.failed(.protocolViolation(.masking))])
  }

  @Test func aFrameOfTheClientThatIsNotMaskedFails() {
    expectEqual(events(Frame.text("a"), as: .server), [.failed(.protocolViolation(.masking))])
  }

  @Test func fragmentsAreJoinedWithControlFramesInBetween() {
    let bytes =
      Frame.text("a", isFinal: false) + Frame.bytes(9, [1]) + Frame.bytes(0, isFinal: false)
      + Frame.bytes(10, [2]) + Frame.bytes(0, Array("b".utf8)) + Frame.bytes(2, [3])
    expectEqual(events(bytes), [.ping, .pong([2]), .message(.text("ab")), .message(.data(Data([3])))])
  }

  @Test func fragmentsOutOfOrderFail() {
    let failure = Event.failed(.protocolViolation(.fragmentation))
    expectEqual(events(Frame.bytes(0, [1])), [failure])
    expectEqual(events(Frame.bytes(0, [1], isFinal: false)), [failure])
    expectEqual(events(Frame.text("a", isFinal: false) + Frame.text("b")), [failure])
    expectEqual(events(Frame.bytes(2, isFinal: false) + Frame.bytes(0) + Frame.bytes(0)).last, failure)
  }

  @Test func emptyMessagesAndFragmentsAreMessages() {
    expectEqual(events(Frame.text("") + Frame.bytes(2)), [.message(.text("")), .message(.data(Data()))])
    expectEqual(
      events(Frame.bytes(1, isFinal: false) + Frame.bytes(0, isFinal: false) + Frame.bytes(0)),
      [
        .message(.text(""))
      ])
  }

  @Test func everySplitOfASequenceGivesTheSameEvents() {
    let long = Frame.bytes(2, (0..<200).map { UInt8($0) })
    let bytes =
      Frame.text("hé", isFinal: false) + Frame.bytes(9, [1, 2]) + Frame.bytes(0, Array("€😀".utf8)) + long
      + Frame.close(1000, "bye")
    let expected = events(bytes)
    expectEqual(expected.count, 4)
    var failures: [String] = []
    for first in 0...bytes.count {
      for second in first...min(bytes.count, first + 9) {
        var endpoint = WebSocketEndpoint(role: .client, keys: ZeroKeys())
        if endpoint.receive(bytes, splitAt: [first, second]) != expected {
          failures.append("\(first) \(second)")
        }
      }
    }
    var endpoint = WebSocketEndpoint(role: .client)
    expectEqual(endpoint.receive(bytes, splitAt: Array(1..<bytes.count)), expected)
    expectTrue(failures.isEmpty)
  }

  @Test func everySplitOfAMaskedMessageGivesTheSameText() {
    let bytes = Frame.bytes(1, Array("Grüße an die ganze Welt".utf8), key: [9, 250, 33, 61])
    var failures: [Int] = []
    for split in 0...bytes.count {
      var endpoint = WebSocketEndpoint(role: .server)
      let events = endpoint.receive(bytes, splitAt: [split])
      if events != [.message(.text("Grüße an die ganze Welt"))] { failures.append(split) }
    }
    expectTrue(failures.isEmpty)
  }
}
