import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A cookie jar in a session, in virtual time.
@Suite struct CookieJarTests {
  private let jar: CookieJar
  private let fixture: SessionFixture

  init() {
    let jar = CookieJar(clock: Self.clock(0))
    self.jar = jar
    fixture = SessionFixture {
      $0.cookies = jar
      $0.interceptors = [RetryPolicy(base: .zero)]
    }
  }

  /// A clock that starts this many seconds after that of the jar.
  private static func clock(_ seconds: Double) -> TestScheduler {
    TestScheduler(startDate: Date(timeIntervalSince1970: 1_700_000_000 + seconds))
  }

  private func cookies(of task: Int) -> [String] {
    fixture.tasks[task].request.headers.values(for: "Cookie")
  }

  @Test func withoutAJarNoCookiesAreKept() {
    let fixture = SessionFixture()
    for number in 0..<2 {
      _ = fixture.start()
      fixture.tasks[number].respond(200, headers: ["Set-Cookie": "a=1"])
    }
    expectNil(fixture.tasks[1].request.headers["Cookie"])
  }

  @Test func cookiesOfAResponseAreSentWithTheNextRequest() {
    _ = fixture.start()
    expectEqual(cookies(of: 0), [])
    fixture.tasks[0].respond(200, headers: ["Set-Cookie": "a=1", "set-cookie": "b=2"])
    _ = fixture.start()
    expectEqual(cookies(of: 1), ["a=1; b=2"])
    _ = fixture.start(.get, "https://other.example/")
    expectEqual(cookies(of: 2), [])
  }

  @Test func failedResponsesSetCookies() {
    _ = fixture.start()
    fixture.tasks[0].respond(404, headers: ["Set-Cookie": "a=1"])
    _ = fixture.start()
    expectEqual(cookies(of: 1), ["a=1"])
  }

  @Test func eachAttemptSendsTheCookiesOfThePreviousAttempt() {
    let started = fixture.start()
    fixture.tasks[0].respond(503, headers: ["Set-Cookie": "a=1", "Retry-After": "0"])
    expectEqual(cookies(of: 1), ["a=1"])
    fixture.tasks[1].respond(200, headers: ["Set-Cookie": "a=; Max-Age=0"])
    expectEqual(started.outcome?.request?.headers["Cookie"], "a=1")
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func cookiesOfARedirectAreSentToItsTarget() {
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: ["Set-Cookie": "a=1", "Location": "/b"])
    expectEqual(cookies(of: 1), ["a=1"])
    fixture.tasks[1].respond(302, headers: ["Set-Cookie": "b=2; Path=/", "Location": "/c"])
    expectEqual(cookies(of: 2), ["a=1; b=2"])
  }

  @Test func aRedirectDropsCookiesOfAnotherPath() {
    jar.insert([Cookie(name: "deep", value: "1", domain: "example.com", path: "/a")])
    _ = fixture.start()
    expectEqual(cookies(of: 0), ["deep=1"])
    fixture.tasks[0].respond(302, headers: ["Location": "/b"])
    expectEqual(cookies(of: 1), [])
  }

  @Test func anotherOriginGetsOnlyItsOwnCookies() {
    jar.insert([
      Cookie(name: "here", value: "1", domain: "example.com"),
      Cookie(name: "there", value: "2", domain: "other.example"),
    ])
    _ = fixture.start(headers: ["Cookie": "mine=3"])
    expectEqual(cookies(of: 0), ["mine=3; here=1"])
    fixture.tasks[0].respond(302, headers: ["Location": "https://other.example/"])
    expectEqual(cookies(of: 1), ["there=2"])
    fixture.tasks[1].respond(302, headers: ["Location": "https://example.com/"])
    expectEqual(cookies(of: 2), ["here=1"])
  }

  @Test func anotherOriginCannotSetCookiesForTheFirst() {
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: ["Location": "https://evil.example/"])
    fixture.tasks[1].respond(200, headers: ["Set-Cookie": "a=1; Domain=example.com"])
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func cookiesOfARedirectThatTheTransportFollowsAreThoseOfItsURL() throws {
    _ = fixture.start()
    let evil = try #require(URL(string: "https://evil.example/"))
    fixture.tasks[0].send(.redirect(ResponseHead(status: 302, headers: ["Set-Cookie": "a=1"])))
    fixture.tasks[0].send(
      .redirect(ResponseHead(status: 302, headers: ["Set-Cookie": "b=2"], url: evil)))
    // Without a URL it is unknown whose cookie it is.
    fixture.tasks[0].send(.head(ResponseHead(status: 200, headers: ["Set-Cookie": "c=3"])))
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(jar.cookies.map { "\($0.domain) \($0.name)" }, ["example.com a", "evil.example b"])
  }

