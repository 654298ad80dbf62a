import Foundation
import TestSupport
import Testing

@testable import Net

/// Compressed messages of many sizes, in fragments, with every combination of parameters that a server may choose.
@Suite struct WebSocketCompressedFragmentsTests {
  private static let choices: [String] = {
    let flags = ["", "; server_no_context_takeover"].flatMap { server in
      ["", "; client_no_context_takeover"].map { server + $0 }
    }
    let windows = ["", "=8", "=9", "=15"].flatMap { server in
      ["", "=9", "=15"].map { client in
        (server.isEmpty ? "" : "; server_max_window_bits\(server)")
          + (client.isEmpty ? "" : "; client_max_window_bits\(client)")
      }
    }
    return flags.flatMap { flags in windows.map { "permessage-deflate" + flags + $0 } }
  }()

  /// Text like that of a JSON log, which differs from message to message.
  private static func text(_ count: Int, seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    var text = ""
    while text.utf8.count < count {
      text += "{\"number\": \(random.next() % 1000), \"name\": \"Gr\u{fc}\u{df}e\"},"
    }
    return String(decoding: text.utf8.prefix(count).filter { $0 < 0x80 }, as: UTF8.self)
  }

  @Test(.heavy, arguments: choices) func messagesOfAllSizesAreReadAndWritten(choice: String) throws {
    let accepted = try WebSocketCompression.accepted(choice, isOffered: true)
    let compression = try #require(accepted)
    var client = WebSocketEndpoint(role: .client, compression: compression, fragmentSize: 1_000)
    var server = WebSocketEndpoint(role: .server, compression: compression)
    // zlib has no window of 8 bits, and one of 9 bits for a server that limits itself to 8 would be wrong.
    let deflation = WebSocketDeflation(
      window: max(9, compression.serverWindow), forgets: compression.serverForgets)
    var failures: [Int] = []
    for (number, size) in [0, 16, 64, 256, 1024, 4096, 16_384, 65_536, 131_072].enumerated() {
      let text = Self.text(size, seed: UInt64(number))
      try client.send(.text(text))
      if server.receive(client.takeOutput()) != [.message(.text(text))] { failures.append(size) }
      guard compression.serverWindow > 8, size >= WebSocketDeflation.minimumSize else { continue }
      let bytes = Array(text.utf8)
      let payload = try #require(unsafe bytes.withUnsafeBytes { unsafe deflation.compress($0) })
      let fragments = stride(from: 0, to: payload.count, by: 256).map { start in
        let end = min(start + 256, payload.count)
        return Frame.bytes(
          start == 0 ? 1 : 0, Array(payload[start..<end]), isFinal: end == payload.count,
          reserved: start == 0 ? 4 : 0)
      }
      if client.receive(fragments.flatMap(\.self)) != [.message(.text(text))] { failures.append(size) }
    }
    expectTrue(failures.isEmpty)
  }

  @Test(arguments: [1, 2, 5, 20, 100]) func aCompressedMessageThatLacksBytesFails(missing: Int) throws {
    let bytes = Array(Self.text(1_000, seed: 1).utf8)
    let deflation = WebSocketDeflation(window: 15, forgets: false)
    let payload = try #require(unsafe bytes.withUnsafeBytes { unsafe deflation.compress($0) })
    var client = WebSocketEndpoint(role: .client, compression: WebSocketCompression())
    let frame = Frame.bytes(2, Array(payload.dropLast(missing)), reserved: 4)
    expectEqual(client.receive(frame), [.failed(.invalidCompression)])
  }

  /// A violation is reported at the first byte that shows it, whatever parts the bytes arrive in.
  @Test(arguments: [1, 3, .max]) func invalidTextBeforeDamagedDataIsReported(size: Int) {
    // A stored block with the byte FF, and one of the reserved type 3 (RFC 1951 sections 3.2.3 and 3.2.4).
    let payload: [UInt8] = [0x00, 0x01, 0x00, 0xfe, 0xff, 0xff, 0x07]
    expectEqual(Self.events(payload, inPartsOf: size), [.failed(.invalidText)])
  }

  @Test(arguments: [1, 3, .max]) func invalidTextBeforeTheLimitIsReported(size: Int) throws {
    let bytes = [0xff] + Array(Self.text(1_000, seed: 1).utf8)
    let deflation = WebSocketDeflation(window: 15, forgets: false)
    let payload = try #require(unsafe bytes.withUnsafeBytes { unsafe deflation.compress($0) })
    expectEqual(Self.events(payload, inPartsOf: size, limit: 100), [.failed(.invalidText)])
  }

