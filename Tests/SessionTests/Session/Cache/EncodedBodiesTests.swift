import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// A cache that a session whose transport undoes content encodings shares with one whose transport does not.
@Suite struct EncodedBodiesTests {
  /// A transport that delivers bodies as they are.
  private struct Raw: Transport {
    let base: MockTransport
    var decodesBodies: Bool { false }

    func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
      base.task(for: request, receiver: receiver)
    }
  }

  private let decoded: CachedSession
  private let rawTransport: MockTransport
  private let raw: NetworkSession

  init() {
    decoded = CachedSession()
    rawTransport = MockTransport(timer: decoded.timer)
    var configuration = SessionConfiguration()
    configuration.cache = decoded.cache
    raw = NetworkSession(
      configuration: configuration, transport: Raw(base: rawTransport), timer: decoded.timer)
  }

  private func response(_ text: String, _ control: String = "max-age=60") -> StubResponse {
    StubResponse.tagged(text, "\"1\"", control).header("Content-Encoding", "gzip")
  }

  private func getRaw() -> DataResponse<String>? {
    let got = Captured<DataResponse<String>>()
    raw.get(decoded.url).response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    return got.value
  }

  @Test(arguments: [true, false])
  func neitherReceivesWhatTheOtherHasStored(isRawFirst: Bool) {
    decoded.stub(response("decoded"))
    rawTransport.stub(.everything, with: response("raw"))
    for _ in 1...2 {
      if isRawFirst { expectEqual(getRaw()?.value, "raw") }
      expectEqual(decoded.get()?.value, "decoded")
      expectEqual(getRaw()?.value, "raw")
    }
    expectEqual(decoded.sent, 1)
    expectEqual(rawTransport.requests.count, 1)
  }

  @Test func neitherConfirmsWhatTheOtherHasStored() {
    decoded.stub(response("decoded", "max-age=1"), .status(304).header("ETag", "\"1\""))
    rawTransport.stub(.everything, with: response("raw"))
    _ = decoded.get()
    decoded.timer.advance(by: .seconds(5))
    expectEqual(getRaw()?.value, "raw")
    expectNil(rawTransport.requests.first?.headers["If-None-Match"])
    expectEqual(decoded.get()?.value, "decoded")
    expectEqual(decoded.transport.requests.last?.headers["If-None-Match"], "\"1\"")
  }

  @Test func anUnsafeRequestRemovesWhatBothHaveStored() {
    decoded.stub(response("old"), .status(200), response("new"))
    rawTransport.stub(.everything, withSequence: [response("old raw"), response("new raw")])
    _ = decoded.get()
    _ = getRaw()
    decoded.start(.post)
    expectEqual(decoded.get()?.value, "new")
    expectEqual(getRaw()?.value, "new raw")
  }

  #if os(Linux) && !canImport(Darwin)
    @Test func theOptionOfTheTransportDecides() throws {
      var options = TransportOptions()
      #expect(try CurlTransport(options: options).decodesBodies)
      options.decompressesBodies = false
      #expect(try !CurlTransport(options: options).decodesBodies)
    }
  #endif
}
