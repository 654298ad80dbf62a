import Foundation
import Net
import TestSupport
import Testing

@Suite struct RequestTagsTests {
  private enum Screen: RequestTagKey { typealias Value = String }
  private enum Other: RequestTagKey { typealias Value = String }
  private enum Mark: RequestTagKey { typealias Value = Void }

  @Test func valuesOfOneTypeHaveTheirOwnKeys() {
    var tags = RequestTags()
    #expect(tags.isEmpty && tags[Screen.self] == nil)
    tags[Screen.self] = "feed"
    tags[Mark.self] = ()
    expectEqual(tags[Screen.self], "feed")
    expectNil(tags[Other.self])
    expectNotNil(tags[Mark.self])
  }

  @Test func nilRemovesAValue() {
    var tags = RequestTags()
    tags[Screen.self] = "feed"
    let copy = tags
    tags[Screen.self] = nil
    expectTrue(tags.isEmpty)
    expectEqual(copy[Screen.self], "feed")
  }

  @Test func requestsThatDifferOnlyInTagsAreEqual() throws {
    let url = try #require(URL(string: "https://h/a"))
    let plain = TransportRequest(url: url)
    var tagged = plain
    tagged.tags[Screen.self] = "feed"
    expectEqual(tagged, plain)
    expectEqual(Set([tagged, plain]).count, 1)
  }

  @Test func valuesArePrintedNowhere() throws {
    let url = try #require(URL(string: "https://h/a"))
    var request = TransportRequest(url: url)
    request.tags[Screen.self] = "hunter2"
    var description = RequestDescription("https://h/a")
    description.tags[Screen.self] = "hunter2"
    var error = NetworkError(.cancelled, request: request)
    error.response = ResponseHead(status: 200)
    for value in [request, description, error, request.tags] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      #expect(!"\(value) \(String(reflecting: value)) \(dumped)".contains("hunter2"))
    }
    expectEqual("\(request.tags)", "1 tag")
    #expect(!request.cURLDescription().contains("hunter2"))
  }
}
