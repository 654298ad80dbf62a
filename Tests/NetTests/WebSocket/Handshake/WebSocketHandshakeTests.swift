import Foundation
import TestSupport
import Testing

@testable import Net

/// RFC 6455 section 4, with the example of section 1.3.
@Suite struct WebSocketHandshakeTests {
  typealias Fields = WebSocketHandshake.ResponseFields

  private let handshake = WebSocketHandshake(subprotocols: ["chat", "superchat"], offersCompression: true)

  private func response(_ change: (inout HTTPHeaders) -> Void = { _ in }, status: Int = 101) -> Fields {
    var headers: HTTPHeaders = [
      "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Accept": WebSocketHandshake.acceptance(of: handshake.key),
    ]
    change(&headers)
    return Fields(status: status, headers: headers)
  }

  @Test func theAcceptanceIsThatOfSection1_3() {
    expectEqual(WebSocketHandshake.acceptance(of: "dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test func theHandshakeFieldsReplaceThoseOfTheCaller() {
    var headers: HTTPHeaders = ["X": "1", "upgrade": "h2c", "Sec-WebSocket-Key": "mine"]
    handshake.add(to: &headers)
    expectEqual(
      headers,
      [
        "X": "1", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": handshake.key,
        "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "chat, superchat",
        "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits",
      ])
  }

  @Test func noFieldOfTheHandshakeIsTheCallers() {
    let names = [
      "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Protocol",
      "Sec-WebSocket-Extensions",
    ]
    var headers = HTTPHeaders(names.map { HTTPField(name: $0, value: "mine") })
    WebSocketHandshake().add(to: &headers)
    expectEqual(headers.map(\.name), Array(names.prefix(4)))
    #expect(!headers.contains { $0.value == "mine" })
  }

  @Test func theKeyIs16RandomBytes() {
    let keys = Set((0..<50).map { _ in WebSocketHandshake().key })
    expectEqual(keys.count, 50)
    #expect(keys.allSatisfy { Data(base64Encoded: $0)?.count == 16 })
  }

  /// `String` takes U+212A for a K.
  @Test func theResponseIsComparedByItsBytes() throws {
    let handshake = try #require(
      (0..<1_000).lazy.map { _ in WebSocketHandshake(subprotocols: ["K"]) }
        .first { WebSocketHandshake.acceptance(of: $0.key).contains("K") })
    let acceptance = WebSocketHandshake.acceptance(of: handshake.key)
    let headers: HTTPHeaders = [
      "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": acceptance,
      "Sec-WebSocket-Protocol": "K",
    ]
    var (otherAcceptance, otherSubprotocol) = (headers, headers)
    otherAcceptance["Sec-WebSocket-Accept"] = acceptance.replacing("K", with: "\u{212A}")
    otherSubprotocol["Sec-WebSocket-Protocol"] = "\u{212A}"
    expectEqual(try handshake.check(Fields(status: 101, headers: headers)).subprotocol, "K")
    #expect(throws: WebSocketError.handshake(.field("Sec-WebSocket-Accept"))) {
      try handshake.check(Fields(status: 101, headers: otherAcceptance))
    }
    #expect(throws: WebSocketError.handshake(.subprotocol("\u{212A}"))) {
      try handshake.check(Fields(status: 101, headers: otherSubprotocol))
    }
  }

  /// An equals sign with a combining mark is another `Character`.
  @Test func aParameterWithoutAValueHasNoneOfACombiningMark() {
    let text = "permessage-deflate; server_no_context_takeover=\u{301}"
    #expect(throws: WebSocketError.handshake(.extension(text))) {
      try handshake.check(response { $0["Sec-WebSocket-Extensions"] = text })
    }
  }

  @Test func tokensOfTheResponseAreComparedIgnoringCase() throws {
    let agreement = try handshake.check(
      response {
        $0["Upgrade"] = "WebSocket"
        $0["Connection"] = "keep-alive, UPGRADE"
        $0["Sec-WebSocket-Protocol"] = "superchat"
        $0["Sec-WebSocket-Extensions"] = "permessage-deflate; server_no_context_takeover"
      })
    expectEqual(agreement.subprotocol, "superchat")
    expectEqual(agreement.compression?.serverForgets, true)
    expectEqual(try handshake.check(response()), WebSocketHandshake.Agreement())
  }

  @Test(arguments: ["Upgrade", "Connection", "Sec-WebSocket-Accept"])
  func aResponseWithoutOrWithAnotherFieldFails(name: String) {
    for value in [nil, "x", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="] {
      #expect(throws: WebSocketError.handshake(.field(name))) {
        try handshake.check(response { $0[name] = value })
      }
    }
  }

  @Test func anAdditionalUpgradeToAnotherProtocolFails() {
    #expect(throws: WebSocketError.handshake(.field("Upgrade"))) {
      try handshake.check(response { $0.add(name: "Upgrade", value: "h2c") })
    }
  }

  @Test func anotherStatusFails() {
    #expect(throws: WebSocketError.handshake(.status(200))) { try handshake.check(response(status: 200)) }
  }

  @Test func aSubprotocolThatWasNotRequestedFails() {
    for value in ["other", "Chat", "chat, superchat"] {
      #expect(throws: WebSocketError.handshake(.subprotocol(value))) {
        try handshake.check(response { $0["Sec-WebSocket-Protocol"] = value })
      }
    }
  }

  @Test func aServerAcceptsAClient() throws {
    var headers = HTTPHeaders()
    handshake.add(to: &headers)
    #expect(WebSocketAcceptance.isRequested(method: "GET", headers: headers))
    let acceptance = try WebSocketAcceptance(headers, subprotocols: ["superchat"], compresses: true)
    let agreement = try handshake.check(Fields(status: 101, headers: acceptance.headers))
    expectEqual(agreement, acceptance.agreement)
    expectEqual(agreement.subprotocol, "superchat")
    expectEqual(agreement.compression, WebSocketCompression())
  }

  /// RFC 6455 section 4.2.1: the version is 13, and the key is 16 bytes in base64.
  @Test(arguments: [
    ("Sec-WebSocket-Version", "8"), ("Sec-WebSocket-Version", "14"), ("Sec-WebSocket-Version", nil),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZQ=="), ("Sec-WebSocket-Key", nil),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZTE2"), ("Sec-WebSocket-Key", "%GhlIHNhbXBsZSBub25jZQ=="),
  ])
  func aServerRefusesAnotherVersionOrKey(name: String, value: String?) {
    var headers = HTTPHeaders()
    handshake.add(to: &headers)
    headers[name] = value
    expectRefusal(of: name, headers)
  }

  /// RFC 6455 sections 11.3.1 and 11.3.5: both occur once.
  @Test(arguments: ["Sec-WebSocket-Version", "Sec-WebSocket-Key"])
  func aServerRefusesARepeatedVersionOrKey(name: String) throws {
    var headers = HTTPHeaders()
    handshake.add(to: &headers)
    headers.add(name: name, value: try #require(headers[name]))
    expectRefusal(of: name, headers)
  }

  /// RFC 6455 section 4.1: different tokens, and at least one.
  @Test(arguments: ["", ",", "a b", "a;b", "\"a\"", "chat, \u{e9}", "chat, chat"])
  func aServerRefusesMalformedSubprotocols(list: String) {
    var headers = HTTPHeaders()
    handshake.add(to: &headers)
    headers["Sec-WebSocket-Protocol"] = list
    expectRefusal(of: "Sec-WebSocket-Protocol", headers)
  }

  /// RFC 6455 section 9.1: the value of a quoted parameter is a token, too.
  @Test(arguments: [
    "", ",", ";", "a b", "\"a\"", "a;", "a; ;b", "a; =b", "a; b=", "a; b c", "a; b=\"c", "a; b=\"c d\"",
    "a; b=\"\"", "a; b=\"c\"d", "permessage-deflate, a/b", "permessage-deflate; client_max_window_bits=",
  ])
  func aServerRefusesMalformedExtensions(list: String) {
    var headers = HTTPHeaders()
    handshake.add(to: &headers)
    headers["Sec-WebSocket-Extensions"] = list
    for compresses in [false, true] {
      expectRefusal(of: "Sec-WebSocket-Extensions", headers, compresses: compresses)
    }
  }

  /// RFC 7692 section 5.1: an offer with a parameter that is unknown or invalid is declined.
  @Test(arguments: [
    "x", "x; y=\"z\"", "permessage-deflate; x", ", permessage-deflate; server_max_window_bits=99 ,",
  ])
  func aServerAcceptsAClientWithoutItsUnknownExtensions(list: String) throws {
    var headers = HTTPHeaders()
    handshake.add(to: &headers)
    headers["Sec-WebSocket-Extensions"] = list
    expectNil(try WebSocketAcceptance(headers, compresses: true).agreement.compression)
  }

  private func expectRefusal(
    of field: String, _ headers: HTTPHeaders, compresses: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: WebSocketAcceptance.Flaw(field: field), sourceLocation: sourceLocation) {
      try WebSocketAcceptance(headers, subprotocols: ["chat"], compresses: compresses)
    }
  }
}
