import Foundation
import Net
import TestSupport
import Testing

struct SessionHeadersTests {
  private let session = SessionHeaders(
    ["X-App": "1"], defaults: DefaultHeaders(userAgent: "test/1", acceptLanguage: "de"))

  private func headers(
    _ description: RequestDescription, _ session: SessionHeaders? = nil, accept: String? = nil
  ) throws -> HTTPHeaders {
    try description.transportRequest(
      baseURL: URL(string: "https://example.com").map(BaseURL.init), headers: session ?? self.session,
      accept: accept,
      encoder: JSONEncoder()
    ).headers
  }

  @Test(arguments: [nil, "application/json"])
  func requestsWithoutTheirOwnFieldsShareTheirHeader(_ accept: String?) throws {
    let first = try headers(RequestDescription("a"), accept: accept)
    let second = try headers(RequestDescription("b", parameters: ["q": "x"]), accept: accept)
    #expect(first.isIdentical(to: second))
    expectEqual(
      first,
      [
        "X-App": "1", "Accept": accept ?? "*/*", "Accept-Language": "de", "User-Agent": "test/1",
      ])
  }

  @Test func anAcceptValueOfACustomSerializerIsSent() throws {
    expectEqual(try headers(RequestDescription("a"), accept: "text/csv")["Accept"], "text/csv")
  }

  @Test func aRequestWithItsOwnFieldsHasBoth() throws {
    let own = try headers(RequestDescription("a", headers: ["X-Own": "2", "x-app": "3"]))
    expectEqual(
      own, ["X-Own": "2", "x-app": "3", "Accept": "*/*", "Accept-Language": "de", "User-Agent": "test/1"])
  }

  @Test func aRequestWithABodyHasItsContentType() throws {
    let posted = try headers(RequestDescription("a", method: .post, content: .json(["a": 1])))
    expectEqual(posted["Content-Type"], "application/json")
    expectEqual(posted["X-App"], "1")
  }

  @Test func anInvalidMethodIsRefusedWithASharedHeader() {
    let error = #expect(throws: NetworkError.self) {
      try headers(RequestDescription("a", method: HTTPMethod(rawValue: "A B")))
    }
    expectEqual(error?.reason, .invalidRequest(.method("A B")))
  }

  @Test func anInvalidFieldOfTheSessionRefusesEachRequest() {
    let session = SessionHeaders(["X-App": "1\r\nX-Evil: 2"])
    let error = #expect(throws: NetworkError.self) { try headers(RequestDescription("a"), session) }
    expectEqual(error?.reason, .invalidRequest(.header(name: "X-App", value: "1\r\nX-Evil: 2")))
  }

  @Test func aLengthOfTheSessionThatDiffersFromTheBodyRefusesEachRequest() {
    #expect(throws: NetworkError.self) {
      try headers(RequestDescription("a"), SessionHeaders(["Content-Length": "5"]))
    }
  }

  @Test func spacesAroundAValueOfTheSessionAreRemoved() throws {
    expectEqual(try headers(RequestDescription("a"), SessionHeaders(["X-App": " 1\t"]))["X-App"], "1")
  }

  @Test func changedHeadersAreNotIdentical() {
    let headers: HTTPHeaders = ["A": "1"]
    var changed = headers
    #expect(changed.isIdentical(to: headers))
    changed.update(name: "A", value: "2")
    #expect(!changed.isIdentical(to: headers))
  }
}
