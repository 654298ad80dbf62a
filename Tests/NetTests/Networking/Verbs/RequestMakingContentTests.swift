import Foundation
import Net
import TestSupport
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
      baseURL: URL(string: "https://example.com").map(BaseURL.init), headers: SessionHeaders([:]),
      accept: nil,
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

  /// Bytes that are passed where a value is expected are sent as they are.
  @available(*, deprecated)
  @Test func dataIsNotEncodedAsAValue() throws {
    let data = Data("hello".utf8)
    let (headers, parameters): (HTTPHeaders, Parameters) = (["A": "b"], ["k": 1])
    try check(
      [
        making.post("/t", body: data, parameters: parameters, headers: headers),
        making.put("/t", body: Data?.some(data), parameters: parameters, headers: headers),
        making.patch("/t", body: data, parameters: parameters, headers: headers),
        making.delete("/t", body: data, parameters: parameters, headers: headers),
      ], body: "hello", type: nil)
    expectEqual(try sent(making.post("/t", body: Data?.none)).body, .none)
  }

  @Test func aLiteralOfDifferentTypesIsJSON() throws {
    let (headers, parameters): (HTTPHeaders, Parameters) = (["A": "b"], ["k": 1])
    try check(
      [
        making.post(
          "/t", body: ["q": "{a}", "v": ["id": 1, "x": nil]], parameters: parameters, headers: headers),
        making.put(
          "/t", body: ["q": "{a}", "v": ["id": 1, "x": nil]], parameters: parameters, headers: headers),
        making.patch(
          "/t", body: ["q": "{a}", "v": ["id": 1, "x": nil]], parameters: parameters, headers: headers),
        making.delete(
          "/t", body: ["q": "{a}", "v": ["id": 1, "x": nil]], parameters: parameters, headers: headers),
      ], body: #"{"q":"{a}","v":{"id":1,"x":null}}"#, type: "application/json")
    expectEqual(
      try sent(making.post("/t", body: ["a", 1, ["b": [true, 2.5]]])).body,
      .data(Data(#"["a",1,{"b":[true,2.5]}]"#.utf8)))
  }

  @Test func aLiteralWithVariablesOfDifferentTypesIsJSON() throws {
    let (name, id, absent): (String, Int, String?) = ("hi", 3, nil)
    let (headers, parameters): (HTTPHeaders, Parameters) = (["A": "b"], ["k": 1])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let descriptions = [
      making.post("/t", body: ["name": name, "more": true], parameters: parameters, headers: headers),
      making.put("/t", body: ["name": name, "more": true], parameters: parameters, headers: headers),
      making.patch("/t", body: ["name": name, "more": true], parameters: parameters, headers: headers),
      making.delete("/t", body: ["name": name, "more": true], parameters: parameters, headers: headers),
    ].map { description in
      var description = description
      description.encoder = encoder
      return description
    }
    try check(descriptions, body: #"{"more":true,"name":"hi"}"#, type: "application/json")
    let literals: [(RequestDescription, JSONValue)] = [
      (making.post("/t", body: ["id": id, "name": name]), ["id": 3, "name": "hi"]),
      (making.post("/t", body: ["id": id, "name": absent]), ["id": 3, "name": nil]),
      (making.post("/t", body: ["name": name, "v": ["id": id]]), ["name": "hi", "v": ["id": 3]]),
      (
        making.post("/t", body: ["name": name, "tags": ["a", name], "x": 1.5]),
        ["name": "hi", "tags": ["a", "hi"], "x": 1.5]
      ),
      (
        making.post("/t", body: ["all": [["name": name]], "more": true]),
        ["all": [["name": "hi"]], "more": true]
      ),
      (
        making.post("/t", body: ["v": ["z": 1, "a": "b"] as JSONValue, "id": id]),
        ["v": ["z": 1, "a": "b"], "id": 3]
      ),
      (making.post("/t", body: [:]), [:]),
    ]
    for (description, value) in literals {
      expectEqual(try JSONValue(parsing: #require(try sent(description).body.data)), value)
    }
  }

  @Test func aLiteralWithVariablesIsEncodedByTheEncoderOfTheRequest() throws {
    let (date, number) = (Date(timeIntervalSince1970: 0), Double.infinity)
    var description = making.post("/t", body: ["aKey": date, "b": number, "c": 1])
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "many", negativeInfinity: "", nan: "")
    description.encoder = encoder
    expectEqual(
      try JSONValue(parsing: #require(try sent(description).body.data)),
      ["aKey": "1970-01-01T00:00:00Z", "b": "many", "c": 1])
  }

  @Test func aKeyThatIsTwiceInALiteralIsAnError() {
    let (name, id) = ("a", 3)
    #expect(throws: NetworkError.self) {
      try sent(making.post("/t", body: [name: id, "a": "b"]))
    }
  }

  @Test func valuesOfOneTypeAreEncodedByTheEncoderOfTheSession() {
    let descriptions = [
      making.post("/t", body: ["a": "b"]), making.put("/t", body: Todo(title: "Milk")),
      making.patch("/t", body: [1, 2]), making.delete("/t", body: "a"),
    ]
    for description in descriptions {
      guard case .encodable = description.content else {
        Issue.record("\(String(describing: description.content))")
        continue
      }
    }
  }

  @Test func dataOfUnknownTypeIsNotEncodedAsAValue() throws {
    func post(_ body: some Encodable & Sendable) -> RequestDescription { making.post("/t", body: body) }
    let data = Data("hello".utf8)
    let descriptions = [
      post(data), post(Data?.some(data)), making.upload(.encodable(data), to: "/t"),
      making.request("/t", method: .post, parameters: data, encoder: .json),
      making.patch("/t", parameters: data, encoder: .json(encoder: JSONEncoder())),
    ]
    for description in descriptions {
      let request = try sent(description)
      expectEqual(request.body, .data(data))
      expectNil(request.headers["Content-Type"])
    }
  }

  @Test func bytesInsideAValueAreEncoded() throws {
    let request = try sent(making.post("/t", body: ["a": Data("hello".utf8)]))
    expectEqual(request.body, .data(Data(#"{"a":"aGVsbG8="}"#.utf8)))
    expectEqual(try sent(making.post("/t", body: [UInt8(1), 2])).body, .data(Data("[1,2]".utf8)))
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
    expectNil(try sent(making.post("/t", httpBody: Data([1]))).headers["Content-Type"])
  }

  @Test func aJSONLiteralIsTheBody() throws {
    expectEqual(try sent(making.post("/t", jsonObject: [1, nil])).body, .data(Data("[1,null]".utf8)))
  }

  @Test func eachVerbEncodesAValueWithItsEncoder() throws {
    let todo = Todo(title: "a b")
    let verbs = [
      making.get("/t", parameters: todo, encoder: .urlEncodedForm, headers: ["A": "b"]),
      making.head("/t", parameters: todo, encoder: .urlEncodedForm, headers: ["A": "b"]),
      making.options("/t", parameters: todo, encoder: .urlEncodedForm, headers: ["A": "b"]),
      making.delete("/t", parameters: todo, encoder: .urlEncodedForm, headers: ["A": "b"]),
      making.post("/t", parameters: todo, encoder: .urlEncodedForm, headers: ["A": "b"]),
      making.put("/t", parameters: todo, encoder: .urlEncodedForm, headers: ["A": "b"]),
      making.patch("/t", parameters: todo, encoder: .urlEncodedForm, headers: ["A": "b"]),
    ]
    expectEqual(verbs.map(\.method), [.get, .head, .options, .delete, .post, .put, .patch])
    let sent = try verbs.map(sent)
    #expect(sent.allSatisfy { $0.headers["A"] == "b" })
    expectEqual(sent[1].url, sent[0].url)
    #expect(sent[0].url.query(percentEncoded: true)?.contains("title=a") == true)
  }
}
