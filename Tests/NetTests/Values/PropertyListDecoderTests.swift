import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct PropertyListDecoderTests {
  private struct Settings: Codable, Hashable {
    var volume: Int
  }

  @Test func aPropertyListIsDecoded() async throws {
    let network = NetworkingMock()
    let list = try PropertyListEncoder().encode(Settings(volume: 3))
    network.stub(.get("/settings"), with: .data(list, headers: ["Content-Type": "application/x-plist"]))
    let settings = try await network.get("settings").decoder(PropertyListDecoder()).validate(contentType: [
      "*/*"
    ])
    .object(as: Settings.self)
    expectEqual(settings, Settings(volume: 3))
  }
}
