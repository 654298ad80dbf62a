import Foundation
import TestSupport
import Testing

@testable import Net

/// RFC 6455 sections 5.5 and 7.
@Suite struct WebSocketEndpointTests {
  private func client(_ options: WebSocketOptions = WebSocketOptions()) -> WebSocketEndpoint {
    WebSocketEndpoint(role: .client, options: options, keys: ZeroKeys())
  }

  /// A frame of a client whose key masks nothing.
  private func masked(_ opcode: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    Frame.bytes(opcode, payload, key: [0, 0, 0, 0])
  }

  @Test func aPingIsAnsweredWithItsPayload() {
    var endpoint = client()
    expectEqual(endpoint.receive(Frame.bytes(9, [1, 2]) + Frame.bytes(9)), [.ping, .ping])
    expectEqual(endpoint.takeOutput(), masked(10, [1, 2]) + masked(10))
  }

  @Test func onlyTheLastPingIsAnsweredWhenTheOutputIsFull() throws {
    var options = WebSocketOptions()
    options.sendBufferSize = 10
    var endpoint = client(options)
    try endpoint.send(.data(Data(count: 20)))
    _ = endpoint.receive(Frame.bytes(9, [1]) + Frame.bytes(9, [2]))
    expectEqual(endpoint.takeOutput(), masked(2, [UInt8](repeating: 0, count: 20)))
    expectEqual(endpoint.takeOutput(), masked(10, [2]))
    expectTrue(endpoint.takeOutput().isEmpty)
  }

  @Test func answersToPingsMayBeTakenBeforeTheOtherOutput() throws {
    var endpoint = client()
    try endpoint.send(.data(Data([1])))
    _ = endpoint.receive(Frame.bytes(9, [2]))
    var (pongs, frames): ([UInt8], [UInt8]) = ([], [])
    endpoint.takePongs(into: &pongs)
    expectFalse(endpoint.hasPongs)
    endpoint.takeFrames(into: &frames)
    expectEqual(pongs, masked(10, [2]))
    expectEqual(frames, masked(2, [1]))
  }

  @Test func aMessageThatIsLongerThanAFragmentBecomesSeveralFrames() throws {
    for (count, sizes) in [(4, [4]), (5, [4, 1]), (8, [4, 4]), (0, [0])] {
      var endpoint = WebSocketEndpoint(role: .client, fragmentSize: 4, keys: ZeroKeys())
      try endpoint.send(.data(Data(repeating: 7, count: count)))
      let frames = sizes.indices.map { index in
        Frame.bytes(
          index == 0 ? 2 : 0, [UInt8](repeating: 7, count: sizes[index]), isFinal: index == sizes.count - 1,
          key: [0, 0, 0, 0])
      }
      expectEqual(endpoint.takeOutput(), frames.flatMap(\.self))
    }
  }

  @Test func aCloseFrameIsEchoedWithItsCode() {
    var endpoint = client()
    let closure = WebSocketClosure(code: .goingAway, reason: "bye")
    expectEqual(endpoint.receive(Frame.close(1001, "bye") + Frame.text("late")), [.closed(closure)])
    expectEqual(endpoint.takeOutput(), masked(8, [0x03, 0xe9]))
    expectTrue(endpoint.isClosed)
  }

  @Test func aCloseFrameWithoutACodeIsEchoedWithoutOne() {
    var endpoint = client()
    expectEqual(endpoint.receive(Frame.bytes(8)), [.closed(WebSocketClosure(code: .noStatus))])
    expectEqual(endpoint.takeOutput(), masked(8))
  }

  @Test func afterSendingACloseFrameMessagesAreDiscardedAndPongsAreReported() throws {
    var endpoint = client()
    try endpoint.close(WebSocketClosure(code: .normal, reason: "x"))
    expectEqual(endpoint.takeOutput(), masked(8, [0x03, 0xe8, 0x78]))
    let bytes = Frame.text("late") + Frame.bytes(9, [1]) + Frame.bytes(10, [5]) + Frame.close(1000)
    expectEqual(endpoint.receive(bytes), [.pong([5]), .closed(WebSocketClosure(code: .normal))])
    expectTrue(endpoint.takeOutput().isEmpty)
  }

  @Test func nothingIsSentAfterTheCloseFrame() throws {
    var endpoint = client()
    try endpoint.close(WebSocketClosure(code: .normal))
    _ = endpoint.takeOutput()
    #expect(throws: WebSocketError.notOpen) { try endpoint.send(.text("a")) }
    #expect(throws: WebSocketError.notOpen) { try endpoint.close(WebSocketClosure(code: .normal)) }
    endpoint.ping([1])
    expectTrue(endpoint.takeOutput().isEmpty)
  }

