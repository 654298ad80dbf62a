import Foundation
import NetStream
import NetTesting
import Testing
import XCTest

private let numbers = [1, 2, 3]
private let text = "status 404"
private let ratio = 0.3

/// What "Coming from Nimble" lists: each matcher once, and what to write instead of those under "Not here".
final class ComingFromNimbleTests: XCTestCase {
  private enum Refused: Error, Equatable { case no }

  private class Animal {}
  private final class Cat: Animal {}

  private func refuse() throws -> Int { throw Refused.no }

  func testTheSameMatchers() {
    let x = 3
    let y = 4
    let name: String? = "Ada"
    expect(x).to(equal(3))
    expect(x) == 3
    expect(x) != y
    expect(x) < y
    expect(x) <= y
    expect(y) > x
    expect(y) >= x
    expect(x).toNot(equal(y))
    expect(x).notTo(equal(y))
    expect(x).to(beLessThan(y))
    expect(x).to(beLessThanOrEqualTo(y))
    expect(y).to(beGreaterThan(x))
    expect(y).to(beGreaterThanOrEqualTo(x))
    expect(x == 3).to(beTrue())
    expect(x == y).to(beFalse())
    expect(name).toNot(beNil())
    expect(name).to(beginWith("A"))
    expect(text).to(endWith("404"))
    expect(text).to(contain("404"))
    expect(numbers).to(contain(1, 3))
    expect(numbers).to(containElementSatisfying { $0 > 2 })
    expect(numbers).to(haveCount(3))
    expect(numbers).toNot(beEmpty())
    expect(ratio).to(beCloseTo(0.3))
    expect(ratio).to(beCloseTo(0.25, within: 0.1))
    expect(x).to(satisfyAllOf(beGreaterThan(2), beLessThan(4)))
    expect(x).to(satisfyAnyOf(equal(3), equal(4)))
  }

  func testErrorsAndResults() {
    let error: (any Error)? = Refused.no
    let result: Result<Int, any Error> = .success(3)
    expect(try self.refuse()).to(throwError())
    expect(try self.refuse()).to(throwError(Refused.self))
    expect(try self.refuse()).to(throwError(Refused.no))
    expect(error).to(matchError(Refused.no))
    expect(error).to(matchError(Refused.self))
    expect(result).to(beSuccess())
    expect(result).to(beSuccess(beGreaterThan(2)))
    expect(result).toNot(beFailure())
  }

  func testWaiting() async {
    let names = Captured<String>()
    names.set("Ada")
    await expect(names.values).toEventually(equal(["Ada"]), within: .seconds(1))
    await expect(names.values).toEventuallyNot(beEmpty())
    let first = await names.next()
    expect(first) == "Ada"
  }

  func testInsteadOfValuesAndTypes() {
    let flag: Bool? = true
    let (cat, same): (Animal, Animal) = {
      let cat = Cat(); return (cat, cat)
    }()
    expect(flag).to(beTrue())
    expect(cat === same).to(beTrue())
    expect(cat is Cat).to(beTrue())
    expect(type(of: cat) == Cat.self).to(beTrue())
    expect((1...3).contains(2)).to(beTrue())
    expect(Array(1...3)) == numbers
    expect(numbers.allSatisfy { $0 > 0 }).to(beTrue())
    expect(text.contains(/[0-9]+/)).to(beTrue())
    expect(numbers.map(\.description)) == ["1", "2", "3"]
    expect(numbers).toNot(satisfyAnyOf(beEmpty(), contain(4)))
  }

  func testInsteadOfRequirements() throws {
    let name = try XCTUnwrap(numbers.first)
    expect(name) == 1
  }

  func testAMatcherOfOnesOwn() {
    func beEven() -> NetTesting.Matcher<Int> {
      Matcher("an even number") { $0.isMultiple(of: 2) }
    }
    expect(4).to(beEven())
  }

  func testInsteadOfAlwaysAndNever() {
    let scheduler = TestScheduler()
    let ticks = Observable<Int>.timer(.seconds(2), scheduler: scheduler).record(afterEach: self)
    scheduler.advance(by: .seconds(1))
    expect(ticks.values).to(beEmpty())
    scheduler.advance(by: .seconds(1))
    expect(ticks.values).to(haveCount(1))
  }

  func testInsteadOfNotifications() {
    let posted = Captured<String>()
    let center = NotificationCenter()
    let token = center.addObserver(forName: nil, object: nil, queue: nil) { posted.set($0.name.rawValue) }
    center.post(name: Notification.Name("saved"), object: nil)
    expect(posted.values) == ["saved"]
    center.removeObserver(token)
  }
}

@Suite struct ComingFromNimbleInSwiftTestingTests {
  @Test func requireReplacesUnwrap() throws {
    let numbers = [1, 2]
    let first = try #require(numbers.first)
    #expect(first == 1, "the first number")
  }

  @Test func waitingReplacesWaitUntil() async {
    let done = Captured<Int>()
    DispatchQueue.global().async { done.set(3) }
    let value = await done.next()
    expect(value) == 3
  }
}
