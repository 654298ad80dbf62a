import Foundation
import Net
import TestSupport
import Testing

/// Parameters in a variable of a dictionary type.
@Suite struct RequestMakingDictionariesTests {
  private struct Making: RequestMaking {
    func request(_ description: RequestDescription) -> RequestDescription { description }
  }

  private let making = Making()
  private let query: [String: String] = ["b": "2", "a": "1"]

  @Test func aDictionaryOfTextsIsSortedByKey() {
    expectEqual(making.get("/", parameters: query).parameters, ["a": "1", "b": "2"])
  }

  @Test func everyVerbAcceptsADictionary() {
    let descriptions = [
      making.request("/", method: "PURGE", parameters: query), making.get("/", parameters: query),
      making.head("/", parameters: query), making.options("/", parameters: query),
      making.delete("/", parameters: query), making.post("/", parameters: query),
      making.put("/", parameters: query), making.patch("/", parameters: query),
    ]
    expectEqual(
      descriptions.map(\.method.rawValue),
      ["PURGE", "GET", "HEAD", "OPTIONS", "DELETE", "POST", "PUT", "PATCH"])
    #expect(descriptions.allSatisfy { $0.parameters == ["a": "1", "b": "2"] })
  }

  @Test func theEncodingAndTheHeaderArePassedOn() {
    let description = making.post("/", parameters: query, encoding: JSONEncoding.default, headers: ["X": "y"])
    #expect(description.encoding is JSONEncoding)
    expectEqual(description.headers["X"], "y")
  }

  @Test func optionalValuesMayBeNil() {
    let some: [String: Int?] = ["a": 1, "b": nil]
    expectEqual(making.get("/", parameters: some).parameters, ["a": 1, "b": nil])
  }

  @Test func aLiteralKeepsItsOrder() {
    expectEqual(making.get("/", parameters: ["b": "2", "a": "1"]).parameters?.keys, ["b", "a"])
    expectEqual(making.post("/", parameters: ["b": 2, "a": "1"]).parameters?.keys, ["b", "a"])
    expectEqual(making.get("/", parameters: [:]).parameters?.isEmpty, true)
    expectNil(making.get("/", parameters: nil).parameters)
  }
}