  @Test func anErrorIsReportedToThePeerOnce() {
    var endpoint = client()
    expectEqual(endpoint.receive(Frame.bytes(3)), [.failed(.protocolViolation(.opcode(3)))])
    expectEqual(endpoint.takeOutput(), masked(8, [0x03, 0xea]))
    #expect(endpoint.receive(Frame.text("late")).isEmpty)
    expectTrue(endpoint.takeOutput().isEmpty)
  }

  @Test(arguments: [
    1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
  ])
  func codesThatMayBeSentAreAccepted(code: Int) throws {
    var endpoint = client()
    let closure = WebSocketClosure(code: WebSocketCloseCode(rawValue: UInt16(code)))
    expectEqual(endpoint.receive(Frame.close(code)), [.closed(closure)])
    expectEqual(endpoint.takeOutput(), masked(8, [UInt8(code >> 8), UInt8(code & 0xff)]))
    var sender = client()
    try sender.close(closure)
  }

  @Test(arguments: [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535])
  func otherCodesFail(code: Int) {
    var endpoint = client()
    expectEqual(endpoint.receive(Frame.close(code)), [.failed(.protocolViolation(.closeCode(code)))])
    expectEqual(endpoint.takeOutput(), masked(8, [0x03, 0xea]))
    var sender = client()
    let closure = WebSocketClosure(code: WebSocketCloseCode(rawValue: UInt16(code)), reason: "a")
    #expect(throws: WebSocketError.invalidClosure) { try sender.close(closure) }
  }

  @Test(arguments: [WebSocketCloseCode.normal, .abnormal])
  func aSecondCloseFrameIsNotSentWhateverItsCode(code: WebSocketCloseCode) throws {
    var endpoint = client()
    try endpoint.close(WebSocketClosure(code: .normal))
    #expect(throws: WebSocketError.notOpen) { try endpoint.close(WebSocketClosure(code: code)) }
  }

  @Test func aCloseFrameOfOneByteFails() {
    var endpoint = client()
    expectEqual(endpoint.receive(Frame.bytes(8, [3])), [.failed(.protocolViolation(.closeCode(3)))])
  }

  @Test func aReasonMustBeTextOfAtMost123Bytes() throws {
    var endpoint = client()
    expectEqual(
      endpoint.receive(Frame.bytes(8, hex("03 e8 ce ba e1 bd b9 cf f4 90"))), [.failed(.invalidText)])
    expectEqual(endpoint.takeOutput(), masked(8, [0x03, 0xef]))
    var sender = client()
    let long = String(repeating: "a", count: 124)
    #expect(throws: WebSocketError.invalidClosure) {
      try sender.close(WebSocketClosure(code: .normal, reason: long))
    }
    try sender.close(WebSocketClosure(code: .normal, reason: String(long.dropLast())))
  }

  @Test func aFrameBeyondTheLimitFailsAtItsHeader() {
    var options = WebSocketOptions()
    options.maximumFrameSize = 100
    var endpoint = client(options)
    expectEqual(endpoint.receive(hex("82 65")), [.failed(.frameTooLarge(limit: 100))])
    expectEqual(endpoint.takeOutput(), masked(8, [0x03, 0xf1]))
  }

  @Test func aMessageBeyondTheLimitFailsAtTheHeaderOfItsFragment() {
    var options = WebSocketOptions()
    options.maximumMessageSize = 10
    var endpoint = client(options)
    #expect(endpoint.receive(Frame.bytes(2, [UInt8](repeating: 0, count: 6), isFinal: false)).isEmpty)
    expectEqual(endpoint.receive(hex("80 05")), [.failed(.messageTooLarge(limit: 10))])
    var exact = client(options)
    expectEqual(exact.receive(Frame.bytes(2, [UInt8](repeating: 0, count: 10))).count, 1)
  }

  @Test func aLengthOfAnExabyteTakesNoMemory() {
    var endpoint = client()
    expectEqual(
      endpoint.receive(hex("82 7f 0f ff ff ff ff ff ff ff")), [.failed(.frameTooLarge(limit: 16 << 20))])
  }

  @Test func aSecondEndpointReadsAllFrames() throws {
    var client = WebSocketEndpoint(role: .client)
    var server = WebSocketEndpoint(role: .server)
    let messages: [WebSocketMessage] = [
      .text(""), .text("Grüße"), .data(Data()),
      .data(Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0) })),
    ]
    for message in messages { try client.send(message) }
    try client.close(WebSocketClosure(code: .normal, reason: "end"))
    let events = server.receive(client.takeOutput())
    expectEqual(
      events, messages.map { .message($0) } + [.closed(WebSocketClosure(code: .normal, reason: "end"))])
    expectEqual(client.receive(server.takeOutput()), [.closed(WebSocketClosure(code: .normal))])
  }
}
