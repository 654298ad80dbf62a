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
    let got = Lock<DataResponse<Value>?>(nil)
    get(url).responseObject(of: type) { response in got.withLock { $0 = response } }
    return try #require(got.withLock { $0 })
  }
}

/// Responses in the order they came.
final class Responses<Value: Sendable>: Sendable {
  private let state = Lock<[DataResponse<Value>]>([])

  var all: [DataResponse<Value>] { state.withLock { $0 } }
  var count: Int { all.count }
  var last: DataResponse<Value>? { all.last }

  @Sendable func add(_ response: DataResponse<Value>) { state.withLock { $0.append(response) } }
}