  @Test(arguments: [".example.com", ".Example.COM", "example.com."])
  func theDomainOfAnInsertedCookieMayHaveAnySpelling(domain: String) throws {
    jar.insert([Cookie(name: "a", value: "1", domain: domain, isHostOnly: false)])
    let url = try #require(URL(string: "https://www.example.com/"))
    expectEqual(jar.cookies(for: url).map(\.name), ["a"])
  }

  @Test func cookiesOfTheRequestOverrideThoseOfTheJar() {
    jar.insert([
      Cookie(name: "a", value: "jar", domain: "example.com"),
      Cookie(name: "b", value: "jar", domain: "example.com"),
    ])
    _ = fixture.start(headers: ["Cookie": "a=own", "cookie": "c=own"])
    expectEqual(cookies(of: 0), ["a=own; c=own; b=jar"])
  }

  @Test func onlyACookieOfTheSameCodePointsIsOverridden() {
    jar.insert([
      Cookie(name: "e\u{301}", value: "jar", domain: "example.com"),
      Cookie(name: "b", value: "jar", domain: "example.com"),
    ])
    _ = fixture.start(headers: ["Cookie": "\u{e9}=own;\u{301}; b=\u{301}"])
    let expected = "\u{e9}=own;\u{301}; b=\u{301}; e\u{301}=jar"
    expectEqual(cookies(of: 0).map { Array($0.utf8) }, [Array(expected.utf8)])
  }

  @Test func secretsOfTheJarAreNotLogged() {
    jar.insert([Cookie(name: "a", value: "s3cret", domain: "example.com")])
    let lines = Captured<String>()
    let fixture = SessionFixture { [jar] in
      $0.cookies = jar
      $0.monitors = [LoggingMonitor(level: .debug) { lines.set($1) }]
    }
    let started = fixture.start()
    fixture.tasks[0].respond(404, headers: ["Set-Cookie": "b=s3cret"])
    let error = started.outcome?.error
    expectEqual(fixture.tasks[0].request.headers["Cookie"], "a=s3cret")
    #expect(!lines.values.joined().contains("s3cret"))
    for text in [
      "\(String(describing: error))", "\(String(describing: error?.request))",
      started.request.cURLDescription,
    ] {
      #expect(!text.contains("s3cret"), "\(text)")
    }
  }

  // MARK: - The jar on its own

  @Test func cookiesCanBeSavedAndRestored() throws {
    let url = try #require(URL(string: "https://example.com/"))
    jar.store(
      ResponseHead(status: 200, headers: ["Set-Cookie": "a=1; Max-Age=60", "set-cookie": "b=2; Secure"]),
      from: url)
    let data = try JSONEncoder().encode(jar.cookies)
    let other = CookieJar(clock: Self.clock(59))
    other.insert(try JSONDecoder().decode([Cookie].self, from: data))
    expectEqual(other.cookies, jar.cookies)
    let late = CookieJar(clock: Self.clock(60))
    late.insert(jar.cookies)
    expectEqual(late.cookies.map(\.name), ["b"])
  }

  @Test func cookiesWithoutAnExpiryAreSessionCookies() throws {
    let url = try #require(URL(string: "https://example.com/"))
    jar.store(
      ResponseHead(status: 200, headers: ["Set-Cookie": "a=1; Max-Age=60", "set-cookie": "b=2"]), from: url)
    jar.removeSessionCookies()
    expectEqual(jar.cookies.map(\.name), ["a"])
    jar.removeAll()
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func theJarIsThreadSafe() async throws {
    let url = try #require(URL(string: "https://example.com/"))
    await withTaskGroup { [jar] group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            jar.store(ResponseHead(status: 200, headers: ["Set-Cookie": "c\(thread)=\(number)"]), from: url)
            _ = jar.cookies(for: url)
          }
        }
      }
    }
    expectEqual(jar.cookies.count, 8)
    expectEqual(Set(jar.cookies.map(\.value)), ["49"])
  }
}
