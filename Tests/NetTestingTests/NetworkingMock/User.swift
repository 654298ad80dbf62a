import Net
import NetTesting
import Testing

/// What the tests of the mock ask for.
struct User: Codable, Sendable, Hashable {
  var name: String
}

extension NetworkingMock {
  /// Gets the URL as a value, and gives the response, which came inline.
  func fetch<Value: Decodable & Sendable>(
    _ url: String = "https://h/a", as type: Value.Type = User.self
  ) throws -> DataResponse<Value> {
    let got = Captured<DataResponse<Value>>()
    get(url).responseObject(of: type, completionHandler: got.set)
    return try #require(got.value)
  }
}
