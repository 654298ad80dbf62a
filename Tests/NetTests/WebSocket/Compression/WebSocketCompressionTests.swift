import Foundation
import TestSupport
import Testing

@testable import Net

/// RFC 7692 section 7, with the examples of section 7.2.3.
@Suite struct WebSocketCompressionTests {
  private func events(_ frames: [[UInt8]], _ compression: WebSocketCompression = WebSocketCompression())
    -> [WebSocketEndpoint.Event]
  {
    var endpoint = WebSocketEndpoint(role: .client, compression: compression, keys: ZeroKeys())
    return frames.flatMap { endpoint.receive($0) }
  }

  private let hello = WebSocketEndpoint.Event.message(.text("Hello"))

  @Test func theExamplesOfSection7_2_3AreDecompressed() {
    expectEqual(events([hex("c1 07 f2 48 cd c9 c9 07 00")]), [hello])
    expectEqual(events([hex("41 03 f2 48 cd 80 04 c9 c9 07 00")]), [hello])
    expectEqual(events([hex("c1 07 f2 48 cd c9 c9 07 00"), hex("c1 05 f2 00 11 00 00")]), [hello, hello])
    expectEqual(events([hex("c1 0b 00 05 00 fa ff 48 65 6c 6c 6f 00")]), [hello])
    expectEqual(events([hex("c1 08 f3 48 cd c9 c9 07 00 00")]), [hello])
    expectEqual(events([hex("c1 0d f2 48 05 00 00 00 ff ff ca c9 c9 07 00")]), [hello])
  }

  @Test func withoutContextTakeoverAReferenceToTheLastMessageFails() {
    var compression = WebSocketCompression()
    compression.serverForgets = true
    let frames = [hex("c1 07 f2 48 cd c9 c9 07 00"), hex("c1 05 f2 00 11 00 00")]
    expectEqual(events(frames, compression), [hello, .failed(.invalidCompression)])
  }

  @Test func messagesThatAreNotCompressedMayBeMixedIn() {
    let frames = [hex("c1 07 f2 48 cd c9 c9 07 00"), Frame.text("a"), hex("c1 05 f2 00 11 00 00")]
    expectEqual(events(frames), [hello, .message(.text("a")), hello])
  }

  @Test func aCompressedContinuationOrControlFrameFails() {
    let failure = WebSocketEndpoint.Event.failed(.protocolViolation(.reservedBits))
    expectEqual(events([hex("41 03 f2 48 cd c0 04 c9 c9 07 00")]), [failure])
    expectEqual(events([hex("c9 00")]), [failure])
  }

  @Test func invalidDataFails() {
    expectEqual(events([hex("c1 02 ff ff")]), [.failed(.invalidCompression)])
  }

  @Test func compressedTextMustBeUTF8() throws {
    let deflation = WebSocketDeflation(window: 15, forgets: true)
    let bytes = [UInt8](repeating: 0xff, count: 200)
    let compressed = try #require(unsafe bytes.withUnsafeBytes { unsafe deflation.compress($0) })
    expectEqual(events([Frame.bytes(1, compressed, reserved: 4)]), [.failed(.invalidText)])
  }

  @Test func aBombFailsAtTheLimit() throws {
    let deflation = WebSocketDeflation(window: 15, forgets: true)
    let zeros = [UInt8](repeating: 0, count: 2 << 20)
    let compressed = try #require(unsafe zeros.withUnsafeBytes { unsafe deflation.compress($0) })
    #expect(compressed.count < 4000)
    var options = WebSocketOptions()
    options.maximumMessageSize = 1 << 20
    var endpoint = WebSocketEndpoint(role: .client, options: options, compression: WebSocketCompression())
    expectEqual(
      endpoint.receive(Frame.bytes(2, compressed, reserved: 4)), [.failed(.messageTooLarge(limit: 1 << 20))])
  }

