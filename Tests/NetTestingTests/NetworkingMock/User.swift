import Net
import NetTesting
import Testing

/// The value that the tests of the mock request.
struct User: Codable, Sendable, Hashable {
  var name: String
}

extension NetworkingMock {
  /// Requests the URL and returns the response, which arrives before the call returns.
  func fetch<Value: Decodable & Sendable>(
    _ url: String = "https://h/a", as type: Value.Type = User.self
  ) throws -> DataResponse<Value> {
    let got = Captured<DataResponse<Value>>()
    get(url).responseObject(as: type, completionHandler: got.set)
    return try #require(got.value)
  }
}
