import Foundation
import TestSupport
import Testing

@testable import Net

/// Texts with an é as one code point or two are equal as `String`, but not on the wire.
@Suite struct CodePointsTests {
  private static let one = "caf\u{E9}"
  private static let two = "cafe\u{301}"

  private static func pairs<Value>(_ make: (String) -> Value) -> (Value, Value, Value) {
    (make(one), make(two), make(String(decoding: Array(one.utf8), as: UTF8.self)))
  }

  private static func areDistinct<Value: Hashable>(_ make: (String) -> Value) -> Bool {
    let (one, two, same) = pairs(make)
    return one != two && Set([one, two, same]).count == 2
  }

  @Test func messagesOfAWebSocketAreEqualIfTheirBytesAre() {
    #expect(Self.areDistinct { WebSocketMessage.text($0) })
    expectNotEqual(WebSocketMessage.text("a"), .data(Data("a".utf8)))
  }

  @Test func closuresOfAWebSocketAreEqualIfTheirBytesAre() {
    #expect(Self.areDistinct { WebSocketClosure(code: .normal, reason: $0) })
    expectNotEqual(WebSocketClosure(code: .normal), WebSocketClosure(code: .goingAway))
  }

  @Test func eventsAreEqualIfTheirBytesAre() {
    #expect(Self.areDistinct { ServerSentEvent($0) })
    #expect(Self.areDistinct { ServerSentEvent(event: $0) })
    #expect(Self.areDistinct { ServerSentEvent(id: $0) })
    #expect(Self.areDistinct { ServerSentEvent(comment: $0) })
    expectNotEqual(ServerSentEvent(id: "a"), ServerSentEvent(event: "a"))
    expectNotEqual(ServerSentEvent(retry: .seconds(1)), ServerSentEvent(retry: .seconds(2)))
  }

  @Test func cookiesAreEqualIfTheirBytesAre() {
    let time = Date(timeIntervalSince1970: 0)
    #expect(Self.areDistinct { Cookie(name: $0, value: "1", domain: "a.test", created: time) })
    #expect(Self.areDistinct { Cookie(name: "a", value: $0, domain: "a.test", created: time) })
    #expect(
      Self.areDistinct { Cookie(name: "a", value: "1", domain: "a.test", path: "/\($0)", created: time) })
    let cookie = Cookie(name: "a", value: "1", domain: "a.test", created: time)
    let changes: [(inout Cookie) -> Void] = [
      { $0.domain = "b.test" }, { $0.isHostOnly = false }, { $0.isSecure = true }, { $0.isHTTPOnly = true },
      { $0.sameSite = .lax }, { $0.expires = time }, { $0.created = .distantPast },
      { $0.lastAccess = .distantPast },
    ]
    for change in changes {
      var other = cookie
      change(&other)
      expectNotEqual(cookie, other)
    }
  }

  @Test func linksAreEqualIfTheirBytesAre() {
    #expect(Self.areDistinct { Link(target: $0, relations: []) })
    #expect(Self.areDistinct { Link(target: "", relations: [$0]) })
    #expect(Self.areDistinct { Link(target: "", relations: [], parameters: ["title": $0]) })
    expectNotEqual(Link(target: "a", relations: []), Link(target: "", relations: ["a"]))
    expectNotEqual(
      Link(target: "", url: URL(string: "http://a.test/"), relations: []), Link(target: "", relations: []))
    expectEqual(
      Link(target: "", relations: [], parameters: ["a": "1", "b": "2"]),
      Link(target: "", relations: [], parameters: ["b": "2", "a": "1"]))
  }

  @Test func templatesAreEqualIfTheyExpandToTheSameURL() throws {
    let (one, two, same) = try (URITemplate(Self.one), URITemplate(Self.two), URITemplate(Self.one))
    expectNotEqual(one, two)
    expectEqual(Set([one, two, same]).count, 2)
  }

  @Test func locationsThatDifferOnTheWireAreNotFollowed() throws {
    let url = try #require(URL(string: "http://a.test/"))
    let head = ResponseHead(
      status: 302,
      headers: [
        HTTPField(name: "Location", value: "/\(Self.one)"),
        HTTPField(name: "Location", value: "/\(Self.two)"),
      ])
    guard
      case .fail(.location) = RedirectPolicy().verdict(on: head, to: TransportRequest(url: url), redirects: 0)
    else {
      return #expect(Bool(false), "the redirect is followed")
    }
  }

  /// Both keys are members of a form, in the order of their bytes.
  @Test func keysOfAFormAreSortedByTheirBytes() throws {
    let form = [Key(text: Self.two): 1, Key(text: Self.one): 2]
    for _ in 0..<20 {
      let encoded = try URLEncodedFormEncoder().encode(form)
      expectEqual(encoded, "cafe%CC%81=1&caf%C3%A9=2")
    }
  }

  private struct Key: Hashable, Encodable, CodingKeyRepresentable {
    let text: String

    init(text: String) { self.text = text }
    init?(codingKey: some CodingKey) { text = codingKey.stringValue }

    var codingKey: any CodingKey { Name(stringValue: text) }

    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    func hash(into hasher: inout Hasher) { hasher.combine(Array(text.utf8)) }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
