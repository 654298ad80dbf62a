import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct CacheFactsTests {
  private let start = CacheScene.start

  private func facts(
    _ headers: HTTPHeaders, status: Int = 200, sent: Double = 0, received: Double = 0,
    assigned: Duration? = nil
  ) -> CacheFacts {
    CacheFacts(
      status: status, headers: headers, requestTime: start.addingTimeInterval(sent),
      responseTime: start.addingTimeInterval(received), assignedLifetime: assigned)
  }

  @Test func maxAgeIsTheLifetimeWhateverExpiresSays() {
    let facts = facts(["Cache-Control": "max-age=60", "Expires": httpDate(3600), "Date": httpDate(0)])
    expectEqual(facts.lifetime, 60)
    expectTrue(facts.isExplicit)
  }

  @Test func anInvalidMaxAgeIsStaleDespiteExpires() {
    expectEqual(facts(["Cache-Control": "max-age=a", "Expires": httpDate(3600)]).lifetime, 0)
  }

  @Test func expiresCountsFromDate() {
    expectEqual(facts(["Expires": httpDate(300), "Date": httpDate(100)]).lifetime, 200)
    expectEqual(facts(["Expires": httpDate(300), "Date": httpDate(400)]).lifetime, 0)
    expectEqual(facts(["Expires": httpDate(300), "Date": "yesterday"]).lifetime, 300)
  }

  @Test(arguments: ["0", "-1", "", "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 2:01:18 GMT"])
  func anInvalidExpiresIsInThePast(text: String) {
    let facts = facts(["Expires": text, "Last-Modified": httpDate(-1000)])
    expectEqual(facts.lifetime, 0)
    expectTrue(facts.isExplicit)
  }

  @Test func aTenthOfTheTimeSinceTheModificationIsTheHeuristicLifetime() {
    let facts = facts(["Last-Modified": httpDate(-1000), "Date": httpDate(0)])
    expectEqual(facts.lifetime, 100)
    expectFalse(facts.isExplicit)
    expectEqual(self.facts(["Last-Modified": httpDate(1000), "Date": httpDate(0)]).lifetime, 0)
  }

  /// RFC 9110 section 15.1.
  @Test func onlySomeStatusesHaveAHeuristicLifetime() {
    let heuristic = (200..<600).filter { status in
      facts(["Last-Modified": httpDate(-1000), "Date": httpDate(0)], status: status).lifetime > 0
    }
    expectEqual(heuristic, [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])
    expectEqual(
      facts(["Last-Modified": httpDate(-1000), "Cache-Control": "public"], status: 599).lifetime, 100)
  }

  @Test func theSessionsLifetimeReplacesOnlyTheHeuristicOne() {
    expectEqual(facts(["Last-Modified": httpDate(-1000)], assigned: .seconds(5)).lifetime, 5)
    expectEqual(facts(["Cache-Control": "max-age=60"], assigned: .seconds(5)).lifetime, 60)
    expectEqual(facts([:], assigned: .seconds(-5)).lifetime, 0)
  }

  /// RFC 9111 section 4.2.3.
  @Test func theAgeIsTheGreaterOfTwoEstimates() {
    expectEqual(facts(["Date": httpDate(-50), "Age": "20"], sent: -5).initialAge, 50)
    expectEqual(facts(["Date": httpDate(-50), "Age": "60"], sent: -5).initialAge, 65)
    expectEqual(facts(["Date": httpDate(50)], sent: -5).initialAge, 5)
    expectEqual(facts([:], sent: 5).initialAge, 0)
  }

  @Test(arguments: [
    ("7200", 7200.0), ("7200, 0", 7200), ("0, 7200", 0), (" 7 ", 7), ("2147483649", 2_147_483_648),
  ])
  func theNumberBeforeTheFirstCommaIsTheAge(text: String, seconds: Double) {
    expectEqual(facts(["Age": text]).initialAge, seconds)
  }

  @Test(arguments: ["abc", "-7200", "7200.0", "7200;foo=bar", "", ",7"])
  func anInvalidAgeIsIgnored(text: String) {
    expectEqual(facts(["Age": text]).initialAge, 0)
  }

  @Test func theFirstOfRepeatedFieldsCounts() {
    expectEqual(
      facts([HTTPField(name: "Age", value: "7"), HTTPField(name: "Age", value: "8")]).initialAge, 7)
  }

  @Test func theTimeInTheStoreIsAdded() {
    let facts = facts(["Cache-Control": "max-age=60", "Age": "10"])
    expectEqual(facts.age(at: start.addingTimeInterval(20)), 30)
    expectEqual(facts.staleness(at: start.addingTimeInterval(20)), -30)
  }

  @Test func aResponseIsStaleAsSoonAsItsAgeIsItsLifetime() {
    let facts = facts(["Cache-Control": "max-age=60"])
    #expect(facts.staleness(at: start.addingTimeInterval(59.9)) < 0)
    expectEqual(facts.staleness(at: start.addingTimeInterval(60)), 0)
  }

  @Test func everythingIsStaleWhenTheClockWasSetBack() {
    let facts = facts(["Cache-Control": "max-age=60"])
    expectEqual(facts.staleness(at: start.addingTimeInterval(-1)), 0)
    expectEqual(facts.age(at: start.addingTimeInterval(-1)), 0)
  }

  @Test(arguments: [-1e300, -1e15, 1e15, 1e300])
  func extremeClocksDoNotCrash(seconds: Double) {
    let time = Date(timeIntervalSince1970: seconds)
    for headers: HTTPHeaders in [["Expires": "0"], ["Last-Modified": httpDate(0)], ["Age": "2147483648"]] {
      let facts = CacheFacts(
        status: 200, headers: headers, requestTime: start, responseTime: time, assignedLifetime: nil)
      #expect(Duration.seconds(facts.age(at: start)) >= .zero)
      #expect(Duration.seconds(facts.age(at: Date(timeIntervalSince1970: -seconds))) >= .zero)
    }
  }
}
