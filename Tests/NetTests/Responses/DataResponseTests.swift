import Foundation
import Net
import TestSupport
import Testing

struct DataResponseTests {
  private func response<Value: Sendable>(_ result: Result<Value, NetworkError>) throws -> DataResponse<Value>
  {
    DataResponse(
      request: TransportRequest(
        method: .post, url: try #require(URL(string: "https://me:s3cret@example.com/?token=s3cret")),
        headers: ["Authorization": "s3cret", "A": "b"], body: .data(Data("12345".utf8))),
      response: ResponseHead(status: 200, headers: ["Set-Cookie": "s3cret", "C": "d"]),
      data: Data("123".utf8),
      result: result, timings: ResponseTimings(sent: .seconds(1), done: .seconds(2), attempts: 2))
  }

  @Test func mapTransformsTheValueAndKeepsTheRest() throws {
    let mapped = try response(.success(1)).map { "\($0)" }
    expectEqual(mapped.value, "1")
    expectEqual(mapped.request?.method, .post)
    expectEqual(mapped.response?.status, 200)
    expectEqual(mapped.data, Data("123".utf8))
    expectEqual(mapped.timings.attempts, 2)
  }

  @Test func mapKeepsAnError() throws {
    let failed: DataResponse<Int> = try response(.failure(NetworkError(.cancelled)))
    expectEqual(failed.map { $0 + 1 }.error?.reason, .cancelled)
    expectEqual(failed.tryMap { $0 + 1 }.error?.reason, .cancelled)
  }

  @Test func tryMapTransformsTheValue() throws {
    expectEqual(try response(.success(1)).tryMap { $0 + 1 }.value, 2)
  }

  @Test func anErrorThrownByTryMapIsTheUnderlyingError() throws {
    let mapped: DataResponse<String> = try response(.success(1)).tryMap { _ in throw Refused() }
    let error = mapped.error
    expectEqual(error?.reason, .serialization("the value could not be mapped: Refused()"))
    #expect(error?.underlyingError is Refused)
    expectEqual(error?.request?.method, .post)
    expectEqual(error?.response?.status, 200)
    expectEqual(error?.data, Data("123".utf8))
    expectEqual(error?.attempts, 2)
  }

  @Test func aNetworkErrorThrownByTryMapIsKept() throws {
    let mapped: DataResponse<String> = try response(.success(1)).tryMap { _ in
      throw NetworkError(.interceptor)
    }
    expectEqual(mapped.error?.reason, .interceptor)
    expectNil(mapped.error?.underlyingError)
    expectEqual(mapped.error?.response?.status, 200)
  }

  @Test func mapErrorTransformsOnlyTheError() throws {
    let failed: DataResponse<Int> = try response(.failure(NetworkError(.cancelled)))
    expectEqual(failed.mapError { _ in NetworkError(.encoding) }.error?.reason, .encoding)
    expectEqual(try response(.success(1)).mapError { _ in NetworkError(.encoding) }.value, 1)
  }

  @Test func theDebugDescriptionShowsTheExchangeWithoutSecrets() throws {
    expectEqual(
      try response(.success(["x"])).debugDescription,
      """
      request: POST https://<redacted>@example.com/?token=<redacted>
        Authorization: <redacted>
        A: b
        (5 bytes)
      response: 200
        Set-Cookie: <redacted>
        C: d
        (3 bytes)
      timings: sent 1000.0 ms, done 2000.0 ms, 2 attempts
      success: ["x"]
      """)
  }

  @Test func theDebugDescriptionHidesSecretsOfTextAndJSON() throws {
    let text = #"{"name":"ada","token":"s3cret"}"#
    for description in [
      try response(.success(text)).debugDescription,
      try response(.success(["name": "ada", "token": "s3cret"] as JSONValue)).debugDescription,
    ] {
      #expect(description.hasSuffix(#"success: {"name":"ada","token":"<redacted>"}"#), "\(description)")
    }
  }

  @Test func theDebugDescriptionOfAnUnsentRequest() {
    let response = DataResponse<Int>(
      request: nil, response: nil, data: nil, result: .failure(NetworkError(.cancelled)))
    expectEqual(
      response.debugDescription,
      """
      request: none was sent
      response: none
      timings: 0 attempts
      failure: The request failed: it was cancelled.
      """)
  }

  private struct Refused: Error {}
}
