import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct RedirectPolicyTests {
  private func next(
    _ status: Int, _ method: HTTPMethod = .get, from url: String = "https://a.example/x/y?q=1",
    to location: String?, headers: HTTPHeaders = [:], policy: RedirectPolicy = .follow, redirects: Int = 0
  ) throws -> RedirectPolicy.Verdict {
    let request = TransportRequest(
      method: method, url: try #require(URL(string: url)), headers: headers,
      body: method == .post || method == .put ? .data(Data("b".utf8)) : .none)
    let head = ResponseHead(status: status, headers: location.map { ["Location": $0] } ?? [:])
    return policy.verdict(on: head, to: request, redirects: redirects)
  }

  private func followed(_ verdict: RedirectPolicy.Verdict) throws -> TransportRequest {
    guard case .follow(let request) = verdict else { throw Broken() }
    return request
  }

  @Test(arguments: [200, 300, 304, 305, 306, 404])
  func statusesThatAreNotFollowedAreDelivered(status: Int) throws {
    expectEqual(try next(status, to: "/z"), .deliver)
  }

  @Test(arguments: [
    (301, HTTPMethod.post, HTTPMethod.get), (302, .post, .get), (303, .post, .get), (303, .put, .get),
    (303, .delete, .get), (303, .head, .head), (301, .put, .put), (302, .delete, .delete),
    (302, .head, .head),
    (307, .post, .post), (308, .post, .post), (308, .put, .put), (301, .get, .get),
  ])
  func theMethodDependsOnTheStatus(status: Int, method: HTTPMethod, expected: HTTPMethod) throws {
    let request = try followed(next(status, method, to: "/z"))
    expectEqual(request.method, expected)
    expectEqual(request.body == .none, expected == .get || expected == .head || expected == .delete)
  }

  @Test(arguments: [(301, true), (302, true), (303, false), (307, true), (308, true)])
  func theBodyOfAGetIsDroppedOnlyByA303(status: Int, isKept: Bool) throws {
    let url = try #require(URL(string: "https://a.example/_search"))
    let request = TransportRequest(
      method: .get, url: url, headers: ["Content-Type": "application/json", "X-A": "1"],
      body: .data(Data("{}".utf8)))
    let head = ResponseHead(status: status, headers: ["Location": "/z"])
    let next = try followed(RedirectPolicy.follow.verdict(on: head, to: request, redirects: 0))
    expectEqual(next.method, .get)
    expectEqual(next.body, isKept ? request.body : .none)
    expectEqual(next.headers, isKept ? request.headers : ["X-A": "1"])
  }

  @Test func aGetWithoutABodyKeepsAllFields() throws {
    let headers: HTTPHeaders = ["Content-Type": "application/json"]
    expectEqual(try followed(next(303, .get, to: "/z", headers: headers)).headers, headers)
  }

  @Test func droppingTheBodyDropsItsFields() throws {
    let headers: HTTPHeaders = ["Content-Type": "a/b", "content-length": "1", "X-A": "1"]
    expectEqual(try followed(next(303, .post, to: "/z", headers: headers)).headers, ["X-A": "1"])
    expectEqual(try followed(next(307, .post, to: "/z", headers: headers)).headers, headers)
  }

  @Test(arguments: [
    "Content-Encoding", "Content-Digest", "Content-MD5", "Content-Range", "Content-Disposition", "Digest",
    "Repr-Digest", "Last-Modified", "Expect", "Trailer", "Transfer-Encoding", "expect",
  ])
  func fieldsAboutTheBodyAreDroppedWithIt(name: String) throws {
    let headers = HTTPHeaders([HTTPField(name: name, value: "1")])
    expectEqual(try followed(next(303, .post, to: "/z", headers: headers)).headers, [])
    expectEqual(try followed(next(308, .post, to: "/z", headers: headers)).headers, headers)
  }

  @Test(arguments: [
    ("z", "https://a.example/x/z"), ("/z", "https://a.example/z"), ("?p", "https://a.example/x/y?p"),
    ("../z", "https://a.example/z"), ("//b.example/z", "https://b.example/z"),
    ("https://b.example", "https://b.example"), ("/a b", "https://a.example/a%20b"),
  ])
  func relativeLocationsAreResolved(location: String, expected: String) throws {
    expectEqual(try followed(next(302, to: location)).url.absoluteString, expected)
  }

  @Test func theFragmentIsKeptUnlessTheLocationHasOne() throws {
    let url = "https://a.example/x#part"
    expectEqual(try followed(next(302, from: url, to: "/z")).url.absoluteString, "https://a.example/z#part")
    expectEqual(try followed(next(302, from: url, to: "/z#q")).url.absoluteString, "https://a.example/z#q")
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func withoutALocationTheResponseIsDelivered(status: Int) throws
  {
    expectEqual(try next(status, to: nil), .deliver)
  }

  @Test(arguments: ["", " ", "\t"]) func withAnEmptyLocationTheResponseIsDelivered(location: String) throws {
    for status in [301, 302, 303, 307, 308] { expectEqual(try next(status, to: location), .deliver) }
  }

  @Test(arguments: ["ftp://a.example/", "mailto:a@b", "http://"])
  func anInvalidLocationFails(location: String) throws {
    expectEqual(try next(302, to: location), .fail(.location(location)))
  }

  /// One of them may have been added by an attacker.
  @Test func locationsThatDifferFail() throws {
    let request = TransportRequest(url: try #require(URL(string: "https://a.example/")))
    func verdict(_ locations: String...) -> RedirectPolicy.Verdict {
      let headers = HTTPHeaders(locations.map { HTTPField(name: "Location", value: $0) })
      return RedirectPolicy.follow.verdict(
        on: ResponseHead(status: 302, headers: headers), to: request, redirects: 0)
    }
    expectEqual(verdict("/b", "https://evil.example/"), .fail(.location("/b, https://evil.example/")))
    expectEqual(try followed(verdict("/b", "/b")).url.path, "/b")
    expectEqual(try followed(verdict("", "/b")).url.path, "/b")
    expectEqual(verdict("", ""), .deliver)
  }

  @Test func theDescriptionOfSeveralLocationsHasNoSecrets() {
    for locations in [
      "/b, https://me:s3cret@evil.example/?token=s3cret", "?token=s3cret, //me:s3cret@b.example/",
    ] {
      #expect(!NetworkError(.redirect(.location(locations))).description.contains("s3cret"))
    }
  }

  private static let secrets: HTTPHeaders = [
    "Authorization": "a", "Cookie": "b", "Proxy-Authorization": "c", "Host": "a.example", "X-A": "d",
  ]

  @Test(arguments: [
    "https://b.example/", "https://a.example:444/", "https://sub.a.example/", "//b.example",
  ])
  func anotherOriginGetsNoCredentials(location: String) throws {
    expectEqual(try followed(next(302, to: location, headers: Self.secrets)).headers, ["X-A": "d"])
  }

  @Test(arguments: ["/z", "https://A.example:443/z"])
  func theSameOriginGetsCredentials(location: String) throws {
    expectEqual(try followed(next(302, to: location, headers: Self.secrets)).headers, Self.secrets)
  }

  @Test func anInternationalHostAndItsASCIIFormAreOneOrigin() throws {
    let next = try followed(
      next(
        302, from: "https://bücher.example/", to: "https://xn--bcher-kva.example/", headers: Self.secrets))
    expectEqual(next.headers, Self.secrets)
  }

  /// As with `curl --location`.
  @Test(arguments: [
    ("/z", "https://a%40b:p%3Aw@a.example/z"), ("//a.example/z", "https://a%40b:p%3Aw@a.example/z"),
    ("https://a.example/z", "https://a%40b:p%3Aw@a.example/z"),
    ("HTTPS://A.example:443/z?q#f", "https://a%40b:p%3Aw@A.example:443/z?q#f"),
    ("https://ada:own@a.example/z", "https://ada:own@a.example/z"),
    ("https://ada@a.example/z", "https://ada@a.example/z"),
  ])
  func theSameOriginGetsTheUserInformationOfTheURL(location: String, url: String) throws {
    let request = try followed(next(302, from: "https://a%40b:p%3Aw@a.example/x", to: location))
    expectEqual(request.url.absoluteString.replacing("HTTPS:", with: "https:"), url)
  }

  @Test func aNameWithoutAPasswordIsUserInformation() throws {
    let request = try followed(next(302, from: "http://ada@[::1]:8080/x", to: "http://[::1]:8080/z"))
    expectEqual(request.url.absoluteString, "http://ada@[::1]:8080/z")
  }

  @Test(arguments: [
    "https://b.example/z", "//b.example/z", "https://a.example:8443/z", "http://a.example/z",
    "http://a.example:443/z",
  ])
  func anotherOriginGetsNoUserInformation(location: String) throws {
    let policy = RedirectPolicy(allowsInsecure: true)
    let request = try followed(next(302, from: "https://ada:pw@a.example/x", to: location, policy: policy))
    expectNil(request.url.user())
    expectNil(request.url.password())
  }

  @Test func anUpgradeToHTTPSIsAnotherOrigin() throws {
    let request = try followed(
      next(302, from: "http://a.example/", to: "https://a.example/", headers: Self.secrets))
    expectEqual(request.headers, ["X-A": "d"])
  }

  @Test func aDowngradeToHTTPFailsUnlessAllowed() throws {
    expectEqual(try next(302, to: "http://a.example/"), .fail(.insecure))
    let policy = RedirectPolicy(allowsInsecure: true)
    expectEqual(try followed(next(302, to: "http://a.example/", policy: policy)).url.scheme, "http")
  }

  @Test func spaceAroundALocationIsIgnored() throws {
    expectEqual(try followed(next(302, to: " /z\t")).url.path, "/z")
  }

  @Test func theRedirectLimitIsEnforced() throws {
    expectEqual(try next(302, to: "/z", redirects: 20), .fail(.limit(20)))
    expectEqual(try followed(next(302, to: "/z", redirects: 19)).url.path, "/z")
    expectEqual(try next(302, to: "/z", policy: .refuse), .deliver)
  }
}
