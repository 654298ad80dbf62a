import Foundation
import NetStream
import NetTesting
import TestSupport
import Testing
import XCTest

private enum Refused: Error, Equatable { case no }

private class Animal {}
private final class Cat: Animal {}

private let numbers = [1, 2, 3]
private let text = "status 404"
private let ratio = 0.3
private func f() throws -> Int { 3 }
private func later() async throws -> Int { 3 }

/// What "Coming from Nimble" lists, in a test case of XCTest.
final class ComingFromNimbleTests: XCTestCase {
  private func refuse() throws -> Int { throw Refused.no }

  func testOperators() {
    let (x, y, none) = (3, 4, Int?.none)
    // Row: expect(x) == y, !=, <, <=, >, >=, expect(x) == nil
    expect(x) == 3
    expect(none) == nil
    expect(x) != y
    expect(x) < y
    expect(x) <= y
    expect(y) > x
    expect(y) >= x
    expect(x == y).to(beFalse())
    // Row: to, toNot, notTo
    expect(x).to(equal(3))
    expect(x).toNot(equal(y))
    expect(x).notTo(equal(y))
    // Row: equal, beNil, beTrue, beFalse
    expect(x).to(equal(3))
    expect(none).to(beNil())
    expect(x == 3).to(beTrue())
    expect(x == y).to(beFalse())
    // Row: beLessThan, beLessThanOrEqualTo, beGreaterThan, beGreaterThanOrEqualTo
    expect(x).to(beLessThan(y))
    expect(x).to(beLessThanOrEqualTo(y))
    expect(y).to(beGreaterThan(x))
    expect(y).to(beGreaterThanOrEqualTo(x))
    // Row: beCloseTo(0.3), beCloseTo(0.25, within: 0.1), also of a date and of an array
    expect(ratio).to(beCloseTo(0.3))
    expect(ratio).to(beCloseTo(0.25, within: 0.1))
    expect([ratio, 1]).to(beCloseTo([0.3, 1]))
    expect(Date(timeIntervalSince1970: 9)).to(beCloseTo(Date(timeIntervalSince1970: 0), within: 10))
  }

  func testContents() {
    // Row: contain("a", "b") of a text, contain([1, 2])
    expect("abc").to(contain("a", "b"))
    expect([1, 2, 3]).to(contain([1, 2]))
  }

  func testCollections() {
    // Row: beEmpty, haveCount, contain, containElementSatisfying
    expect(numbers).toNot(beEmpty())
    expect(numbers).to(haveCount(3))
    expect(numbers).to(contain(1, 3))
    expect(numbers).to(containElementSatisfying { $0 > 2 })
    // Row: beginWith, endWith
    expect(text).to(beginWith("status"))
    expect(numbers).to(endWith(3))
    // Row: satisfyAllOf, satisfyAnyOf
    expect(3).to(satisfyAllOf(beGreaterThan(2), beLessThan(4)))
    expect(3).to(satisfyAnyOf(equal(3), equal(4)))
    // Row: Matcher, Matcher.simple, Predicate
    func beEven() -> NetTesting.Matcher<Int> {
      Matcher("an even number") { $0.isMultiple(of: 2) }
    }
    expect(4).to(beEven())
  }

  func testErrorsAndResults() async {
    let error: (any Error)? = Refused.no
    let result: Result<Int, any Error> = .success(3)
    let refused: Result<Int, any Error> = .failure(Refused.no)
    // Row: throwError(), throwError(Refused.self), throwError(Refused.no)
    expect(try self.refuse()).to(throwError())
    expect(try self.refuse()).to(throwError(Refused.self))
    expect(try self.refuse()).to(throwError(Refused.no))
    func expectNoError() { expect(try f()).notTo(throwError()) }
    expectNoError()
    // Row: expect { try f() }
    func expectValue() {
      expect { try f() }.to(equal(3))
      expect(try f()).to(equal(3))
    }
    expectValue()
    // Row: await expect { try await f() }
    func expectLater() async {
      func f() async throws -> Int { try await later() }
      await expect { try await f() }.to(equal(3))
      await expect { try await f() }.toNot(throwError())
      await expect { try await f() }.notTo(equal(4))
    }
    await expectLater()
    // Row: matchError(Refused.no), matchError(Refused.self)
    expect(error).to(matchError(Refused.no))
    expect(error).to(matchError(Refused.self))
    expect(NetworkError(.cancelled) as (any Error)).to(matchError(.cancelled))
    // Row: beSuccess(), beFailure()
    expect(result).to(beSuccess())
    expect(refused).to(beFailure())
    // Row: beSuccess { expect($0) > 2 }
    expect(result).to(beSuccess(beGreaterThan(2)))
    expect(result).to(beSuccess { $0 > 2 })
    // Row: beFailure { error in … }
    expect(refused).to(beFailure { $0 is Refused })
    // Row: beVoid(), succeed()
    expect(result).to(beSuccess())
  }

  func testWaiting() async {
    let names = Captured<String>()
    names.set("Ada")
    // Row: toEventually, toEventuallyNot, toNotEventually
    // Row: PollingDefaults.timeout, AsyncDefaults
    await expect(names.values).toEventually(equal(["Ada"]), within: .seconds(1))
    await expect(names.values).toEventuallyNot(beEmpty())
    // Row: toEventuallyShould…, pollInterval:
    await expect(names.values).toEventually(equal(["Ada"]), within: .seconds(1))
  }

