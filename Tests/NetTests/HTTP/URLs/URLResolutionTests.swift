import Foundation
import Net
import TestSupport
import Testing

/// The examples of RFC 3986 section 5.4.
struct URLResolutionTests {
  @Test(arguments: [
    ("g", "b/c/g"), ("./g", "b/c/g"), ("g/", "b/c/g/"), ("/g", "g"), ("?y", "b/c/d;p?y"),
    ("g?y", "b/c/g?y"), ("#s", "b/c/d;p?q#s"), ("g#s", "b/c/g#s"), ("g?y#s", "b/c/g?y#s"), (";x", "b/c/;x"),
    ("g;x", "b/c/g;x"), ("g;x?y#s", "b/c/g;x?y#s"), (".", "b/c/"), ("./", "b/c/"), ("..", "b/"),
    ("../", "b/"), ("../g", "b/g"), ("../..", ""), ("../../", ""), ("../../g", "g"),
    ("", "b/c/d;p?q"),
  ])
  func normalExamples(_ reference: String, _ expected: String) throws {
    expectEqual(try resolved(reference), "http://a/" + expected)
  }

  @Test(arguments: [
    ("../../../g", "g"), ("../../../../g", "g"), ("/./g", "g"), ("/../g", "g"), ("g.", "b/c/g."),
    (".g", "b/c/.g"), ("g..", "b/c/g.."), ("..g", "b/c/..g"), ("./../g", "b/g"), ("./g/.", "b/c/g/"),
    ("g/./h", "b/c/g/h"), ("g/../h", "b/c/h"), ("g;x=1/./y", "b/c/g;x=1/y"), ("g;x=1/../y", "b/c/y"),
    ("g?y/./x", "b/c/g?y/./x"), ("g?y/../x", "b/c/g?y/../x"), ("g#s/./x", "b/c/g#s/./x"),
    ("g#s/../x", "b/c/g#s/../x"),
  ])
  func abnormalExamples(_ reference: String, _ expected: String) throws {
    expectEqual(try resolved(reference), "http://a/" + expected)
  }

  @Test func theFragmentOfTheBaseIsNotInherited() throws {
    let base = URL(string: "http://a/b#c")
    expectEqual(try resolved("", base), "http://a/b")
  }

  @Test func anEmptyReferenceWithoutABaseIsAnError() {
    #expect(throws: InvalidRequest.url("")) { try "".absoluteURL(relativeTo: nil) }
  }

  @Test func anEmptyReferenceToABaseThatIsNotAnHTTPURLIsAnErrorOfTheBase() {
    #expect(throws: InvalidRequest.baseURL("ftp://a/b")) {
      try "".absoluteURL(relativeTo: URL(string: "ftp://a/b").map(BaseURL.init))
    }
  }

  @Test func aTemplateThatExpandsToNothingIsTheBase() throws {
    let template = URITemplate.expanding("{path}", ["path": ""])
    let base = URL(string: "http://a/b?c").map(BaseURL.init)
    expectEqual(try template.absoluteURL(relativeTo: base).absoluteString, "http://a/b?c")
  }

  /// `g:h` and the strict interpretation of `http:g` are not HTTP URLs.
  @Test(arguments: ["g:h", "http:g"]) func aReferenceThatIsNotAnHTTPURLIsAnError(_ reference: String) {
    #expect {
      try resolved(reference)
    } throws: { error in
      (error as? NetworkError)?.reason == .invalidRequest(.url(reference))
    }
  }

  @Test func aNetworkPathReferenceChangesTheHost() throws {
    expectEqual(try resolved("//g"), "http://g")
  }

  private func resolved(_ reference: String, _ base: URL? = URL(string: "http://a/b/c/d;p?q")) throws
    -> String
  {
    try RequestDescription(reference).transportRequest(
      baseURL: base.map(BaseURL.init), headers: SessionHeaders([:]), accept: nil,
      encoder: JSONEncoder()
    ).url.absoluteString
  }

  @Test(.heavy) func theTimeForADotSegmentDoesNotGrowWithTheirNumber() throws {
    func time(_ count: Int) throws -> Duration {
      let path = String(repeating: "a/", count: count) + String(repeating: "../", count: count) + "b"
      let base = BaseURL(try #require(URL(string: "https://example.com/c")))
      return processorTime {
        expectEqual(try? path.absoluteURL(relativeTo: base).absoluteString, "https://example.com/b")
      }
    }
    try expectLinearTime(from: 500, time: time)
  }
}
