import Foundation
import Net
import Testing

struct RequestMakingContentTests {
  private struct Describing: RequestMaking {
    func request(_ description: RequestDescription) -> RequestDescription { description }
  }

  private struct Todo: Encodable, Sendable {
    var title: String
  }

  private let making = Describing()

  private func sent(_ description: RequestDescription) throws -> TransportRequest {
    try description.transportRequest(
      baseURL: URL(string: "https://example.com"), headers: SessionHeaders([:]), accept: nil,
      encoder: JSONEncoder())
  }

  private func check(
    _ descriptions: [RequestDescription], body: String, type: String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(descriptions.map(\.method) == [.post, .put, .patch, .delete], sourceLocation: sourceLocation)
    for description in descriptions {
      let request = try sent(description)
      #expect(request.body == .data(Data(body.utf8)), sourceLocation: sourceLocation)
      #expect(request.headers["Content-Type"] == type, sourceLocation: sourceLocation)
      #expect(request.headers["A"] == "b", sourceLocation: sourceLocation)
      #expect(request.url.absoluteString == "https://example.com/t?k=1", sourceLocation: sourceLocation)
    }
  }

  @Test func dataIsTheBody() throws {
    let data = Data("hello".utf8)
    try check(
      [
        making.post(
          "/t", httpBody: data, contentType: "text/plain", parameters: ["k": 1], headers: ["A": "b"]),
        making.put(
          "/t", httpBody: data, contentType: "text/plain", parameters: ["k": 1], headers: ["A": "b"]),
        making.patch(
          "/t", httpBody: data, contentType: "text/plain", parameters: ["k": 1], headers: ["A": "b"]),
        making.delete(
          "/t", httpBody: data, contentType: "text/plain", parameters: ["k": 1], headers: ["A": "b"]),
      ], body: "hello", type: "text/plain")
  }

  @Test func aJSONValueIsTheBody() throws {
    let value: JSONValue = ["title": "Milk"]
    try check(
      [
        making.post("/t", jsonObject: value, parameters: ["k": 1], encoding: .json, headers: ["A": "b"]),
        making.put("/t", jsonObject: value, parameters: ["k": 1], encoding: .json, headers: ["A": "b"]),
        making.patch("/t", jsonObject: value, parameters: ["k": 1], encoding: .json, headers: ["A": "b"]),
        making.delete("/t", jsonObject: value, parameters: ["k": 1], encoding: .json, headers: ["A": "b"]),
      ], body: #"{"title":"Milk"}"#, type: "application/json")
  }

  @Test func anEncodableIsTheBody() throws {
    let todo = Todo(title: "Milk")
    try check(
      [
        making.post("/t", body: todo, parameters: ["k": 1], headers: ["A": "b"]),
        making.put("/t", body: todo, parameters: ["k": 1], headers: ["A": "b"]),
        making.patch("/t", body: todo, parameters: ["k": 1], headers: ["A": "b"]),
        making.delete("/t", body: todo, parameters: ["k": 1], headers: ["A": "b"]),
      ], body: #"{"title":"Milk"}"#, type: "application/json")
  }

  @Test func dataWithoutATypeHasNoContentType() throws {
    #expect(try sent(making.post("/t", httpBody: Data([1]))).headers["Content-Type"] == nil)
  }

  @Test func aJSONLiteralIsTheBody() throws {
    #expect(try sent(making.post("/t", jsonObject: [1, nil])).body == .data(Data("[1,null]".utf8)))
  }
}