  func testInsteadOfValuesAndTypes() {
    let flag: Bool? = true
    let (cat, same): (Animal, Animal) = {
      let cat = Cat(); return (cat, cat)
    }()
    // Row: beTruthy(), beFalsy()
    expect(flag).to(beTrue())
    // Row: beIdenticalTo(same), ===, be(same)
    expect(cat === same).to(beTrue())
    // Row: beAKindOf(Cat.self)
    expect(cat is Cat).to(beTrue())
    // Row: beAnInstanceOf(Cat.self)
    expect(type(of: cat) == Cat.self).to(beTrue())
    // Row: beWithin(1...3)
    expect((1...3).contains(2)).to(beTrue())
    // Row: expect((1, "a")) == (1, "a") of tuples
    let pair = (1, "a")
    expect(pair == (1, "a")).to(beTrue())
    // Row: x ≈ 0.25 ± 0.1
    expect(ratio).to(beCloseTo(0.25, within: 0.1))
  }

  func testInsteadOfCollections() {
    // Row: elementsEqual(numbers)
    expect(Array(1...3)) == numbers
    // Row: beginWith(prefix: [1, 2])
    expect(numbers.starts(with: [1, 2])).to(beTrue())
    // Row: contain(1, 5) of a mixed or Objective-C collection
    expect(numbers).to(satisfyAnyOf(contain(1), contain(5)))
    // Row: containElementSatisfying({ … }, "described")
    expect(numbers).to(containElementSatisfying { $0 > 2 })
    // Row: allPass { $0 > 0 }, allPass(beGreaterThan(0))
    expect(numbers.allSatisfy { $0 > 0 }).to(beTrue())
    // Row: match("[0-9]+")
    expect(text.contains(/[0-9]+/)).to(beTrue())
    // Row: map(\.description, equal(…))
    expect(numbers.map(\.description)) == ["1", "2", "3"]
    // Row: not(satisfyAnyOf(…)), beEmpty() || contain(4), &&
    expect(numbers).toNot(satisfyAnyOf(beEmpty(), contain(4)))
  }

  func testInsteadOfRequirements() throws {
    // Row: require(numbers.first).toNot(beNil()), unwrap(numbers.first)
    let name = try XCTUnwrap(numbers.first)
    expect(name) == 1
  }

  func testInsteadOfAlwaysAndNever() {
    let scheduler = TestScheduler()
    let ticks = Observable<Int>.timer(.seconds(2), scheduler: scheduler).record(afterEach: self)
    // Row: toAlways, alwaysTo, toNever, neverTo
    expect(ticks.values).toAlways(beEmpty(), advancing: scheduler, until: .seconds(1))
    expect(ticks.values).toNever(haveCount(2), advancing: scheduler, until: .seconds(1))
    expect(ticks.values).to(haveCount(1))
  }

  func testInsteadOfNotifications() {
    let posted = Captured<String>()
    let center = NotificationCenter()
    // Row: postNotifications(…), postDistributedNotifications(…)
    let token = center.addObserver(forName: nil, object: nil, queue: nil) { posted.set($0.name.rawValue) }
    center.post(name: Notification.Name("saved"), object: nil)
    expect(posted.values) == ["saved"]
    center.removeObserver(token)
  }
}

/// What "Coming from Nimble" lists, in Swift Testing.
@Suite(.netTesting) struct ComingFromNimbleInSwiftTestingTests {
  private func refuse() throws { throw Refused.no }

  @Test func requireReplacesUnwrap() throws {
    let numbers = [1, 2]
    // Row: require(numbers.first).toNot(beNil()), unwrap(numbers.first)
    let first = try #require(numbers.first)
    // Row: to(equal(1), description: "the first number")
    #expect(first == 1, "the first number")
  }

  @Test func waitingReplacesWaitUntil() async {
    let done = Captured<Int>()
    DispatchQueue.global().async { done.set(3) }
    // Row: waitUntil { done in … }, pollUnwrap
    // Row: expecta(await …), requirea(await …), AsyncMatcher
    let value = await done.next()
    expect(value) == 3
  }

  @Test func errors() {
    // Row: throwError { (error: Refused) in … }, throwError(errorType:)
    let error = #expect(throws: Refused.self) { try refuse() }
    #expect(error == Refused.no)
  }

  @Test func failuresThatAreExpected() {
    // Row: fail("why")
    withKnownIssue { Issue.record("why") }
    func failInXCTest() { XCTFail("why") }
    // Row: gatherExpectations { … }, gatherFailingExpectations { … }, AssertionRecorder
    withKnownIssue { expect(1).to(equal(2)) }
    #if canImport(Darwin)
      func expectFailure() { XCTExpectFailure("known") }
    #endif
  }

  @Test func differences() async {
    // Row: A value is not made optional.
    let none: Int? = nil
    withKnownIssue { expect(none).to(equal(1)) }
    withKnownIssue { expect(none).toNot(equal(1)) }
    // Row: An expression that throws
    func f() throws -> Int { throw Refused.no }
    withKnownIssue { expect(try f()).to(equal(1)) }
    // Row: An asynchronous closure
    let done = Captured<Int>()
    DispatchQueue.global().async { done.set(3) }
    let value = await done.next()
    expect(value) == 3
    // Row: Waiting is rarely needed.
    let scheduler = TestScheduler()
    let ticks = Observable<Int>.timer(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    scheduler.advance(by: .seconds(1))
    expect(ticks.values) == [0]
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func exits() async {
      // Row: throwAssertion(), raiseException()
      await #expect(processExitsWith: .failure) {
        Trap.endsAtOnce()
        preconditionFailure("expected")
      }
    }
  #endif
}
