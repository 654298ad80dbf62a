import Foundation
import Net
import TestSupport
import Testing

/// Names that a caller hides, with characters that the names of ``Redaction/standard`` do not have.
@Suite struct RedactionOfChosenNamesTests {
  private static let secret = "s3cretPq7xZ"
  private static let hidden = Redaction.placeholder

  private func redacted(_ body: String, type: String? = nil, hiding name: String) -> String {
    let redaction = Redaction(headerNames: [], bodyNames: [name])
    return String(decoding: redaction.redacted(body: Data(body.utf8), contentType: type), as: UTF8.self)
  }

  @Test(arguments: ["100%", "a+b", "%zz", "per%cent", "%41b", #"a\b"#])
  func aPartIsHiddenByItsNameAsItIs(name: String) {
    func body(_ value: String) -> String {
      "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n--b--\r\n"
    }
    let type = "multipart/form-data; boundary=b"
    expectEqual(redacted(body(Self.secret), type: type, hiding: name), body(Self.hidden))
  }

  @Test(arguments: ["100%", "a+b", "100%25", "a%2Bb", "a%2bb"])
  func aParameterIsHiddenWhetherItsNameIsEncodedOrNot(name: String) throws {
    let redaction = Redaction(headerNames: [], queryNames: ["100%", "a+b"])
    let text = "https://h.io/?\(name)=\(Self.secret)&page=2"
    expectEqual(redaction.redacted(urlText: text), "https://h.io/?\(name)=\(Self.hidden)&page=2")
  }

  @Test(arguments: [
    #"{"gr\u00f6\u00dfe":"#, #"{"Gr\u00F6\u00DFe" : "#, #"{\"gr\u00f6\u00dfe\":"#, #"{"gr&#246;&#xdf;e":"#,
    #"{"gr\\u00f6\\u00dfe":"#, "%7B%22gr%C3%B6%C3%9Fe%22%3A",
  ])
  func aNameIsFoundIfItsCharactersAreEscaped(start: String) {
    let (quote, end) =
      start.hasPrefix("%") ? ("%22", "%7D") : start.contains(#"{\""#) ? (#"\""#, "}") : ("\"", "}")
    func text(_ value: String) -> String { "data: \(start)\(quote)\(value)\(quote)\(end)\n\n" }
    expectFalse(redacted(text(Self.secret), type: "text/event-stream", hiding: "größe").contains(Self.secret))
  }

  @Test func aNameIsFoundIfItsCharactersAreEscapedAsSurrogates() {
    expectEqual(
      redacted(#"data: {"\ud83d\ude00":"\#(Self.secret)","\ud83d":"a"}"#, hiding: "😀"),
      #"data: {"\ud83d\ude00":"\#(Self.hidden)","\ud83d":"a"}"#)
  }

  @Test(arguments: [
    "@id", "user:pin", "a|b", "$(x)", "(p)", "am&p", "eq=al", "a/b", "a,b", "#1", "'q'", "a: b",
  ])
  func aMemberIsFoundInATextWhateverDelimitersItsNameHas(name: String) {
    func text(_ value: String) -> String { "sent {\"a\":1,\"\(name)\":\"\(value)\",\"x\(name)\":\"shown\"}" }
    expectEqual(redacted(text(Self.secret), hiding: name), text(Self.hidden))
  }

  @Test(arguments: [#"a\/b"#, #"a\u002fb"#, "a&#47;b"]) func aMemberIsFoundInATextIfItsDelimiterIsEscaped(
    name: String
  ) {
    func text(_ value: String) -> String { "sent {\"\(name)\":\"\(value)\"}" }
    expectEqual(redacted(text(Self.secret), hiding: "a/b"), text(Self.hidden))
  }

  @Test(arguments: ["@id", "user:pin", "a/b", "(p)", "a,b", "'q'", "a;b"])
  func aParameterIsFoundWhateverDelimitersItsNameHas(name: String) {
    let redaction = Redaction(headerNames: [], queryNames: [name])
    func text(_ value: String) -> String { "https://h.io/a?page=2&\(name)=\(value)&b=1" }
    expectEqual(redaction.redacted(urlText: text(Self.secret)), text(Self.hidden))
    expectEqual(redaction.redacted(text: "see \(text(Self.secret))"), "see \(text(Self.hidden))")
  }

  @Test func otherNamesAreFoundBesideOneWithDelimiters() {
    var redaction = Redaction.standard
    redaction.insert(bodyName: "a:(b")
    redaction.insert(bodyName: "iban")
    expectEqual(
      redaction.redacted(
        text: "f(iban=DE1, x:token=\"\(Self.secret)\") {\"x:password\": \"\(Self.secret)\"}"),
      "f(iban=\(Self.hidden), x:token=\"\(Self.hidden)\") {\"x:password\": \"\(Self.hidden)\"}")
  }

  // MARK: - Cut texts

  private static let cut: [(text: String, name: String)] = [
    ("sent <iban>\(secret)</iban>", "iban"), ("sent <r><x:Größe a=\"1\">\(secret)</x:Größe></r>", "größe"),
    ("/?next=data%3A%20%3Cr%3E%3Ciban%3E\(secret)%3C%2Fiban%3E%3C%2Fr%3E", "iban"),
  ]

  /// The results for texts that are cut at each byte which contain a part of the secret.
  private func leaks(_ text: String, _ redaction: Redaction) -> [String] {
    (1..<text.utf8.count).flatMap { limit in
      let body = redaction.redacted(body: Data(text.utf8).beginning(of: limit, for: redaction))
      return [
        redaction.redacted(text: text.cut(to: limit, for: redaction)), String(decoding: body, as: UTF8.self),
      ]
    }.filter { $0.contains(Self.secret.prefix(3)) }
  }

  @Test(arguments: cut) func noPartOfAnElementStaysWhereverATextIsCut(text: String, name: String) {
    expectEqual(leaks(text, Redaction(headerNames: [], bodyNames: [name])), [])
  }

  @Test(arguments: ["invitation=\(secret)&page=1", "sent invitation%3D\(secret)%26page%3D1"])
  func noPartOfAFieldStaysWhereverATextIsCut(text: String) {
    expectEqual(leaks(text, Redaction(headerNames: [], queryNames: ["invitation"])), [])
  }

  @Test func noPartOfAnElementStaysInATrace() throws {
    let start = "sent <iban>"
    let recorder = TraceRecorder(bodyLimit: start.utf8.count + 6)
    let fixture = SessionFixture {
      $0.monitors = [recorder]
      $0.redaction.insert(bodyName: "iban")
    }
    _ = fixture.start(.get, "https://h.io/a")
    fixture.tasks[0].respond(200, body: "\(start)\(Self.secret)</iban>")
    let attempt = try #require(recorder.trace.requests.first?.attempts.first)
    expectEqual(attempt.response?.body, Trace.Body(data: Data(start.utf8), isCut: true))
  }
}
