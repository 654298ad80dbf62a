import Foundation
import Net
import TestSupport
import Testing

struct HTTPHeadersTests {
  @Test func namesAreComparedIgnoringASCIICase() {
    let headers: HTTPHeaders = ["Content-TYPE": "a"]
    expectEqual(headers["content-type"], "a")
    #expect(headers.contains("CONTENT-type"))
  }

  @Test(arguments: [
    ("[", "{"), ("@", "`"), ("^", "~"), ("Ä", "ä"), ("\u{212a}", "k"), ("ſ", "s"), ("a", "á"),
    ("é", "e\u{301}"),
    ("a", "ab"), ("-", "\r"), ("0", "\u{10}"),
  ])
  func namesThatDifferInMoreThanASCIICaseAreDifferent(_ one: String, _ other: String) {
    let headers: HTTPHeaders = [HTTPField(name: one, value: "v")]
    expectNil(headers[other])
    expectNotEqual(HTTPField(name: one, value: "v"), HTTPField(name: other, value: "v"))
    let both: HTTPHeaders = [HTTPField(name: one, value: "1"), HTTPField(name: other, value: "2")]
    expectEqual(both.values(for: one), ["1"])
  }

  @Test func valuesOfDifferentCodePointsAreDifferent() {
    let fields: Set = [HTTPField(name: "X", value: "\u{e9}"), HTTPField(name: "x", value: "e\u{301}")]
    expectEqual(fields.count, 2)
    expectNotEqual(HTTPHeaders(["X": "\u{e9}"]), HTTPHeaders(["X": "e\u{301}"]))
  }

  @Test func equalFieldsHaveEqualHashes() {
    let fields: Set = [HTTPField(name: "ETag", value: "1"), HTTPField(name: "etag", value: "1")]
    expectEqual(fields.count, 1)
  }

  @Test func addAppendsAndKeepsExistingFields() {
    var headers: HTTPHeaders = ["A": "1", "B": "2"]
    headers.add(name: "a", value: "3")
    expectEqual(headers.map(\.value), ["1", "2", "3"])
    expectEqual(headers.values(for: "A"), ["1", "3"])
  }

  @Test func updateReplacesTheFirstFieldAndRemovesTheOthers() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3", "C": "4"]
    headers.update(name: "a", value: "5")
    expectEqual(headers.map(\.name), ["a", "B", "C"])
    expectEqual(headers.map(\.value), ["5", "2", "4"])
  }

  @Test func updateAppendsAMissingField() {
    var headers: HTTPHeaders = ["A": "1"]
    headers.update(.accept("x"))
    expectEqual(headers.map(\.name), ["A", "Accept"])
  }

  @Test func setDefaultKeepsAnExistingField() {
    var headers: HTTPHeaders = ["A": ""]
    headers.setDefault(name: "a", value: "1")
    headers.setDefault(name: "b", value: "2")
    expectEqual(headers.map(\.value), ["", "2"])
  }

  @Test func removeRemovesAllFieldsOfTheName() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
    headers.remove(name: "a")
    expectEqual(headers.map(\.name), ["B"])
  }

  @Test func theSubscriptJoinsRepeatedFields() {
    let headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
    expectEqual(headers["A"], "1, 3")
    expectNil(headers["C"])
  }

  @Test func settingNilRemovesTheField() {
    var headers: HTTPHeaders = ["A": "1"]
    headers["a"] = "2"
    expectEqual(headers["A"], "2")
    headers["A"] = nil
    expectTrue(headers.isEmpty)
  }

  @Test func fieldsOfADictionaryAreSorted() {
    let names = "hcgafbed".map(String.init)
    let dictionary = Dictionary(uniqueKeysWithValues: names.map { ($0, "1") })
    expectEqual(HTTPHeaders(dictionary).map(\.name), names.sorted())
  }

  @Test func literalsKeepTheirOrder() {
    expectEqual((["b": "1", "a": "2", "b": "3"] as HTTPHeaders).map(\.value), ["1", "2", "3"])
    expectEqual(([.accept("1"), .contentType("2")] as HTTPHeaders).map(\.name), ["Accept", "Content-Type"])
  }

  @Test func copiesAreIndependent() {
    let original: HTTPHeaders = ["A": "1"]
    var copy = original
    copy["A"] = "2"
    expectEqual(original["A"], "1")
  }

  @Test func joinedFieldsIgnoreASCIICase() {
    let headers: HTTPHeaders = ["K": "1", "s": "2", "k": "3", "ſ": "4"]
    expectEqual(headers.joinedFields, ["K": "1, 3", "s": "2", "ſ": "4"])
  }

  @Test(arguments: [0, 1, 16, 17, 100]) func joinedFieldsKeepEachName(count: Int) {
    var headers = HTTPHeaders()
    for number in 0..<count { headers.add(name: "X-\(number)", value: "\(number)") }
    let expected = Dictionary(uniqueKeysWithValues: (0..<count).map { ("X-\($0)", "\($0)") })
    expectEqual(headers.joinedFields, expected)
    headers.add(name: "x-0", value: "last")
    expectEqual(headers.joinedFields[count == 0 ? "x-0" : "X-0"], count == 0 ? "last" : "0, last")
  }

  @Test func joinedFieldsWithCanonicallyEqualNamesAreOneField() {
    let headers: HTTPHeaders = ["\u{e9}": "1", "e\u{301}": "2"]
    expectEqual(Array(headers.joinedFields.values), ["1, 2"])
  }

  @Test func theDescriptionHasALinePerField() {
    expectEqual((["A": "1", "a": "2"] as HTTPHeaders).description, "A: 1\na: 2")
  }
}

struct HTTPFieldTests {
  @Test func bearerAuthorization() {
    expectEqual(
      HTTPField.authorization(bearerToken: "t"), HTTPField(name: "Authorization", value: "Bearer t"))
  }

  @Test func basicAuthorizationIsInUTF8() {
    expectEqual(
      HTTPField.authorization(username: "Aladdin", password: "open sesame").value,
      "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    // RFC 7617 section 2.1.
    expectEqual(HTTPField.authorization(username: "test", password: "123£").value, "Basic dGVzdDoxMjPCow==")
  }

  @Test func constantsHaveTheirFieldNames() {
    let fields: [HTTPField] = [
      .authorization("v"), .accept("v"), .acceptCharset("v"), .acceptEncoding("v"), .acceptLanguage("v"),
      .cacheControl("v"), .contentDisposition("v"), .contentEncoding("v"), .contentType("v"), .ifMatch("v"),
      .ifNoneMatch("v"), .userAgent("v"),
    ]
    expectEqual(
      fields.map(\.name),
      [
        "Authorization", "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control",
        "Content-Disposition", "Content-Encoding", "Content-Type", "If-Match", "If-None-Match", "User-Agent",
      ])
    #expect(fields.allSatisfy { $0.value == "v" })
  }
}
