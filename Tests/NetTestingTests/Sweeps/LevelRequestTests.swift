import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Which requests are the same at two levels.
@Suite struct LevelRequestTests {
  private func request(_ method: HTTPMethod = .get, headers: HTTPHeaders = [:]) throws -> LevelRequest {
    let url = try #require(URL(string: "https://h.example/a"))
    return LevelRequest(RecordedRequest(method: method, url: url, headers: headers), ignoring: [])
  }

  @Test func anotherMethodDiffers() throws {
    expectTrue(try request(.put).isSame(as: request(.put)))
    expectFalse(try request(.put).isSame(as: request(.patch)))
  }

  @Test func aFieldThatOnlyOneHasDiffersUnlessTransportsAddIt() throws {
    let plain = try request()
    for name in ["Accept", "Content-Type"] {
      let other = try request(headers: [name: "text/csv"])
      expectTrue(plain.isSame(as: other))
      expectTrue(other.isSame(as: plain))
      expectFalse(try other.isSame(as: request(headers: [name: "text/html"])))
    }
    expectFalse(try plain.isSame(as: request(headers: ["X-A": "1"])))
    expectFalse(try request(headers: ["X-A": "1"]).isSame(as: plain))
  }
}
