import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A session uses one clock for everything that it waits for or dates.
@Suite struct SessionClockTests {
  private func cookies(_ fixture: SessionFixture) -> String? {
    _ = fixture.start()
    return fixture.tasks.last?.request.headers["Cookie"]
  }

  @Test func maxAgeUsesTheTimerOfTheSession() {
    let jar = CookieJar()
    let fixture = SessionFixture { $0.cookies = jar }
    _ = fixture.start()
    fixture.tasks[0].respond(200, headers: ["Set-Cookie": "a=1; Max-Age=60"])
    fixture.timer.advance(by: .seconds(59))
    expectEqual(cookies(fixture), "a=1")
    expectEqual(jar.cookies.count, 1)
    fixture.timer.advance(by: .seconds(1))
    expectNil(cookies(fixture))
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func expiresIsComparedWithTheDateOfTheSession() {
    let fixture = SessionFixture(startDate: Date(timeIntervalSince1970: 784_123_200)) {
      $0.cookies = CookieJar()
    }
    _ = fixture.start()
    fixture.tasks[0].respond(200, headers: ["Set-Cookie": "a=1; Expires=Sun, 06 Nov 1994 12:00:30 GMT"])
    fixture.timer.advance(by: .seconds(29))
    expectEqual(cookies(fixture), "a=1")
    fixture.timer.advance(by: .seconds(1))
    expectNil(cookies(fixture))
  }

  @Test func cookiesAndRetryAfterShareOneClock() {
    let jar = CookieJar()
    let fixture = SessionFixture(startDate: Date(timeIntervalSince1970: 784_123_200)) {
      $0.cookies = jar
      $0.interceptors = [RetryPolicy()]
    }
    _ = fixture.start()
    fixture.tasks[0].respond(
      503,
      headers: ["Retry-After": "Sun, 06 Nov 1994 12:00:30 GMT", "Set-Cookie": "a=1; Max-Age=30"])
    expectEqual(jar.cookies.count, 1)
    fixture.timer.advance(by: .seconds(30))
    expectEqual(fixture.tasks.count, 2)
    expectNil(fixture.tasks[1].request.headers["Cookie"])
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func aJarKeepsItsOwnClock() {
    let clock = TestScheduler()
    let jar = CookieJar(clock: clock)
    let fixture = SessionFixture { $0.cookies = jar }
    _ = fixture.start()
    fixture.tasks[0].respond(200, headers: ["Set-Cookie": "a=1; Max-Age=60"])
    fixture.timer.advance(by: .seconds(60))
    expectEqual(jar.cookies.count, 1)
    clock.advance(by: .seconds(60))
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func aSharedJarUsesTheClockOfTheFirstSession() {
    let jar = CookieJar()
    let first = SessionFixture { $0.cookies = jar }
    let second = SessionFixture { $0.cookies = jar }
    _ = second.start()
    second.tasks[0].respond(200, headers: ["Set-Cookie": "a=1; Max-Age=60"])
    second.timer.advance(by: .seconds(60))
    expectEqual(jar.cookies.count, 1)
    first.timer.advance(by: .seconds(60))
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func aRetryContextHasTheDateOfTheSession() {
    let dates = Captured<Date>()
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onRetry: { context, done in
          dates.set(context.date)
          done(.pass)
        })
      ]
    }
    _ = fixture.start()
    fixture.timer.advance(by: .seconds(5))
    fixture.tasks[0].send(.failed(Broken(), phase: .head))
    expectEqual(dates.values, [TestScheduler.usualStartDate.addingTimeInterval(5)])
  }
}
