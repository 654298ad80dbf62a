import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// The body of an error response is decoded with the same decoder as a successful one.
@Suite struct ErrorBodyDecoderTests {
  private struct Problem: Decodable, Equatable, Sendable { var errorMessage: String }

  private static let snake: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }()

  private struct Loud: DataDecoder {
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try JSONDecoder().decode(type, from: Data(#"{"errorMessage":"LOUD"}"#.utf8))
    }
  }

  private let configuration = {
    var configuration = SessionConfiguration()
    configuration.decoder = ErrorBodyDecoderTests.snake
    return configuration
  }()

  private let refusal = StubResponse.json(["error_message": "no"]).status(403)

  private func network(_ response: StubResponse) -> NetworkSession {
    let transport = MockTransport()
    transport.stub(.everything, with: response)
    return NetworkSession(configuration: configuration, transport: transport)
  }

  @Test func theSessionsDecoderIsUsed() async throws {
    let error = await network(refusal).get("https://a.test/").response(.data).error
    expectEqual(try error?.decodeBody(as: Problem.self), Problem(errorMessage: "no"))
  }

  @Test func theRequestsDecoderOverridesTheSessions() async throws {
    var description = RequestDescription("https://a.test/")
    description.decoder = Loud()
    let error = await network(refusal).request(description).response(.data).error
    expectEqual(try error?.decodeBody(as: Problem.self).errorMessage, "LOUD")
  }

  @Test func anExplicitDecoderOverridesAllOthers() async throws {
    let error = await network(refusal).get("https://a.test/").response(.data).error
    expectEqual(try error?.decodeBody(as: Problem.self, decoder: Loud()).errorMessage, "LOUD")
  }

  @Test func aSerializationFailureKeepsTheDecoder() async throws {
    let response = await network(.json(["error_message": "no"])).get("https://a.test/").response(
      .decodable(of: [Int].self))
    expectEqual(try response.error?.decodeBody(as: Problem.self).errorMessage, "no")
  }

  @Test func aRejectionByACustomRuleKeepsTheDecoder() async throws {
    struct Refused: Error {}
    let error = await network(.json(["error_message": "no"])).get("https://a.test/")
      .validate { _ in throw Refused() }.response(.data).error
    expectEqual(try error?.decodeBody(as: Problem.self).errorMessage, "no")
  }

  @Test func aFailedDownloadAndAFailedStreamKeepTheDecoder() async throws {
    let folder = try TemporaryFolder()
    let download = await #expect(throws: NetworkError.self) {
      try await network(refusal).get("https://a.test/").download(to: .file(folder.file("x")))
    }
    expectEqual(try download?.decodeBody(as: Problem.self).errorMessage, "no")
    let lines = await #expect(throws: NetworkError.self) {
      for try await _ in network(refusal).get("https://a.test/").lines() {}
    }
    expectEqual(try lines?.decodeBody(as: Problem.self).errorMessage, "no")
  }

  @Test func aMockUsesTheDecoderOfItsConfiguration() async throws {
    let network = NetworkingMock(configuration: configuration)
    network.stub(.everything, with: refusal)
    let error = await network.get("https://a.test/").response(.data).error
    expectEqual(try error?.decodeBody(as: Problem.self).errorMessage, "no")
  }

  @Test func withoutASessionThePlainDecoderIsUsed() throws {
    let error = NetworkError(.cancelled, data: Data(#"{"errorMessage":"x"}"#.utf8))
    expectEqual(try error.decodeBody(as: Problem.self).errorMessage, "x")
  }
}