  @Test(arguments: [(15, false), (15, true), (9, false), (9, true)])
  func longMessagesAreReadByASecondEndpoint(window: Int, forgets: Bool) throws {
    var compression = WebSocketCompression()
    (compression.clientWindow, compression.clientForgets) = (window, forgets)
    (compression.serverWindow, compression.serverForgets) = (window, forgets)
    var client = WebSocketEndpoint(role: .client, compression: compression)
    var server = WebSocketEndpoint(role: .server, compression: compression)
    let text = (0..<5000).map { "\($0 % 97) bottles, " }.joined()
    for _ in 0..<3 {
      try client.send(.text(text))
      let bytes = client.takeOutput()
      #expect(bytes.count < text.utf8.count / 2)
      expectEqual(server.receive(bytes), [.message(.text(text))])
      try server.send(.data(Data(text.utf8)))
      expectEqual(client.receive(server.takeOutput()), [.message(.data(Data(text.utf8)))])
    }
  }

  @Test func shortMessagesAreNotCompressed() throws {
    var client = WebSocketEndpoint(role: .client, compression: WebSocketCompression(), keys: ZeroKeys())
    try client.send(.text(String(repeating: "a", count: WebSocketDeflation.minimumSize - 1)))
    expectEqual(client.takeOutput()[0], 0x81)
    try client.send(.text(String(repeating: "a", count: WebSocketDeflation.minimumSize)))
    expectEqual(client.takeOutput()[0], 0xc1)
  }

  @Test(arguments: [
    "permessage-deflate", "permessage-deflate; server_no_context_takeover",
    " Permessage-Deflate ; client_max_window_bits=9",
    "permessage-deflate; server_max_window_bits=8", "permessage-deflate; client_max_window_bits=\"15\"",
    "permessage-deflate;client_no_context_takeover;server_max_window_bits=10;client_max_window_bits=12",
  ])
  func responsesAreAccepted(text: String) throws {
    expectNotNil(try WebSocketCompression.accepted(text, isOffered: true))
  }

  @Test(arguments: [
    "permessage-foo", "permessage-deflate, permessage-deflate", "permessage-deflate; x=1",
    "permessage-deflate; server_max_window_bits", "permessage-deflate; server_max_window_bits=7",
    "permessage-deflate; server_max_window_bits=16", "permessage-deflate; server_max_window_bits=010",
    "permessage-deflate; client_max_window_bits", "permessage-deflate; client_max_window_bits=8",
    "permessage-deflate; server_max_window_bits=\"15",
    "permessage-deflate; server_no_context_takeover=1",
    "permessage-deflate; client_no_context_takeover=1",
    "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
  ])
  func otherResponsesFail(text: String) {
    #expect(throws: WebSocketError.handshake(.extension(text))) {
      try WebSocketCompression.accepted(text, isOffered: true)
    }
  }

  @Test func anExtensionThatWasNotOfferedFails() {
    #expect(throws: WebSocketError.handshake(.extension("permessage-deflate"))) {
      try WebSocketCompression.accepted("permessage-deflate", isOffered: false)
    }
  }

  @Test func aServerChoosesTheFirstOfferThatItSupports() throws {
    let offers = [
      "x", "permessage-deflate; server_max_window_bits=8",
      "permessage-deflate; server_max_window_bits=10; client_max_window_bits", "permessage-deflate",
    ]
    let (compression, response) = try #require(WebSocketCompression.chosen(from: offers))
    expectEqual(compression.serverWindow, 10)
    expectEqual(response, "permessage-deflate; server_max_window_bits=10")
    expectNil(WebSocketCompression.chosen(from: ["x"]))
    expectNil(WebSocketCompression.chosen(from: []))
  }

  /// The response to an offer with a window of the server has one, too (RFC 7692 section 7.1.2.1).
  @Test(arguments: [
    "permessage-deflate; server_max_window_bits=15",
    "permessage-deflate; server_no_context_takeover; Server_Max_Window_Bits = \"15\"",
  ])
  func anOfferOfTheWholeWindowIsAcceptedWithIt(offer: String) throws {
    let (compression, response) = try #require(WebSocketCompression.chosen(from: [offer]))
    expectEqual(compression.serverWindow, 15)
    expectTrue(response.hasSuffix("; server_max_window_bits=15"))
  }
}
