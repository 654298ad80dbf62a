import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a level cannot do, as the guide "Do my mocks lie" lists it.
@Suite(.netTesting) struct LevelLimitsTests {
  private func values(
    of levels: [TestNetwork.Level] = TestNetwork.Level.allCases, _ body: (TestNetwork) async throws -> String
  ) async throws -> [String] {
    var values: [String] = []
    for level in levels { values.append(try await body(TestNetwork(level, afterEach: .test))) }
    return values
  }

  @Test func onlyAServerHasItsBodiesDecoded() async throws {
    let bytes = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA=="))
    let values = try await values { network in
      network.stub(.get("/a"), with: .data(bytes).header("Content-Encoding", "gzip"))
      return try await network.get("/a").data() == bytes ? "as stubbed" : "decoded"
    }
    expectEqual(values, ["as stubbed", "as stubbed", "as stubbed", "decoded"])
  }

  @Test func foundationSendsNoMethodInLowerCase() async throws {
    let values = try await values { network in
      network.stub(.everything, with: .text("a"))
      _ = await network.request("/a", method: "get").response(.string)
      return network.requests.first?.method.rawValue ?? "none"
    }
    expectEqual(values, ["get", "get", "none", "get"])
  }

  @Test func aURLProtocolHasNoVersionOfHTTP() async throws {
    let values = try await values { network in
      network.stub(.get("/a"), with: .text("a"))
      return await network.get("/a").response(.string).response?.httpVersion ?? "none"
    }
    expectEqual(values, ["HTTP/1.1", "HTTP/1.1", "none", "HTTP/1.1"])
  }

  @Test func onlyAServerAddsADateAndAConnection() async throws {
    let values = try await values { network in
      network.stub(.get("/a"), with: .stream(["a", "b"]))
      let headers = try #require(await network.get("/a").response(.string).response?.headers)
      return ["Date", "Connection", "Transfer-Encoding"].filter { headers[$0] != nil }.joined(separator: " ")
    }
    let stream = "Transfer-Encoding"
    expectEqual(values, [stream, stream, stream, "Date Connection Transfer-Encoding"])
  }
}
