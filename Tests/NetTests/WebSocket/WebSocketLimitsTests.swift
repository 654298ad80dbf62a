import Foundation
import TestSupport
import Testing

@testable import Net

/// Large messages and many pings, with the default limits.
@Suite struct WebSocketLimitsTests {
  private static let limit = 16 << 20

  /// Passes a frame in parts of this size, and returns the events.
  private func events(
    of bytes: [UInt8], inPartsOf size: Int, _ endpoint: inout WebSocketEndpoint
  ) -> [WebSocketEndpoint.Event] {
    var events: [WebSocketEndpoint.Event] = []
    unsafe bytes.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = min(start + size, bytes.count)
        var offset = 0
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        while let event = unsafe endpoint.next(part, &offset) { events.append(event) }
        start = end
      }
    }
    return events
  }

  @Test(.heavy, arguments: [1, 2] as [UInt8], [16 << 20, 262_144, 100_000])
  func aMessageOfJustTheLimitIsRead(opcode: UInt8, part: Int) {
    let payload = [UInt8](repeating: 0x61, count: Self.limit)
    var endpoint = WebSocketEndpoint(role: .client)
    let events = events(of: Frame.bytes(opcode, payload), inPartsOf: part, &endpoint)
    switch events.first {
    case .message(.text(let text)): #expect(opcode == 1 && text.utf8.count == Self.limit)
    case .message(.data(let data)): #expect(opcode == 2 && data.count == Self.limit)
    default: Issue.record("\(events.count) events")
    }
    expectEqual(events.count, 1)
  }

  @Test(.heavy, arguments: [64, 4096, 65_536, 4 << 20])
  func aMessageOfJustTheLimitIsReadInFragments(size: Int) {
    let payload = [UInt8](repeating: 0x61, count: size)
    let middle = Frame.bytes(0, payload, isFinal: false)
    var endpoint = WebSocketEndpoint(role: .client)
    var events = endpoint.receive(Frame.bytes(1, payload, isFinal: false))
    for _ in 2..<Self.limit / size { events += endpoint.receive(middle) }
    expectTrue(events.isEmpty)
    events = endpoint.receive(Frame.bytes(0, payload))
    guard case .message(.text(let text))? = events.first else {
      Issue.record("\(events)")
      return
    }
    expectEqual(text.utf8.count, Self.limit)
  }

  @Test func aMessageOneByteOverTheLimitFailsAtItsHeader() {
    var whole = WebSocketEndpoint(role: .client)
    expectEqual(
      whole.receive(hex("82 7f 00 00 00 00 01 00 00 01")), [.failed(.frameTooLarge(limit: Self.limit))])
    var fragments = WebSocketEndpoint(role: .client)
    _ = fragments.receive(Frame.bytes(2, [UInt8](repeating: 0, count: 1 << 20), isFinal: false))
    expectEqual(
      fragments.receive(hex("80 7f 00 00 00 00 00 f0 00 01")),
      [
        .failed(.messageTooLarge(limit: Self.limit))
      ])
  }

  @Test(.heavy) func aMessageArrivesByteByByte() {
    let text = String(repeating: "κόσμε 😀 ", count: 10_000)
    var endpoint = WebSocketEndpoint(role: .client)
    let events = events(of: Frame.text(text), inPartsOf: 1, &endpoint)
    expectEqual(events, [.message(.text(text))])
  }

  @Test func manyPingsInOneReadAreAnsweredInOrder() {
    var endpoint = WebSocketEndpoint(role: .client, keys: ZeroKeys())
    let payloads = (0..<1000).map { Array("payload \($0)".utf8) }
    let events = endpoint.receive(payloads.flatMap { Frame.bytes(9, $0) })
    expectEqual(events, [WebSocketEndpoint.Event](repeating: .ping, count: payloads.count))
    expectEqual(endpoint.takeOutput(), payloads.flatMap { Frame.bytes(10, $0, key: [0, 0, 0, 0]) })
  }

  @Test func pingsByteByByteAreAnsweredInOrder() {
    var endpoint = WebSocketEndpoint(role: .client, keys: ZeroKeys())
    let payloads = (0..<10).map { Array("payload \($0)".utf8) }
    let events = events(of: payloads.flatMap { Frame.bytes(9, $0) }, inPartsOf: 1, &endpoint)
    expectEqual(events.count, 10)
    expectEqual(endpoint.takeOutput(), payloads.flatMap { Frame.bytes(10, $0, key: [0, 0, 0, 0]) })
  }

  @Test func anUnsolicitedPongIsReportedAndNotAnswered() {
    var endpoint = WebSocketEndpoint(role: .client)
    expectEqual(endpoint.receive(Frame.bytes(10, [1, 2])), [.pong([1, 2])])
    expectTrue(endpoint.takeOutput().isEmpty)
  }

  // MARK: - Fast failure

  /// Invalid text fails before its frame or message is complete, wherever the parts end.
  @Test(arguments: [
    "f4 90 80 80", "ed a0 80", "c0 af", "e0 80 af", "f0 80 80 af", "f8 88 80 80 80", "fe", "ff", "80",
    "f5 80 80 80", "e2 28 a1",
  ])
  func invalidTextFailsBeforeItsEnd(invalid: String) {
    let start = Array("κόσμε".utf8)
    let bytes = start + hex(invalid)
    let position = bytes.indices.first { !UTF8Checker.accepts(bytes[...$0]) } ?? bytes.count
    let frame = Frame.bytes(1, bytes + [UInt8](repeating: 0x61, count: 100), isFinal: false)
    var whole = WebSocketEndpoint(role: .client)
    #expect(whole.receive(Array(frame[..<(2 + position)])).isEmpty)
    expectEqual(whole.receive([frame[2 + position]]), [.failed(.invalidText)])
    var fragments = WebSocketEndpoint(role: .client, keys: ZeroKeys())
    var events: [WebSocketEndpoint.Event] = []
    var count = 0
    for byte in bytes where events.isEmpty {
      events = fragments.receive(Frame.bytes(count == 0 ? 1 : 0, [byte], isFinal: false))
      count += 1
    }
    expectEqual(events, [.failed(.invalidText)])
    expectEqual(count, position + 1)
    expectEqual(fragments.takeOutput(), hex("88 82 00 00 00 00 03 ef"))
  }

  @Test func controlFramesOfEachKindAreReadBetweenFragmentsOfText() {
    var endpoint = WebSocketEndpoint(role: .client, keys: ZeroKeys())
    let bytes = Array("κόσμε".utf8)
    var frames = Frame.bytes(1, [bytes[0]], isFinal: false) + Frame.bytes(9, [7])
    for byte in bytes.dropFirst() {
      frames += Frame.bytes(0, [byte], isFinal: false) + Frame.bytes(9, [byte]) + Frame.bytes(10)
    }
    frames += Frame.bytes(0)
    let events = endpoint.receive(frames)
    expectEqual(events.last, .message(.text("κόσμε")))
    expectEqual(events.count, 2 * bytes.count)
  }
}

extension UTF8Checker {
  /// Returns whether the bytes can be the start of valid text.
  fileprivate static func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    var checker = UTF8Checker()
    return unsafe bytes.withUnsafeBytes { unsafe checker.accept($0) }
  }
}
