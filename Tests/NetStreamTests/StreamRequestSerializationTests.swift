import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct StreamRequestSerializationTests {
  private let request: StreamRequest

  init() {
    let network = NetworkingMock()
    network.stub(.everything, with: .json(["a": 1]).header("X-Page", "2"))
    request = network.stream.get("https://api.example.com/x")
  }

  @Test func objectDecodesTheBody() async throws {
    expectEqual(try await request.object(as: [String: Int].self).value, ["a": 1])
  }

  @Test func theTypeOfAnObjectIsInferred() async throws {
    let object: [String: Int] = try await request.object().value
    expectEqual(object, ["a": 1])
  }

  @Test func responseObjectReturnsTheValueAndTheHead() async throws {
    let response = try await request.responseObject(as: [String: Int].self).value
    expectEqual(response.value, ["a": 1])
    expectEqual(response.response?.headers["X-Page"], "2")
  }

  @Test func aDecoderOfTheCallDecodesTheBody() async throws {
    struct Named: Decodable, Equatable { var userName: Int }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let network = NetworkingMock()
    network.stub(.everything, with: .json(["user_name": 1]))
    let request = network.stream.get("https://api.example.com/x")
    let named = Named(userName: 1)
    expectEqual(try await request.object(as: Named.self, decoder: decoder).value, named)
    expectEqual(try await request.responseObject(as: Named.self, decoder: decoder).value.value, named)
    expectEqual(request.jsonLines(of: Named.self, decoder: decoder).record().values, [named])
  }

  @Test func theHeadIsReportedForEachSubscription() async throws {
    let pages = Captured<String?>()
    let data = request.onHTTPResponse { pages.set($0.headers["X-Page"]) }.data()
    for _ in 0..<2 { _ = try await data.value }
    expectEqual(pages.values, ["2", "2"])
  }

  @Test func responseVoidReturnsTheHead() async throws {
    expectEqual(try await request.responseVoid().value.response?.headers["X-Page"], "2")
  }

  @Test func dataReturnsTheBody() async throws {
    expectEqual(try await request.data().value, Data(#"{"a":1}"#.utf8))
  }

  @Test func responseDataReturnsTheBody() async throws {
    expectEqual(try await request.responseData().value.value, Data(#"{"a":1}"#.utf8))
  }

  @Test func stringReturnsTheText() async throws {
    expectEqual(try await request.string().value, #"{"a":1}"#)
  }

  @Test func responseStringReturnsTheText() async throws {
    expectEqual(try await request.responseString().value.value, #"{"a":1}"#)
  }

  @Test func jsonReturnsTheValue() async throws {
    expectEqual(try await request.json().value, ["a": 1])
  }

  @Test func responseJSONReturnsTheValue() async throws {
    expectEqual(try await request.responseJSON().value.value, ["a": 1])
  }

  @Test func voidSucceeds() async throws {
    try await request.void().value
  }

  @Test func responseReturnsTheHead() async throws {
    expectEqual(try await request.response().value.response?.status, 200)
  }

  @Test func aCustomSerializerReadsTheBody() async throws {
    expectEqual(try await request.value(ByteCount()).value, 7)
    expectEqual(try await request.response(ByteCount()).value.value, 7)
    expectEqual(try await request.response(serializer: ByteCount()).value.value, 7)
  }
}

private struct ByteCount: ResponseSerializer {
  func serialize(_ response: ReceivedResponse) throws -> Int { response.data.count }
}
