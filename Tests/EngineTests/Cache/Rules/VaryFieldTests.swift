import TestSupport
import Testing

@testable import Net

@Suite struct VaryFieldTests {
  /// Returns whether a response to the first request, with this `Vary`, matches the second.
  private func isMatch(_ vary: String, _ first: HTTPHeaders, _ second: HTTPHeaders) -> Bool? {
    guard let fields = VaryField.fields(of: vary) else { return nil }
    let stored = VaryField.selecting(fields, of: first)
    return fields.allSatisfy { $0.isSame(in: second, as: stored) }
  }

  @Test(arguments: ["*", " * ", "*, *", ", *", "*, Foo", "Foo, *", "Foo,*"])
  func anyAsteriskMatchesNothing(text: String) {
    expectNil(VaryField.fields(of: text))
  }

  @Test func linesAreJoinedAndEmptyMembersDropped() {
    let headers: HTTPHeaders = [
      HTTPField(name: "Vary", value: ", Foo ,"), HTTPField(name: "Vary", value: "BAR"),
    ]
    expectEqual(VaryField.fields(of: headers["Vary"])?.map(\.name), ["foo", "bar"])
    expectEqual(VaryField.fields(of: nil), [])
  }

  @Test func aNameThatIsRepeatedOftenIsComparedOnce() {
    let vary = Array(repeating: ["Foo", "foo", "Bar"], count: 40).joined().joined(separator: ", ")
    expectEqual(VaryField.fields(of: vary)?.map(\.name), ["foo", "bar"])
    expectEqual(isMatch(vary, ["Foo": "1", "Bar": "2"], ["foo": "1", "bar": "2"]), true)
    expectEqual(isMatch(vary, ["Foo": "1", "Bar": "2"], ["foo": "1", "bar": "3"]), false)
    expectEqual(isMatch(vary, ["Foo": "1"], ["foo": "1", "bar": "3"]), false)
  }

  @Test func valuesAreComparedWithoutBlanksAroundMembers() {
    expectEqual(isMatch("Foo", ["Foo": "1,2"], ["foo": " 1, 2 "]), true)
    expectEqual(
      isMatch(
        "Foo", ["Foo": "1, 2"], [HTTPField(name: "Foo", value: "1"), HTTPField(name: "Foo", value: "2")]),
      true)
    expectEqual(isMatch("Foo", ["Foo": "1,2"], ["Foo": "2,1"]), false)
    expectEqual(isMatch("Foo", ["Foo": "a"], ["Foo": "A"]), false)
    expectEqual(isMatch("Foo", ["Foo": "\"a, b\""], ["Foo": "\"a,b\""]), false)
  }

  /// The server receives other bytes.
  @Test(arguments: ["Foo", "Accept-Language", "Authorization"])
  func valuesOfOtherCodePointsAreNotTheSame(name: String) {
    expectEqual(isMatch(name, [name: "\u{e9}"], [name: "e\u{301}"]), false)
    expectEqual(isMatch(name, [name: "\u{e9}"], [name: "\u{e9}"]), true)
  }

  @Test func anAbsentFieldEqualsOnlyAnAbsentOne() {
    expectEqual(isMatch("Foo", [:], [:]), true)
    expectEqual(isMatch("Foo", [:], ["Foo": ""]), false)
    expectEqual(isMatch("Foo", ["Foo": ""], [:]), false)
    expectEqual(isMatch("Foo", ["Foo": ""], ["Foo": ""]), true)
  }

  @Test func allFieldsMustMatch() {
    expectEqual(isMatch("Foo, Bar", ["Foo": "1", "Bar": "2"], ["Foo": "1", "Bar": "2", "Baz": "3"]), true)
    expectEqual(isMatch("Foo, Bar", ["Foo": "1", "Bar": "2"], ["Foo": "1", "Bar": "3"]), false)
    expectEqual(isMatch("Foo, Bar", ["Foo": "1", "Bar": "2"], ["Foo": "1"]), false)
  }

  @Test(arguments: ["Accept-Language", "accept-encoding", "Accept-Charset"])
  func preferencesAreComparedWithoutOrderCaseAndFullWeight(name: String) {
    expectEqual(isMatch(name, [name: "en, de"], [name: "De;q=1 , EN; q=1.0"]), true)
    expectEqual(isMatch(name, [name: "en, de"], [name: "en, de;q=0.5"]), false)
    expectEqual(isMatch(name, [name: "en;q=0.5"], [name: "en ; q=0.5"]), true)
    expectEqual(isMatch(name, [name: "en;q=1.000"], [name: "en"]), true)
    expectEqual(isMatch(name, [name: "en;q=10"], [name: "en"]), false)
  }

  @Test(arguments: ["Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization"])
  func credentialsAreStoredAsADigest(name: String) {
    let fields = VaryField.fields(of: name) ?? []
    let stored = VaryField.selecting(fields, of: [name: "secret"])
    expectEqual(stored[name], "sha-256:2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b")
    expectEqual(isMatch(name, [name: "secret"], [name: "secret"]), true)
    expectEqual(isMatch(name, [name: "secret"], [name: "secret2"]), false)
  }

  // MARK: - Names that a session hides

  private func stored(_ vary: String, _ headers: HTTPHeaders, hiding name: String) -> HTTPHeaders {
    var redaction = Redaction.standard
    redaction.insert(headerName: name)
    return VaryField.selecting(VaryField.fields(of: vary) ?? [], of: headers, redaction: redaction)
  }

  @Test(arguments: ["X-Patient", "Accept-Language", "Accept"])
  func aFieldThatTheSessionHidesIsStoredAsADigest(name: String) throws {
    let hidden = stored(name, [name: "secret"], hiding: name)
    expectEqual(hidden[name], "sha-256:2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b")
    let field = VaryField(name)
    #expect(field.isSame(in: [name: "secret"], as: hidden))
    #expect(!field.isSame(in: [name: "secret2"], as: hidden))
    #expect(!field.isSame(in: [:], as: hidden))
  }

  /// Two sessions that hide different fields may have one cache.
  @Test func aDigestIsTheSameVariantAsItsValue() {
    let field = VaryField("X-Patient")
    let hidden = stored("X-Patient", ["X-Patient": "a ,b"], hiding: "X-Patient")
    let shown = stored("X-Patient", ["X-Patient": "a,b"], hiding: "X-Other")
    expectEqual(shown["X-Patient"], "a,b")
    #expect(field.isSame(hidden, shown) && field.isSame(shown, hidden) && field.isSame(hidden, hidden))
    #expect(field.isSame(in: ["X-Patient": "a, b"], as: hidden))
    #expect(field.isSame(in: ["X-Patient": "a, b"], as: shown))
    #expect(!field.isSame(hidden, stored("X-Patient", ["X-Patient": "c"], hiding: "X-Other")))
  }

  @Test func aValueThatLooksLikeADigestIsNotTheValueOfThatDigest() throws {
    let hidden = stored("X-Patient", ["X-Patient": "secret"], hiding: "X-Patient")
    let digest: HTTPHeaders = ["X-Patient": try #require(hidden["X-Patient"])]
    let field = VaryField("X-Patient")
    #expect(!field.isSame(in: digest, as: hidden))
    let shown = stored("X-Patient", digest, hiding: "X-Other")
    #expect(field.isSame(in: digest, as: shown))
    #expect(!field.isSame(shown, hidden))
    #expect(!field.isSame(in: ["X-Patient": "secret"], as: shown))
  }
}
