import Foundation
import Net
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

  private struct Shown: Error, CustomDebugStringConvertible {
    let text: String
    let refusal: Refusal
    var debugDescription: String { text }
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

  private enum Attempt: Error { case first(Refusal), second(Refusal), none, stopped }

  @Test func casesAreCompared() {
    #expect(!areEqual(Attempt.first(Refusal(1)), Attempt.second(Refusal(1))))
    #expect(!areEqual(Attempt.none, Attempt.stopped))
    #expect(!areEqual(Attempt.none, Attempt.first(Refusal(1))))
  }

  private struct Box { let refusal = Refusal(1) }
  private struct Crate { let refusal = Refusal(1) }

  @Test func typesOfPartsAreCompared() {
    #expect(areEqual(Body<any Sendable>(content: Box()), Body<any Sendable>(content: Box())))
    #expect(!areEqual(Body<any Sendable>(content: Box()), Body<any Sendable>(content: Crate())))
  }

  @Test func theLengthOfAListIsCompared() {
    #expect(!areEqual(Body(content: [Refusal(1)]), Body(content: [Refusal(1), Refusal(2)])))
  }

  private struct Body<Content: Sendable>: Error { var content: Content }

  private enum Answer: Error { case body(Data), late(Date, code: Int) }

  // A description that hides the content says nothing about equality.
  @Test func whatADescriptionHidesIsCompared() {
    let now = Date(timeIntervalSince1970: 1_000_000)
    #expect(areEqual(Body(content: Data([1])), Body(content: Data([1]))))
    #expect(!areEqual(Body(content: Data([1])), Body(content: Data([2]))))
    #expect(!areEqual(Body(content: now), Body(content: now.addingTimeInterval(0.9))))
    #expect(!areEqual(Body(content: [Data([1])]), Body(content: [Data([2])])))
    #expect(!areEqual(Body(content: ["a": Optional(now)]), Body(content: ["a": Optional(now + 0.5)])))
    #expect(
      !areEqual(
        Body(content: ["a": Wrapped(reason: Refusal(1))]), Body(content: ["a": Wrapped(reason: Refusal(2))])))
    #expect(!areEqual(Answer.body(Data([1])), Answer.body(Data([2]))))
    #expect(!areEqual(Answer.late(now, code: 1), Answer.late(now + 0.25, code: 1)))
    #expect(areEqual(Answer.late(now, code: 1), Answer.late(now, code: 1)))
    #expect(!areEqual(Wrapped(reason: Answer.body(Data([1]))), Wrapped(reason: Answer.body(Data([2])))))
  }

  private struct CaseInsensitive: Equatable {
    var text: String

    static func == (left: Self, right: Self) -> Bool { left.text.lowercased() == right.text.lowercased() }
  }

  @Test func theEqualityOfAPartDecides() {
    #expect(areEqual(Body(content: CaseInsensitive(text: "a")), Body(content: CaseInsensitive(text: "A"))))
    #expect(areEqual(Body(content: Set(0..<50)), Body(content: Set((0..<50).reversed()))))
  }

  @Test func aNetworkErrorIsComparedWithItsBodyAndItsCause() {
    func error(_ body: String, _ cause: any Error) -> NetworkError {
      var error = NetworkError(.transport(.connect), data: Data(body.utf8))
      error.underlyingError = cause
      return error
    }
    let start = String(repeating: "a", count: 5_000)
    #expect(areEqual(error(start, Body(content: Data([1]))), error(start, Body(content: Data([1])))))
    #expect(!areEqual(error(start, Body(content: Data([1]))), error(start, Body(content: Data([2])))))
    #expect(!areEqual(error(start + "1", Refusal(1)), error(start + "2", Refusal(1))))
  }

  @Test func aNetworkErrorEqualsOneWithoutItsCauseAndNoneOfAnotherReason() {
    let error = NetworkError(.validation(.statusCode(404)), underlyingError: Refusal(1))
    #expect(areEqual(error, NetworkError(.validation(.statusCode(404)))))
    #expect(!areEqual(error, NetworkError(.validation(.statusCode(500)), underlyingError: Refusal(1))))
  }

  @Test func aDescriptionDecides() {
    #expect(areEqual(Named(1), Named(2)))
    #expect(areEqual(Shown(text: "a", refusal: Refusal(1)), Shown(text: "a", refusal: Refusal(2))))
    #expect(!areEqual(Shown(text: "a", refusal: Refusal(1)), Shown(text: "b", refusal: Refusal(1))))
  }

  @Test func objectsThatReferToThemselvesCanBeCompared() {
    let (left, right, other, last) = (Node(1), Node(1), Node(1), Node(2))
    left.next = left
    right.next = right
    other.next = last
    #expect(areEqual(left, right))
    #expect(!areEqual(left, other))
    withExtendedLifetime(last) {}
  }

  private struct Limit: Sendable { var count: Int }
  private struct Fields: Error { var limits: [String: Limit] }

  private struct Listed: Error, CustomStringConvertible {
    var values: [String: Int]
    var description: String { "invalid: \(values)" }
  }

  /// A dictionary in which the same members have another order, because its storage has another size.
  private func members<Value>(_ capacity: Int, _ value: (Int) -> Value) -> [String: Value] {
    var members: [String: Value] = [:]
    members.reserveCapacity(capacity)
    for number in 0..<20 { members["key \(number)"] = value(number) }
    return members
  }

  @Test func theOrderOfADictionaryDoesNotCount() {
    let fields = Fields(limits: members(20) { Limit(count: $0) })
    #expect(areEqual(fields, Fields(limits: members(500) { Limit(count: $0) })))
    #expect(!areEqual(fields, Fields(limits: members(500) { Limit(count: $0 % 19) })))
    #expect(!areEqual(fields, Fields(limits: [:])))
    #expect(!areEqual(Fields(limits: [:]), fields))
  }

  @Test func theOrderOfADictionaryInADescriptionDoesNotCount() {
    let listed = Listed(values: members(20) { $0 })
    #expect(areEqual(listed, Listed(values: members(500) { $0 })))
    #expect(!areEqual(listed, Listed(values: members(500) { $0 % 19 })))
  }

  private struct Explained: Error, CustomStringConvertible {
    let explain: @Sendable () -> String
    var description: String { explain() }
  }

  @Test func aDescriptionDecidesIfThePartsCannotBeCompared() {
    #expect(areEqual(Explained { "a" }, Explained { "a" }))
    #expect(!areEqual(Explained { "a" }, Explained { "b" }))
  }

  private struct Masked: Error, CustomStringConvertible, CustomReflectable {
    let description: String
    var customMirror: Mirror { Mirror(self, children: ["text": "hidden"]) }
  }

  @Test func aDescriptionDecidesIfAMirrorHidesTheParts() {
    #expect(areEqual(Masked(description: "a"), Masked(description: "a")))
    #expect(!areEqual(Masked(description: "a"), Masked(description: "b")))
  }

  @Test func oneObjectEqualsItself() {
    let refusal = Refusal(1)
    #expect(areEqual(refusal, refusal))
    #expect(!areEqual(refusal, Wrapped(reason: refusal)))
  }
}
