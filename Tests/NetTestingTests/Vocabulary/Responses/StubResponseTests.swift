import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct StubResponseTests {
  private struct Parts: Equatable {
    var status: Int
    var headers: HTTPHeaders
    var body: String
  }

  private func parts(_ response: StubResponse) -> Parts? {
    guard case .response(let status, let headers, let body) = response.outcome else { return nil }
    return Parts(status: status, headers: headers, body: String(decoding: body, as: UTF8.self))
  }

  private func error(_ response: StubResponse) -> (any Error)? {
    guard case .failure(let error) = response.outcome else { return nil }
    return error
  }

  @Test func aStatusHasNoBody() {
    expectEqual(parts(.status(204)), Parts(status: 204, headers: [:], body: ""))
  }

  @Test func dataHasTheGivenHeaders() {
    expectEqual(
      parts(.data(Data("x".utf8), headers: ["A": "b"])), Parts(status: 200, headers: ["A": "b"], body: "x"))
  }

  @Test func textHasItsContentType() {
    expectEqual(
      parts(.text("ü")), Parts(status: 200, headers: ["Content-Type": "text/plain; charset=utf-8"], body: "ü")
    )
  }

  @Test func jsonTextIsSentUnchanged() {
    expectEqual(
      parts(.json("{oops")), Parts(status: 200, headers: ["Content-Type": "application/json"], body: "{oops"))
  }

  @Test func jsonValuesAreEncoded() {
    expectEqual(parts(.json(["b": [1, nil], "a": true]))?.body, #"{"a":true,"b":[1,null]}"#)
  }

  @Test func encodableValuesAreEncoded() {
    expectEqual(parts(.json(encodable: ["b": 1, "a": 2]))?.body, #"{"a":2,"b":1}"#)
  }

  @Test func aLiteralMayHaveVariables() {
    let (id, name, absent): (Int, String, String?) = (5, "Trent", nil)
    expectEqual(parts(.json(["id": id]))?.body, #"{"id":5}"#)
    expectEqual(parts(.json(["name": name, "id": id]))?.body, #"{"id":5,"name":"Trent"}"#)
    expectEqual(parts(.json(["name": absent, "id": 1]))?.body, #"{"id":1,"name":null}"#)
    expectEqual(parts(.json([:]))?.body, "{}")
    #expect(error(.json([name: id, "Trent": id])) is StubMisuse)
  }

  @Test func bytesOfJSONAreTheBody() {
    let expected = Parts(status: 200, headers: ["Content-Type": "application/json"], body: "[1]")
    expectEqual(parts(.json(Data("[1]".utf8))), expected)
    func encoded(_ value: some Encodable) -> StubResponse { .json(encodable: value) }
    expectEqual(parts(encoded(Data("[1]".utf8))), expected)
  }

  @available(*, deprecated)
  @Test func bytesAreNotEncodedAsAValue() {
    expectEqual(parts(.json(encodable: Data("[1]".utf8)))?.body, "[1]")
  }

  @Test func anEncodingFailureIsAMisuse() {
    #expect(error(.json(encodable: [Double.nan])) is StubMisuse)
    #expect(error(.json(.double(.infinity))) is StubMisuse)
  }

  @Test func aRedirectNamesItsLocation() {
    expectEqual(parts(.redirect(to: "/b")), Parts(status: 302, headers: ["Location": "/b"], body: ""))
    expectEqual(parts(.redirect(to: "/b", status: 308))?.status, 308)
  }

  @Test func aFailureHasItsError() {
    expectEqual(error(.failure(URLError(.timedOut))) as? URLError, URLError(.timedOut))
  }

  @Test func modifiersKeepTheOtherValues() {
    let response = StubResponse.json("{}").delay(.seconds(5)).status(503).header("content-type", "a/b")
      .addingHeader("Set-Cookie", "a=1").addingHeader("Set-Cookie", "b=2")
    expectEqual(response.delay, .seconds(5))
    expectEqual(
      parts(response),
      Parts(
        status: 503, headers: ["content-type": "a/b", "Set-Cookie": "a=1", "Set-Cookie": "b=2"], body: "{}"))
  }

  @Test func modifiersKeepAFailure() {
    let response = StubResponse.failure(URLError(.timedOut)).status(200).header("A", "b").delay(.seconds(1))
    #expect(error(response) is URLError)
    expectEqual(response.delay, .seconds(1))
  }

  @Test(arguments: [
    ("user.json", "application/json"), ("sub.txt", "text/plain; charset=utf-8"), ("raw.zzz", nil),
  ])
  func aFixturesContentTypeComesFromItsFileExtension(name: String, type: String?) throws {
    let bundle = try FixtureBundle()
    defer { bundle.remove() }
    let found = try #require(parts(.fixture(name, in: bundle.bundle)))
    expectEqual(found.body, "content of \(name)")
    expectEqual(found.headers["Content-Type"], type)
  }

  @Test func aFilesContentTypeComesFromItsExtension() throws {
    let bundle = try FixtureBundle()
    defer { bundle.remove() }
    let found = try #require(parts(.file(bundle.folder.appending(path: "user.json"))))
    expectEqual(
      found, Parts(status: 200, headers: ["Content-Type": "application/json"], body: "content of user.json"))
  }

  @Test func aMissingFileIsAMisuseWithItsPath() throws {
    let misuse = try #require(error(.file(URL(filePath: "/none/report.pdf"))) as? StubMisuse)
    #expect(misuse.description.hasPrefix("the file /none/report.pdf cannot be read: "))
  }

  @Test func aMissingFixtureIsAMisuseWithThePathsTried() throws {
    let bundle = try FixtureBundle()
    defer { bundle.remove() }
    let misuse = try #require(error(.fixture("none.json", in: bundle.bundle)) as? StubMisuse)
    #expect(misuse.description.contains("none.json"))
    #expect(misuse.description.contains("Fixtures/none.json"))
    #expect(misuse.description.hasSuffix("Is it among the resources of the test target?"))
  }
}

/// A folder with three fixtures, two of them in `Fixtures`.
private struct FixtureBundle {
  let folder: URL
  let bundle: Bundle

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Fixtures"), withIntermediateDirectories: true)
    for name in ["user.json", "Fixtures/sub.txt", "Fixtures/raw.zzz"] {
      let last = name.split(separator: "/").last ?? ""
      try Data("content of \(last)".utf8).write(to: folder.appending(path: name))
    }
    bundle = try #require(Bundle(path: folder.path))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
