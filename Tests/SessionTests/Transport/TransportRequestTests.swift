import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct TransportRequestTests {
  @Test func aRequestHasABodyAsLongAsItIsNotNone() throws {
    var request = TransportRequest(url: try #require(URL(string: "https://example.com/")))
    #expect(!request.hasBody)
    let plain = request
    request.body = .data(Data())
    #expect(request.hasBody)
    #expect(!plain.hasBody)
    request.body = .none
    #expect(!request.hasBody)
    #expect(TransportRequest(method: .post, url: request.url, body: .data(Data())).hasBody)
  }
}