  @Test(arguments: [1, 3, .max]) func theLimitIsReportedBeforeInvalidTextAfterIt(size: Int) throws {
    let text = Array(Self.text(1_000, seed: 1).utf8)
    let deflation = WebSocketDeflation(window: 15, forgets: false)
    let payload = try #require(unsafe (text + [0xff]).withUnsafeBytes { unsafe deflation.compress($0) })
    let events = Self.events(payload, inPartsOf: size, limit: text.count)
    expectEqual(events, [.failed(.messageTooLarge(limit: text.count))])
  }

  /// The events of a client that receives a compressed text in parts of at most this many bytes.
  private static func events(
    _ payload: [UInt8], inPartsOf size: Int, limit: Int = 1 << 20
  ) -> [WebSocketEndpoint.Event] {
    var options = WebSocketOptions()
    options.maximumMessageSize = limit
    var client = WebSocketEndpoint(role: .client, options: options, compression: WebSocketCompression())
    let frame = Frame.bytes(1, payload, reserved: 4)
    return client.receive(frame, splitAt: Array(stride(from: size, to: frame.count, by: size)))
  }

  @Test(arguments: [[], [0x00]]) func anEmptyCompressedMessageDoesNotSpoilTheNextOne(payload: [UInt8]) throws
  {
    let bytes = Array(Self.text(1_000, seed: 1).utf8)
    let deflation = WebSocketDeflation(window: 15, forgets: false)
    var client = WebSocketEndpoint(role: .client, compression: WebSocketCompression())
    for _ in 0..<2 {
      let next = try #require(unsafe bytes.withUnsafeBytes { unsafe deflation.compress($0) })
      let frames = Frame.bytes(2, payload, reserved: 4) + Frame.bytes(2, next, reserved: 4)
      expectEqual(client.receive(frames), [.message(.data(Data())), .message(.data(Data(bytes)))])
    }
  }

  @Test func compressedTextThatIsNotUTF8FailsBeforeTheMessageEnds() throws {
    var bytes = [UInt8](repeating: 0x61, count: 100_000)
    bytes[50_000] = 0xff
    let deflation = WebSocketDeflation(window: 15, forgets: true)
    let payload = try #require(unsafe bytes.withUnsafeBytes { unsafe deflation.compress($0) })
    var endpoint = WebSocketEndpoint(role: .client, compression: WebSocketCompression())
    let frame = Frame.bytes(1, payload, isFinal: false, reserved: 4)
    expectEqual(endpoint.receive(frame), [.failed(.invalidText)])
  }

  @Test func aCompressedMessageMayBeEmptyOrEndInAnEmptyFragment() {
    var endpoint = WebSocketEndpoint(role: .client, compression: WebSocketCompression())
    expectEqual(endpoint.receive(hex("c1 01 00")), [.message(.text(""))])
    expectEqual(
      endpoint.receive(hex("41 07 f2 48 cd c9 c9 07 00") + Frame.bytes(9) + hex("80 00")),
      [
        .ping, .message(.text("Hello")),
      ])
  }

  /// A compressed message with an invalid block after bytes that can be decompressed.
  private static func broken(_ text: String) throws -> [UInt8] {
    let deflation = WebSocketDeflation(window: 15, forgets: false)
    let payload = try #require(unsafe Array(text.utf8).withUnsafeBytes { unsafe deflation.compress($0) })
    return payload + [0x00, 0x00, 0xff, 0xff, 0x07]
  }

  @Test(arguments: [200, 16_384, 16_385, 40_000])
  func invalidDataFailsInTheFragmentThatEndsWithIt(count: Int) throws {
    var client = WebSocketEndpoint(role: .client, compression: WebSocketCompression())
    let frame = Frame.bytes(2, try Self.broken(Self.text(count, seed: 1)), isFinal: false, reserved: 4)
    expectEqual(client.receive(frame), [.failed(.invalidCompression)])
  }

  @Test func invalidDataFailsWhereverItsBytesAreCut() throws {
    let frame = Frame.bytes(2, try Self.broken(Self.text(300, seed: 1)), isFinal: false, reserved: 4)
    let failures = frame.indices.filter { cut in
      var client = WebSocketEndpoint(role: .client, compression: WebSocketCompression())
      let events = client.receive(Array(frame[..<cut])) + client.receive(Array(frame[cut...]))
      return events != [.failed(.invalidCompression)]
    }
    expectTrue(failures.isEmpty)
  }
}
