import Foundation
import NetTesting
import Stream
import Testing

/// Whether two events with errors are equal, if the errors do not define that.
@Suite struct ErrorEqualityTests {
  private final class Refusal: Error {
    let code: Int

    init(_ code: Int) { self.code = code }
  }

  private final class Named: Error, CustomStringConvertible {
    let code: Int
    let description = "refused"

    init(_ code: Int) { self.code = code }
  }

  // Used by one thread.
  private final class Node: Error, @unchecked Sendable {
    let number: Int
    weak var next: Node?

    init(_ number: Int) { self.number = number }
  }

  private struct Wrapped: Error { var reason: any Error }

  private enum Reason: Error { case refused(Refusal), timeout([String: Refusal]), other }

  private func areEqual(_ left: any Error, _ right: any Error) -> Bool {
    Event<Int>.error(left) == Event<Int>.error(right)
  }

  @Test func objectsAreComparedByTheirProperties() {
    #expect(areEqual(Refusal(1), Refusal(1)))
    #expect(!areEqual(Refusal(1), Refusal(2)))
  }

  @Test func objectsInsideAnErrorAreComparedByTheirProperties() {
    #expect(areEqual(Wrapped(reason: Refusal(1)), Wrapped(reason: Refusal(1))))
    #expect(!areEqual(Wrapped(reason: Refusal(1)), Wrapped(reason: Refusal(2))))
    #expect(areEqual(Reason.refused(Refusal(1)), Reason.refused(Refusal(1))))
    #expect(!areEqual(Reason.refused(Refusal(1)), Reason.refused(Refusal(2))))
    #expect(!areEqual(Reason.timeout(["a": Refusal(1)]), Reason.timeout(["a": Refusal(2)])))
    #expect(areEqual(Reason.other, Reason.other))
  }

  @Test func aDescriptionDecides() { #expect(areEqual(Named(1), Named(2))) }

  @Test func objectsThatReferToThemselvesCanBeCompared() {
    let (left, right, other, last) = (Node(1), Node(1), Node(1), Node(2))
    left.next = left
    right.next = right
    other.next = last
    #expect(areEqual(left, right))
    #expect(!areEqual(left, other))
    withExtendedLifetime(last) {}
  }

  @Test func oneObjectEqualsItself() {
    let refusal = Refusal(1)
    #expect(areEqual(refusal, refusal))
    #expect(!areEqual(refusal, Wrapped(reason: refusal)))
  }
}
